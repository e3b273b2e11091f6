// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package baseline builds a list of charges as providers usually do: one struct
// each, which the framework turns into a value by reflection. Tests and benchmarks
// compare the provider's own encoding with it. Nothing that is shipped imports it.
package baseline

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// row is a charge as the framework's reflection wants it.
type row struct {
	CaptureAt                *string            `tfsdk:"capture_at"`
	ChargedAmount            *big.Float         `tfsdk:"charged_amount"`
	ChargedAmountFormatted   *big.Float         `tfsdk:"charged_amount_formatted"`
	ChargedCurrency          *string            `tfsdk:"charged_currency"`
	CreatedOn                *string            `tfsdk:"created_on"`
	Descriptor               *string            `tfsdk:"descriptor"`
	DescriptorPhoneNumber    *string            `tfsdk:"descriptor_phone_number"`
	Error                    *string            `tfsdk:"error"`
	FeeAmount                *big.Float         `tfsdk:"fee_amount"`
	FeeAmountFormatted       *big.Float         `tfsdk:"fee_amount_formatted"`
	FeeCurrency              *string            `tfsdk:"fee_currency"`
	ID                       string             `tfsdk:"id"`
	MerchantName             *string            `tfsdk:"merchant_name"`
	MerchantTransactionID    *string            `tfsdk:"merchant_transaction_id"`
	Metadata                 map[string]*string `tfsdk:"metadata"`
	Mode                     *string            `tfsdk:"mode"`
	OnlyDirectCurrency       *bool              `tfsdk:"only_direct_currency"`
	Redirect                 map[string]*string `tfsdk:"redirect"`
	RequestedAmount          *big.Float         `tfsdk:"requested_amount"`
	RequestedAmountFormatted *big.Float         `tfsdk:"requested_amount_formatted"`
	RequestedCurrency        *string            `tfsdk:"requested_currency"`
	Status                   *string            `tfsdk:"status"`
	StoreID                  *string            `tfsdk:"store_id"`
	StoreName                *string            `tfsdk:"store_name"`
	SubscriptionID           *string            `tfsdk:"subscription_id"`
	TransactionTokenID       *string            `tfsdk:"transaction_token_id"`
	TransactionTokenType     *string            `tfsdk:"transaction_token_type"`
}

// List returns charges as a list of the element type.
func List(ctx context.Context, element attr.Type, charges []paymentapi.Charge) (types.List, error) {
	list := make([]row, len(charges))
	for i := range charges {
		if err := list[i].fill(&charges[i]); err != nil {
			return types.List{}, fmt.Errorf("charge %s: %w", charges[i].ID, err)
		}
	}
	value, diags := types.ListValueFrom(ctx, element, list)
	if diags.HasError() {
		return types.List{}, fmt.Errorf("list of charges: %s", diags.Errors()[0].Detail())
	}
	return value, nil
}

// fill takes the fields of a charge, which have the same names. Numbers are exact.
func (r *row) fill(c *paymentapi.Charge) error {
	to, from := reflect.ValueOf(r).Elem(), reflect.ValueOf(c).Elem()
	for i := range to.NumField() {
		field := from.FieldByName(to.Type().Field(i).Name)
		text, isNumber := field.Interface().(*json.Number)
		switch {
		case !isNumber:
			to.Field(i).Set(field)
		case text != nil:
			number, _, err := big.ParseFloat(text.String(), 10, 512, big.ToNearestEven)
			if err != nil {
				return err
			}
			to.Field(i).Set(reflect.ValueOf(number))
		}
	}
	return nil
}
