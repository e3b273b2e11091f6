// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestErrors_documentedFields: also of a call that sends a secret, an error names each field that the service finds
// fault with, if the API documents it for that call.
func TestErrors_documentedFields(t *testing.T) {
	t.Parallel()
	for call, fields := range map[string][]string{
		"token": {
			"payment_type", "type", "usage_limit", "email", "ip_address",
			"metadata.service-reference-id", "metadata.service-customer-id",
			"data.cardholder", "data.card_number", "data.exp_month", "data.exp_year", "data.cvv",
			"data.line1", "data.line2", "data.state", "data.city", "data.country", "data.zip",
			"data.phone_number.country_code", "data.phone_number.local_number",
			"data.cvv_authorize.enabled", "data.cvv_authorize.currency",
			"data.three_ds.enabled", "data.three_ds.redirect_endpoint",
			"data.card.exp_month", "data.billing.zip",
			"data.customer_name", "data.convenience_store", "data.expiration_period", "data.expiration_time_shift",
			"data.brand", "data.call_method", "data.user_identifier", "data.os_type",
		},
		"create": {
			"url", "triggers", "auth_token", "active", "webhook_id",
			"merchantId", "storeId", "webhookId", "merchant_id", "store_id",
			"limit", "cursor", "cursor_direction",
		},
		"search": {
			"last_four", "name", "exp_month", "exp_year", "from", "to", "phone", "amount_from", "amount_to",
			"currency", "mode", "metadata", "transaction_token_id", "limit", "cursor", "cursor_direction",
			"store_id", "storeId",
		},
	} {
		for _, field := range fields {
			t.Run(call+" "+field, func(t *testing.T) {
				t.Parallel()
				body, err := json.Marshal(map[string]any{"errors": []any{map[string]any{"field": field}}})
				if err != nil {
					t.Fatal(err)
				}
				_, _, err = answerTo(t, call, answer{status: http.StatusBadRequest, body: body})
				if !strings.Contains(fmt.Sprint(err), "\n  - "+field) {
					t.Errorf("the field is not in the error %v", err)
				}
			})
		}
	}
}
