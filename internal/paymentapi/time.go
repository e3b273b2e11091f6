// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"strings"
	"time"
)

// ParseTime reads a time as RFC 3339 writes it, or with an offset without its colon,
// or without one, which is a time in UTC. A date is its start in UTC. It reports false
// for any other text.
func ParseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", time.DateOnly} {
		if at, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// Created returns the time in CreatedOn, and false if that is nil or not a time.
func (c *Charge) Created() (time.Time, bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	return ParseTime(*c.CreatedOn)
}
