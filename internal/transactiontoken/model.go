// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// tokenConfig is the configuration of a token: an object, whose values may be null or not
// known yet.
type tokenConfig struct{ tftypes.Value }

// at returns the value of an argument by its dotted name, such as "card.exp_month". What is
// inside a value that is null or not known is so, too.
func (c tokenConfig) at(name string) tftypes.Value {
	value := c.Value
	for step := range strings.SplitSeq(name, ".") {
		if !value.IsKnown() {
			return value
		}
		value = members(value)[step] // inside null, the zero Value, which is null
	}
	return value
}

// isFalse reports whether a bool is known and false.
func (c tokenConfig) isFalse(name string) bool {
	value, known := c.scalarText(name)
	return known && value == "false"
}

// scalarText returns a string or a bool as text, and false if it is null or not known.
func (c tokenConfig) scalarText(name string) (string, bool) {
	switch value := jsonValue(c.at(name)).(type) {
	case string:
		return value, true
	case bool:
		return strconv.FormatBool(value), true
	}
	return "", false
}

// isSet reports whether an argument is certainly set; a block, if at least one value in it is known and not null.
//
// In a dynamic block whose for_each is unknown, all values that its content sets are unknown, and the rest is null. Such
// a block may turn out to be absent.
func (c tokenConfig) isSet(name string) bool {
	value := c.at(name)

	_, isBlock := tokenSchema().Blocks[name]
	if isBlock {
		return len(removeEmpty(jsonObject(value))) > 0
	}
	return value.IsKnown() && !value.IsNull()
}

// members returns what is inside an object or a map.
func members(value tftypes.Value) map[string]tftypes.Value {
	var inner map[string]tftypes.Value
	_ = value.As(&inner) // anything else has none
	return inner
}

// jsonValue returns a value for encoding/json: nil for what is null or not known.
func jsonValue(value tftypes.Value) any {
	var (
		text     string
		boolean  bool
		number   big.Float
		elements []tftypes.Value
	)

	switch { // As succeeds for the type that a value has
	case !value.IsKnown() || value.IsNull():
		return nil
	case value.As(&text) == nil:
		return text
	case value.As(&boolean) == nil:
		return boolean
	case value.As(&number) == nil:
		return jsonNumber(&number)
	case value.As(&elements) == nil: // it is a list, a set or a tuple
		list := []any{}
		for _, element := range elements {
			list = append(list, jsonValue(element))
		}
		return list
	}
	return jsonObject(value)
}

// jsonNumber returns a number with all digits that it needs. A very large or small one, such as
// 1e100000, has an exponent instead of its zeros.
func jsonNumber(number *big.Float) json.Number {
	const longest = 1000
	exponent := number.MantExp(nil) // to the base 2
	if exponent < -longest || exponent > longest {
		return json.Number(number.Text('g', -1))
	}
	return json.Number(number.Text('f', -1))
}

func jsonObject(value tftypes.Value) map[string]any {
	object := map[string]any{}
	for name, inner := range members(value) {
		object[name] = jsonValue(inner)
	}
	return object
}

// removeEmpty removes nulls in place, and objects that have nothing else in them: modules pass
// them on for what their user left out. It returns the object itself.
func removeEmpty(object map[string]any) map[string]any {
	maps.DeleteFunc(object, func(_ string, value any) bool {
		inner, isObject := value.(map[string]any)
		if isObject {
			return len(removeEmpty(inner)) == 0
		}
		return value == nil
	})
	return object
}

// request returns what to send (API description, section 4.1). The arguments inside a group
// have the API's own names, so data is the group that is given. Only paidy is passed on as
// it is. The arguments must have passed check.
func (c tokenConfig) request() paymentapi.TokenRequest {
	optional := func(name string) *string {
		var text *string
		_ = c.at(name).As(&text) // every argument that is asked for is a text
		return text
	}

	req := paymentapi.TokenRequest{
		UsageLimit: optional("usage_limit"),
		Email:      optional("email"),
		IPAddress:  optional("ip_address"),
		Metadata:   removeEmpty(jsonObject(c.at("metadata"))),
	}
	req.Type, _ = c.scalarText("type")

	for _, group := range paymentTypes {
		if c.isSet(group) {
			req.PaymentType = group
			req.Data = jsonObject(c.at(group))
		}
	}

	if req.PaymentType != "paidy" {
		req.Data = removeEmpty(req.Data)
	}
	return req
}

