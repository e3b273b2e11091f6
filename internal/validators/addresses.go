// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"net/mail"
	"net/netip"
)

var (
	errEmail = errors.New("must be an e-mail address such as customer@example.com")
	errIPv4  = errors.New("must be an IPv4 address such as 198.51.100.7")
)

// CheckEmail accepts a bare e-mail address, without a display name.
func CheckEmail(value string) error {
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value {
		return errEmail
	}
	return nil
}

// CheckIPv4 accepts an IPv4 address in the form of four decimal numbers.
func CheckIPv4(value string) error {
	address, err := netip.ParseAddr(value)
	if err != nil || !address.Is4() {
		return errIPv4
	}
	return nil
}
