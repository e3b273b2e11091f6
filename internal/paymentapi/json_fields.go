// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "encoding/json"

// DecodeAs returns the value of a field, and nil if it is absent, null or of
// another type.
func DecodeAs[T any](raw json.RawMessage) *T {
	var value *T
	if len(raw) == 0 || json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return value
}

// DecodeWhole returns a whole number, also if it is written as 81.0 or "81",
// and nil for anything else.
func DecodeWhole(raw json.RawMessage) *int64 {
	n, err := decodeWhole(unquoted(raw))
	if err != nil {
		return nil
	}
	return n
}
