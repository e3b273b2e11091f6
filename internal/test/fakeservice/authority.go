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
type Pair struct{ Certificate, Key string }

// NewAuthority returns an authority of its own.
func NewAuthority() (*Authority, error) {
	return (&Authority{}).NewAuthority()
}

// NewAuthority returns an intermediate authority that a has signed.
func (a *Authority) NewAuthority() (*Authority, error) {
	certificate, key, err := a.sign(&x509.Certificate{
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		Subject: pkix.Name{CommonName: "Authority of the payment service in memory"},
	})
	return &Authority{certificate, key}, err
}

// PEM returns the certificate of the authority.
func (a *Authority) PEM() string { return certificatePEM(a.Certificate) }

// Issue returns a certificate for clients and for servers on this machine, with its key.
// Changes change the certificate before it is signed.
func (a *Authority) Issue(changes ...func(*x509.Certificate)) (Pair, error) {
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
	certificate, key, err := a.sign(template)
	if err != nil {
		return Pair{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	return Pair{certificatePEM(certificate), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))}, err
}

// sign signs a certificate, with its own key if a is none yet.
func (a *Authority) sign(template *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	parent, signer := a.Certificate, a.key
	if parent == nil {
		parent, signer = template, key
	}
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	if template.NotAfter.IsZero() {
		template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, nil, fmt.Errorf("signing a certificate: %w", err)
	}
	certificate, err := x509.ParseCertificate(der)
	return certificate, key, err
}

func certificatePEM(c *x509.Certificate) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
}

// TLS returns the configuration of a server with a pair of a. If it has mutual TLS, it
// requires that a has signed the client's certificate.
func (a *Authority) TLS(mutual bool) (*tls.Config, error) {
	pair, err := a.Issue()
	if err != nil {
		return nil, err
	}
	certificate, err := tls.X509KeyPair([]byte(pair.Certificate), []byte(pair.Key))
	config := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}}
	if mutual {
		config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
		config.ClientCAs.AddCert(a.Certificate)
	}
	return config, err
}
