// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "time"

// createdLayouts are the forms of created_on: a time is in UTC even if it does not
// say so. Each may have a fraction of the second.
var createdLayouts = []string{
	time.RFC3339,
	"2006-01-02T15:04:05",
	"2006-01-02 15:04:05",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05 Z07:00",
	"2006-01-02 15:04:05 Z0700",
	"2006-01-02 15:04:05 UTC",
	"2006-01-02T15:04:05Z0700",
	"2006-01-02 15:04:05Z0700",
	"2006-01-02T15:04:05Z07",
	"2006-01-02 15:04:05Z07",
}

// Created returns when the charge was created, and reports whether it says so.
func (c *Charge) Created() (time.Time, bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	for _, layout := range createdLayouts {
		if created, err := time.Parse(layout, *c.CreatedOn); err == nil {
			return created, true
		}
	}
	return time.Time{}, false
}
