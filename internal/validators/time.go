// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/sosodev/duration"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var (
	date     = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	dateTime = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$`)
)

// CheckTime accepts a time in RFC 3339, or a date, which means its start in UTC. Other
// forms of ISO 8601 are ambiguous.
func CheckTime(value string) error {
	if day := date.FindString(value); day != "" {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return fmt.Errorf("names the day %s, which does not exist", day)
		}
	}
	if _, ok := paymentapi.ParseTime(value); !ok || !dateTime.MatchString(value) {
		return errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z, or a date, such as 2025-01-31")
	}
	return nil
}

// Time returns a validator for a string attribute that holds a time or a date.
func Time() validator.String { return String("Invalid Time", CheckTime) }

// checkTimeout accepts a Go duration. The longest is somewhat longer than 2562047h.
var checkTimeout = CheckThat(func(value string) bool {
	d, err := time.ParseDuration(value)
	return err == nil && d > 0
}, "must be a Go duration longer than zero, such as 30s or 1h, and at most 2562047h")

// Timeout returns the validator for an argument of timeouts. The library's
// validator says of a duration that is too long that it is not a duration.
func Timeout() validator.String { return String("Invalid Timeout", checkTimeout) }

// timesOfDay are the extended and the basic format of ISO 8601, with the time
// zone in the same format. The smallest unit may have a fraction; 24:00 is the
// end of the day.
var timesOfDay = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^T?(?:(?:[01]\d|2[0-3])(?::[0-5]\d){0,2}(?:[.,]\d+)?|24(?::00){1,2}(?:[.,]0+)?)(Z|[+-](?:[01]\d|2[0-3])(?::[0-5]\d)?)$`),
		regexp.MustCompile(`^T?(?:(?:[01]\d|2[0-3])(?:[0-5]\d){0,2}(?:[.,]\d+)?|24(?:00){1,2}(?:[.,]0+)?)(Z|[+-](?:[01]\d|2[0-3])(?:[0-5]\d)?)$`),
	}
})

// CheckTimeOfDay accepts an ISO 8601 time of day with a time zone.
var CheckTimeOfDay = CheckThat(func(value string) bool {
	return slices.ContainsFunc(timesOfDay(), func(format *regexp.Regexp) bool {
		parts := format.FindStringSubmatch(value)
		return parts != nil && strings.Trim(parts[1], "0:") != "-" // the offset of UTC is not negative
	})
}, "must be an ISO 8601 time of day with a time zone, such as 17:30:00+09:00 or 08:30Z")

var (
	errDuration         = errors.New("must be an ISO 8601 duration, such as PT30M or P14D")
	errVariableDuration = errors.New("must be an ISO 8601 duration without years or months, because their length varies; use days, such as P30D")
)

// isoDuration is the grammar of ISO 8601: weeks alone, or the other units, each at
// most once and in this order. The parser of the library accepts more than that. Only
// the last unit may have a fraction; earlierFraction finds one in another unit.
var (
	isoDuration = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(strings.ReplaceAll(`^P(?:#W|(?:#Y)?(?:#M)?(?:#D)?(?:T(?:#H)?(?:#M)?(?:#S)?)?)$`, "#", `\d+(?:[.,]\d+)?`))
	})

	earlierFraction = regexp.MustCompile(`[.,]\d+[A-Z].`)
)

// ParseDuration returns the length of an ISO 8601 duration of weeks, days,
// hours, minutes and seconds, at most that of the longest time.Duration.
// Durations with years or months are refused: their length varies.
func ParseDuration(value string) (time.Duration, error) {
	if !isoDuration().MatchString(value) || strings.HasSuffix(value, "P") || strings.HasSuffix(value, "T") || earlierFraction.MatchString(value) {
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
