// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// check returns the reason to refuse a value, or "". The checks are crude on
// purpose: they find requests that are built wrongly. Which values are valid is
// left to the tests of the provider's own rules.
type check func(string) string

func pattern(expr string) check {
	re := regexp.MustCompile(expr)
	return func(v string) string {
		if re.MatchString(v) {
			return ""
		}
		return reasonFormat
	}
}

func oneOf(values ...string) check {
	return func(v string) string {
		if slices.Contains(values, v) {
			return ""
		}
		return reasonValue
	}
}

var (
	anyText     = pattern(``)
	nonEmpty    = pattern(`.`)
	headerValue = pattern(`^[^\x00-\x1f\x7f]*$`)
	currency    = pattern(`^[A-Z]{3}$`)
	country     = pattern(`^[A-Z]{2}$`)
	digits      = pattern(`^[0-9]+$`)
	whole       = pattern(`^-?[0-9]{1,18}$`)
	cardNumber  = pattern(`^[0-9][0-9 -]*$`)
	localNumber = pattern(`^[0-9]{1,15}$`)
	uuidText    = pattern(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)
	email       = pattern(`^[^@\s]+@[^@\s]+$`)
	ipv4        = pattern(`^([0-9]{1,3}\.){3}[0-9]{1,3}$`)
	duration    = pattern(`^P[0-9.,YMWDTHS]+$`)
	timeOfDay   = pattern(`^T?[0-9:.,]+(Z|[+-][0-9:]+)$`)
)

func webURL(v string) string {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return reasonFormat
	}
	return ""
}

// webhookURL refuses a local URL (API description, section 4.3).
func webhookURL(v string) string {
	if reason := webURL(v); reason != "" {
		return reason
	}
	if u, err := url.Parse(v); err != nil || u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.") {
		return reasonLocalURL
	}
	return ""
}
