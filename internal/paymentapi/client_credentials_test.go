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

// TestClient_refusesCredentials: a success that contains a credential is refused,
// unless the credential is so short that it may be an ordinary word. Other values that
// were sent may be in charges.
func TestClient_refusesCredentials(t *testing.T) {
	t.Parallel()

	const secret, appToken = `sk"live-0123/56`, "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"
	for name, tc := range map[string]struct {
		text    string // in JSON
		secret  string // instead of the one above
		refused bool
	}{
		"the secret":            {text: `sk\"live-0123/56`, refused: true},
		"the application token": {text: "x " + appToken + " y", refused: true},
		"the header":            {text: `Bearer sk\"live-0123/56.` + appToken, refused: true},
		"with escapes":          {text: `\u0073k\u0022live\u002D0123\/56`, refused: true},
		"after another escape":  {text: `a\\\" \n sk\"live-0123\/56`, refused: true},
		"a part":                {text: `sk\"live-0123`},
		"a short secret":        {text: "in test mode", secret: "test"},
		"the shortest":          {text: "in 8-digits mode", secret: "8-digits", refused: true},
		"a filter":              {text: "09087654321 TARO YAMADA"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Secret, o.AppToken = secret, appToken
			if tc.secret != "" {
				o.Secret = tc.secret
			}
			for call, do := range map[string]func(*paymentapi.Client) error{
				"charges": func(c *paymentapi.Client) error {
					_, err := c.ListCharges(t.Context(), paymentapi.ChargeQuery{Phone: "09087654321"})
					return err
				},
				"webhook": func(c *paymentapi.Client) error {
					_, err := c.GetWebhook(t.Context(), ref)
					return err
				},
			} {
				o.Transport = answering(http.StatusOK, nil, `{"url":"https://e.com","x":"\n","items":[{"id":"a","metadata":{"x":"`+tc.text+`"}}],"has_more":false}`, new([]*http.Request))
				err := do(newClient(t, o))
				var wrong *paymentapi.Error
				switch {
				case !tc.refused && err != nil:
					t.Errorf("%s: %v", call, err)
				case tc.refused && (!errors.As(err, &wrong) || wrong.Fault != paymentapi.FaultInconsistent || !strings.HasSuffix(wrong.Problem, "repeats the credentials that were sent")):
					t.Errorf("%s: error %v, want one about the credentials", call, err)
				}
			}
		})
	}
}

// TestClient_hidesWords: a reason that contains the letters of a credential, or of a
// webhook's token with or without its scheme, is left out.
func TestClient_hidesWords(t *testing.T) {
	t.Parallel()

	o := options()
	o.Secret, o.AppToken, o.MaxRetries = "swordfish", "anemone.coral", 0
	for reason, shown := range map[string]bool{
		"swordfish is wrong": false, "not Anemone, coral": false, "Bearer seaurchin": false, "no seaurchin here": false, "Bearer tokens only": true,
	} {
		o.Transport = answering(http.StatusBadRequest, nil, `{"message":"`+reason+`"}`, new([]*http.Request))
		token := "Bearer sea-urchin"
		_, err := newClient(t, o).UpdateWebhook(t.Context(), ref, paymentapi.WebhookPatch{AuthToken: &token})
		if err == nil || strings.Contains(err.Error(), reason) != shown || strings.Contains(err.Error(), "in its own words") == shown {
			t.Errorf("%q: error %v, want it shown: %t", reason, err, shown)
		}
	}
}

// TestClient_hidesIDs: an id that was sent, such as that of a customer, is not shown as
// the service's request id.
func TestClient_hidesIDs(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	o := options()
	o.Transport = answering(http.StatusBadRequest, nil, `{"request_id":"`+id+`"}`, new([]*http.Request))
	c := newClient(t, o)
	_, path := c.GetWebhook(t.Context(), paymentapi.WebhookRef{StoreID: webhookID, WebhookID: id})
	_, query := c.ListCharges(t.Context(), paymentapi.ChargeQuery{TransactionTokenID: id})
	_, body := c.CreateTransactionToken(t.Context(), paymentapi.TokenRequest{Metadata: map[string]string{"service-customer-id": id}})
	for _, err := range []error{path, query, body} {
		if err == nil || strings.Contains(err.Error(), "request id") {
			t.Errorf("error %v", err)
		}
	}
}

// TestClient_hidesNames: each word of a person's name counts.
func TestClient_hidesNames(t *testing.T) {
	t.Parallel()

	o := options()
	o.Transport = answering(http.StatusBadRequest, nil, `{"message":"no urchin here"}`, new([]*http.Request))
	for _, field := range []string{"cardholder", "customer_name"} {
		_, err := newClient(t, o).CreateTransactionToken(t.Context(), paymentapi.TokenRequest{Data: map[string]any{field: "SEA URCHIN"}})
		if err == nil || strings.Contains(err.Error(), "urchin") {
			t.Errorf("%s: error %v", field, err)
		}
	}
}
