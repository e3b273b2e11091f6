// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
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
	errHost     = errors.New("must contain a valid host name or IP address")
	errHostForm = errors.New("must contain its host in plain form, such as example.com or 8.8.8.8")
	errFinalDot = errors.New("must not have a dot at the end of its host")
)

// CheckHTTPURL accepts an absolute http or https URL with a host, whatever the host.
func CheckHTTPURL(value string) error {
	_, _, err := parseHTTPURL(value)
	return err
}

// WebhookURL returns a validator for the URL that a webhook notifies.
func WebhookURL() validator.String {
	return String("Invalid Webhook URL", func(value string) error {
		if err := CheckWebhookURL(value); err != nil {
			return fmt.Errorf("%w. If it was generated for an import, delete the line: the webhook keeps its URL", err)
		}
		return nil
	})
}

// CheckWebhookURL accepts an absolute http or https URL without user info whose host is
// not local (API description, section 4.3). It also refuses spellings that only serve to
// disguise a host. Nothing is looked up in DNS.
func CheckWebhookURL(value string) error {
	u, host, err := parseHTTPURL(value)
	if err != nil {
		return err
	}
	isOther := func(r rune) bool { return r > unicode.MaxASCII }
	address, err := netip.ParseAddr(host)
	isAddress := err == nil
	local := ""
	switch {
	case u.User != nil:
		return errUserInfo
	case strings.HasSuffix(u.Hostname(), "."), strings.HasSuffix(host, "."):
		return errFinalDot
	case strings.ContainsFunc(u.Hostname(), isOther) && !strings.Contains(host, "xn--"):
		return errHostForm // an ASCII name in other letters, such as full-width digits
	case isAddress && address.Zone() == "":
		local = localAddress(address.Unmap())
	case isAddress, endsInNumber(host):
		return errHostForm
	default:
		local = localName(host)
	}
	if local != "" {
		return fmt.Errorf("must be reachable from the internet, but its host is %s", local)
	}
	return nil
}

// parseHTTPURL returns a URL, and its host: an IPv6 address, or what ASCIIName returns.
func parseHTTPURL(value string) (u *url.URL, host string, err error) {
	if strings.ContainsFunc(value, unicode.IsSpace) || strings.Contains(value, `\`) {
		return nil, "", errURL
	}
	u, err = url.Parse(value)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, "", errURL
	}
	host = u.Hostname()
	if !strings.Contains(host, ":") { // IPv6 addresses have been parsed
		if host, err = ASCIIName(host); err != nil {
			return nil, "", err
		}
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, "", errPort
		}
	}
	return u, host, nil
}

// hostProfile maps a name as a browser does (case, full-width forms, other
// dots). Underscores and hyphens in any place, which some public names have,
// stay allowed.
var hostProfile = idna.New(
	idna.MapForLookup(),
	idna.CheckHyphens(false),
	idna.BidiRule(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.VerifyDNSLength(true),
)

// ASCIIName returns the ASCII form of a host name that may end in a dot, as a browser
// writes it and without the dot.
func ASCIIName(host string) (string, error) {
	name, err := hostProfile.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil || strings.HasSuffix(host, "..") || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return "", errHost
	}
	return name, nil
}

// endsInNumber reports whether browsers take a host for an IPv4 address, in
// whatever spelling (127.1, 2130706433, 0x7f.1), and not for a name.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// localName says what makes a name one of the local network; empty if nothing does.
func localName(name string) string {
	if !strings.Contains(name, ".") {
		return "a name without a domain"
	}
	for _, domain := range []string{"localhost", "localdomain", "local", "internal", "home.arpa"} {
		if strings.HasSuffix("."+name, "."+domain) {
			return fmt.Sprintf("in %q, a local domain", domain)
		}
	}
	return ""
}

// localAddress says what makes an address one that is not reachable from the internet;
// empty if nothing does.
func localAddress(address netip.Addr) string {
	for _, block := range localBlocks {
		for _, prefix := range strings.Fields(block.prefixes) {
			if netip.MustParsePrefix(prefix).Contains(address) {
				return block.kind
			}
		}
	}
	return ""
}

// localBlocks are the address blocks that are not reachable from the internet (IANA
// special-purpose registries). The first that contains an address counts. Of the forms of
// IPv6 that contain an IPv4 address, only a mapped one, which is judged as IPv4, can be
// reachable.
var localBlocks = []struct{ kind, prefixes string }{
	{"an unspecified address", "0.0.0.0/8"},
	{"a private address", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16"},
	{"a unique local address", "fc00::/7"},
	{"a loopback address", "127.0.0.0/8 ::1/128"},
	{"a link-local address", "169.254.0.0/16 fe80::/10"},
	{"a carrier-grade NAT address", "100.64.0.0/10"},
	{"an address reserved for documentation", "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20"},
	{"an address reserved for benchmarks", "198.18.0.0/15"},
	{"a multicast address", "224.0.0.0/4 ff00::/8"},
	{"a NAT64 address", "64:ff9b::/96"},
	{"a Teredo address", "2001::/32"},
	{"a 6to4 address", "2002::/16"},
	// 2001::/23 is for protocols and benchmarks. Public addresses of IPv6 are in 2000::/3,
	// and what is outside of that is in the last three.
	{"a reserved address", "192.0.0.0/24 192.88.99.0/24 240.0.0.0/4 2001::/23 ::/3 4000::/2 8000::/1"},
}
