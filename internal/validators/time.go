// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"regexp"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

var errTime = errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z, or a date, such as 2025-01-31")

// rfc3339 has the ranges that time.Parse does not insist on: two digits for the
// hour, a point before the fraction, and an offset that exists.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`)

// ParseTime returns the instant of a time in RFC 3339, or the start of a date
// in UTC: the two forms of ISO 8601 that mean one instant only.
func ParseTime(value string) (time.Time, error) {
	layout := time.DateOnly
	if rfc3339.MatchString(value) {
		layout = time.RFC3339
	}
	t, err := time.Parse(layout, value)
	if err != nil {
		return time.Time{}, errTime
	}
	return t, nil
}

// CheckTime accepts what ParseTime reads.
func CheckTime(value string) error {
	_, err := ParseTime(value)
	return err
}

// Time returns a validator for a string attribute that holds a time or a date.
func Time() validator.String {
	return String("Invalid Time", errTime.Error(), CheckTime)
}
