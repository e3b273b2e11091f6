// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func expired(c *x509.Certificate) { c.NotAfter = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }

func elsewhere(c *x509.Certificate) { c.DNSNames, c.IPAddresses = []string{"api.example.com"}, nil }

func unnamed(c *x509.Certificate) { c.DNSNames, c.IPAddresses = nil, nil }

// TestClient_certificates connects to real servers with TLS.
func TestClient_certificates(t *testing.T) {
	t.Parallel()
	root, other := fakeservice.NewAuthority(nil), fakeservice.NewAuthority(nil)
	between := fakeservice.NewAuthority(root)
	own, leaf := root.Issue(), between.Issue()
	chain := fakeservice.Pair{Certificate: leaf.Certificate + between.PEM(), Key: leaf.Key}
	stranger, old := other.Issue(), root.Issue(expired)
	for name, tc := range map[string]struct {
		server, client fakeservice.Pair // the client's may be none
		ca             string
		required       bool   // a client certificate
		says           string // empty for a success
		cause          paymentapi.Cause
	}{
		"no authority":            {server: own, says: "unknown certificate authority", cause: paymentapi.CauseAuthority},
		"the authority":           {server: own, ca: root.PEM()},
		"a bundle":                {server: own, ca: "# Example\n" + other.PEM() + "\n# Ours\n" + root.PEM() + fakeservice.NewAuthority(nil).PEM()},
		"lines of Windows":        {server: own, ca: strings.ReplaceAll(root.PEM(), "\n", "\r\n")},
		"another authority":       {server: own, ca: other.PEM(), says: "unknown certificate authority", cause: paymentapi.CauseAuthority},
		"a chain":                 {server: chain, ca: root.PEM()},
		"no chain":                {server: leaf, ca: root.PEM(), says: "unknown certificate authority", cause: paymentapi.CauseAuthority},
		"no chain, trusted":       {server: leaf, ca: between.PEM()},
		"the certificate itself":  {server: own, ca: own.Certificate},
		"expired":                 {server: old, ca: root.PEM(), says: "has expired or is not yet valid"},
		"no name":                 {server: root.Issue(unnamed), ca: root.PEM(), says: "it has no subject alternative name"},
		"a bundle with a bad one": {server: own, ca: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")})) + root.PEM()},
		"another host":            {server: root.Issue(elsewhere), ca: root.PEM(), says: "it is for another host name"},
		"no client certificate":   {server: own, ca: root.PEM(), required: true, says: "(TLS: ", cause: paymentapi.CauseNoClientCertificate},
		"a client certificate":    {server: own, client: own, ca: root.PEM(), required: true},
		"a client's chain":        {server: own, client: chain, ca: root.PEM(), required: true},
		"a client without chain":  {server: own, client: leaf, ca: root.PEM(), required: true, says: "(TLS: ", cause: paymentapi.CauseClientCertificate},
		"a stranger":              {server: own, client: stranger, ca: root.PEM(), required: true, says: "(TLS: ", cause: paymentapi.CauseClientCertificate},
		"an expired client":       {server: own, client: old, ca: root.PEM(), required: true, says: "(TLS: ", cause: paymentapi.CauseClientCertificate},
		"not asked for":           {server: own, client: own, ca: root.PEM()},
	} {
		for version, tlsVersion := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
			t.Run(name+", "+version, func(t *testing.T) {
				t.Parallel()
				service := fakeservice.NewExtended()
				service.AddWebhook(fakeservice.Webhook{ID: webhookID})
				config := root.TLS(tc.server, tls.NoClientCert)
				config.MinVersion, config.MaxVersion = tlsVersion, tlsVersion
				if tc.required {
					config.ClientAuth = tls.RequireAndVerifyClientCert
				}
				o := options()
				o.BaseURL, o.CACertificate = startTLS(t, service, config).URL, tc.ca
				anonymous := o
				o.ClientCertificate, o.ClientKey = tc.client.Certificate, tc.client.Key
				with, without := newClient(t, o), newClient(t, anonymous)
				for method, call := range calls {
					err := call(t.Context(), with)
					if tc.required && tc.says == "" { // another client has no share in the certificate
						if err := call(t.Context(), without); err == nil || !strings.Contains(err.Error(), "TLS: ") {
							t.Errorf("%s: error %v of a client without a certificate", method, err)
						}
					}
					failed, _ := errors.AsType[*paymentapi.Error](err)
					switch {
					case tc.says == "" && err != nil:
						t.Errorf("%s: %v", method, err)
					case tc.says != "" && (failed == nil || !strings.Contains(err.Error(), tc.says) || failed.Cause != tc.cause || failed.Attempts != 1):
						t.Errorf("%s: error %v, want %q, and cause %d in %+v", method, err, tc.says, tc.cause, failed)
					case tc.says != "" && paymentapi.MayHaveActed(err):
						t.Errorf("%s: error %v says that the service may have acted", method, err)
					}
				}
			})
		}
	}
}