// argumentNames returns the dotted names of the arguments that match, sorted.
func argumentNames(matching func(schema.Attribute) bool) []string {
	var names []string

	var collect func(prefix string, attributes map[string]schema.Attribute, blocks map[string]schema.Block)
	collect = func(prefix string, attributes map[string]schema.Attribute, blocks map[string]schema.Block) {
		for name, attribute := range attributes {
			if matching(attribute) {
				names = append(names, prefix+name)
			}
		}

		for name, block := range blocks {
			inner, ok := block.(schema.SingleNestedBlock)
			if ok {
				collect(prefix+name+".", inner.Attributes, inner.Blocks)
			}
		}
	}

	token := tokenSchema()
	collect("", token.Attributes, token.Blocks)
	slices.Sort(names)
	return names
}

func isText(attribute schema.Attribute) bool {
	return attribute.GetType().Equal(types.StringType)
}

// withResults returns the configuration with what the service says of a token; all of that is
// unknown if there is none. What the configuration sets stays as it is, because the CLI accepts
// nothing else.
func (c tokenConfig) withResults(token *paymentapi.TransactionToken) tftypes.Value {
	values := maps.Clone(members(c.Value))
	for name, attribute := range tokenSchema().Attributes {
		isConfigured := !values[name].IsNull()
		if !attribute.IsComputed() || isConfigured {
			continue
		}

		typ := values[name].Type()
		switch {
		case token == nil:
			values[name] = tftypes.NewValue(typ, tftypes.UnknownValue)
		case name == "data_json":
			values[name] = tftypes.NewValue(typ, jsonText(token.Fields["data"]))
		default:
			values[name] = tftypes.NewValue(typ, resultValue(token.Fields[name], typ))
		}
	}
	return tftypes.NewValue(c.Type(), values)
}

// jsonText returns JSON as it is written; nil for null, or none.
func jsonText(raw jsontext.Value) any {
	if raw == nil || raw.Kind() == 'n' {
		return nil
	}
	return string(raw)
}

// resultValue reads JSON for a value of a type. Null, a missing field and one of another type are nil, or a nil
// pointer, which tftypes.NewValue takes for null as well: the token exists whatever the service says about it. A
// text takes any JSON as its text.
func resultValue(raw jsontext.Value, typ tftypes.Type) any {
	if raw == nil || raw.Kind() == 'n' {
		return nil
	}

	switch typ := typ.(type) {
	case tftypes.Object:
		return resultObject(raw, typ)
	case tftypes.Map:
		return resultMap(raw, typ)
	}

	switch {
	case typ.Is(tftypes.Bool):
		return paymentapi.DecodeOrNil[bool](raw)
	case typ.Is(tftypes.Number):
		return paymentapi.DecodeInt64(raw)
	}

	text := paymentapi.DecodeOrNil[string](raw)
	if text == nil {
		return jsonText(raw)
	}
	return text
}

func resultObject(raw jsontext.Value, typ tftypes.Object) any {
	fields := paymentapi.DecodeOrNil[map[string]jsontext.Value](raw)
	if fields == nil {
		return nil
	}

	values := map[string]tftypes.Value{}
	for name, inner := range typ.AttributeTypes {
		values[name] = tftypes.NewValue(inner, resultValue((*fields)[name], inner))
	}
	return values
}

func resultMap(raw jsontext.Value, typ tftypes.Map) any {
	fields := paymentapi.DecodeOrNil[map[string]jsontext.Value](raw)
	if fields == nil {
		return nil
	}

	values := map[string]tftypes.Value{}
	for name, field := range *fields {
		values[name] = tftypes.NewValue(typ.ElementType, resultValue(field, typ.ElementType))
	}
	return values
}
