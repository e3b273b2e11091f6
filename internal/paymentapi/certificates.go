// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"slices"
	"strings"
)

// CheckCertificates returns an error unless text is PEM with certificates and nothing
// else. No error of this file repeats any of a text.
func CheckCertificates(text string) error {
	blocks, err := parsePEM(text)
	if err != nil {
		return err
	}
	readable := 0 // others are passed over
	for _, block := range blocks {
		_, err := x509.ParseCertificate(block.Bytes)
		switch {
		case isPrivateKey(block):
			return errors.New("contains a private key, and must contain certificates only; a client's key belongs in `client_key`")
		case block.Type != "CERTIFICATE":
			return errors.New("contains something else than certificates, such as a certificate request")
		case err == nil:
			readable++
		}
	}
	if readable == 0 {
		return errors.New("contains no certificate that can be read")
	}
	return nil
}

// CheckPrivateKey returns an error unless text is PEM with a private key that is not
// encrypted. Certificates beside it are ignored.
func CheckPrivateKey(text string) error {
	blocks, err := parsePEM(text)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(blocks, isPrivateKey)
	if at < 0 {
		return errors.New("contains no private key")
	}
	if key := blocks[at]; strings.HasPrefix(key.Type, "ENCRYPTED") || key.Headers["DEK-Info"] != "" {
		return errors.New("is encrypted; decrypt it first, such as with `openssl pkey`")
	}
	return nil
}

func isPrivateKey(block *pem.Block) bool { return strings.HasSuffix(block.Type, "PRIVATE KEY") }

// CheckKeyPair returns an error unless key is that of the first of certificates. Both
// texts have passed their own checks.
func CheckKeyPair(certificates, key string) error {
	if _, err := tls.X509KeyPair([]byte(certificates), []byte(key)); err != nil {
		return errors.New("the key cannot be read, or is not that of the certificate; if there are several certificates, the client's own comes first")
	}
	return nil
}

func parsePEM(text string) (blocks []*pem.Block, err error) {
	for block, rest := pem.Decode([]byte(text)); block != nil; block, rest = pem.Decode(rest) {
		blocks = append(blocks, block)
	}
	begun := strings.Count(text, "-----BEGIN ")
	switch {
	case begun == 0:
		return nil, errors.New("is not PEM text, which has a line with -----BEGIN; pass the text of the file, such as `file(\"name.pem\")`, not its path")
	case begun != len(blocks): // pem.Decode skips what is damaged
		return nil, errors.New("is damaged PEM text; keep all line breaks of the file, and do not indent its lines")
	}
	return blocks, nil
}

// tls returns the TLS settings that the options describe, with which a connection remembers
// that its server has asked for a client certificate.
func (o Options) tls() (config *tls.Config, err error) {
	config = &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CACertificate != "" {
		if config.RootCAs, err = x509.SystemCertPool(); err != nil {
			config.RootCAs = x509.NewCertPool() // without the system's, which cannot be read
		}
		if !config.RootCAs.AppendCertsFromPEM([]byte(o.CACertificate)) {
			return nil, errors.New("CA certificate: there is none in it")
		}
	}
	own, cause := tls.Certificate{}, CauseNoClientCertificate
	if o.ClientCertificate != "" || o.ClientKey != "" {
		cause = CauseClientCertificate
		if own, err = tls.X509KeyPair([]byte(o.ClientCertificate), []byte(o.ClientKey)); err != nil {
			return nil, errors.New("client certificate: the certificate and the key are no pair")
		}
		config.Renegotiation = tls.RenegotiateOnceAsClient // some servers ask for it by path
	}
	// It is sent whichever authorities the server names: its refusal says more than
	// that none was sent.
	config.GetClientCertificate = func(request *tls.CertificateRequestInfo) (*tls.Certificate, error) {
		if conn, ok := request.Context().Value(connectionKey{}).(*connection); ok {
			conn.certificateRequest.Store(int64(cause))
		}
		return &own, nil
	}
	return config, nil
}
