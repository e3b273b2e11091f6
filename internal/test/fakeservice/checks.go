// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"regexp"
	"strings"
	"unicode"
)

// The checks of single values. Each returns the reason of a refusal, or "".

func pattern(expr string) func(string) string {
	re := regexp.MustCompile(expr)
	return func(v string) string {
		if re.MatchString(v) {
			return ""
		}
		return reasonFormat
	}
}

func oneOf(values ...string) func(string) string {
	return func(v string) string {
		for _, known := range values {
			if v == known {
				return ""
			}
		}
		return reasonValue
	}
}

var (
	nonEmpty    = pattern(`.`)
	headerValue = pattern(`^[^\x00-\x1f\x7f]*$`)
	currency    = pattern(`^[A-Z]{3}$`)
	digits      = pattern(`^[0-9]+$`)
	uuidText    = pattern(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)

	// Numbers have no leading zeros and no plus.
	whole   = pattern(`^(0|[1-9][0-9]*)$`)
	decimal = pattern(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

	octet = pattern(`^(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$`)
)

func ipv4(v string) string {
	octets := strings.Split(v, ".")
	if len(octets) != 4 {
		return reasonFormat
	}
	for _, o := range octets {
		if octet(o) != "" {
			return reasonFormat
		}
	}
	return ""
}

// emailAddress takes one @ with something before it and a host after it, and no
// spaces: mailboxes that the grammar of e-mail does not know exist.
func emailAddress(v string) string {
	parts := strings.Split(v, "@")
	if len(parts) != 2 || parts[0] == "" || !validHost(strings.ToLower(parts[1])) || strings.ContainsFunc(parts[0], notPrinted) {
		return reasonFormat
	}
	return ""
}

func notPrinted(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
