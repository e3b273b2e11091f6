// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestListCharges_refusesAnEcho: charges are kept whole, so that none may hold
// a credential or a webhook's token, however it is written. Anything else that
// was sent may rightly stand in them.
func TestListCharges_refusesAnEcho(t *testing.T) {
	t.Parallel()

	const secret, appToken, hook, short = "sk-live-0123456789", "eyJhbGciOiJIUzI1NiJ9.e30", "Bearer hook-auth-5e5a4f1c", "hook-123"
	for name, tc := range map[string]struct {
		text   string
		repeat string // what is said to be repeated; empty for a page that is fine
	}{
		"a secret":               {secret, "the credentials"},
		"an app token":           {appToken, "the credentials"},
		"base64 of the header":   {base64.StdEncoding.EncodeToString([]byte("Bearer " + secret + "." + appToken)), "the credentials"},
		"base64 of a part":       {base64.RawURLEncoding.EncodeToString([]byte("?" + appToken + "?")), "the credentials"},
		"hex":                    {hex.EncodeToString([]byte(secret)), "the credentials"},
		"percent escapes":        {strings.ReplaceAll(url.QueryEscape(secret), "-", "%2D"), "the credentials"},
		"escapes":                {strings.ReplaceAll(secret, "-", `\u002d`), "the credentials"},
		"a webhook's token":      {hook, "the token of a webhook"},
		"its word":               {"x hook-auth-5e5a4f1c", "the token of a webhook"},
		"its word in base64":     {base64.StdEncoding.EncodeToString([]byte("hook-auth-5e5a4f1c")), "the token of a webhook"},
		"a short token":          {short, ""},
		"a filter's number":      {"09087654321", ""},
		"a filter's number, too": {"+81 90-8765-4321", ""},
		"a filter's name":        {"TARO OYAMADA, KYOTO", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Secret, o.AppToken = secret, appToken
			o.Transport = answering(http.StatusOK, nil, `{"items":[{"id":"a","metadata":{"x":"`+tc.text+`"}}],"has_more":false}`, new([]*http.Request))
			client := newClient(t, o)
			client.Hide(hook)
			client.Hide(short)
			page, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{
				Phone: "09087654321", Card: &paymentapi.CardFilter{LastFour: "0042", Name: "TARO OYAMADA, KYOTO", ExpMonth: 3, ExpYear: 2030},
			})
			var wrong *paymentapi.ResponseError
			switch {
			case tc.repeat == "" && err != nil:
				t.Error(err)
			case tc.repeat != "" && (!errors.As(err, &wrong) || !strings.HasSuffix(wrong.Problem, "repeats "+tc.repeat) && !strings.HasSuffix(wrong.Problem, "repeats "+tc.repeat+" that were sent")):
				t.Errorf("page %+v, error %v, want one about %s", page, err, tc.repeat)
			}
		})
	}
}

// TestHide_forGood: what a state holds is hidden in all that comes later, and
// a short value in the answer to its own call only.
func TestHide_forGood(t *testing.T) {
	t.Parallel()

	o := options()
	o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD hook-auth-5e5a4f1c, hook-auth-5e5… or 123, ch-123"}`, new([]*http.Request))
	client := newClient(t, o)
	client.Hide("hook-auth-5e5a4f1c")
	for _, send := range []func() error{
		func() error { _, err := client.GetWebhook(t.Context(), ref); return err },
		func() error { _, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{}); return err },
	} {
		if err := send(); err == nil || !strings.Contains(err.Error(), "BAD [redacted], [redacted]… or 123, ch-123") {
			t.Errorf("error %v", err)
		}
	}
	_, err := client.CreateTransactionToken(t.Context(), paymentapi.TokenRequest{Secrets: []string{"123"}})
	if err == nil || !strings.Contains(err.Error(), "or [redacted], ch-123") {
		t.Errorf("error %v", err)
	}
	if _, err := client.GetWebhook(t.Context(), ref); err == nil || !strings.Contains(err.Error(), "or 123, ch-123") {
		t.Errorf("another object's error: %v", err)
	}
}

// TestGetWebhook_refusesAnEcho: no token of any webhook may come into a state,
// however it is written, unless it stands in the URL that is known anyway.
func TestGetWebhook_refusesAnEcho(t *testing.T) {
	t.Parallel()

	const token = "Bearer hook-auth-5e5a4f1c"
	for name, tc := range map[string]struct {
		answer string
		known  []string
		field  string // refused; empty for none
	}{
		"in an id":               {`{"id":"w","platform_id":"hook-auth-5e5a4f1c"}`, nil, "platform_id"},
		"in an id, in hex":       {`{"id":"w","platform_id":"686f6f6b2d617574682d3565356134663163"}`, []string{"https://e.com/"}, "platform_id"},
		"in a time, in base64":   {`{"id":"w","created_on":"aG9vay1hdXRoLTVlNWE0ZjFj"}`, nil, "created_on"},
		"in the url":             {`{"url":"https://e.com/?t=hook%2Dauth-5e5a4f1c"}`, []string{"https://e.com/"}, "url"},
		"in the triggers":        {`{"triggers":["hook-auth-5e5a4f1c"]}`, []string{"https://e.com/"}, "triggers"},
		"in the known url":       {`{"url":"https://e.com/hook-auth-5e5a4f1c"}`, []string{"https://e.com/hook-auth-5e5a4f1c"}, ""},
		"in an url not known":    {`{"url":"https://e.com/hook-auth-5e5a4f1c"}`, nil, ""}, // an import, or nothing is kept
		"in its own field":       {`{"id":"w","auth_token":"Bearer hook-auth-5e5a4f1c"}`, nil, ""},
		"the credentials":        {`{"id":"w","unknown":"dG9wLXNlY3JldC1zZWNyZXQ"}`, nil, "body"},
		"in a fact, but not all": {`{"id":"w","platform_id":"hook-auth-5e5a"}`, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			o.Secret = "top-secret-secret"
			o.Transport = answering(http.StatusOK, nil, tc.answer, new([]*http.Request))
			client := newClient(t, o)
			client.Hide(token)
			_, err := client.GetWebhook(t.Context(), ref, tc.known...)
			var wrong *paymentapi.ResponseError
			switch {
			case tc.field == "" && err != nil:
				t.Error(err)
			case tc.field != "" && (!errors.As(err, &wrong) || !strings.HasPrefix(wrong.Problem, "its "+tc.field) || !wrong.RepeatsSecret):
				t.Errorf("error %v, want one about %s", err, tc.field)
			}
		})
	}
}

