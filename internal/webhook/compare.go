// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// sameID tells whether two UUIDs are one, however they are spelled.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }

// sameURL tells whether two URLs are one, spelled the same or not: the case of
// scheme and host, the default port, an empty path, needless escapes.
func sameURL(a, b string) bool { return a == b || canonicalURL(a) == canonicalURL(b) }

var defaultPorts = map[string]string{"http": "80", "https": "443"}

func canonicalURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return raw
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	if port := u.Port(); port != "" && port != defaultPorts[u.Scheme] {
		host += ":" + port
	}
	path := cmp.Or(u.EscapedPath(), "/")
	path = percentEscape.ReplaceAllStringFunc(path, canonicalEscape)
	return u.Scheme + "://" + u.User.String() + "@" + host + path + "?" + u.RawQuery + "#" + u.EscapedFragment()
}

var (
	percentEscape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	unreserved    = regexp.MustCompile(`^[A-Za-z0-9._~-]$`)
)

// canonicalEscape undoes an escape that a character needs nowhere.
func canonicalEscape(escape string) string {
	if char, err := url.PathUnescape(escape); err == nil && unreserved.MatchString(char) {
		return char
	}
	return strings.ToUpper(escape)
}

// sameTriggers tells whether two lists hold the same kinds of event, in any
// order, case and number.
func sameTriggers(a, b []string) bool {
	return slices.Equal(canonicalTriggers(a), canonicalTriggers(b))
}

func canonicalTriggers(list []string) []string {
	folded := make([]string, len(list))
	for i, trigger := range list {
		folded[i] = strings.ToLower(strings.TrimSpace(trigger))
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}
