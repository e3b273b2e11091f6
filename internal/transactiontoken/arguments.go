// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// arguments are the configured values by dotted name ("card.exp_month"): objects
// and what is inside them. A value inside an object that is null or unknown is
// null or unknown too.
type arguments map[string]attr.Value

func (a arguments) add(name string, value attr.Value) {
	if dynamic, ok := value.(types.Dynamic); ok && dynamic.UnderlyingValue() != nil {
		value = dynamic.UnderlyingValue()
	}
	a[name] = value
	for key, inner := range members(value) {
		a.add(name+"."+key, inner)
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

// uncertain reports whether it is not known yet if a group is configured at all:
// a dynamic block whose for_each is not known is an object of unknown values.
func (a arguments) uncertain(group string) bool {
	if group == "paidy" { // no block
		return a.unknown(group)
	}
	known, unknown := false, false
	for name, value := range a {
		if strings.HasPrefix(name, group+".") {
			unknown = unknown || value.IsUnknown()
			known = known || members(value) == nil && !value.IsNull() && !value.IsUnknown()
		}
	}
	return a.unknown(group) || unknown && !known
}

// missing reports whether the argument is known to be null.
func (a arguments) missing(name string) bool { return a.find(name).IsNull() }

func (a arguments) unknown(name string) bool { return a.find(name).IsUnknown() }

// given reports whether the argument is known and set, or whether the group is
// known to be configured.
func (a arguments) given(name string) bool {
	if a.missing(name) || a.unknown(name) {
		return false
	}
	return !slices.Contains(paymentTypes, name) || !a.uncertain(name)
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
