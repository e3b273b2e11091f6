// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestCall_sendsSecret: what a call sends decides what is shown (see answers.txt).
func TestCall_sendsSecret(t *testing.T) {
	t.Parallel()
	ref := WebhookRef{StoreID: "s", WebhookID: "w"}
	ofKey := WebhookRef{StoreID: "s", WebhookID: "w", KnownURL: "https://hooks.example.com/services/0123456789"}
	patched := func(call *apiCall, patch WebhookPatch) *apiCall {
		call.setPatch(patch)
		return call
	}
	plain := WebhookPatch{WebhookSettings: WebhookSettings{URL: new("https://hooks.example.com/hook?a=b")}}
	key := WebhookPatch{WebhookSettings: WebhookSettings{URL: new("https://hooks.example.com/?key=0123456789")}}
	token := WebhookPatch{AuthToken: new("")}

	for name, tt := range map[string]struct {
		call        *apiCall
		sendsSecret bool
	}{
		"a read of a webhook": {
			call: ref.webhookCall(http.MethodGet),
		},
		"an update of a webhook": {
			call: patched(ref.webhookCall(http.MethodPatch), plain),
		},
		"an update with a token": {
			call:        patched(ref.webhookCall(http.MethodPatch), token),
			sendsSecret: true,
		},
		"an update with a key in the URL": {
			call:        patched(ref.webhookCall(http.MethodPatch), key),
			sendsSecret: true,
		},
		"a read of a webhook with a key in its URL": {
			call:        ofKey.webhookCall(http.MethodGet),
			sendsSecret: true,
		},
		"an update to a URL without the key": {
			call:        patched(ofKey.webhookCall(http.MethodPatch), plain),
			sendsSecret: true,
		},
		"a creation": {
			call: patched(ref.storeCall(http.MethodPost), plain),
		},
		"a creation with a token": {
			call:        patched(ref.storeCall(http.MethodPost), token),
			sendsSecret: true,
		},
		"a creation with a key in the URL": {
			call:        patched(ref.storeCall(http.MethodPost), key),
			sendsSecret: true,
		},
		"a list of webhooks": {
			call: ofKey.storeCall(http.MethodGet),
		},
		"charges of a store": {
			call: ChargeQuery{StoreID: "s", Mode: "live"}.call(),
		},
		"charges with metadata": {
			call:        ChargeQuery{Metadata: "order:7"}.call(),
			sendsSecret: true,
		},
		"charges of a card": {
			call:        ChargeQuery{Card: CardFilter{ExpMonth: 7}}.call(),
			sendsSecret: true,
		},
		"charges of a phone": {
			call:        ChargeQuery{Phone: "0312345678"}.call(),
			sendsSecret: true,
		},
		"charges with a filter of yours": {
			call:        ChargeQuery{Extra: map[string]string{"email": "a@example.com"}}.call(),
			sendsSecret: true,
		},
	} {
		if tt.call.sendsSecret != tt.sendsSecret {
			t.Errorf("%s: %t, want %t", name, tt.call.sendsSecret, tt.sendsSecret)
		}
	}
}

