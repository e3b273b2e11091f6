// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"net/netip"
	"regexp"
	"strings"
)

var (
	errEmail = errors.New("must be an e-mail address such as customer@example.com")
	errIPv4  = errors.New("must be an IPv4 address such as 198.51.100.7")
)

// localPart is what stands before the @ of an e-mail address. Mailboxes such as
// a..b@docomo.ne.jp exist, although the grammar of e-mail does not know them,
// so that only what no mailbox can have is refused.
var localPart = regexp.MustCompile(`^[^@\pZ\pC]+$`)

// CheckEmail accepts a bare e-mail address: one @ with something before it and
// a host name after it, and no spaces.
func CheckEmail(value string) error {
	mailbox, host, found := strings.Cut(value, "@")
	if !found || !localPart.MatchString(mailbox) || strings.HasSuffix(host, ".") || strings.Trim(host, "-") == "" {
		return errEmail
	}
	if _, err := ASCIIName(host); err != nil {
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
