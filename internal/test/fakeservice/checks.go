// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
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

func uuidText(v string) string {
	if isUUID(v) {
		return ""
	}
	return reasonFormat
}

var (
	nonEmpty    = pattern(`.`)
	headerValue = pattern(`^[^\x00-\x1f\x7f]*$`)
	country     = pattern(`^[A-Z]{2}$`)
	currency    = pattern(`^[A-Z]{3}$`)
	digits      = pattern(`^[0-9]+$`)
)

func webURL(v string) string {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return reasonFormat
	}
	return ""
}

// webhookURL refuses what is no target for notifications: no web URL, or a local one (API description, section 4.3).
func webhookURL(v string) string {
	if reason := webURL(v); reason != "" {
		return reason
	}
	u, err := url.Parse(v)
	if err != nil || u.User != nil {
		return reasonFormat
	}
	if localHost(strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))) {
		return reasonLocalURL
	}
	return ""
}

var (
	localSuffixes = []string{".localhost", ".local", ".internal", ".home.arpa"}
	sharedRange   = netip.MustParsePrefix("100.64.0.0/10")
	lastIsNumber  = regexp.MustCompile(`(^|\.)(0x[0-9a-f]*|[0-9]+)$`)
)

func localHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.IsLoopback() || sharedRange.Contains(ip)
	}
	// What is no address but ends in a number is an odd spelling of one.
	if lastIsNumber.MatchString(host) || !strings.Contains(host, ".") {
		return true
	}
	for _, suffix := range localSuffixes {
		if strings.HasSuffix(host, suffix) {
			return true
		}
	}
	return false
}
