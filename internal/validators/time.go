// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/sosodev/duration"
)

var (
	// date matches a text that begins with a date.
	date = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	// dateTime matches the form of RFC 3339, and a date. Go's parser knows which numbers are possible, but also takes
	// hours of one digit, a comma before a fraction, and offsets of 24 hours.
	dateTime = regexp.MustCompile(
		`^\d{4}-\d\d-\d\d(?:[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?` +
			`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$`)
)

var errTime = errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z, or a date, such as 2025-01-31")

// CheckTime accepts the times that ParseTime reads.
func CheckTime(value string) error {
	_, err := ParseTime(value)
	return err
}

// ParseTime reads a time that a user has written: in RFC 3339, or a date, which means its start in UTC. Other forms of
// ISO 8601 are ambiguous; those of services are read by paymentapi.ParseTime.
func ParseTime(value string) (time.Time, error) {
	day := date.FindString(value)
	if day != "" {
		_, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return time.Time{}, fmt.Errorf("names the day %s, which does not exist", day)
		}
	}

	if !dateTime.MatchString(value) {
		return time.Time{}, errTime
	}
	layout := time.RFC3339
	if value == day {
		layout = time.DateOnly
	}
	at, err := time.Parse(layout, strings.ToUpper(value))
	if err != nil {
		return time.Time{}, errTime
	}
	return at, nil
}

// CheckTimeOfDay accepts an ISO 8601 time of day with a time zone, with or without colons.
var CheckTimeOfDay = CheckThat(timeOfDay.MatchString,
	"must be an ISO 8601 time of day with a time zone, such as 17:30:00+09:00 or 08:30Z")

// timeOfDay matches 17:30:00.5+09:00, 1730+0900, T08Z and 24:00Z, among others.
var timeOfDay = regexp.MustCompile(
	`^T?(([01]\d|2[0-3])(:?[0-5]\d){0,2}([.,]\d+)?|24(:?00){0,2})` +
		`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$`)

// durationForm has the units in order, each once. The library takes them in any order.
var durationForm = regexp.MustCompile(
	`^P(?:[\d.,]+Y)?(?:[\d.,]+M)?(?:[\d.,]+W)?(?:[\d.,]+D)?(?:T(?:[\d.,]+H)?(?:[\d.,]+M)?(?:[\d.,]+S)?)?$`)

// longestDuration is 100 years: a time.Duration cannot hold 300.
const longestDuration = 100 * 365 * 24 * time.Hour

var (
	errDuration       = errors.New("must be an ISO 8601 duration, such as PT30M or P14D")
	errDurationVaries = errors.New("must be an ISO 8601 duration without years or months, " +
		"because their length varies; use days, such as P30D")
)

// ParseDuration returns the length of an ISO 8601 duration of weeks, days, hours, minutes
// and seconds; 100 years for a longer one. Years and months vary in length, so durations
// that have them are refused.
func ParseDuration(value string) (time.Duration, error) {
	// There is a unit after the P, and after the T if there is one: durationForm alone does not require it.
	isEmptyPart := strings.HasSuffix(value, "P") || strings.HasSuffix(value, "T")
	if isEmptyPart || !durationForm.MatchString(value) {
		return 0, errDuration
	}

	parsed, err := duration.Parse(strings.ReplaceAll(value, ",", "."))
	if err != nil {
		return 0, errDuration
	}
	days, _, _ := strings.Cut(value, "T")
	if strings.ContainsAny(days, "YM") { // an M after the T means minutes
		return 0, errDurationVaries
	}

	hours := (parsed.Weeks*7+parsed.Days)*24 + parsed.Hours + parsed.Minutes/60 + parsed.Seconds/3600
	hours = min(hours, longestDuration.Hours())
	return time.Duration(hours * float64(time.Hour)), nil
}
