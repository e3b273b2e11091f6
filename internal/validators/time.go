// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/sosodev/duration"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var (
	date     = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	dateTime = regexp.MustCompile(
		`^\d{4}-\d\d-\d\d(?:[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?` +
			`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$`)
)

// CheckTime accepts a time in RFC 3339, or a date, which means its start in UTC. Other
// forms of ISO 8601 are ambiguous.
func CheckTime(value string) error {
	day := date.FindString(value)
	_, err := time.Parse(time.DateOnly, day)
	if day != "" && err != nil {
		return fmt.Errorf("names the day %s, which does not exist", day)
	}

	_, ok := paymentapi.ParseTime(value)
	if !ok || !dateTime.MatchString(value) {
		return errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z, or a date, such as 2025-01-31")
	}
	return nil
}

// CheckTimeOfDay accepts an ISO 8601 time of day with a time zone, with or without colons.
var CheckTimeOfDay = CheckThat(timeOfDay.MatchString,
	"must be an ISO 8601 time of day with a time zone, such as 17:30:00+09:00 or 08:30Z")

var timeOfDay = regexp.MustCompile(
	`^T?(([01]\d|2[0-3])(:?[0-5]\d){0,2}([.,]\d+)?|24(:?00){0,2})` +
		`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$`)

// durationForm has the units in order, each once, and at least one after P and after T. The library is
// more lenient.
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
	if hours > longestDuration.Hours() {
		return longestDuration, nil
	}
	return time.Duration(hours * float64(time.Hour)), nil
}

// TimeoutsBlock describes the block timeouts, which limits an operation. It is a block
// because a CLI refuses unknown names in a block, and drops them from an attribute.
func TimeoutsBlock(operation string) schema.SingleNestedBlock {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Time limits for operations.",
		Attributes: map[string]schema.Attribute{
			operation: schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "How long reading the whole list may take: " +
					"a Go duration, such as `30s` or `1h`. Defaults to `20m`.",
				Validators: []validator.String{String("Invalid Timeout", CheckTimeout)},
			},
		},
	}
}

// CheckTimeout accepts a Go duration longer than zero. The limit in its message is Go's own; the
// validator of terraform-plugin-framework-timeouts calls a longer duration "not a duration".
var CheckTimeout = CheckThat(func(value string) bool {
	d, err := time.ParseDuration(value)
	return err == nil && d > 0
}, "must be a Go duration longer than zero, such as 30s or 1h, and at most 2562047h")

const defaultTimeout = 20 * time.Minute

// Timeout returns how long an operation may take. The schema accepts only durations.
func Timeout(timeouts types.Object, operation string) time.Duration {
	configured, _ := timeouts.Attributes()[operation].(types.String)
	limit, err := time.ParseDuration(configured.ValueString())
	if err != nil { // it is not configured
		return defaultTimeout
	}
	return limit
}
