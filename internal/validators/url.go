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
)

// CheckHTTPURL accepts an absolute http or https URL with a host, whatever the host.
func CheckHTTPURL(value string) error {
	_, err := parseHTTPURL(value)
	return err
}

// CheckWebhookURL accepts an absolute http or https URL without user info whose host is not local
// (API description, section 4.3). Nothing is looked up in DNS.
func CheckWebhookURL(value string) error {
	u, err := parseHTTPURL(value)
	if err != nil {
		return err
	}
	if u.User != nil {
		return errUserInfo
	}
	err = checkPublicHost(u.Hostname())
	if errors.Is(err, errSingleLabel) && !MayHoldUserInfo(value) {
		return fmt.Errorf("must be reachable from the internet, but %q has no domain", u.Hostname())
	}
	return err
}

// WebhookURL returns a validator for the URL that a webhook notifies.
func WebhookURL() validator.String {
	return stringValidator{
		summary:     "Invalid Webhook URL",
		description: "must be an absolute http or https URL that is reachable from the internet",
		check:       CheckWebhookURL,
		hide:        MayHoldUserInfo,
		advice:      " If it was generated for an import, delete the line: the webhook keeps its URL.",
	}
}

// MayHoldUserInfo reports whether a URL, well-formed or not, may carry a user
// name or password, so that neither it nor its line in the configuration should
// be shown.
func MayHoldUserInfo(value string) bool {
	return strings.ContainsAny(value, "@＠﹫") || strings.Contains(value, "%40")
}

func parseHTTPURL(value string) (*url.URL, error) {
	if strings.ContainsFunc(value, unicode.IsSpace) || strings.Contains(value, `\`) {
		return nil, errURL
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, errURL
	}
	if !strings.Contains(u.Hostname(), ":") { // IPv6 addresses have been parsed
		if _, err := ASCIIName(u.Hostname()); err != nil {
			return nil, err
		}
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, errPort
		}
	}
	return u, nil
}

var (
	errHost        = errors.New("must contain a valid host name or IP address")
	errSingleLabel = errors.New("must be reachable from the internet, but its host has no domain")
	errHostForm    = errors.New("must contain its host in plain form, such as example.com or 8.8.8.8")
	errFinalDot    = errors.New("must not have a dot at the end of its host")
)

// localNames are the names that, with everything below them, mean a host of the
// local network.
var localNames = []string{"localhost", "localdomain", "local", "internal", "home.arpa"}

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

// checkPublicHost refuses hosts that only mean something locally, and spellings
// that hide such a host.
func checkPublicHost(host string) error {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		if err != nil {
			return errHost
		}
		return checkPublicAddr(addr)
	}
	name, err := plainName(host)
	if err != nil {
		return err
	}
	if endsInNumber(name) {
		addr, err := netip.ParseAddr(name)
		if err != nil {
			return errHostForm
		}
		return checkPublicAddr(addr)
	}
	return checkPublicName(name)
}

// plainName returns the ASCII form of a host name. It refuses a final dot and
// non-ASCII spellings of ASCII names, such as full-width digits: they only
// serve to disguise a host.
func plainName(host string) (string, error) {
	name, err := ASCIIName(host)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(host, ".") || strings.HasSuffix(name, ".") {
		return "", errFinalDot
	}
	isOther := func(r rune) bool { return r > unicode.MaxASCII }
	if strings.ContainsFunc(host, isOther) && !strings.Contains(name, "xn--") {
		return "", errHostForm
	}
	return name, nil
}

// ASCIIName returns the ASCII form of a host name that may end in a dot, as a browser
// writes it and without the dot.
func ASCIIName(host string) (string, error) {
	name, err := hostProfile.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil || strings.HasSuffix(host, "..") || strings.ContainsFunc(name, notInHostName) {
		return "", errHost
	}
	return name, nil
}

func checkPublicName(name string) error {
	if !strings.Contains(name, ".") {
		return errSingleLabel
	}
	for _, local := range localNames {
		if name == local || strings.HasSuffix(name, "."+local) {
			return fmt.Errorf("must be reachable from the internet, but names under %q are local", local)
		}
	}
	return nil
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

func notInHostName(r rune) bool {
	letter, digit := 'a' <= r && r <= 'z', '0' <= r && r <= '9'
	return !letter && !digit && r != '-' && r != '_' && r != '.'
}

// reserved lists the address blocks that are not reachable from the internet
// (IANA special-purpose registries). The first that contains an address counts.
var reserved = []struct {
	block netip.Prefix
	kind  string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "an unspecified address"},
	{netip.MustParsePrefix("10.0.0.0/8"), "a private address"},
	{netip.MustParsePrefix("100.64.0.0/10"), "a carrier-grade NAT address"},
	{netip.MustParsePrefix("127.0.0.0/8"), "a loopback address"},
	{netip.MustParsePrefix("169.254.0.0/16"), "a link-local address"},
	{netip.MustParsePrefix("172.16.0.0/12"), "a private address"},
	{netip.MustParsePrefix("192.0.0.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.0.2.0/24"), "an address reserved for documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "a reserved address"},
	{netip.MustParsePrefix("192.168.0.0/16"), "a private address"},
	{netip.MustParsePrefix("198.18.0.0/15"), "an address reserved for benchmarks"},
	{netip.MustParsePrefix("198.51.100.0/24"), "an address reserved for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "an address reserved for documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "a multicast address"},
	{netip.MustParsePrefix("240.0.0.0/4"), "a reserved address"},

	{netip.MustParsePrefix("::1/128"), "a loopback address"},
	{netip.MustParsePrefix("64:ff9b::/96"), "a NAT64 address"},
	{netip.MustParsePrefix("2001::/32"), "a Teredo address"},
	{netip.MustParsePrefix("2001::/23"), "a reserved address"}, // for protocols and benchmarks
	{netip.MustParsePrefix("2001:db8::/32"), "an address reserved for documentation"},
	{netip.MustParsePrefix("2002::/16"), "a 6to4 address"},
	{netip.MustParsePrefix("3fff::/20"), "an address reserved for documentation"},
	{netip.MustParsePrefix("fc00::/7"), "a unique local address"},
	{netip.MustParsePrefix("fe80::/10"), "a link-local address"},
	{netip.MustParsePrefix("ff00::/8"), "a multicast address"},
}

// globalUnicast is the part of IPv6 in which public addresses are assigned.
var globalUnicast = netip.MustParsePrefix("2000::/3")

// checkPublicAddr refuses an address that is not reachable from the internet. Of those
// of IPv6 that contain an IPv4 address, only a mapped one can be.
func checkPublicAddr(addr netip.Addr) error {
	if addr.Zone() != "" {
		return localAddr("an address with a zone")
	}
	addr = addr.Unmap()
	for _, r := range reserved {
		if r.block.Contains(addr) {
			return localAddr(r.kind)
		}
	}
	if addr.Is6() && !globalUnicast.Contains(addr) {
		return localAddr("a reserved address")
	}
	return nil
}

func localAddr(kind string) error {
	return fmt.Errorf("must be reachable from the internet, but its host is %s", kind)
}
