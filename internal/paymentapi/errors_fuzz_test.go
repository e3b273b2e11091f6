// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"bytes"
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
			"percent":    func(s string) string { return percentEncoded(s) },
			"query":      url.QueryEscape,
			"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
		} {
			for doing, do := range echoing {
				var said [2]string
				for i, secret := range []string{one, other} {
					o := options()
					o.MaxRetries = 0
					o.Transport = answering(http.StatusBadRequest, nil, wordy(t, before+write(secret)+after), new([]*http.Request))
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

func percentEncoded(s string) string {
	var b bytes.Buffer
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02x", s[i])
	}
	return b.String()
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
