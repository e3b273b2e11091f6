// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"strings"
)

// errNotPEM is the error of any text without PEM in it. No error of this file repeats any of a text.
var errNotPEM = errors.New("is not PEM text, which has a line with -----BEGIN; pass the text of the file, such as `file(\"name.pem\")`, not its path")

// What PEM begins with, and what the first line of a private key ends with.
const pemBegin, pemKeyLabel = "-----BEGIN ", "PRIVATE KEY-----"

// CheckCertificates returns an error unless text is PEM with certificates. Those that cannot
// be read are passed over.
func CheckCertificates(text string) error {
	switch {
	case !strings.Contains(text, pemBegin):
		return errNotPEM
	case strings.Contains(text, pemKeyLabel):
		return errors.New("contains a private key, and must contain certificates only; a client's key belongs in `client_key`")
	case !x509.NewCertPool().AppendCertsFromPEM([]byte(text)):
		return errors.New("contains no certificate that can be read; keep all line breaks of the file, and do not indent its lines")
	}
	return nil
}

// CheckPrivateKey returns an error unless text is PEM with a private key that is not
// encrypted. CheckKeyPair reads it.
func CheckPrivateKey(text string) error {
	switch {
	case !strings.Contains(text, pemBegin):
		return errNotPEM
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
		return errors.New("the key cannot be read, or is not that of the certificate; if there are several certificates, the client's own comes first")
	}
	return nil
}

// tlsConfig returns the TLS settings that the options describe, with which a connection remembers
// that its server has asked for a client certificate.
func (o Options) tlsConfig() (config *tls.Config, err error) {
	config = &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CACertificate != "" {
		if config.RootCAs, err = x509.SystemCertPool(); err != nil {
			config.RootCAs = x509.NewCertPool() // without the system's, which cannot be read
		}
		config.RootCAs.AppendCertsFromPEM([]byte(o.CACertificate)) // CheckCertificates has found one in it
	}
	var own tls.Certificate
	if o.ClientCertificate != "" || o.ClientKey != "" {
		if own, err = tls.X509KeyPair([]byte(o.ClientCertificate), []byte(o.ClientKey)); err != nil {
			return nil, errors.New("client certificate: the certificate and the key are no pair")
		}
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

// certificateFailure returns why the certificate of a server is not trusted.
func certificateFailure(err error) connectionFailure {
	why, cause := "it is not valid for this server", CauseUnknown
	host, isHostname := errors.AsType[x509.HostnameError](err)
	invalid, isInvalid := errors.AsType[x509.CertificateInvalidError](err)
	switch {
	case hasError[x509.UnknownAuthorityError](err):
		why, cause = "it is signed by an unknown certificate authority", CauseAuthority
	case isHostname && len(host.Certificate.DNSNames)+len(host.Certificate.IPAddresses) == 0:
		why = "it has no subject alternative name, and its common name does not count"
	case isHostname:
		why = "it is for another host name"
	case isInvalid && invalid.Reason == x509.Expired:
		why = "by the clock of this machine, it has expired or is not yet valid"
	}
	return connectionFailure{"its certificate is not trusted: " + why, true, cause}
}
