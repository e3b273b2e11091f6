// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
	"time"
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

// TestString_numbers: separators, a country code and a leading zero make no
// difference to a number of five digits or more.
func TestString_numbers(t *testing.T) {
	t.Parallel()

	const phone, zip, short = "09087654321", "735-0042", "05300"
	for in, gone := range map[string]string{
		"090-8765-4321 is taken":        "4321",
		"+81 90-8765-4321 is taken":     "4321",
		"+819087654321 is taken":        "4321",
		"+81 (0)90 8765 4321":           "8765",
		"(090) 8765-4321":               "8765",
		"0081 90.8765.4321":             "8765",
		"call 9087654321x":              "4321",
		"090/8765/4321":                 "8765",
		"tel+81+90+8765+4321":           "8765",
		"090・8765・4321":                 "8765",
		"090–8765–4321":                 "8765",
		`["090","8765","4321"]`:         "8765",
		"090 : 8765 : 4321":             "8765",
		"090_8765_4321":                 "8765",
		"٠٩٠٨٧٦٥٤٣٢١":                   "٨٧٦٥",
		"𝟎𝟗𝟎𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏":                   "𝟖𝟕𝟔𝟓",
		"０９０ー８７６５ー４３２１":                 "８７６５",
		"090\u200b8765\u200b4321":       "4321",
		`tel 090\u002d8765\u002d4321`:   "4321",
		"tel 090%2D8765%2D4321":         "4321",
		"tel KzgxIDkwLTg3NjUtNDMyMQ==.": "KzgxIDkwLTg3NjUtNDMyMQ",
		"735-0042 is no postal code":    "0042",
		"7350042 is no postal code":     "0042",
		"735 0042 is no postal code":    "0042",
		"zip-7350042":                   "0042",
		"郵便番号7350042は無効です":              "7350042",
		"FR-05300":                      "5300",
		"+335300":                       "5300",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			got := redact.New(phone, zip, short).String(in)
			if strings.Contains(got, gone) || !strings.Contains(got, redact.Mask) {
				t.Errorf("String(%q) = %q still shows %q", in, got, gone)
			}
		})
	}
}

// TestString_short: a short value counts as a word of its own, and takes no
// other text apart.
func TestString_short(t *testing.T) {
	t.Parallel()

	r := redact.New("123", "TEST", "2031", "07", "05300")
	for in, want := range map[string]string{
		"cvv 123 is wrong": "cvv [redacted] is wrong",
		`{"cvv":"123"}`:    `{"cvv":"[redacted]"}`,
		"cvv=123&x":        "cvv=[redacted]&x",
		"expires 07/2031":  "expires [redacted]/[redacted]",
		"expires 07-2031":  "expires [redacted]-[redacted]",
		"expires 2031-07":  "expires [redacted]-[redacted]",
		"holder test":      "holder [redacted]",
		"セキュリティコード123は無効です":                         "セキュリティコード[redacted]は無効です",
		"TEST_MODE is for TESTERS":                  "TEST_MODE is for TESTERS",
		"9f12388c-0000-4000-8000-123412341234":      "9f12388c-0000-4000-8000-123412341234",
		"44444444-2031-4444-8444-444444444123":      "44444444-2031-4444-8444-444444444123",
		"charge ch_123, tok-123, 123-abc, 1-123-99": "charge ch_123, tok-123, 123-abc, 1-123-99",
		"on 2031-07-01 at 12.1234":                  "on 2031-07-01 at 12.1234",
		"ids 1053001 and x05300 and 05300x":         "ids 1053001 and x05300 and 05300x",
		"fee 15300 of 530012":                       "fee 15300 of 530012",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			if got := r.String(in); got != want {
				t.Errorf("String(%q) = %q, want %q", in, got, want)
			}
		})
	}
}

// TestString_beginnings: so much of a secret before what was left out tells who
// it belongs to, and helps to guess the rest.
func TestString_beginnings(t *testing.T) {
	t.Parallel()

	r := redact.New("hook-auth-5e5a4f1c", "sk_live_0123456789", "4000 0566 5566 5556")
	for in, want := range map[string]string{
		"bad token hook-auth-5e5…":           "bad token [redacted]…",
		"bad token hook-auth-5e5... (cut)":   "bad token [redacted]... (cut)",
		"bad token hook-auth-*** is wrong":   "bad token [redacted]*** is wrong",
		"bad token HOOK-AUTH-5e5a****":       "bad token [redacted]****",
		"bad token hook-aut•••":              "bad token [redacted]•••",
		"the message is cut at hook-auth-5e": "the message is cut at [redacted]",
		`bad \u0068ook-auth-5e5… here`:       redact.Mask,
		"bad card 4000 0566 **** ****":       "bad card [redacted]**** ****",
		"bad card 4000056655…":               "bad card [redacted]…",
		"bad card 4000-05**":                 "bad card 4000-05**",
		"bad token hook-au…":                 "bad token hook-au…",
		"the hook-auth-method is wrong":      "the hook-auth-method is wrong",
		"hook-auth-x…":                       "hook-auth-x…",
	} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			if got := r.String(in); got != want {
				t.Errorf("String(%q) = %q, want %q", in, got, want)
			}
		})
	}
}

// TestRemember: what is long is hidden for good, what is short in the answers to
// its own call.
func TestRemember(t *testing.T) {
	t.Parallel()

	r := redact.New("credentials")
	call := r.With("123", "a long token")
	r.Remember("123", "a long token", "another token")
	const said = "credentials, 123, a long token, another token"
	if got, want := call.String(said), "[redacted], [redacted], [redacted], [redacted]"; got != want {
		t.Errorf("the call's own: %q, want %q", got, want)
	}
	if got, want := r.With("456").String(said), "[redacted], 123, [redacted], [redacted]"; got != want {
		t.Errorf("another call: %q, want %q", got, want)
	}
}

// TestRemember_many: thousands of values are no reason to forget one, or to take
// long.
func TestRemember_many(t *testing.T) {
	t.Parallel()

	var r redact.Redactor
	for i := range 5000 {
		r.Remember(fmt.Sprintf("Bearer token-%d", 100_000+i))
	}
	text := strings.Repeat("some words of a service, ", 300) + "Bearer token-104999"
	if got := r.String(text); strings.Contains(got, "104999") {
		t.Error("the last of many values is shown")
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
		secrets = append(secrets, strings.Repeat(part, 20_000))
	}
	r := redact.New(secrets...)
	for _, secret := range secrets {
		if got := r.String("x " + secret + " y"); len(got) > 100 {
			t.Errorf("%d characters are left of %.10q...", len(got), secret)
		}
	}
}

// A hostile text must not take long to search either.
func TestString_hostileTexts(t *testing.T) {
	t.Parallel()

	r := redact.New("7", "12345", "777777777777777", strings.Repeat("7", 300), "a", strings.Repeat("a", 300))
	for _, part := range []string{"7", "a", "7 ", "12345", "…", "7-", "aaaaaaaa*"} {
		text := strings.Repeat(part, 8<<10/len(part))
		started := time.Now()
		r.String(text)
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("a text of %q took %s", part, took)
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
		if utf8.RuneCountInString(strings.TrimSpace(secret)) < 8 { // counts as a word of its own
			before, after = before+" ", " "+after
		}
		got := redact.New(secret).String(before + secret + after)
		if strings.Contains(got, secret) && !strings.Contains(before+after, secret) && !strings.Contains(before+redact.Mask+after, secret) {
			t.Errorf("String(%q) = %q shows the secret", before+secret+after, got)
		}
	})
}
