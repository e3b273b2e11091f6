// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"regexp"
)

var errTimeOfDay = errors.New("must be an ISO 8601 time of day with a time zone, such as 17:30:00+09:00 or 08:30Z")

// The extended and the basic format of ISO 8601.
var timesOfDay = []*regexp.Regexp{
	regexp.MustCompile(`^T?(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)$`),
	regexp.MustCompile(`^T?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3])(?:[0-5]\d)?)$`),
}

// CheckTimeOfDay accepts an ISO 8601 time of day with a time zone.
func CheckTimeOfDay(value string) error {
	for _, format := range timesOfDay {
		if format.MatchString(value) {
			return nil
		}
	}
	return errTimeOfDay
}
