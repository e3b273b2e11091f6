// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
)

// SameURL reports whether two URLs are one, even if they differ in the case of
// scheme and host, the default port, an empty path, dots in it, what is escaped
// and how, or the fragment, which is never sent.
func SameURL(a, b string) bool { return a == b || CanonicalURL(a) == CanonicalURL(b) }

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// CanonicalURL returns one spelling for all URLs that are the same.
func CanonicalURL(raw string) string {
	sent, _, _ := strings.Cut(raw, "#")
	u, err := url.Parse(canonicalEscapes(sent))
	if err != nil || u.Host == "" {
		return raw
	}
	u = u.ResolveReference(u) // which removes the segments . and ..
	host := asciiName(u.Hostname())
	if port := u.Port(); port != "" && port != defaultPorts[u.Scheme] {
		host += ":" + port
	}
	return u.Scheme + "://" + u.User.String() + "@" + host + cmp.Or(u.EscapedPath(), "/") + "?" + u.RawQuery
}

// escapable matches a character that is escaped in a URL, or that only a browser
// allows there as it is.
var escapable = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^\x00-\x7F]`)

// canonicalEscapes returns a URL in which such characters are escaped
// in capitals if they need to be, and stand as they are if they never need to.
func canonicalEscapes(raw string) string {
	return escapable.ReplaceAllStringFunc(raw, func(char string) string {
		plain, _ := url.PathUnescape(char) // it is a whole escape, or none
		return strings.ReplaceAll(url.QueryEscape(plain), "+", "%20")
	})
}
