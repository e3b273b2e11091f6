// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"golang.org/x/net/idna"
)

var (
	errURL      = errors.New("must be an absolute http or https URL such as https://hooks.example.org/payments")
	errUserInfo = errors.New("must not contain a user name or password")
	errPort     = errors.New("must have a port from 1 to 65535, or none")
	errHostForm = errors.New("must contain its IP address in the usual form, such as 8.8.8.8")
	errAddress  = errors.New("must be reachable from the internet, but its host is a local or reserved IP address")
	errName     = errors.New("must be reachable from the internet, but its host is a local name")
)

// CheckHTTPURL accepts an absolute http or https URL with a host, whatever the host.
func CheckHTTPURL(value string) error {
	_, err := parseURL(value)
	return err
}

func parseURL(value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsFunc(value, unicode.IsSpace) {
		return nil, errURL
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, errPort
		}
	}
	return u, nil
}

// WebhookURL returns a validator for the URL that a webhook notifies.
func WebhookURL() validator.String { return String("Invalid Webhook URL", CheckWebhookURL) }

// CheckWebhookURL accepts an absolute http or https URL without user info whose host is
// not local (API description, section 4.3). Nothing is looked up in DNS.
func CheckWebhookURL(value string) error {
	u, err := parseURL(value)
	switch {
	case err != nil:
		return err
	case u.User != nil:
		return errUserInfo
	}
	if address, err := netip.ParseAddr(u.Hostname()); err == nil {
		if slices.ContainsFunc(localBlocks, func(block netip.Prefix) bool { return block.Contains(address.WithZone("")) }) {
			return errAddress
		}
		return nil
	}
	name := asciiName(u.Hostname())
	switch {
	case endsInNumber(name):
		return errHostForm
	case !strings.Contains(name, ".") || hasSuffix(name, ".localhost", ".local", ".internal", ".home.arpa"):
		return errName
	}
	return nil
}

// endsInNumber reports whether the last label of a name is a number. Such a name is an
// address in an unusual form to many programs, such as 127.1, 2130706433 or 0x7f.1.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	hex, isHex := strings.CutPrefix(last, "0x")
	return IsDigits(last) || isHex && strings.Trim(hex, "0123456789abcdef") == ""
}

func hasSuffix(name string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// localBlocks are the address blocks that are not reachable from the internet (IANA
// special-purpose registries), and those of IPv6 that embed an IPv4 address.
var localBlocks = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/3", // multicast and reserved
	// Public addresses of IPv6 are in 2000::/3.
	"::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

func prefixes(texts ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// asciiName returns a host name in lower case and in ASCII, as DNS has it, without the dot
// at its end. A name that has no such form is only in lower case.
func asciiName(host string) string {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	return name
}
