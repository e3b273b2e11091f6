// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Values are the arguments or the attributes of an object. Those that are missing are null.
type Values = map[string]any

// Unknown stands for a value that is not known yet.
const Unknown = "?"

// Encode encodes a configuration as an object of its schema. An argument that the schema does not
// have ends the test.
func Encode(t testing.TB, schema *tfprotov6.Schema, v Values) *tfprotov6.DynamicValue {
	t.Helper()
	value, err := encode("", schema.ValueType(), v)
	if err != nil {
		t.Fatal(err)
	}
	return dynamic(schema, value)
}

// encodeConfig encodes the configuration of an object. As a CLI does, it returns an error for an
// argument that the schema does not have.
func encodeConfig(object string, schema *tfprotov6.Schema, v Values) (*tfprotov6.DynamicValue, Diagnostics) {
	if schema == nil {
		return nil, Diagnostics{unsupported("the provider has no " + object)}
	}
	value, err := encode("", schema.ValueType(), v)
	if err != nil {
		return nil, Diagnostics{unsupported(object + ": " + err.Error())}
	}
	return dynamic(schema, value), nil
}

// unsupported is what a CLI says of a configuration that does not fit a schema.
func unsupported(detail string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "Unsupported Argument in a Test",
		Detail:   detail,
	}
}

func dynamic(schema *tfprotov6.Schema, v tftypes.Value) *tfprotov6.DynamicValue {
	value := must(tfprotov6.NewDynamicValue(schema.ValueType(), v))
	return &value
}

// must returns a value that only a mistake in the provider server or in this package can prevent.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// encode converts plain Go to a value of a type. The path is that of the value, for errors.
func encode(path string, typ tftypes.Type, v any) (tftypes.Value, error) {
	if typ.Is(tftypes.DynamicPseudoType) && v != nil && v != Unknown {
		typ = typeOf(v)
	}
	switch v := v.(type) {
	case Values:
		return encodeMembers(path, typ, v)
	case []any:
		return encodeElements(path, typ, v)
	case []string:
		list := make([]any, len(v))
		for i, text := range v {
			list[i] = text
		}
		return encodeElements(path, typ, list)
	}
	return encodeSimple(path, typ, v)
}

// encodeSimple encodes a value without others in it.
func encodeSimple(path string, typ tftypes.Type, v any) (tftypes.Value, error) {
	switch simple := v.(type) {
	case int:
		v = int64(simple)
	case json.Number:
		number, _, err := big.ParseFloat(simple.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s is no number: %w", path, err)
		}
		v = number
	case string:
		if simple == Unknown {
			v = tftypes.UnknownValue
		}
	}
	if err := tftypes.ValidateValue(typ, v); err != nil {
		return tftypes.Value{}, fmt.Errorf("%s is %v, which is no %s", path, v, typ)
	}
	return tftypes.NewValue(typ, v), nil
}

// encodeMembers encodes an object or a map.
func encodeMembers(path string, typ tftypes.Type, v Values) (tftypes.Value, error) {
	types, err := memberTypes(path, typ, v)
	if err != nil {
		return tftypes.Value{}, err
	}
	members := map[string]tftypes.Value{}
	for name, memberType := range types {
		members[name], err = encode(join(path, name), memberType, v[name])
		if err != nil {
			return tftypes.Value{}, err
		}
	}
	return tftypes.NewValue(typ, members), nil
}

// memberTypes returns the types of the members that an object or a map has. A name that an object
// does not have is an error that names those that it has.
func memberTypes(path string, typ tftypes.Type, v Values) (map[string]tftypes.Type, error) {
	switch typ := typ.(type) {
	case tftypes.Object:
		for name := range v {
			if _, known := typ.AttributeTypes[name]; !known {
				names := strings.Join(slices.Sorted(maps.Keys(typ.AttributeTypes)), ", ")
				return nil, fmt.Errorf("there is no %s; there are %s", join(path, name), names)
			}
		}
		return typ.AttributeTypes, nil
	case tftypes.Map:
		types := map[string]tftypes.Type{}
		for name := range v {
			types[name] = typ.ElementType
		}
		return types, nil
	}
	return nil, fmt.Errorf("%s is %v, which is no %s", path, v, typ)
}

// encodeElements encodes a list, a set or a tuple.
func encodeElements(path string, typ tftypes.Type, v []any) (tftypes.Value, error) {
	elements := make([]tftypes.Value, len(v))
	for i, value := range v {
		var elementType tftypes.Type
		switch typ := typ.(type) {
		case tftypes.List:
			elementType = typ.ElementType
		case tftypes.Set:
			elementType = typ.ElementType
		case tftypes.Tuple:
			elementType = typ.ElementTypes[i]
		default:
			return tftypes.Value{}, fmt.Errorf("%s is %v, which is no %s", path, v, typ)
		}
		element, err := encode(fmt.Sprintf("%s[%d]", path, i), elementType, value)
		if err != nil {
			return tftypes.Value{}, err
		}
		elements[i] = element
	}
	if err := tftypes.ValidateValue(typ, elements); err != nil {
		return tftypes.Value{}, fmt.Errorf("%s is %v, which is no %s", path, v, typ)
	}
	return tftypes.NewValue(typ, elements), nil
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

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

// Decode decodes an object of a schema into plain Go; it is nil if there is none.
func Decode(schema *tfprotov6.Schema, v *tfprotov6.DynamicValue) Values {
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
