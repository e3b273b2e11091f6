// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// IsSet reports whether v is known and not null.
func IsSet(v attr.Value) bool { return !v.IsNull() && !v.IsUnknown() }

// Texts returns the strings of a map, without its nulls; nil for a null map.
func Texts(m types.Map) map[string]string {
	if m.IsNull() {
		return nil
	}
	texts := map[string]string{}
	for name, value := range m.Elements() {
		if text, ok := value.(types.String); ok && !text.IsNull() {
			texts[name] = text.ValueString()
		}
	}
	return texts
}