// TestOptions_tls: an authority is trusted besides the system's. A renegotiation is allowed
// only with a client certificate, which servers ask for by path, and once: Go's own server
// has none to test it with.
func TestOptions_tls(t *testing.T) { //nolint:paralleltest // sets the environment
	system := filepath.Join(t.TempDir(), "system.pem") // so that there is one on any machine
	if err := os.WriteFile(system, []byte(fakeservice.NewAuthority(nil).PEM()), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", system)
	authority := fakeservice.NewAuthority(nil)
	both, err := x509.SystemCertPool()
	if err != nil || !both.AppendCertsFromPEM([]byte(authority.PEM())) {
		t.Fatal(err)
	}
	pair := authority.Issue()

	for name, tt := range map[string]struct {
		options       Options
		roots         *x509.CertPool // nil for the system's
		renegotiation tls.RenegotiationSupport
	}{
		"nothing": {
			renegotiation: tls.RenegotiateNever,
		},
		"an authority": {
			options:       Options{CACertificate: authority.PEM()},
			roots:         both,
			renegotiation: tls.RenegotiateNever,
		},
		"a client certificate": {
			options:       Options{ClientCertificate: pair.Certificate, ClientKey: pair.Key},
			renegotiation: tls.RenegotiateOnceAsClient,
		},
	} {
		config, err := tt.options.tlsConfig()
		if err != nil {
			t.Fatal(err)
		}
		if config.MinVersion != tls.VersionTLS12 || config.Renegotiation != tt.renegotiation {
			t.Errorf("%s: version %d, renegotiation %d", name, config.MinVersion, config.Renegotiation)
		}
		if !config.RootCAs.Equal(tt.roots) {
			t.Errorf("%s: other authorities are trusted", name)
		}
	}
}

// TestRedactor_id: of a call that sent a secret, an id is shown only if it is a UUID that was not sent, whether in the
// path, in the body, or as a part of the URL that the webhook has.
func TestRedactor_id(t *testing.T) {
	t.Parallel()
	const (
		store   = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		webhook = "22ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		key     = "33ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		newKey  = "44ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
		other   = "55ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	)
	ref := WebhookRef{StoreID: store, WebhookID: webhook, KnownURL: "https://hooks.example.com/" + key}
	call := ref.webhookCall(http.MethodPatch)
	call.setPatch(WebhookPatch{AuthToken: new("Bearer " + newKey)})
	if _, err := call.build(); err != nil {
		t.Fatal(err)
	}
	a := answer{call: call}

	for name, tt := range map[string]struct {
		id      string
		isShown bool
	}{
		"another UUID":             {id: other, isShown: true},
		"the webhook's":            {id: webhook},
		"in the URL":               {id: key},
		"in the URL, in capitals":  {id: strings.ToUpper(key)},
		"in the body":              {id: newKey},
		"a UUID with braces":       {id: "{" + other + "}"},
		"a word":                   {id: "first"},
		"a UUID and something":     {id: other + " 4242"},
		"nothing":                  {id: ""},
		"a token that came before": {id: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"},
	} {
		want := ""
		if tt.isShown {
			want = tt.id
		}
		if got := a.redactor().id(tt.id); got != want {
			t.Errorf("%s: as the id of an object, %q", name, got)
		}
		if got := a.redactor().requestID(http.Header{"X-Request-Id": {tt.id}}); got != want {
			t.Errorf("%s: as the id of a request, %q", name, got)
		}
	}
}

// TestMayHoldSecret: a part of a URL is judged by its length, and not by what it looks like.
func TestMayHoldSecret(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"": false,
		"https://a-very-long-host-name.example.com": false,
		"https://e.com/123456789/123456789":         false,
		"https://e.com/1234567890":                  true,
		"https://e.com/a/1234567890/":               true,
		"https://e.com/%31%32%33%34":                true,  // as it is written
		"https://e.com/ééééé":                       false, // characters, not bytes
		"https://e.com?a=123456789&b=123456789":     false,
		"https://e.com?a=1234567890":                true,
		"https://e.com/?a=1&a=b=1234567890":         true,
		"https://e.com/?1234567890=a":               false,
		"https://e.com/?1234567890":                 true,
	} {
		if got := mayHoldSecret(address); got != want {
			t.Errorf("%q: %t, want %t", address, got, want)
		}
	}
}

func TestAfterHost(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://hooks.example.com/a/key?b=c#d": "/a/key?b=c#d",
		"https://hooks.example.com?key":         "?key",
		"https://hooks.example.com/":            "",
	} {
		if got := afterHost(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

// FuzzSecrecy: of a call that sent a secret, two answers give the same message that differ
// only in a text, unless that is a constant or the path of a documented field.
func FuzzSecrecy(f *testing.F) {
	for _, text := range []string{
		"Li Wu",
		"4242 4242 4242 4242",
		"K1A 0B1",
		"937",
		"yamada@example.com",
		"data.li",
		"x\x00\n\u202e",
		`"},{"reason":"`,
		"ERROR_42",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := answer{
			status: http.StatusBadRequest,
			call: &apiCall{
				method:      http.MethodPost,
				template:    "/tokens",
				sendsSecret: true,
				documented:  tokenNames,
			},
		}
		names := strings.FieldsFunc(text, func(char rune) bool { return strings.ContainsRune("./[]", char) })
		isOther := func(name string) bool { return !slices.Contains(tokenNames, name) }
		if mayBeShown := isConstant(text) || !slices.ContainsFunc(names, isOther); mayBeShown {
			return
		}
		said := func(text string) string {
			a.header = http.Header{"X-Request-Id": {text}, "Content-Type": {"text/" + text}}
			a.body, _ = json.Marshal(map[string]any{
				"id": text, "code": text, "message": text, "detail": "x " + text,
				"errors": []any{
					text,
					map[string]any{"field": text, "reason": text},
					map[string]any{"field": "data.cvv", "code": text},
				},
			})
			return a.statusError().Error()
		}
		if one, other := said(text), said("another text"); one != other {
			t.Errorf("%q is told apart:\n%s\n%s", text, one, other)
		}
	})
}

// TestFormatDuration: a time has no zeros that say nothing.
func TestFormatDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		time.Hour:                    "1h",
		time.Hour + 10*time.Minute:   "1h10m",
		time.Minute:                  "1m",
		90 * time.Second:             "1m30s",
		10 * time.Second:             "10s",
		100 * time.Millisecond:       "100ms",
		time.Hour + 30*time.Second:   "1h0m30s",
		20*time.Minute + time.Second: "20m1s",
	} {
		got := FormatDuration(d)
		if got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}
