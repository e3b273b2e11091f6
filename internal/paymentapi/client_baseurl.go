// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// ParseBaseURL checks a base address: https, or http to a loopback host; a
// path is welcome; user information, a query and a fragment are not. Its errors
// never repeat the address.
func ParseBaseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Opaque != "":
		return nil, errors.New("it is not a valid URL, such as https://api.example.com/v1")
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("it must start with https:// (http:// is accepted only for a loopback host)")
	case u.Hostname() == "":
		return nil, errors.New("it has no host")
	case u.User != nil:
		return nil, errors.New("it must not contain a user name or password; pass credentials in `secret` and `app_token`")
	case u.RawQuery != "" || u.ForceQuery:
		return nil, errors.New("it must not have a query")
	case u.Fragment != "" || strings.Contains(raw, "#"):
		return nil, errors.New("it must not have a fragment")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, errors.New("http:// would send the credentials unprotected, so it is accepted only for a loopback host (localhost, 127.0.0.0/8, ::1); use https://")
	}
	return u, nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Zone() == "" && addr.IsLoopback()
}

// CheckCredential returns an error if value cannot be part of the Authorization
// header, because it is empty or has whitespace or control characters in it. The
// error never repeats the value.
func CheckCredential(value string) error {
	if value == "" {
		return errors.New("it must not be empty")
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }) { // no other space is printable
		return errors.New("it must not contain whitespace or control characters; the usual cause is a line break at the end of a file")
	}
	return nil
}

// target joins the base address, a path with escaped segments and a query.
func (c *Client) target(path string, query url.Values) string {
	target := strings.TrimRight(c.base.String(), "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return target
}

// fillTemplate puts the params, each escaped as one segment, in the places of
// the template's placeholders.
func fillTemplate(template string, params []string) (string, error) {
	segments := strings.Split(template, "/")
	for i, segment := range segments {
		if !strings.HasPrefix(segment, "{") {
			continue
		}
		if slices.Contains([]string{"", ".", ".."}, params[0]) {
			return "", errors.New("the value for " + segment + " is no path segment")
		}
		segments[i], params = url.PathEscape(params[0]), params[1:]
	}
	return strings.Join(segments, "/"), nil
}
