// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// webForm is an absolute http or https URL: its host, port and path. It is not left to url.Parse, which takes hosts that no
// URL has.
var webForm = regexp.MustCompile(`^(?i:https?)://(?:[^/?#@]*@)?(\[[0-9A-Fa-f:.]+\]|[^/?#@:\[\]]+)(?::([0-9]*))?(/[^?#]*)?(\?[^#]*)?(#.*)?$`)

var brokenEscape = regexp.MustCompile(`%(?:[^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)`)

// webHost returns the host of a web URL: in lower case, without a final dot and
// the brackets of an IPv6 address.
func webHost(v string) (host string, ok bool) {
	if strings.ContainsFunc(v, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' }) {
		return "", false
	}
	parts := webForm.FindStringSubmatch(v)
	if parts == nil || brokenEscape.MatchString(parts[3]) {
		return "", false
	}
	if port := parts[2]; port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return "", false
		}
	}
	if literal, ok := strings.CutPrefix(parts[1], "["); ok {
		host := strings.TrimSuffix(literal, "]")
		_, err := netip.ParseAddr(host)
		return host, err == nil
	}
	host = plainHost(parts[1])
	return host, validHost(host)
}

// plainHost returns a host as browsers read it: in lower case, full-width forms
// as plain ones, without a final dot.
func plainHost(host string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '。' || r == '．' || r == '｡':
			return '.'
		case r >= '！' && r <= '～':
			r += '!' - '！'
		}
		return unicode.ToLower(r)
	}, host)
	return strings.TrimSuffix(plain, ".")
}

// validHost reports whether a host consists of labels, each of letters, digits,
// hyphens and underscores.
func validHost(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > 63 || strings.ContainsFunc(label, notInLabel) {
			return false
		}
	}
	return strings.ContainsFunc(host, func(r rune) bool { return r != '-' && r != '.' })
}

func notInLabel(r rune) bool {
	return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.Is(unicode.Nd, r)
}

func webURL(v string) string {
	if _, ok := webHost(v); !ok {
		return reasonFormat
	}
	return ""
}

// webhookURL refuses what is no target for notifications: no web URL, or a
// local one (API description, section 4.3).
func webhookURL(v string) string {
	host, ok := webHost(v)
	switch {
	case !ok:
		return reasonFormat
	case localHost(host):
		return reasonLocalURL
	}
	return ""
}

var (
	localNames   = []string{"localhost", "localdomain", "local", "internal", "home.arpa"}
	lastIsNumber = regexp.MustCompile(`(^|\.)(0x[0-9a-f]*|[0-9]+)$`)
)

func localHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return localAddress(ip)
	}
	// What is no address but ends in a number is an odd spelling of one.
	if lastIsNumber.MatchString(host) || !strings.Contains(host, ".") {
		return true
	}
	for _, name := range localNames {
		if strings.HasSuffix("."+host, "."+name) {
			return true
		}
	}
	return false
}

// localBlocks are what IANA's registries of special-purpose addresses call not
// globally reachable.
var localBlocks = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
	"192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	"2001:2::/48", "2001:10::/28", "2001:20::/28", "2001:db8::/32", "3fff::/20",
)

// publicBlocks are the IPv6 addresses that are assigned, or stand for an IPv4
// address. Their bytes from v4 on are that address, each inverted by mask;
// several rows may apply, and all must be public.
var publicBlocks = []struct {
	block netip.Prefix
	v4    int // 0: there is none
	mask  byte
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12, 0},
	{netip.MustParsePrefix("2002::/16"), 2, 0},
	{netip.MustParsePrefix("2001::/32"), 4, 0},
	{netip.MustParsePrefix("2001::/32"), 12, 0xff},
	{netip.MustParsePrefix("2000::/3"), 0, 0},
}

func prefixes(blocks ...string) []netip.Prefix {
	parsed := make([]netip.Prefix, len(blocks))
	for i, block := range blocks {
		parsed[i] = netip.MustParsePrefix(block)
	}
	return parsed
}

func localAddress(ip netip.Addr) bool {
	ip = ip.Unmap()
	for _, block := range localBlocks {
		if block.Contains(ip) {
			return true
		}
	}
	if ip.Is4() {
		return false
	}
	public := false
	for _, p := range publicBlocks {
		if !p.block.Contains(ip) {
			continue
		}
		public = true
		if p.v4 == 0 {
			continue
		}
		var inner [4]byte
		for i, b := range ip.AsSlice()[p.v4 : p.v4+4] {
			inner[i] = b ^ p.mask
		}
		if localAddress(netip.AddrFrom4(inner)) {
			return true
		}
	}
	return !public
}
