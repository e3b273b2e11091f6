// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// TestHolds: a credential is found however it is written, and nothing else is
// taken for one.
func TestHolds(t *testing.T) {
	t.Parallel()

	const secret, token, short = `sk"live/0123+é𠮷`, "eyJhbGciOiJIUzI1NiJ9", "test"
	escaped := func(s, format string) string {
		var b strings.Builder
		for i := range len(s) {
			fmt.Fprintf(&b, format, s[i])
		}
		return b.String()
	}
	r := redact.New(secret).With(token, short, "09087654321")
	for name, tc := range map[string]struct {
		text string
		want bool
	}{
		"plain":                   {"x" + token + "y", true},
		"in JSON":                 {`{"a":"sk\"live\/0123+\u00e9\ud842\udfb7"}`, true},
		"in JSON in JSON":         {`{"a":"{\"b\":\"\\u0065yJhbGciOiJIUzI1NiJ9\"}"}`, true},
		"hex":                     {hex.EncodeToString([]byte("x" + token)), true},
		"hex in upper case":       {strings.ToUpper(hex.EncodeToString([]byte(token))), true},
		"percent":                 {url.QueryEscape(secret), true},
		"percent, every byte":     {escaped(token, "%%%02x"), true},
		"percent twice":           {url.QueryEscape(url.QueryEscape(secret)), true},
		"escapes, every byte":     {escaped(token, `\u00%02X`), true},
		"base64, escaped":         {url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret + "."))), true},
		"the beginning":           {token[:len(token)-1], false},
		"lower case":              {strings.ToLower(token), true},
		"upper case":              {strings.ToUpper(token), true},
		"base32":                  {base32.StdEncoding.EncodeToString([]byte("x" + token + "y")), true},
		"hex with colons":         {strings.ReplaceAll(fmt.Sprintf("% x", token), " ", ":"), true},
		"hex with spaces":         {fmt.Sprintf("% X", token), true},
		"hex with dashes":         {strings.ReplaceAll(fmt.Sprintf("% X", token), " ", "-"), true},
		"short":                   {"the mode is test", false},
		"a number":                {"09087654321, +81 90-8765-4321", false},
		"nothing":                 {"", false},
		"escapes that are broken": {`\u00 \ud842 %4 %zz \`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, before := range []string{"", "a", "ab", "abc", "abcd", "abcde"} {
				if got := r.Holds(before + tc.text); got != tc.want {
					t.Errorf("Holds(%q) = %t, want %t", before+tc.text, got, tc.want)
				}
			}
		})
	}
	for _, known := range []string{token, strings.ToLower(token)} {
		if r.HoldsUnknown("x"+known, []string{"https://example.com/" + known}) {
			t.Errorf("%s counts, though it is known anyway", known)
		}
	}
}

// TestHolds_base64: the header is a pair of credentials, which may stand at any
// place of what is encoded.
func TestHolds_base64(t *testing.T) {
	t.Parallel()

	r := redact.New("a-longer-secret", "an.app.token")
	for _, text := range []string{
		"a-longer-secret", "an.app.token", "a-longer-secret.an.app.token", "Bearer a-longer-secret.an.app.token",
		"x", "a-longer-secre", // no echoes
	} {
		for shift := range 4 {
			for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
				encoded := `{"a":"` + encoding.EncodeToString([]byte(strings.Repeat("?", shift)+text)) + `"}`
				if got, want := r.Holds(encoded), strings.Contains(text, "a-longer-secret") || strings.Contains(text, "token"); got != want {
					t.Errorf("Holds(%q) = %t, want %t", encoded, got, want)
				}
			}
		}
	}
}

// BenchmarkHolds searches a page of 100 charges.
func BenchmarkHolds(b *testing.B) {
	page := strings.Repeat(`{"id":"11111111-1111-4111-8111-111111111111","status":"successful","requested_amount":1000},`, 600)
	for _, values := range []int{2, 200} {
		b.Run(fmt.Sprint(values), func(b *testing.B) {
			var r redact.Redactor
			for i := range values {
				r.Remember(fmt.Sprintf("token-of-webhook-%d", i))
			}
			b.SetBytes(int64(len(page)))
			for b.Loop() {
				if r.Holds(page) {
					b.Fatal("found")
				}
			}
		})
	}
}
