// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"regexp"
	"strings"
)

var errTimeOfDay = errors.New("must be an ISO 8601 time of day with a time zone, such as 17:30:00+09:00 or 08:30Z")

// timesOfDay are the extended and the basic format of ISO 8601, with the time
// zone in the same format. The smallest unit may have a fraction; 24:00 is the
// end of the day.
var timesOfDay = []*regexp.Regexp{
	regexp.MustCompile(`^T?(?:(?:[01]\d|2[0-3])(?::[0-5]\d){0,2}(?:[.,]\d+)?|24(?::00){1,2}(?:[.,]0+)?)(Z|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)$`),
	regexp.MustCompile(`^T?(?:(?:[01]\d|2[0-3])(?:[0-5]\d){0,2}(?:[.,]\d+)?|24(?:00){1,2}(?:[.,]0+)?)(Z|[+-](?:[01]\d|2[0-3])(?:[0-5]\d)?)$`),
}

// CheckTimeOfDay accepts an ISO 8601 time of day with a time zone.
func CheckTimeOfDay(value string) error {
	for _, format := range timesOfDay {
		parts := format.FindStringSubmatch(value)
		if parts != nil && strings.Trim(parts[1], "0:") != "-" { // the offset of UTC is not negative
			return nil
		}
	}
	return errTimeOfDay
}
