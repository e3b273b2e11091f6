// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// dataType is the type of the result data.
var dataType = dataAttribute().GetType().(types.ObjectType) //nolint:forcetypeassert // a nested attribute's type

// dataValue reads the payment method as far as it has the documented shape.
func dataValue(data json.RawMessage) types.Object {
	return objectValue(dataType, data)
}

func dataJSONValue(data json.RawMessage) types.String {
	if data == nil {
		return types.StringNull()
	}
	return types.StringValue(strings.ToValidUTF8(string(data), "\uFFFD"))
}

func metadataValue(metadata map[string]*string) types.Map {
	if metadata == nil {
		return types.MapNull(types.StringType)
	}
	elements := make(map[string]attr.Value, len(metadata))
	for key, text := range metadata {
		elements[key] = types.StringPointerValue(text)
	}
	return types.MapValueMust(types.StringType, elements)
}

// contradiction is a field of an answer that is not as requested, or as a new
// token is without a request.
type contradiction struct{ field, requested, answered, meaning string }

// contradictions compares an answer with the request (API description, sections
// 2.1 and 4.1). What is absent contradicts nothing, and neither does the limit of
// a token that has none.
func contradictions(requested paymentapi.TokenRequest, token *paymentapi.TransactionToken) []contradiction {
	var found []contradiction
	compare := func(field, requested string, answered *string, meaning string) {
		if answered != nil && *answered != requested {
			found = append(found, contradiction{field, requested, *answered, meaning})
		}
	}
	compare("type", requested.Type, token.Type, "Charges that need a token of the requested type may be refused.")
	compare("payment_type", requested.PaymentType, token.PaymentType, "The token may be for another payment method.")
	if requested.UsageLimit != nil && requested.Type != typeOneTime {
		compare("usage_limit", *requested.UsageLimit, token.UsageLimit, "The token may be charged more often than requested.")
		if token.Unlimited {
			compare("usage_limit", *requested.UsageLimit, new("null"), "The token may be charged without a limit.")
		}
	}
	if token.Active != nil && !*token.Active {
		found = append(found, contradiction{"active", "", "false", "The token cannot be charged while it is inactive."})
	}
	return found
}

// knownAnswers are values that the fields of contradictions have.
var knownAnswers = append([]string{
	typeOneTime, typeRecurring, "subscription", "daily", "weekly", "monthly", "annually", "null", "false",
}, paymentTypes...)

// objectValue reads a JSON object; anything else is null. Null, a missing
// member and one of another type are null too: the token exists whatever the
// service says about it.
func objectValue(t types.ObjectType, raw json.RawMessage) types.Object {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return types.ObjectNull(t.AttrTypes)
	}
	values := make(map[string]attr.Value, len(t.AttrTypes))
	for name, inner := range t.AttrTypes {
		values[name] = value(inner, fields[name])
	}
	return types.ObjectValueMust(t.AttrTypes, values)
}

func value(t attr.Type, raw json.RawMessage) attr.Value {
	switch t := t.(type) {
	case types.ObjectType:
		return objectValue(t, raw)
	case basetypes.BoolType:
		return types.BoolPointerValue(paymentapi.DecodeAs[bool](raw))
	case basetypes.Int64Type:
		return types.Int64PointerValue(paymentapi.DecodeWhole(raw))
	default:
		return types.StringPointerValue(plainText(raw))
	}
}

// plainText reads a string, and the JSON text of a number or a bool.
func plainText(raw json.RawMessage) *string {
	if text := paymentapi.DecodeAs[string](raw); text != nil {
		return text
	}
	var scalar any
	if json.Unmarshal(raw, &scalar) != nil {
		return nil
	}
	switch scalar.(type) {
	case float64, bool:
		text := string(raw)
		return &text
	}
	return nil
}
