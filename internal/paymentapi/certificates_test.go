// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func expired(c *x509.Certificate) {
	c.NotAfter = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
}

func elsewhere(c *x509.Certificate) {
	c.DNSNames = []string{"api.example.com"}
	c.IPAddresses = nil
}

func unnamed(c *x509.Certificate) {
	c.DNSNames = nil
	c.IPAddresses = nil
}

// TestClient_certificates connects to real servers with TLS.
func TestClient_certificates(t *testing.T) {
	t.Parallel()
	root := fakeservice.NewAuthority(nil)
	between := fakeservice.NewAuthority(root)
	other := fakeservice.NewAuthority(nil)
	unreadable := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")}))
	own := root.Issue()
	leaf := between.Issue()
	chain := fakeservice.Pair{Certificate: leaf.Certificate + between.PEM(), Key: leaf.Key}
	stranger := other.Issue()
	old := root.Issue(expired)

	type row struct {
		server   fakeservice.Pair
		client   fakeservice.Pair // may be none
		ca       string
		required bool   // the server requires a client certificate
		says     string // empty for a success
		cause    paymentapi.Cause
	}
	for name, tt := range map[string]row{
		"no authority": {
			server: own,
			says:   "unknown certificate authority",
			cause:  paymentapi.CauseAuthority,
		},
		"the authority": {
			server: own,
			ca:     root.PEM(),
		},
		"a bundle": {
			server: own,
			ca:     "# Example\n" + other.PEM() + "\n# Ours\n" + root.PEM() + fakeservice.NewAuthority(nil).PEM(),
		},
		"a bundle with one that cannot be read": {
			server: own,
			ca:     unreadable + root.PEM(),
		},
		"lines of Windows": {
			server: own,
			ca:     strings.ReplaceAll(root.PEM(), "\n", "\r\n"),
		},
		"another authority": {
			server: own,
			ca:     other.PEM(),
			says:   "unknown certificate authority",
			cause:  paymentapi.CauseAuthority,
		},
		"a chain": {
			server: chain,
			ca:     root.PEM(),
		},
		"no chain": {
			server: leaf,
			ca:     root.PEM(),
			says:   "unknown certificate authority",
			cause:  paymentapi.CauseAuthority,
		},
		"no chain, trusted": {
			server: leaf,
			ca:     between.PEM(),
		},
		"the certificate itself": {
			server: own,
			ca:     own.Certificate,
		},
		"expired": {
			server: old,
			ca:     root.PEM(),
			says:   "has expired or is not yet valid",
		},
		"no name": {
			server: root.Issue(unnamed),
			ca:     root.PEM(),
			says:   "it has no subject alternative name",
		},
		"another host": {
			server: root.Issue(elsewhere),
			ca:     root.PEM(),
			says:   "it is for another host name",
		},
		"no client certificate": {
			server:   own,
			ca:       root.PEM(),
			required: true,
			says:     "(TLS: ",
			cause:    paymentapi.CauseNoClientCertificate,
		},
		"a client certificate": {
			server:   own,
			client:   own,
			ca:       root.PEM(),
			required: true,
		},
		"a client's chain": {
			server:   own,
			client:   chain,
			ca:       root.PEM(),
			required: true,
		},
		"a client without its chain": {
			server:   own,
			client:   leaf,
			ca:       root.PEM(),
			required: true,
			says:     "(TLS: ",
			cause:    paymentapi.CauseClientCertificate,
		},
		"a client of another authority": {
			server:   own,
			client:   stranger,
			ca:       root.PEM(),
			required: true,
			says:     "(TLS: ",
			cause:    paymentapi.CauseClientCertificate,
		},
		"an expired client": {
			server:   own,
			client:   old,
			ca:       root.PEM(),
			required: true,
			says:     "(TLS: ",
			cause:    paymentapi.CauseClientCertificate,
		},
		"a client certificate that is not asked for": {
			server: own,
			client: own,
			ca:     root.PEM(),
		},
	} {
		for version, number := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
			t.Run(name+", "+version, func(t *testing.T) {
				t.Parallel()
				service := fakeservice.NewExtended()
				service.AddWebhook(fakeservice.Webhook{ID: webhookID})
				config := root.TLS(tt.server, tls.NoClientCert)
				config.MinVersion = number
				config.MaxVersion = number
				if tt.required {
					config.ClientAuth = tls.RequireAndVerifyClientCert
				}
				o := options()
				o.BaseURL = startTLS(t, service, config).URL
				o.CACertificate = tt.ca
				anonymous := newClient(t, o)
				o.ClientCertificate = tt.client.Certificate
				o.ClientKey = tt.client.Key
				client := newClient(t, o)

				for method, call := range calls {
					err := call(t.Context(), client)
					expectCertificateError(t, method, err, tt.says, tt.cause)
					if tt.required && tt.says == "" { // another client has no share in the certificate
						err := call(t.Context(), anonymous)
						expectCertificateError(t, method, err, "(TLS: ", paymentapi.CauseNoClientCertificate)
					}
				}
			})
		}
	}
}

// An authority of the configuration is trusted also by a process that cannot read those of its system, which
// Go reads once in a process: so a test runs again in another one.
func TestClient_systemCertificatesUnreadable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only there, the environment says where the certificates of the system are")
	}

	again := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run=^TestClient_certificates$/^the_authority,_TLS_1.3$")
	again.Env = append(os.Environ(), "SSL_CERT_FILE="+t.TempDir(), "SSL_CERT_DIR="+t.TempDir()) // a directory is no file
	printed, err := again.CombinedOutput()
	if err != nil || !strings.Contains(string(printed), "--- PASS: TestClient_certificates/the_authority,_TLS_1.3") {
		t.Fatalf("%v\n%s", err, printed)
	}
}

