// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"cmp"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var (
	errURL      = errors.New("must be an absolute http or https URL such as https://hooks.example.org/payments")
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
	if err != nil || strings.ContainsFunc(value, unicode.IsSpace) {
		return nil, errURL
	}

	_, isHTTP := defaultPorts[u.Scheme]
	if !isHTTP || u.Hostname() == "" {
		return nil, errURL
	}

	if !paymentapi.HasUsablePort(u) {
		return nil, paymentapi.ErrPort
	}
	return u, nil
}

// defaultPorts are the ports of URLs that name none, by their schemes.
var defaultPorts = map[string]string{"http": "80", "https": "443"}

// portOf returns the port of an http or https URL.
func portOf(u *url.URL) string {
	return cmp.Or(u.Port(), defaultPorts[u.Scheme])
}

var (
	// numericName matches a name whose last label is a number. To many programs, it is an
	// address in an unusual form, such as 127.1, 2130706433 or 0x7f.1.
	numericName = regexp.MustCompile(`(^|\.)(\d+|0x[\da-f]*)$`)
	// localName matches a single label, and a name in a domain of local networks.
	localName = regexp.MustCompile(`^[^.]*$|\.(localhost|local|internal|home\.arpa)$`)
	// localBlocks are the address blocks that are not reachable from the internet (IANA
	// special-purpose registries), and those of IPv6 that embed an IPv4 address.
	localBlocks = []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "224.0.0.0/3", // multicast and reserved
		// Public addresses of IPv6 are in 2000::/3.
		"::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	}
)

// CheckWebhookURL accepts an absolute http or https URL without user info whose host is
// not local (API description, section 4.3). Nothing is looked up in DNS.
func CheckWebhookURL(value string) error {
	u, err := parseURL(value)
	if err != nil {
		return err
	}
	if u.User != nil {
		return paymentapi.ErrUserInfo
	}

	address, err := netip.ParseAddr(u.Hostname())
	if err != nil {
		return checkPublicName(asciiName(u.Hostname()))
	}
	isInBlock := func(block string) bool {
		return netip.MustParsePrefix(block).Contains(address.WithZone(""))
	}

	if slices.ContainsFunc(localBlocks, isInBlock) {
		return errAddress
	}
	return nil
}

// checkPublicName accepts the name of a host, in ASCII, that is neither local nor an address.
func checkPublicName(name string) error {
	switch {
	case numericName.MatchString(name):
		return errHostForm
	case localName.MatchString(name):
		return errName
	default:
		return nil
	}
}

// asciiName returns a host name in lower case and in ASCII, as DNS has it, without dots at
// its end. A name that has no such form is only in lower case.
func asciiName(host string) string {
	name := strings.ToLower(host)
	ascii, err := idna.Lookup.ToASCII(name)
	if err == nil {
		name = ascii
	}
	return strings.TrimRight(name, ".")
}

// SameURL reports whether two URLs are one, however a service spells it.
func SameURL(a, b string) bool {
	return CanonicalURL(a) == CanonicalURL(b)
}

// HostAndPort returns where a connection to a URL is made.
func HostAndPort(u *url.URL) string {
	return net.JoinHostPort(asciiName(u.Hostname()), portOf(u))
}

// CanonicalURL returns one spelling for all URLs that are the same: the case of scheme and host, the
// default port, an empty path, dots in it, and an escape that nothing needs make no difference.
func CanonicalURL(raw string) string {
	sent, _, _ := strings.Cut(raw, "#") // a fragment is never sent
	u, err := url.Parse(canonicalEscapes(sent))
	if err != nil || u.Host == "" {
		return raw
	}

	u = u.ResolveReference(u) // which removes the segments . and ..
	u.Host = HostAndPort(u)
	u.ForceQuery = false
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// escapable matches a character that is escaped in a URL, or one that is not ASCII.
var escapable = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^\x00-\x7F]`)

// canonicalEscapes returns a URL in which a character is escaped (in capitals) only if it may
// have another meaning otherwise: QueryEscape leaves letters, digits and - . _ ~ as they are, and escapes all others.
func canonicalEscapes(raw string) string {
	return escapable.ReplaceAllStringFunc(raw, func(char string) string {
		plain, _ := url.PathUnescape(char) // it is a whole escape, or none
		if plain == " " {
			return "%20" // and not the plus that QueryEscape makes of it
		}
		return url.QueryEscape(plain)
	})
}
