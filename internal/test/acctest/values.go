// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Values are the arguments or the attributes of an object. Those that are missing are null.
type Values = map[string]any

// Unknown stands for a value that is not known yet.
const Unknown = "?"

// Encode encodes a configuration as an object of its schema.
func Encode(schema *tfprotov6.Schema, v Values) *tfprotov6.DynamicValue {
	return dynamic(schema, encode(schema.ValueType(), v))
}

func dynamic(schema *tfprotov6.Schema, v tftypes.Value) *tfprotov6.DynamicValue {
	value := must(tfprotov6.NewDynamicValue(schema.ValueType(), v))
	return &value
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // most likely, a test wrote a value that its schema does not have
	}
	return v
}

// encode converts plain Go to a value of a type.
func encode(typ tftypes.Type, v any) tftypes.Value {
	switch {
	case v == nil:
		return tftypes.NewValue(typ, nil)
	case v == Unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case typ.Is(tftypes.DynamicPseudoType):
		typ = typeOf(v)
	}
	switch v := v.(type) {
	case Values:
		members := map[string]tftypes.Value{}
		for name, value := range v {
			members[name] = encode(memberType(typ, tftypes.AttributeName(name), tftypes.ElementKeyString(name)), value)
		}
		if object, ok := typ.(tftypes.Object); ok {
			for name, attribute := range object.AttributeTypes {
				if _, configured := v[name]; !configured {
					members[name] = tftypes.NewValue(attribute, nil)
				}
			}
		}
		return tftypes.NewValue(typ, members)
	case []any:
		members := make([]tftypes.Value, len(v))
		for i, value := range v {
			members[i] = encode(memberType(typ, tftypes.ElementKeyInt(i), tftypes.ElementKeyValue{}), value)
		}
		return tftypes.NewValue(typ, members)
	case []string:
		list := make([]any, len(v))
		for i, text := range v {
			list[i] = text
		}
		return encode(typ, list)
	case int:
		return tftypes.NewValue(typ, int64(v))
	case json.Number:
		number, _, err := big.ParseFloat(v.String(), 10, 512, big.ToNearestEven)
		return tftypes.NewValue(typ, must(number, err))
	}
	return tftypes.NewValue(typ, v)
}

// memberType returns the type of a member, at the step that the type has: objects and maps
// have other ones, and so have lists and sets.
func memberType(typ tftypes.Type, steps ...tftypes.AttributePathStep) tftypes.Type {
	member, err := typ.ApplyTerraform5AttributePathStep(steps[0])
	if err != nil {
		member, err = typ.ApplyTerraform5AttributePathStep(steps[1])
	}
	found, _ := must(member, err).(tftypes.Type)
	return found
}

// typeOf returns the type of a value of a dynamic argument.
func typeOf(v any) tftypes.Type {
	switch v := v.(type) {
	case Values:
		types := map[string]tftypes.Type{}
		for name, value := range v {
			types[name] = typeOf(value)
		}
		return tftypes.Object{AttributeTypes: types}
	case []any:
		types := make([]tftypes.Type, len(v))
		for i, value := range v {
			types[i] = typeOf(value)
		}
		return tftypes.Tuple{ElementTypes: types}
	case bool:
		return tftypes.Bool
	case int, float64, json.Number:
		return tftypes.Number
	}
	return tftypes.String // of a null, too: terraform-plugin-go can't encode one without a type
}

// object decodes an object into plain Go.
func object(schema *tfprotov6.Schema, v *tfprotov6.DynamicValue) Values {
	if v == nil {
		return nil
	}
	values, _ := decode(must(v.Unmarshal(schema.ValueType()))).(Values)
	return values
}

// decode converts a value to plain Go: a number to a *big.Float. Attributes that are null are
// left out.
func decode(v tftypes.Value) any {
	var (
		text    string
		truth   bool
		number  *big.Float
		list    []tftypes.Value
		members map[string]tftypes.Value
	)
	switch {
	case v.IsNull():
		return nil
	case !v.IsKnown():
		return Unknown
	case v.As(&text) == nil:
		return text
	case v.As(&truth) == nil:
		return truth
	case v.As(&number) == nil:
		return number
	case v.As(&list) == nil:
		all := make([]any, len(list))
		for i, value := range list {
			all[i] = decode(value)
		}
		return all
	case v.As(&members) == nil:
		all := Values{}
		for name, member := range members {
			if value := decode(member); value != nil {
				all[name] = value
			}
		}
		return all
	}
	panic("a value of the type " + v.Type().String())
}
