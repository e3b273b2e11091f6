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
	client := authority.Issue()
	roots, err := x509.SystemCertPool()
	if err != nil || !roots.AppendCertsFromPEM([]byte(authority.PEM())) {
		t.Fatal(err)
	}
	if config, err := (Options{CACertificate: authority.PEM()}).tlsConfig(); err != nil || !config.RootCAs.Equal(roots) {
		t.Errorf("error %v, or the authority is not trusted besides the system's", err)
	}
	for want, o := range map[tls.RenegotiationSupport]Options{
		tls.RenegotiateNever:        {},
		tls.RenegotiateOnceAsClient: {ClientCertificate: client.Certificate, ClientKey: client.Key},
	} {
		config, err := o.tlsConfig()
		if err != nil || config.Renegotiation != want || config.MinVersion != tls.VersionTLS12 {
			t.Errorf("error %v, renegotiation %d, want %d", err, config.Renegotiation, want)
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
	for _, text := range []string{"Li Wu", "4242 4242 4242 4242", "K1A 0B1", "937", "yamada@example.com", "data.li", "x\x00\n\u202e", `"},{"reason":"`, "ERROR_42"} {
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
		names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("./[]", r) })
		if text == "" || isConstant(text) || !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(tokenNames, name) }) {
			return
		}
		said := func(text string) string {
			a.header = http.Header{"X-Request-Id": {text}, "Content-Type": {"text/" + text}}
			a.body, _ = json.Marshal(map[string]any{
				"id": text, "code": text, "message": text, "detail": "x " + text,
				"errors": []any{text, map[string]any{"field": text, "reason": text}, map[string]any{"field": "data.cvv", "code": text}},
			})
			return a.statusError().Error()
		}
		if one, other := said(text), said("another text"); one != other {
			t.Errorf("%q is told apart:\n%s\n%s", text, one, other)
		}
	})
}
