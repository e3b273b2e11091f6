// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestClient_hidesWhatWasSent: a reason is left out if it contains the letters of a
// credential, of a webhook's token with or without its scheme, of a filter, or of a word
// of a person's name. An id that was sent, such as that of a customer, is not shown as the
// service's request id.
func TestClient_hidesWhatWasSent(t *testing.T) {
	t.Parallel()

	type client = *paymentapi.Client
	listing := func(query paymentapi.ChargeQuery) func(context.Context, client) error {
		return func(ctx context.Context, c client) error {
			_, err := c.ListCharges(ctx, query)
			return err
		}
	}
	creating := func(request paymentapi.TokenRequest) func(context.Context, client) error {
		return func(ctx context.Context, c client) error {
			_, err := c.CreateTransactionToken(ctx, request)
			return err
		}
	}
	authorizing := func(ctx context.Context, c client) error {
		_, err := c.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{AuthToken: new("Bearer sea-urchin")})
		return err
	}
	for name, tc := range map[string]struct {
		call   func(context.Context, client) error
		reason string // empty if the id of the request is hidden
		shown  bool
	}{
		"nothing":                 {listing(paymentapi.ChargeQuery{}), "no seaurchin here", true},
		"the secret":              {listing(paymentapi.ChargeQuery{}), "swordfish is wrong", false},
		"the application token":   {listing(paymentapi.ChargeQuery{}), "not Anemone, coral", false},
		"a token with its scheme": {authorizing, "Bearer seaurchin", false},
		"a token without it":      {authorizing, "no seaurchin here", false},
		"a scheme without it":     {authorizing, "Bearer tokens only", true},
		"a secret of a token":     {creating(paymentapi.TokenRequest{Secrets: []string{"sea-urchin"}}), "no seaurchin here", false},
		"a cardholder":            {creating(paymentapi.TokenRequest{Data: map[string]any{"cardholder": "SEA URCHIN"}}), "no urchin here", false},
		"a customer":              {creating(paymentapi.TokenRequest{Data: map[string]any{"customer_name": "SEA URCHIN"}}), "no urchin here", false},
		"a name of a filter":      {listing(paymentapi.ChargeQuery{Card: paymentapi.CardFilter{Name: "SEA URCHIN"}}), "no urchin here", false},
		"metadata":                {listing(paymentapi.ChargeQuery{Metadata: "sea:urchin"}), "no seaurchin here", false},
		"another filter":          {listing(paymentapi.ChargeQuery{Extra: map[string]string{"email": "sea@urchin"}}), "no seaurchin here", false},
		"an id in the path":       {listing(paymentapi.ChargeQuery{StoreID: someID}), "", false},
		"an id in the query":      {listing(paymentapi.ChargeQuery{TransactionTokenID: someID}), "", false},
		"an id in the body":       {creating(paymentapi.TokenRequest{Metadata: map[string]string{"service-customer-id": someID}}), "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Secret, o.AppToken = "swordfish", "anemone.coral"
			o.Transport = answering(http.StatusBadRequest, `{"message":"`+tc.reason+`","request_id":"`+someID+`"}`, new([]*http.Request))
			err := tc.call(t.Context(), newClient(t, o))
			if err == nil || tc.reason != "" && (strings.Contains(err.Error(), tc.reason) != tc.shown || strings.Contains(err.Error(), "in its own words") == tc.shown) {
				t.Fatalf("error %v, want the reason shown: %t", err, tc.shown)
			}
			if strings.Contains(err.Error(), "The request id is "+someID) != (tc.reason != "") {
				t.Errorf("error %v, want the id shown: %t", err, tc.reason != "")
			}
		})
	}
}

// echoing are the calls that send a secret, each with one.
var echoing = map[string]func(*testing.T, *paymentapi.Client, string) error{
	"token": func(t *testing.T, c *paymentapi.Client, secret string) error {
		t.Helper()
		_, err := c.CreateTransactionToken(t.Context(), paymentapi.TokenRequest{Data: map[string]any{"cvv": secret}, Secrets: []string{secret}})
		return err
	},
	"charges": func(t *testing.T, c *paymentapi.Client, secret string) error {
		t.Helper()
		_, err := c.ListCharges(t.Context(), paymentapi.ChargeQuery{Phone: secret})
		return err
	},
	"webhook": func(t *testing.T, c *paymentapi.Client, secret string) error {
		t.Helper()
		_, err := c.UpdateWebhook(t.Context(), ref, paymentapi.WebhookPatch{AuthToken: &secret})
		return err
	},
}

// FuzzSecrecy: two answers that differ only in a value that was sent, and that has
// digits, give the same message, whatever stands around the value and however it is
// written.
func FuzzSecrecy(f *testing.F) {
	for _, around := range [][2]string{
		{"bad ", " here"}, {"", ""}, {"ip address 198.51.", ".7 is blocked"}, {"ERR_", "_X"}, {"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6", ""},
		{"data.", ""}, {"x\x00", "\n"}, {"é", "\u200b"}, {`"},{"reason":"`, `\`}, {"a-", "_b."},
	} {
		f.Add(around[0], around[1], "100", "937")
		f.Add(around[0], around[1], "K1A0B1", "4242424242424242")
		f.Add(around[0], around[1], "f5d", "abc-1e.f")
	}
	f.Fuzz(func(t *testing.T, before, after, one, other string) {
		for _, value := range []string{one, other} {
			letters := strings.Map(func(r rune) rune {
				if unicode.IsLetter(r) {
					return r
				}
				return -1
			}, value)
			// If a secret has more letters, a message must not contain them, either.
			if len(value) < 3 || len(value) > 100 || len(letters) > 5 || !strings.ContainsAny(value, "0123456789") || strings.ContainsFunc(value, isOutside) {
				t.Skip("such values are not tested")
			}
		}
		if strings.Contains(before+after, one) || strings.Contains(before+after, other) {
			t.Skip("the text around the value contains it")
		}
		for how, write := range map[string]func(string) string{
			"verbatim":   func(s string) string { return s },
			"upper case": strings.ToUpper,
			"percent":    func(s string) string { return "%" + strings.ReplaceAll(fmt.Sprintf("% x", s), " ", "%") },
			"query":      url.QueryEscape,
			"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
		} {
			for doing, do := range echoing {
				var said [2]string
				for i, secret := range []string{one, other} {
					o := options()
					o.MaxAttempts = 1
					o.Transport = answer{status: http.StatusBadRequest, header: http.Header{"Retry-After": {secret}}, body: []byte(wordy(t, before+write(secret)+after))}
					said[i] = fmt.Sprint(do(t, newClient(t, o), secret))
				}
				if said[0] != said[1] {
					t.Errorf("%s, %s: the message depends on what was sent:\n%s\n%s", doing, how, said[0], said[1])
				}
			}
		}
	})
}

// isOutside reports whether r cannot be in a value that is tested.
func isOutside(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._+/", r)
}

// wordy is an error body with a text in every place that a message may quote.
func wordy(t *testing.T, text string) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"code": text, "request_id": text, "message": text, "detail": "x " + text + " y",
		"errors": []any{text, map[string]any{"field": text, "reason": "no " + text}, map[string]any{"field": "data.cvv", "reason": text}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
