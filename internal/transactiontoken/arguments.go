// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// arguments are the configured values by dotted name ("card.exp_month"): objects
// and what is inside them. Each is known to be null, known to be set, or unknown.
type arguments map[string]attr.Value

func (a arguments) missing(name string) bool { return a.find(name).IsNull() }

func (a arguments) unknown(name string) bool { return a.find(name).IsUnknown() }

func (a arguments) given(name string) bool { return !a.missing(name) && !a.unknown(name) }

// find returns a value. What would be inside an object that is null or unknown is null or
// unknown too.
func (a arguments) find(name string) attr.Value {
	if value, ok := a[name]; ok {
		return value
	}
	end := strings.LastIndexByte(name, '.')
	if end >= 0 && a.unknown(name[:end]) {
		return types.StringUnknown()
	}
	return types.StringNull()
}

// text returns a string or a bool as text, and false if it is null or not known.
func (a arguments) text(name string) (string, bool) {
	if !a.given(name) {
		return "", false
	}
	switch value := a.find(name).(type) {
	case types.String:
		return value.ValueString(), true
	case types.Bool:
		return strconv.FormatBool(value.ValueBool()), true
	}
	return "", false
}

func (a arguments) add(name string, value attr.Value) {
	if dynamic, ok := value.(types.Dynamic); ok && dynamic.UnderlyingValue() != nil {
		value = dynamic.UnderlyingValue()
	}
	a[name] = value
	for key, inner := range members(value) {
		a.add(name+"."+key, inner)
	}
}

// addBlock adds a block. A dynamic block whose for_each is not known is an object of
// unknown values. It may turn out to be absent, so it is unknown as a whole.
func (a arguments) addBlock(name string, block types.Object) {
	a.add(name, block)
	known, unknown := false, false
	for inner, value := range a {
		if strings.HasPrefix(inner, name+".") {
			unknown = unknown || value.IsUnknown()
			known = known || members(value) == nil && !value.IsNull() && !value.IsUnknown()
		}
	}
	if unknown && !known {
		a[name] = types.DynamicUnknown()
	}
}

// members returns what is inside an object or a map.
func members(value attr.Value) map[string]attr.Value {
	switch value := value.(type) {
	case types.Object:
		return value.Attributes()
	case types.Map:
		return value.Elements()
	}
	return nil
}
