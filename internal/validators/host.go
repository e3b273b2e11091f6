// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

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

	if disguised := !isASCII(host) && !strings.Contains(name, "xn--"); disguised {
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

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
