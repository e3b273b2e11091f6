// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/sosodev/duration"
)

var (
	errDuration         = errors.New("must be an ISO 8601 duration, such as PT30M or P14D")
	errVariableDuration = errors.New("must be an ISO 8601 duration without years and months, whose length varies; write days, such as P30D")
)

// isoDuration is the grammar of ISO 8601, which the parser does not insist on:
// each unit once, in order, and at least one.
var isoDuration = regexp.MustCompile(`^P(\d+Y)?(\d+M)?(\d+(?:\.\d+)?W)?(\d+(?:\.\d+)?D)?(T(\d+(?:\.\d+)?H)?(\d+(?:\.\d+)?M)?(\d+(?:\.\d+)?S)?)?$`)

// ParseDuration returns the length of an ISO 8601 duration of weeks, days,
// hours, minutes and seconds, at most that of the longest time.Duration.
// Durations of years or months are refused: their length is not certain.
func ParseDuration(value string) (time.Duration, error) {
	units := isoDuration.FindStringSubmatch(value)
	if units == nil || strings.HasSuffix(value, "P") || strings.HasSuffix(value, "T") {
		return 0, errDuration
	}
	if units[1] != "" || units[2] != "" {
		return 0, errVariableDuration
	}
	d, err := duration.Parse(value)
	if err != nil {
		return 0, errDuration
	}
	if hours := (d.Weeks*7+d.Days)*24 + d.Hours + d.Minutes/60 + d.Seconds/3600; hours >= maxHours {
		return math.MaxInt64, nil
	}
	return d.ToTimeDuration(), nil
}

// maxHours is about the length of the longest time.Duration.
const maxHours = 290 * 365 * 24
