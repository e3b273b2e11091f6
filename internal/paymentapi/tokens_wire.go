// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"strings"
)

// decodeToken returns the token that raw holds, and nil if that is no object
// with an id.
func decodeToken(raw []byte) *TransactionToken {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil
	}
	id := DecodeAs[string](fields["id"])
	if id == nil || strings.TrimSpace(*id) == "" {
		return nil
	}
	token := &TransactionToken{
		ID:          *id,
		StoreID:     DecodeAs[string](fields["store_id"]),
		Email:       DecodeAs[string](fields["email"]),
		PaymentType: DecodeAs[string](fields["payment_type"]),
		Active:      DecodeAs[bool](fields["active"]),
		Mode:        DecodeAs[string](fields["mode"]),
		Type:        DecodeAs[string](fields["type"]),
		UsageLimit:  textOf(fields["usage_limit"]),
		Confirmed:   textOf(fields["confirmed"]),
		CreatedOn:   DecodeAs[string](fields["created_on"]),
		UpdatedOn:   DecodeAs[string](fields["updated_on"]),
		LastUsedOn:  DecodeAs[string](fields["last_used_on"]),
	}
	if data := fields["data"]; !isNull(data) {
		token.Data = data
	}
	// Metadata of another shape than the documented one is left out.
	token.Metadata, _ = decodeTexts(fields["metadata"])
	return token
}
