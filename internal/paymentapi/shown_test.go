// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestError_notSent: a call that comes while every request is refused sends none.
func TestError_notSent(t *testing.T) {
	t.Parallel()

	tried := attempts{request: Request{Method: http.MethodGet, Path: "/charges"}}
	err := tried.unsent(t.Context(), refusedFor(29*time.Second))
	const want = "GET /charges was not sent, because the payment service answered all other requests with status 429 (Too Many Requests). The provider gave up after 29s."
	if got := err.Error(); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// TestError_readBody_many: of many reasons, the first are shown, and the others counted,
// unless they are shown already.
func TestError_readBody_many(t *testing.T) {
	t.Parallel()

	const many = 1000
	e := &Error{}
	e.readBody(manyReasons(many), sent{})
	if len(e.Fields) != maxFieldErrors || e.Fields[1] != (FieldError{Reason: "sorry b"}) || e.more != many-maxFieldErrors {
		t.Errorf("%d shown, %q, and %d more", len(e.Fields), e.Fields[1], e.more)
	}
}

// manyReasons is an error's body with so many reasons that differ, and with the first
// of them once more.
func manyReasons(many int) []byte {
	var reasons []string
	for i := range many {
		reasons = append(reasons, "sorry "+strings.Map(func(digit rune) rune { return digit - '0' + 'a' }, strconv.Itoa(i)))
	}
	return []byte(`{"reason": ["` + strings.Join(append(reasons, reasons[0]), `", "`) + `"]}`)
}

func TestSent_reason(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		secrets, names []string
		text, want     string
	}{
		"a constant":                      {text: "LOCAL_URL", want: "LOCAL_URL"},
		"words":                           {text: "The store can be 'closed' (or paused); try again, please.", want: "The store can be 'closed' (or paused); try again, please."},
		"an apostrophe":                   {text: "The name can't be empty", want: "The name can't be empty"},
		"a name with an apostrophe":       {text: "no account of O'Brien", secrets: []string{"PAT O'BRIEN"}, names: []string{"PAT O'BRIEN"}},
		"digits":                          {text: "at most 15 digits", want: "at most … digits"},
		"several in a row":                {text: "card 4242 4242 4242 4242, cvv 123", want: "card … cvv …"},
		"a network address":               {text: "ip address 198.51.100.7 is blocked", secrets: []string{"100"}, want: "ip address … is blocked"},
		"an e-mail address":               {text: "taro@example.com is taken", want: "… is taken"},
		"an address with a name":          {text: "yamada@example.com is taken", secrets: []string{"TARO YAMADA"}, names: []string{"TARO YAMADA"}},
		"mixed case":                      {text: "MTAw is iPhone", want: "… is …"},
		"a long run":                      {text: "bad " + strings.Repeat("a", 21), want: "bad …"},
		"the longest run":                 {text: "bad " + strings.Repeat("a", 20), want: "bad " + strings.Repeat("a", 20)},
		"other letters":                   {text: "名前 is wrong, Müller", want: "… is wrong, …"},
		"control characters":              {text: "a\x1b[31m \r\n b\u202e c", want: "… c"},
		"long":                            {text: strings.Repeat("word ", 100), want: strings.Repeat("word ", 60) + "…"},
		"a secret":                        {text: "not topsecret", secrets: []string{"top-secret"}},
		"a secret in pieces":              {text: "not t.o.p SE-CR-ET", secrets: []string{"top-secret"}},
		"a secret around a gap":           {text: "not top 5 secret", secrets: []string{"top-secret"}},
		"a secret with accents":           {text: "not Élysée", secrets: []string{"Elysee"}},
		"a secret half of which is shown": {text: "not at Élysée Blanche", secrets: []string{"Élysée Blanche"}},
		"a wide secret":                   {text: "not topsecret", secrets: []string{"ｔｏｐｓｅｃｒｅｔ"}},
		"a short secret":                  {text: "not topse", secrets: []string{"topse"}, want: "not topse"},
		"a secret with digits":            {text: "not top-secret-1", secrets: []string{"top-secret-1"}},
		"an address":                      {text: "not 77b Rue d'Aligre", secrets: []string{"77b Rue d'Aligre"}},
		"an address, its number apart":    {text: "not 77 b Rue d'Aligre", secrets: []string{"77b Rue d'Aligre"}},
		"an address without its number":   {text: "not Rue d'Aligre", secrets: []string{"77b Rue d'Aligre"}},
		"an address after a digit":        {text: "line2=Maison Blanche 0815", secrets: []string{"Maison Blanche 0815"}},
		"a secret minus its digits":       {text: "not top-secret", secrets: []string{"top-secret-1"}},
		"another secret":                  {text: "not found", secrets: []string{"top-secret"}, want: "not found"},
		"customer, of an address":         {text: "customer not found", secrets: []string{"customer@example.com"}, want: "customer not found"},
		"card, of a name":                 {text: "card not accepted", secrets: []string{"TEST CARD"}, names: []string{"TEST CARD"}, want: "card not accepted"},
		"a documented word in one":        {text: "not card-of-hearts", secrets: []string{"card-of-hearts"}},
		"a secret over the end":           {text: strings.Repeat("word ", 59) + "top-secret", secrets: []string{"top-secret"}},
		"a name with accents":             {text: "no account of Jerome", names: []string{"Jérôme Li"}},
		"a word of a name":                {text: "no account of yamada", secrets: []string{"TARO YAMADA"}, names: []string{"TARO YAMADA"}},
		"the other word of a name":        {text: "Taro is unknown", secrets: []string{"TARO YAMADA"}, names: []string{"TARO YAMADA"}},
		"a short word of a name":          {text: "not for li", secrets: []string{"LI WANGS"}, names: []string{"LI WANGS"}, want: "not for li"},
		"a word of another secret":        {text: "no account of yamada", secrets: []string{"taro yamada"}, want: "no account of yamada"},
		"documented words":                {text: "customer name is required", secrets: []string{"Customer Name"}, names: []string{"Customer Name"}, want: "customer name is required"},
		"a constant of a name":            {text: "TEST_MODE", secrets: []string{"TEST CARD"}, names: []string{"TEST CARD"}, want: "TEST_MODE"},
		"a constant that is a name":       {text: "YAMADA", secrets: []string{"TARO YAMADA"}, names: []string{"TARO YAMADA"}},
		"a secret in a constant":          {text: "UNKNOWN_SECRET_CORRECT_HORSE", secrets: []string{"correct_horse"}},
		"a name in a constant":            {text: "CARDHOLDER_YAMADA_REFUSED", secrets: []string{"TARO YAMADA"}, names: []string{"TARO YAMADA"}},
		"a name inside of another word":   {text: "VALIDATION_ERROR", secrets: []string{"LIDA KHAN"}, names: []string{"LIDA KHAN"}, want: "VALIDATION_ERROR"},
		"a short name in a constant":      {text: "NO_LIDA_HERE", secrets: []string{"LIDA KHAN"}, names: []string{"LIDA KHAN"}},
		"a part of a name in one":         {text: "ONEILL", secrets: []string{"Pat O'Neill"}, names: []string{"Pat O'Neill"}},
		"a constant that is one too":      {text: "TARO_YAMADA", secrets: []string{"TARO YAMADA"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (&answer{call: call{secrets: tc.secrets, names: tc.names}}).sent().reason(tc.text); got != tc.want {
				t.Errorf("reason(%q) = %q, want %q", tc.text, got, tc.want)
			}
		})
	}
}

