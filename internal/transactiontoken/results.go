// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// dataType is the type of the result data.
var dataType = dataAttribute().GetType().(types.ObjectType) //nolint:forcetypeassert // a nested attribute's type

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

// contradictions compares an answer with the request and with what the provider's
// configuration says of the account (API description, sections 2.1 and 4.1). Each
// completes a sentence about the answer. What is absent contradicts nothing, and
// neither does the limit of a token that has none.
func contradictions(data *providerdata.Data, requested paymentapi.TokenRequest, token *paymentapi.TransactionToken) []string {
	var found []string
	compare := func(field string, answered *string, expected string, values ...string) {
		same := func(value string) bool { return strings.EqualFold(value, *answered) }
		if answered != nil && !slices.ContainsFunc(values, same) {
			found = append(found, "`"+field+"`: "+expected+", answered "+shownAnswer(*answered, requested.Secrets))
		}
	}
	asked := func(field string, answered *string, requested string) {
		compare(field, answered, "requested `"+requested+"`", requested)
	}
	asked("type", token.Type, requested.Type)
	asked("payment_type", token.PaymentType, requested.PaymentType)
	if limit := requested.UsageLimit; limit != nil && requested.Type != typeOneTime {
		asked("usage_limit", token.UsageLimit, *limit)
		if token.Unlimited {
			asked("usage_limit", new("null"), *limit)
		}
	}
	if token.Active != nil && !*token.Active {
		found = append(found, "`active`: answered `false`")
	}
	if data.AllowedModes != nil {
		compare("mode", token.Mode, "the provider's `allowed_modes` has "+diagnostics.QuoteList(data.AllowedModes), data.AllowedModes...)
	}
	if store := data.Caller.StoreID; store != nil {
		compare("store_id", token.StoreID, "not the store that the provider's `app_token` names", *store)
	}
	return found
}

var (
	// knownAnswers are shown even if a secret, such as an address, has the same word.
	knownAnswers = append([]string{"live", "test", "live_test"}, paymentTypes...)
	// plainAnswer is the form of what else is shown: words, or an id.
	plainAnswer = regexp.MustCompile(`^(?:[A-Za-z]{1,20}(?:_[A-Za-z]{1,20})*|[0-9a-fA-F-]{36})$`)
)

// shownAnswer quotes an answered value, unless it may be a secret of the request,
// which a service may repeat in any field.
func shownAnswer(answered string, secrets []string) string {
	small := strings.ToLower(answered)
	related := func(secret string) bool {
		secret = strings.ToLower(secret)
		return secret != "" && (strings.Contains(secret, small) || strings.Contains(small, secret))
	}
	if !slices.Contains(knownAnswers, small) && (!plainAnswer.MatchString(answered) || slices.ContainsFunc(secrets, related)) {
		return "another value"
	}
	return "`" + answered + "`"
}

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

// plainText reads a string, and the JSON text of a number or a boolean.
func plainText(raw json.RawMessage) *string {
	switch paymentapi.KindOf(raw) {
	case "a number", "a boolean":
		return new(string(raw))
	}
	return paymentapi.DecodeAs[string](raw)
}
