// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"time"
)

// Authority signs certificates of servers and clients for a day.
type Authority struct {
	Certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// Pair is a certificate and its private key, in PEM.
type Pair struct {
	Certificate string
	Key         string
}

// NewAuthority returns an intermediate authority that a parent has signed, or one of its
// own if that is nil.
func NewAuthority(parent *Authority) *Authority {
	certificate, key := parent.sign(&x509.Certificate{
		Subject:               pkix.Name{CommonName: "Authority of the payment service in memory"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	})
	return &Authority{Certificate: certificate, key: key}
}

// PEM returns the certificate of the authority.
func (a *Authority) PEM() string {
	return encodePEM("CERTIFICATE", a.Certificate.Raw)
}

// Issue returns a certificate for clients and for servers on this machine, with its key.
// Changes change the certificate before it is signed.
func (a *Authority) Issue(changes ...func(*x509.Certificate)) Pair {
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "localhost"},
		DNSNames:    []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		KeyUsage:    x509.KeyUsageDigitalSignature,
	}
	for _, change := range changes {
		change(template)
	}
	certificate, key := a.sign(template)
	return Pair{
		Certificate: encodePEM("CERTIFICATE", certificate.Raw),
		Key:         encodePEM("PRIVATE KEY", must(x509.MarshalPKCS8PrivateKey(key))),
	}
}

// sign signs a certificate, with its own key if a is nil.
func (a *Authority) sign(template *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	signer := Authority{Certificate: template, key: key}
	if a != nil {
		signer = *a
	}

	now := time.Now()
	template.SerialNumber = big.NewInt(now.UnixNano())
	if template.NotAfter.IsZero() {
		template.NotBefore = now.Add(-time.Hour)
		template.NotAfter = now.Add(24 * time.Hour)
	}
	der := must(x509.CreateCertificate(rand.Reader, template, signer.Certificate, &key.PublicKey, signer.key))
	return must(x509.ParseCertificate(der)), key
}

// TLS returns the configuration of a server with this pair, which asks for certificates
// of clients as auth says, and accepts those that a has signed.
func (a *Authority) TLS(pair Pair, auth tls.ClientAuthType) *tls.Config {
	clients := x509.NewCertPool()
	clients.AddCert(a.Certificate)
	certificate := must(tls.X509KeyPair([]byte(pair.Certificate), []byte(pair.Key)))
	return &tls.Config{
		MinVersion:   tls.VersionTLS12,
		Certificates: []tls.Certificate{certificate},
		ClientAuth:   auth,
		ClientCAs:    clients,
	}
}

func encodePEM(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// must returns a value that only a mistake in a test can prevent.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("the fake service has made no certificate: %v", err))
	}
	return v
}