// A connection that breaks after its server asked for a client certificate may be a refusal, unless the
// answer has begun. What another connection asked for explains nothing. In no case was the request not sent.
func TestClient_certificatesAndBrokenConnections(t *testing.T) {
	t.Parallel()
	authority := fakeservice.NewAuthority(nil)
	pair := authority.Issue()
	begin := func(answer *http.ResponseController) { _ = answer.Flush() }
	garble := func(answer *http.ResponseController) {
		conn, _, _ := answer.Hijack()
		_, _ = conn.(*tls.Conn).NetConn().Write(append([]byte{23, 3, 3, 0, 32}, make([]byte, 32)...)) //nolint:forcetypeassert // as startTLS makes it
	}
	for name, tc := range map[string]struct {
		own  fakeservice.Pair
		auth tls.ClientAuthType
		does func(*http.ResponseController) // before the connection ends
		want paymentapi.Cause
	}{
		"no certificate": {want: paymentapi.CauseNoClientCertificate, auth: tls.RequestClientCert},
		"a certificate":  {own: pair, want: paymentapi.CauseClientCertificate, auth: tls.RequestClientCert},
		"a bad record":   {own: pair, want: paymentapi.CauseClientCertificate, auth: tls.RequestClientCert, does: garble},
		"half an answer": {own: pair, auth: tls.RequestClientCert, does: begin},
		"not asked for":  {own: pair},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hangUp := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if tc.does != nil {
					tc.does(http.NewResponseController(w))
				}
				panic(http.ErrAbortHandler)
			})
			o := options()
			o.BaseURL, o.CACertificate, o.MaxAttempts = startTLS(t, hangUp, authority.TLS(pair, tc.auth)).URL, authority.PEM(), 1
			o.ClientCertificate, o.ClientKey = tc.own.Certificate, tc.own.Key
			_, err := newClient(t, o).GetWebhook(t.Context(), ref)
			if failed, ok := errors.AsType[*paymentapi.Error](err); !ok || failed.Fault != paymentapi.FaultConnectionLost || failed.Cause != tc.want || !paymentapi.MayHaveActed(err) {
				t.Errorf("error %+v, want the cause %d", failed, tc.want)
			}
		})
	}
}

// TestCheckCertificates tests texts that are no certificates or no key, or no pair.
func TestCheckCertificates(t *testing.T) {
	t.Parallel()
	authority := fakeservice.NewAuthority(nil)
	pair, other := authority.Issue(), authority.Issue()
	block := func(kind string) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Headers: map[string]string{"Proc-Type": "4,ENCRYPTED"}, Bytes: []byte("x")}))
	}
	indented := strings.ReplaceAll(authority.PEM(), "\n", "\n  ")
	const notPEM, noCertificate, noKey, aKey = "is not PEM text", "contains no certificate that can be read", "contains no private key", "contains a private key"
	for name, tc := range map[string]struct{ text, asCertificates, asKey string }{
		"a path":                {"certificates/name.pem", notPEM, notPEM},
		"indented":              {indented, noCertificate, noKey},
		"half a bundle":         {authority.PEM() + strings.Replace(other.Certificate, "-----END", "---END", 1), "", noKey},
		"a key":                 {pair.Key, aKey, ""},
		"both":                  {pair.Certificate + pair.Key, aKey, ""},
		"a request":             {block("CERTIFICATE REQUEST"), noCertificate, noKey},
		"a certificate of text": {block("CERTIFICATE"), noCertificate, noKey},
		"an encrypted key":      {block("RSA PRIVATE KEY"), aKey, "is encrypted"},
	} {
		if err := paymentapi.CheckCertificates(tc.text); !says(err, tc.asCertificates) {
			t.Errorf("%s as certificates: error %v, want %q", name, err, tc.asCertificates)
		}
		if err := paymentapi.CheckPrivateKey(tc.text); !says(err, tc.asKey) {
			t.Errorf("%s as a key: error %v, want %q", name, err, tc.asKey)
		}
	}
	for certificates, want := range map[string]string{
		pair.Certificate + authority.PEM(): "", other.Certificate: "not that of the certificate", authority.PEM() + pair.Certificate: "the client's own comes first",
	} {
		if err := paymentapi.CheckKeyPair(certificates, pair.Key); !says(err, want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
