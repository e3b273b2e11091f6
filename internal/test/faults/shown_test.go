// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestShown: whatever was sent, the user reads the service's own explanation,
// without numbers and without a name that was sent.
func TestShown(t *testing.T) {
	t.Parallel()

	card := func(holder, cvv string) acctest.Values {
		return acctest.Values{"email": "a@example.com", "card": acctest.Values{"card_number": "4000056655665556", "exp_month": "07", "exp_year": "2031", "cardholder": holder, "cvv": cvv}}
	}
	for name, tc := range map[string]struct {
		status int
		config acctest.Values
		body   string
		says   []string
		not    string
	}{
		"a customer's id": {
			config: acctest.Values{"email": "customer@example.com", "bank_transfer": acctest.Values{"brand": "aozora_bank"}},
			body:   `{"errors":[{"field":"metadata.service-customer-id","reason":"customer not found"}]}`,
			says:   []string{"\n  - metadata.service-customer-id: customer not found\n"},
		},
		"a holder whose name is a word": {
			config: card("TEST CARD", "100"),
			body:   `{"code":"TEST_MODE","errors":[{"field":"data.card_number","reason":"card not accepted"},{"field":"data.cardholder","reason":"TEST_CARD_NUMBER"}]}`,
			says:   []string{"code TEST_MODE.", "\n  - data.card_number: card not accepted\n  - data.cardholder: TEST_CARD_NUMBER\n"},
		},
		"an IP address with the CVV in it": {
			config: card("TARO YAMADA", "100"),
			body:   `{"errors":[{"field":"ip_address","reason":"ip address 198.51.100.7 is blocked"}]}`,
			says:   []string{"\n  - ip_address: ip address … is blocked\n"},
		},
		"an IP address without the CVV": {
			config: card("TARO YAMADA", "937"),
			body:   `{"errors":[{"field":"ip_address","reason":"ip address 198.51.100.7 is blocked"}]}`,
			says:   []string{"\n  - ip_address: ip address … is blocked\n"},
		},
		"a message": {
			config: acctest.Values{"online": acctest.Values{"brand": "pay_pay_online", "call_method": "http_post"}},
			body:   `{"message":"brand pay_pay_online is not enabled for this store"}`,
			says:   []string{"\n  - brand pay_pay_online is not enabled for this store\n"},
		},
		"25 errors": {
			config: card("TARO YAMADA", "937"),
			body:   `{"errors":[` + strings.TrimSuffix(strings.Repeat(`{"field":"data.cvv","reason":"wrong"},`, 25), ",") + `]}`,
			says:   []string{strings.Repeat("\n  - data.cvv: wrong", 20) + "\n  - and 5 more\n"},
		},
		"the holder's name": {
			config: card("TARO YAMADA", "937"),
			body:   `{"code":"BLOCKED","errors":[{"field":"data.cardholder","reason":"we know yamada"}]}`,
			says:   []string{"code BLOCKED. The service gave a reason in its own words", "\n  - data.cardholder\n"},
			not:    "yamada",
		},
		"a request's id": {
			config: card("TARO YAMADA", "937"),
			body:   `{"code":"BLOCKED","request_id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321"}`,
			says:   []string{"The request id is 0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321."},
		},
		"the token after a failure": {
			status: http.StatusInternalServerError,
			config: card("TARO YAMADA", "937"),
			body:   `{"id":"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321","type":"one_time"}`,
			says:   []string{"0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			p := acctest.Configured(t, server, acctest.Values{"max_retries": 0})
			if tc.status == 0 {
				tc.status = http.StatusBadRequest
			}
			service.Inject(fakeservice.Fault{Status: tc.status, Body: []byte(tc.body)})
			config := acctest.Values{"type": "one_time", "create": true}
			maps.Copy(config, tc.config)
			_, diags := p.Open(t.Context(), "paymentservice_transaction_token", config)
			for _, want := range tc.says {
				if said := diags.Errors(); !strings.Contains(said, want) || tc.not != "" && strings.Contains(strings.ToLower(said), tc.not) {
					t.Errorf("said %q, want %q and nothing of %q", said, want, tc.not)
				}
			}
		})
	}
}