// TestHide_known: a token that stands in the webhook's URL anyway is no echo in
// charges either.
func TestHide_known(t *testing.T) {
	t.Parallel()

	o := options()
	o.Transport = answering(http.StatusOK, nil, `{"items":[{"id":"a","descriptor":"see https://e.com/payments-hook"}],"has_more":false}`, new([]*http.Request))
	client := newClient(t, o)
	client.Hide("Bearer payments-hook", "https://e.com/payments-hook")
	if _, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{}); err != nil {
		t.Error(err)
	}
}

// A token that is a name and a password in base64 is hidden as these, too.
func TestClient_hidesWhatATokenEncodes(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct{ token, echo string }{
		"Basic, both":           {"Basic dXNlcjpwYS9zc3dvcmQrMTIzNDU2Nzg=", "user:pa/ssword+12345678"},
		"Basic, the password":   {"Basic dXNlcjpwYS9zc3dvcmQrMTIzNDU2Nzg=", "pa/ssword+12345678"},
		"without padding":       {"Basic dXNlcjpwYS9zc3dvcmQrMTIzNDU2Nzg", "pa/ssword+12345678"},
		"of URLs":               {"Basic dXNlcjp-Pz8_fn5wYXNzd29yZA==", "~???~~password"},
		"without a scheme":      {"dXNlcjpwYS9zc3dvcmQrMTIzNDU2Nzg=", "pa/ssword+12345678"},
		"a text, and no name":   {"c2VjcmV0LW9mLXRoZS1zaG9w", "secret-of-the-shop"},
		"the provider's secret": {"", "secret-of-the-shop"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			if tc.token == "" {
				o.Secret = "c2VjcmV0LW9mLXRoZS1zaG9w"
			}
			o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":["bad `+tc.echo+` here"]}`, new([]*http.Request))
			client := newClient(t, o)
			client.Hide(tc.token)
			if _, err := client.GetWebhook(t.Context(), ref); err == nil || strings.Contains(err.Error(), tc.echo) || !strings.Contains(err.Error(), "here") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestClient_hidesPartsOfJWT: libraries that refuse a JWT show one part of it,
// which is a credential in an error and in what would be kept. The header, which
// is the same in all JWTs, and the claims are none.
func TestClient_hidesPartsOfJWT(t *testing.T) {
	t.Parallel()

	const header, payload, signature = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJtZXJjaGFudF9pZCI6ImFhYWFhYWFhLTAwMDAifQ", "c2lnc2lnc2lnc2lnLXh5eg"
	for name, tc := range map[string]struct {
		text  string
		shown bool // in an error
		kept  bool // in charges
	}{
		"the payload":      {payload, false, false},
		"the signature":    {signature, false, false},
		"both":             {payload + "." + signature, false, false},
		"without the last": {header + "." + payload, false, false},
		"the header":       {header, false, true},
		"a claim":          {"aaaaaaaa-0000", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for hidden, use := range map[string]func(*paymentapi.Options, *string){
				"credentials": func(o *paymentapi.Options, _ *string) { o.AppToken = header + "." + payload + "." + signature },
				"token": func(_ *paymentapi.Options, hook *string) {
					*hook = "Bearer " + header + "." + payload + "." + signature
				},
			} {
				o, hook := options(), "none"
				use(&o, &hook)
				o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":["bad part `+tc.text+` of it"]}`, new([]*http.Request))
				client := newClient(t, o)
				client.Hide(hook)
				if _, err := client.GetWebhook(t.Context(), ref); err == nil || strings.Contains(err.Error(), tc.text) != tc.shown {
					t.Errorf("error %v", err)
				}
				o.Transport = answering(http.StatusOK, nil, `{"items":[{"id":"a","descriptor":"x `+tc.text+`"}],"has_more":false}`, new([]*http.Request))
				client = newClient(t, o)
				client.Hide(hook)
				_, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
				if tc.kept != (err == nil) || err != nil && !strings.Contains(err.Error(), hidden[:5]) {
					t.Errorf("charges: error %v", err)
				}
			}
		})
	}
}

// TestClient_hidesPartsOfCredentials: so does a part of any credential, or of a
// webhook's token, that was cut or masked.
func TestClient_hidesPartsOfCredentials(t *testing.T) {
	t.Parallel()

	o := options()
	o.Secret = "sEcr3t/Val+ue~QZ8817"
	o.Transport = answering(http.StatusBadRequest, nil, `{"code":"BAD","errors":["cut sEcr3t/Val+u (truncated)","mask WHtok****5b4a","end ...f8e7d6c5b4a","Bearer tokens only"]}`, new([]*http.Request))
	client := newClient(t, o)
	client.Hide("Bearer WHtok-9f8e7d6c5b4a")
	_, err := client.GetWebhook(t.Context(), ref)
	for _, want := range []string{"cut [redacted] (truncated)", "mask [redacted]", "end ...[redacted]", "Bearer tokens only"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, without %q", err, want)
		}
	}
}
