// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
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
		"merchant":    {paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{Active: &yes}, "/merchants/m/stores/s/webhooks/w", `{"active":true}`},
		"no triggers": {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{Triggers: &empty}, "/stores/s/webhooks/w", `{"triggers":[]}`},
		"as written":  {paymentapi.WebhookRef{StoreID: "s", WebhookID: "w"}, paymentapi.WebhookPatch{URL: &target}, "/stores/s/webhooks/w", `{"url":"https://hooks.example.com/?a=1&b=<c>"}`},
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

// TestUpdateWebhook_refusesAnEcho: what is kept in a state must not hold the
// token, unless the caller itself put it there.
func TestUpdateWebhook_refusesAnEcho(t *testing.T) {
	t.Parallel()

	const token = "Bearer hook-token"
	own := "https://hooks.example.com/?t=" + token
	for name, tc := range map[string]struct {
		answer string
		url    *string
		field  string // refused; empty for none
	}{
		"in its own field": {`{"id":"w","auth_token":"` + token + `"}`, nil, ""},
		"in an id":         {`{"id":"w","platform_id":"x ` + token + `"}`, nil, "platform_id"},
		"in a time":        {`{"id":"w","updated_on":"` + token + `"}`, nil, "updated_on"},
		"in the triggers":  {`{"triggers":["a","` + token + `"]}`, nil, "triggers"},
		"in the url":       {`{"url":"https://e.com/` + token + `"}`, nil, "url"},
		"escaped":          {`{"id":"w","created_on":"\u0042earer hook-token"}`, nil, "created_on"},
		"in its own url":   {`{"url":"` + own + `"}`, &own, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, nil, tc.answer, &seen)
			secret := token
			w, err := newClient(t, o).UpdateWebhook(t.Context(), ref, paymentapi.WebhookPatch{AuthToken: &secret, URL: tc.url})
			var wrong *paymentapi.ResponseError
			switch {
			case tc.field == "" && err != nil:
				t.Error(err)
			case tc.field != "" && (!errors.As(err, &wrong) || !strings.Contains(wrong.Problem, tc.field) || strings.Contains(err.Error(), token)):
				t.Errorf("answer %+v, error %v, want one about %s", w, err, tc.field)
			}
		})
	}
}
