// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"strings"
)

// decodeToken returns the token that raw holds, and nil where that is no
// object with an id.
func decodeToken(raw []byte) *TransactionToken {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	id := tokenField[string](fields["id"])
	if id == nil || strings.TrimSpace(*id) == "" {
		return nil
	}
	token := &TransactionToken{
		ID:          *id,
		StoreID:     tokenField[string](fields["store_id"]),
		Email:       tokenField[string](fields["email"]),
		PaymentType: tokenField[string](fields["payment_type"]),
		Active:      tokenField[bool](fields["active"]),
		Mode:        tokenField[string](fields["mode"]),
		Type:        tokenField[string](fields["type"]),
		UsageLimit:  textOf(fields["usage_limit"]),
		Confirmed:   textOf(fields["confirmed"]),
		CreatedOn:   tokenField[string](fields["created_on"]),
		UpdatedOn:   tokenField[string](fields["updated_on"]),
		LastUsedOn:  tokenField[string](fields["last_used_on"]),
	}
	if data := fields["data"]; !isNull(data) {
		token.Data = data
	}
	// Metadata of another shape than the documented one is left out.
	token.Metadata, _ = decodeTexts(fields["metadata"])
	return token
}

// tokenField returns the value of a field, and nil where it is absent, null or
// of another type.
func tokenField[T any](raw json.RawMessage) *T {
	var value *T
	if len(raw) == 0 || json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return value
}
