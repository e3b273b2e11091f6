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
	errVariableDuration = errors.New("must be an ISO 8601 duration without years or months, because their length varies; use days, such as P30D")
)

// isoDuration is the grammar of ISO 8601: weeks alone, or the other units, each at
// most once and in this order. The parser of the library accepts more than that. Only
// the last unit may have a fraction; earlierFraction finds one in another unit.
var (
	isoDuration = regexp.MustCompile(strings.ReplaceAll(`^P(?:#W|(?:#Y)?(?:#M)?(?:#D)?(?:T(?:#H)?(?:#M)?(?:#S)?)?)$`, "#", `\d+(?:[.,]\d+)?`))

	earlierFraction = regexp.MustCompile(`[.,]\d+[A-Z].`)
)

// ParseDuration returns the length of an ISO 8601 duration of weeks, days,
// hours, minutes and seconds, at most that of the longest time.Duration.
// Durations with years or months are refused: their length varies.
func ParseDuration(value string) (time.Duration, error) {
	if !isoDuration.MatchString(value) || strings.HasSuffix(value, "P") || strings.HasSuffix(value, "T") || earlierFraction.MatchString(value) {
		return 0, errDuration
	}
	if date, _, _ := strings.Cut(value, "T"); strings.ContainsAny(date, "YM") {
		return 0, errVariableDuration
	}
	d, err := duration.Parse(strings.ReplaceAll(value, ",", "."))
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
