// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"strings"
)

// Errors of texts that are often taken for another. No error of this file repeats any of a text.
var (
	ErrNotPEM      = errors.New("is not PEM text, which has a line with -----BEGIN")
	ErrContainsKey = errors.New("contains a private key, and must contain certificates only")
)

const (
	pemBegin    = "-----BEGIN "      // the beginning of PEM
	pemKeyLabel = "PRIVATE KEY-----" // the end of the first line of a private key
)

// CheckCertificates returns an error unless text is PEM with certificates. Those that cannot
// be read are passed over.
func CheckCertificates(text string) error {
	switch {
	case !strings.Contains(text, pemBegin):
		return ErrNotPEM
	case strings.Contains(text, pemKeyLabel):
		return ErrContainsKey
	case !x509.NewCertPool().AppendCertsFromPEM([]byte(text)):
		return errors.New("contains no certificate that can be read; " +
			"keep all line breaks of the file, and do not indent its lines")
	}
	return nil
}

// CheckPrivateKey returns an error unless text is PEM with a private key that is not
// encrypted. CheckKeyPair reads it.
func CheckPrivateKey(text string) error {
	switch {
	case !strings.Contains(text, pemBegin):
		return ErrNotPEM
	case !strings.Contains(text, pemKeyLabel):
		return errors.New("contains no private key")
	case strings.Contains(text, "ENCRYPTED"):
		return errors.New("is encrypted; decrypt it first, such as with `openssl pkey`")
	}
	return nil
}

// CheckKeyPair returns an error unless key is that of the first of certificates. Both
// texts have passed their own checks.
func CheckKeyPair(certificates, key string) error {
	if _, err := tls.X509KeyPair([]byte(certificates), []byte(key)); err != nil {
		return errors.New("the key cannot be read, or is not that of the certificate; " +
			"if there are several certificates, the client's own comes first")
	}
	return nil
}

// tlsConfig returns the TLS settings that the options describe, with which a connection remembers
// that its server has asked for a client certificate.
func (o Options) tlsConfig() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CACertificate != "" {
		config.RootCAs = o.authorities()
	}

	var own tls.Certificate // an empty one means that there is none
	if o.ClientCertificate != "" || o.ClientKey != "" {
		pair, err := tls.X509KeyPair([]byte(o.ClientCertificate), []byte(o.ClientKey))
		if err != nil {
			return nil, errors.New("client certificate: the certificate and the key are no pair")
		}
		own = pair
		config.Renegotiation = tls.RenegotiateOnceAsClient // some servers ask for it by path
	}

	// By default, Go sends a certificate only if the server names its authority. Here it is always
	// sent, if there is one: a refusal says more than a certificate that is missing.
	config.GetClientCertificate = func(request *tls.CertificateRequestInfo) (*tls.Certificate, error) {
		if conn, ok := request.Context().Value(connectionKey{}).(*connection); ok {
			conn.wantsCertificate.Store(true)
		}
		return &own, nil
	}
	return config, nil
}

// authorities returns those of the system, as far as they can be read, and those of CACertificate.
func (o Options) authorities() *x509.CertPool {
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pool.AppendCertsFromPEM([]byte(o.CACertificate)) // CheckCertificates has found one in it
	return pool
}

// certificateFailure returns why the certificate of a server is not trusted.
func certificateFailure(err error) connectionFailure {
	failure := connectionFailure{
		text:      "its certificate is not trusted: " + certificateProblem(err),
		permanent: true,
	}
	if hasError[x509.UnknownAuthorityError](err) {
		failure.cause = CauseAuthority
	}
	return failure
}

// certificateProblem says what is wrong with the certificate of a server.
func certificateProblem(err error) string {
	if hasError[x509.UnknownAuthorityError](err) {
		return "it is signed by an unknown certificate authority"
	}

	if host, ok := errors.AsType[x509.HostnameError](err); ok {
		names := len(host.Certificate.DNSNames) + len(host.Certificate.IPAddresses)
		if names == 0 {
			return "it has no subject alternative name, and its common name does not count"
		}
		return "it is for another host name"
	}

	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired {
		return "by the clock of this machine, it has expired or is not yet valid"
	}
	return "it is not valid for this server"
}
