// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"cmp"
	"math"
	"math/big"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// selection says which charges to read, and how. The list, its ephemeral twin and the
// summary have it in common.
type selection struct {
	AmountFrom         types.Number `tfsdk:"amount_from"`
	AmountTo           types.Number `tfsdk:"amount_to"`
	Card               types.Object `tfsdk:"card"`
	Currency           types.String `tfsdk:"currency"`
	ExtraFilters       types.Map    `tfsdk:"extra_filters"`
	From               types.String `tfsdk:"from"`
	Metadata           types.String `tfsdk:"metadata"`
	Mode               types.String `tfsdk:"mode"`
	PageSize           types.Number `tfsdk:"page_size"`
	Phone              types.String `tfsdk:"phone"`
	StoreID            types.String `tfsdk:"store_id"`
	Timeouts           types.Object `tfsdk:"timeouts"`
	To                 types.String `tfsdk:"to"`
	TransactionTokenID types.String `tfsdk:"transaction_token_id"`
}

// listModel is a list of charges: the data source, or its ephemeral twin.
type listModel struct {
	selection
	Cursor          types.String `tfsdk:"cursor"`
	CursorDirection types.String `tfsdk:"cursor_direction"`
	Fields          types.Set    `tfsdk:"fields"`
	MaxResults      types.Number `tfsdk:"max_results"`

	Charges   types.List  `tfsdk:"charges"`
	TotalHits types.Int64 `tfsdk:"total_hits"`
}

// timeout returns how long an operation may take.
func (m *selection) timeout(operation string) time.Duration {
	return validators.Timeout(m.Timeouts, operation)
}

// query returns what to ask the service for. All values are known.
func (m *listModel) query() paymentapi.ChargeQuery {
	query := m.selection.query()
	query.Cursor = m.Cursor.ValueString()
	query.Direction = m.CursorDirection.ValueString()
	query.MaxResults = int(min(int64Value(m.MaxResults), math.MaxInt)) // of 32 bits on some platforms
	query.Fields = setToStrings(m.Fields)
	return query
}

// query returns what to ask the service for: all charges that the filters find. The letters
// of a time are sent in capitals, as services write them.
func (m *selection) query() paymentapi.ChargeQuery {
	return paymentapi.ChargeQuery{
		StoreID:            m.StoreID.ValueString(),
		Card:               cardFilter(m.Card),
		From:               strings.ToUpper(m.From.ValueString()),
		To:                 strings.ToUpper(m.To.ValueString()),
		Phone:              m.Phone.ValueString(),
		AmountFrom:         int64Pointer(m.AmountFrom),
		AmountTo:           int64Pointer(m.AmountTo),
		Currency:           m.Currency.ValueString(),
		Mode:               m.Mode.ValueString(),
		Metadata:           m.Metadata.ValueString(),
		TransactionTokenID: m.TransactionTokenID.ValueString(),
		Extra:              mapToStrings(m.ExtraFilters),
		PageSize:           cmp.Or(int(int64Value(m.PageSize)), paymentapi.MaxPageSize),
	}
}

// cardFilter returns the filter of a card, empty for null.
func cardFilter(card types.Object) paymentapi.CardFilter {
	text := func(name string) string {
		return attributeOf[types.String](card, name).ValueString()
	}
	whole := func(name string) int64 {
		return int64Value(attributeOf[types.Number](card, name))
	}

	return paymentapi.CardFilter{
		LastFour: text("last_four"),
		Name:     text("name"),
		ExpMonth: whole("exp_month"),
		ExpYear:  whole("exp_year"),
	}
}

// newSink returns what encodes the charges of a list.
func (m *listModel) newSink() fetch.Sink {
	const maxBytes = splice.MaxMessage - 1<<20 // so that the other attributes fit into the message as well
	return rows.NewEncoder(setToStrings(m.Fields), maxBytes).Encode
}

func (m *listModel) setResult(result *fetch.Result) *splice.List {
	m.TotalHits = types.Int64PointerValue(result.TotalHits)
	return &splice.List{
		Attribute: chargesAttribute,
		Len:       result.Len,
		Chunks:    result.Chunks,
	}
}

// attributeOf returns an attribute of an object, null if there is none.
func attributeOf[T attr.Value](object types.Object, name string) T {
	value, _ := object.Attributes()[name].(T)
	return value
}

// int64Pointer returns the value of a number, and nil if it is null, unknown, or not a whole
// number of 64 bits. Arguments that are whole numbers have the type Number: if an Int64 cannot
// hold a value, the framework blames the provider, and shows the value.
func int64Pointer(number types.Number) *int64 {
	if !providerdata.IsSet(number) {
		return nil
	}

	value, accuracy := number.ValueBigFloat().Int64()
	if accuracy != big.Exact {
		return nil
	}
	return &value
}

// int64Value returns the value of a number, and 0 if int64Pointer has none.
func int64Value(number types.Number) int64 {
	if value := int64Pointer(number); value != nil {
		return *value
	}
	return 0
}

// setToStrings returns the strings of a set whose values are known, and nil for null.
func setToStrings(set types.Set) []string {
	var list []string
	for _, element := range set.Elements() {
		if text, ok := element.(types.String); ok {
			list = append(list, text.ValueString())
		}
	}
	return list
}

// mapToStrings returns the strings of a map that has no nulls.
func mapToStrings(m types.Map) map[string]string {
	all := map[string]string{}
	for name, value := range m.Elements() {
		if text, ok := value.(types.String); ok {
			all[name] = text.ValueString()
		}
	}
	return all
}