// expectCertificateError fails the test unless err says something, has a cause, and came at once; there must be no
// error if that is empty.
func expectCertificateError(t *testing.T, method string, err error, text string, cause paymentapi.Cause) {
	t.Helper()
	if !says(err, text) {
		t.Errorf("%s: error %v, want %q", method, err, text)
	}
	if err == nil {
		return
	}
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if !ok || failed.Cause != cause || failed.Attempts != 1 {
		t.Errorf("%s: error %+v, want the cause %d after one attempt", method, failed, cause)
	}
	if paymentapi.MayHaveActed(err) {
		t.Errorf("%s: the service may have acted, says %v", method, err)
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
		record := append([]byte{23, 3, 3, 0, 32}, make([]byte, 32)...)
		_, _ = conn.(*tls.Conn).NetConn().Write(record) //nolint:forcetypeassert // as startTLS makes it
	}
	for name, tt := range map[string]struct {
		client fakeservice.Pair
		auth   tls.ClientAuthType
		does   func(*http.ResponseController) // before the connection ends
		want   paymentapi.Cause
	}{
		"no certificate": {
			auth: tls.RequestClientCert,
			want: paymentapi.CauseNoClientCertificate,
		},
		"a certificate": {
			client: pair,
			auth:   tls.RequestClientCert,
			want:   paymentapi.CauseClientCertificate,
		},
		"a bad record": {
			client: pair,
			auth:   tls.RequestClientCert,
			does:   garble,
			want:   paymentapi.CauseClientCertificate,
		},
		"half an answer": {
			client: pair,
			auth:   tls.RequestClientCert,
			does:   begin,
		},
		"a certificate that is not asked for": {
			client: pair,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hangUp := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if tt.does != nil {
					tt.does(http.NewResponseController(w))
				}
				panic(http.ErrAbortHandler)
			})
			o := options()
			o.BaseURL = startTLS(t, hangUp, authority.TLS(pair, tt.auth)).URL
			o.CACertificate = authority.PEM()
			o.ClientCertificate = tt.client.Certificate
			o.ClientKey = tt.client.Key
			o.MaxAttempts = 1
			_, err := newClient(t, o).GetWebhook(t.Context(), ref)

			failed, ok := errors.AsType[*paymentapi.Error](err)
			if !ok || failed.Fault != paymentapi.FaultConnectionLost || failed.Cause != tt.want {
				t.Errorf("error %+v, want the cause %d", failed, tt.want)
			}
			if !paymentapi.MayHaveActed(err) {
				t.Errorf("the service has not acted, says %v", err)
			}
		})
	}
}

// TestCheckCertificates tests texts that are no certificates, or no key.
func TestCheckCertificates(t *testing.T) {
	t.Parallel()
	authority := fakeservice.NewAuthority(nil)
	pair := authority.Issue()
	other := authority.Issue()
	block := func(kind string) string {
		return string(pem.EncodeToMemory(&pem.Block{
			Type:    kind,
			Headers: map[string]string{"Proc-Type": "4,ENCRYPTED"},
			Bytes:   []byte("x"),
		}))
	}
	const (
		notPEM        = "is not PEM text"
		noCertificate = "contains no certificate that can be read"
		noKey         = "contains no private key"
		aKey          = "contains a private key"
	)
	for name, tt := range map[string]struct {
		text           string
		asCertificates string // the problem
		asKey          string
	}{
		"a path": {
			text:           "certificates/name.pem",
			asCertificates: notPEM,
			asKey:          notPEM,
		},
		"indented": {
			text:           strings.ReplaceAll(authority.PEM(), "\n", "\n  "),
			asCertificates: noCertificate,
			asKey:          noKey,
		},
		"half a bundle": {
			text:  authority.PEM() + strings.Replace(other.Certificate, "-----END", "---END", 1),
			asKey: noKey,
		},
		"a key": {
			text:           pair.Key,
			asCertificates: aKey,
		},
		"both": {
			text:           pair.Certificate + pair.Key,
			asCertificates: aKey,
		},
		"a request": {
			text:           block("CERTIFICATE REQUEST"),
			asCertificates: noCertificate,
			asKey:          noKey,
		},
		"a certificate of text": {
			text:           block("CERTIFICATE"),
			asCertificates: noCertificate,
			asKey:          noKey,
		},
		"an encrypted key": {
			text:           block("RSA PRIVATE KEY"),
			asCertificates: aKey,
			asKey:          "is encrypted",
		},
	} {
		if err := paymentapi.CheckCertificates(tt.text); !says(err, tt.asCertificates) {
			t.Errorf("%s as certificates: error %v, want %q", name, err, tt.asCertificates)
		}
		if err := paymentapi.CheckPrivateKey(tt.text); !says(err, tt.asKey) {
			t.Errorf("%s as a key: error %v, want %q", name, err, tt.asKey)
		}
	}
}

// TestCheckKeyPair tests certificates with a key that may not be theirs.
func TestCheckKeyPair(t *testing.T) {
	t.Parallel()
	authority := fakeservice.NewAuthority(nil)
	pair := authority.Issue()
	for name, tt := range map[string]struct {
		certificates string
		says         string
	}{
		"its own, and the authority's": {
			certificates: pair.Certificate + authority.PEM(),
		},
		"another one": {
			certificates: authority.Issue().Certificate,
			says:         "not that of the certificate",
		},
		"its own, after the authority's": {
			certificates: authority.PEM() + pair.Certificate,
			says:         "the client's own comes first",
		},
	} {
		if err := paymentapi.CheckKeyPair(tt.certificates, pair.Key); !says(err, tt.says) {
			t.Errorf("%s: error %v, want %q", name, err, tt.says)
		}
	}
}
