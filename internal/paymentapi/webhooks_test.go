// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestUpdateWebhook_sends(t *testing.T) {
	t.Parallel()

	yes, empty, target := true, []string{}, "https://hooks.example.com/?a=1&b=<c>"
	token := `Bearer "x"` + "\u2028"
	for name, tc := range map[string]struct {
		ref   paymentapi.WebhookRef
		patch paymentapi.WebhookPatch
		path  string
		body  string
	}{
		"nothing":     {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{}, "/stores/s/webhooks/w", `{}`},
		"merchant":    {paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: &yes}}, "/merchants/m/stores/s/webhooks/w", `{"active":true}`},
		"no triggers": {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Triggers: &empty}}, "/stores/s/webhooks/w", `{"triggers":[]}`},
		"as written":  {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{URL: &target}}, "/stores/s/webhooks/w", `{"url":"https://hooks.example.com/?a=1&b=<c>"}`},
		"token":       {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{AuthToken: &token}, "/stores/s/webhooks/w", `{"auth_token":"Bearer \"x\"\u2028"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, nil, `{"id":"w"}`, &seen)
			if _, err := newClient(t, o).UpdateWebhook(t.Context(), tc.ref, tc.patch); err != nil {
				t.Fatal(err)
			}
			body := new(strings.Builder)
			if err := seen[0].Write(body); err != nil {
				t.Fatal(err)
			}
			if seen[0].URL.Path != tc.path || !strings.HasSuffix(body.String(), "\r\n\r\n"+tc.body) {
				t.Errorf("sent to %s: %s", seen[0].URL.Path, body)
			}
		})
	}
}