func TestSent_constant(t *testing.T) {
	t.Parallel()

	s := (&answer{call: call{secrets: []string{"k1a 0b1", "99"}}}).sent()
	for text, shown := range map[string]bool{
		"INVALID_CARD_NUMBER": true, "RECURRING_USAGE_LIMIT_REQUIRED": true, "A": true, "3DS_REQUIRED": true, "ERROR_4_B": true, "INSUFFICIENTPERMISSIONS": true,
		"": false, "_": false, "4": false, "ERROR_404": false, "invalid_card": false, "Invalid": false, "A B": false, "A-B": false, "Ａ": false,
		"K1A0B1": false, "ZIP_K1A_0B1": false, "K1A_0B2": true,
		"GEZDGNBVGY3TQOJQGEZDGNBV": true, "GEZDGNBVGY3TQOJQGEZDGNBVG": false, strings.Repeat("A_", 50) + "A": false, strings.Repeat("A_", 49) + "AA": true,
	} {
		if got := s.constant(text); got != "" != shown || shown && got != text {
			t.Errorf("constant(%q) = %q, want it shown: %t", text, got, shown)
		}
	}
}

// TestSent_path: documented names are shown whatever was sent.
func TestSent_path(t *testing.T) {
	t.Parallel()

	s := (&answer{call: call{secrets: []string{"customer@example.com", "TEST CARD", "data", "card_number"}, names: []string{"TEST CARD"}, documented: tokenNames}}).sent()
	for text, shown := range map[string]bool{
		"metadata.service-customer-id": true, "data.card_number": true, "data.phone_number.local_number": true, "email": true, "card_number": true,
		"usage_limit": true, "data.billing.zip": true, "data.redirect_endpoint": true,
		"data[card_number]": true, "/data/card_number": true, "data.card.card_number": true,
		"": false, ".": false, "data.taro-77": false, "customer": false, "test": false, "url": false, "data.4242": false, "Data": false,
		strings.Repeat("data.", 30) + "cvv": false,
	} {
		if got := s.path(text); got != "" != shown || shown && got != text {
			t.Errorf("path(%q) = %q, want it shown: %t", text, got, shown)
		}
	}
}

func TestSent_id(t *testing.T) {
	t.Parallel()

	s := (&answer{credentials: []string{"x bbbbbbbb111141118111bbbbbbbbbbbb x"}, call: call{
		secrets: []string{"aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa", "4242424242424242", "786", "５５５", "11", "sk-0123456789abcdef-live"},
		params:  []string{"cccccccc-1111-4111-8111-cccccccccccc"},
	}}).sent()
	for text, shown := range map[string]bool{
		"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d": true, "11EE05AE-6CA3-5A5C-8F52-0B1F2F0B6F5D": true,
		"11ee05ae-7865-5a5c-8f52-0b1f2f0b6f5d": false, "11ee05ae-6ca3-5a37-3836-0b1f2f0b6f5d": false, "11ee05ae-6ca3-5a5c-8555-0b1f2f0b6f5d": false,
		"aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa": false, "AAAAAAAA-1111-4111-8111-AAAAAAAAAAAA": false, "bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb": false,
		"CCCCCCCC-1111-4111-8111-cccccccccccc": false, "00004242-4242-4242-4242-000000000000": false,
		"30313233-3435-3637-3839-616263646566": false, // a part of one in hex
		"11ee05ae6ca35a5c8f520b1f2f0b6f5d":     false, "{11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d}": false, "req_1": false, "": false,
	} {
		if got := s.id(text); got != "" != shown || shown && got != text {
			t.Errorf("id(%q) = %q, want it shown: %t", text, got, shown)
		}
	}
}
