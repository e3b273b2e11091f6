// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

const (
	pan    = "4242424242424242"
	token  = `Bearer s&cr"et/+tökén`
	bare   = `s&cr"et/+tökén`
	holder = "Taro <O'Yamada>"
)

func TestString(t *testing.T) {
	t.Parallel()

	twice := func(s string) string {
		once, _ := json.Marshal(s)
		text, _ := json.Marshal(string(once))
		return string(text)
	}
	for name, tc := range map[string]struct {
		in   string
		gone []string
	}{
		"plain":               {"bad token " + token + ".", []string{token}},
		"other case":          {"bad " + strings.ToUpper(holder), []string{strings.ToUpper(holder)}},
		"query escaped":       {"x=" + url.QueryEscape(token), []string{url.QueryEscape(token)}},
		"path escaped":        {"/x/" + url.PathEscape(token), []string{url.PathEscape(token)}},
		"html escaped":        {"<b>" + html.EscapeString(holder), []string{html.EscapeString(holder)}},
		"json in json":        {twice(token), []string{"cr", "tök"}},
		"hex":                 {hex.EncodeToString([]byte(token)), []string{hex.EncodeToString([]byte(token))}},
		"base64 inside":       {base64.StdEncoding.EncodeToString([]byte("a" + token + "b")), []string{base64.StdEncoding.EncodeToString([]byte("a" + token + "b"))[4:30]}},
		"card plain":          {"card " + pan, []string{pan}},
		"card unknown":        {"card 5105105105105100 refused", []string{"5105"}},
		"card spaced":         {"card 4242 4242 4242 4242", []string{"4242"}},
		"card dashed":         {"card 4242-4242-4242-4242", []string{"4242"}},
		"card dotted":         {"card 4242.4242.4242.4242", []string{"4242"}},
		"card unicode escape": {`card \u0034\u0032424242424242\u0034\u0032`, []string{"4242"}},
		"card percent":        {"card=%34%3242424242424242", []string{"4242"}},
		"card full width":     {"card ４２４２４２４２４２４２４２４２", []string{"４２"}},
		"card zero width":     {"card 4242\u200b4242\u200b4242\u200b4242", []string{"4242"}},
		"cvv":                 {`{"cvv":"917"}`, []string{"917"}},
		"month alone":         {"exp_month 07 is wrong", []string{"07"}},
		"months in a row":     {"07 07 07", []string{"07"}},
		"card over lines":     {"card 4242\n4242\r\n4242\u20284242", []string{"4242"}},
		"card with controls":  {"card 4242\x004242\x1b4242\x7f4242", []string{"4242"}},
		"secret with control": {"bad s&c\x00r\"et/+tökén", []string{"s&c", "tökén"}},
		"card after a time":   {"at 2025-01-31T10:15:30.5105105105105100", []string{"5105"}},
		"looks escaped":       {`bad \u0061%41\u0062&lt;\u0063 token`, []string{"u0061"}},
		"short in base64":     {"cvv OTE3 is wrong", []string{"OTE3"}},
		"card, regrouped":     {base64.StdEncoding.EncodeToString([]byte("4000056655665556")), []string{"NDAwMDA1NjY1NTY2NTU1N"}},
		"two characters":      {"李明は無効です", []string{"李明"}},
		"surrogate pair":      {`name \ud842\udfb7\u91ce is wrong`, []string{"udfb7"}},
		"escaped bytes":       {`name \xe6\x9d\x8e\xe6\x98\x8e is wrong`, []string{"x8e"}},
		"latin-1 bytes":       {`bad s&cr\x22et/+t\xf6k\xe9n`, []string{"s&cr", "xf6"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := redact.New(pan, token, "917", "07", "李明", "𠮷野", bare, "a%41b&lt;c", "4000 0566 5566 5556").With(holder).String(tc.in)
			for _, gone := range tc.gone {
				if strings.Contains(got, gone) {
					t.Errorf("String(%q) = %q still shows %q", tc.in, got, gone)
				}
			}
			if !strings.Contains(got, redact.Mask) {
				t.Errorf("String(%q) = %q does not say that something was taken out", tc.in, got)
			}
		})
	}
}

func TestString_leavesTheRest(t *testing.T) {
	t.Parallel()

	for _, in := range []string{
		"",
		"must be one of http_get, http_post",
		"webhook 11111111-1111-4111-8111-111111111111 is unknown",
		"created on 2025-01-31T10:15:30.123456Z",
		"exp_month 2007 and 070",
		"100% of 12345678901 is fine",
	} {
		if got := redact.New(pan, token, "917", "07").String(in); got != in {
			t.Errorf("String(%q) = %q, want it unchanged", in, got)
		}
	}
}

func TestString_isDone(t *testing.T) {
	t.Parallel()

	r := redact.New("redacted", "a secret", "t")
	once := r.String("x a secret, redacted t")
	if twice := r.String(once); twice != once {
		t.Errorf("String made %q of %q", twice, once)
	}
}

// A long secret must not take long to look for, nor be too much for it.
func TestString_longSecrets(t *testing.T) {
	t.Parallel()

	var secrets []string
	for _, part := range []string{"0", "ab", "\u00e9", `\"`} {
		secrets = append(secrets, strings.Repeat(part, 50_000))
	}
	r := redact.New(secrets...)
	for _, secret := range secrets {
		if got := r.String("x " + secret + " y"); len(got) > 100 {
			t.Errorf("%d characters are left of %.10q...", len(got), secret)
		}
	}
}

func TestString_zeroValue(t *testing.T) {
	t.Parallel()

	var r redact.Redactor
	if got, want := r.String("a "+pan+" b"), "a "+redact.Mask+" b"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
}

func FuzzString(f *testing.F) {
	f.Add("a secret", "before ", " after")
	f.Add(pan, "4242", "4242")
	f.Add("%41", `\u00`, "41")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		if !utf8.ValidString(secret) || utf8.RuneCountInString(strings.TrimSpace(secret)) < 3 || strings.Contains(strings.ToLower(redact.Mask), strings.ToLower(secret)) {
			t.Skip("not text, too short to search for, or part of the mask itself")
		}
		got := redact.New(secret).String(before + secret + after)
		if strings.Contains(got, secret) && !strings.Contains(before+after, secret) && !strings.Contains(before+redact.Mask+after, secret) {
			t.Errorf("String(%q) = %q shows the secret", before+secret+after, got)
		}
	})
}
