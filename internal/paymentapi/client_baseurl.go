// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
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
	case !validPort(u):
		return nil, errors.New("its port must be a number from 1 to 65535")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, errors.New("http:// would send the credentials unprotected, so it is accepted only for a loopback host (localhost, 127.0.0.0/8, ::1); use https://")
	}
	return u, nil
}

func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && port > 0
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Zone() == "" && net.IP(addr.AsSlice()).IsLoopback()
}

// CheckCredential checks that value can be part of the Authorization header:
// it must not be empty, nor hold whitespace or control characters. Its errors
// never repeat the value.
func CheckCredential(value string) error {
	if value == "" {
		return errors.New("it must not be empty")
	}
	for _, r := range value {
		if unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) {
			return errors.New("it must not contain whitespace or control characters; the usual cause is a line break at the end of a file")
		}
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
	var b strings.Builder
	rest := template
	for _, param := range params {
		before, after, found := strings.Cut(rest, "{")
		_, after, closed := strings.Cut(after, "}")
		if !found || !closed {
			return "", errors.New("more values than placeholders in " + template)
		}
		if param == "" || param == "." || param == ".." {
			return "", errors.New("a value for " + template + " is no path segment")
		}
		b.WriteString(before)
		b.WriteString(url.PathEscape(param))
		rest = after
	}
	if strings.Contains(rest, "{") {
		return "", errors.New("fewer values than placeholders in " + template)
	}
	b.WriteString(rest)
	return b.String(), nil
}
