// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"time"
)

// authority is the only certificate authority that the provider trusts in these
// tests, by SSL_CERT_FILE as a user would set it.
var authority certificates

type certificates struct {
	file   string
	server tls.Certificate // for 127.0.0.1
}

func (c *certificates) create() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	c.server = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	file, err := os.CreateTemp("", "authority-*.pem")
	if err != nil {
		return err
	}
	c.file = file.Name()
	return errors.Join(pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: der}), file.Close(), os.Setenv("SSL_CERT_FILE", c.file))
}
