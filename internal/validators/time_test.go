// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()

	for value, want := range map[string]time.Duration{
		"PT30M":        30 * time.Minute,
		"P2W":          14 * 24 * time.Hour,
		"P60D":         60 * 24 * time.Hour,
		"P1DT2H3M4.5S": 24*time.Hour + 2*time.Hour + 3*time.Minute + 4500*time.Millisecond,
		"PT0S":         0,
		"PT0.5H":       30 * time.Minute,
		"PT0,5H":       30 * time.Minute,
		"P1DT0.5H":     24*time.Hour + 30*time.Minute,
		"P0,5W":        84 * time.Hour,
		// What many libraries write for 30 days: every unit, most of them zero.
		"P0Y0M30DT0H0M0S": 30 * 24 * time.Hour,
		"P0Y30D":          30 * 24 * time.Hour,
		"P00M":            0,
		"P999999999W":     math.MaxInt64,
		"PT9999999999H":   math.MaxInt64,
	} {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			if got, err := validators.ParseDuration(value); err != nil || got != want {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}

func TestParseDuration_refuses(t *testing.T) {
	t.Parallel()

	check := func(value string) error {
		_, err := validators.ParseDuration(value)
		return err
	}
	cases := map[string]ruleCase{
		"a month": {value: "P1M", want: "years or months"},
		"a year":  {value: "P1YT1H", want: "years or months"},
		"both":    {value: "P0Y1M30D", want: "years or months"},
		"a part":  {value: "P0.5M", want: "years or months"},
	}
	for _, value := range []string{"", "P", "PT", "P1DT", "P1", "1D", "-P1D", "+P1D", "P-1D", "p1d", "PT1D", "P1H", "P1D1W", "P1D1D", "PTT1H", "P1٣D", "30 days", " P1D", "P1D\n", "P1.D", "PT1e3S",
		"P8W4D", "P1W1D", "P1Y1W", // weeks stand alone
		"P1.5DT1H", "PT0.5H30M", "P0.0Y30D", // only the last unit has a fraction
		"PT.5H", "PT1.2.3H", "PT1,H", "P1M1Y", "P0000-00-30T00:00:00",
	} {
		cases[value] = ruleCase{value: value, want: "ISO 8601 duration,"}
	}
	runRule(t, rule(check), cases)
}

func TestCheckTimeOfDay(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{}
	for want, values := range map[string][]string{
		"": {
			"18:00:00+09:00", "18:00Z", "00:00:00Z", "23:59:59.999-23:59", "T09:00+09", "180000+0900", "0900Z", "09:00:00,5Z",
			"24:00:00Z", "24:00Z", "24:00:00.000+09:00", "2400Z", "240000+0900", "T24:00:00Z",
			"18Z", "T18+09", "18+0900", "18:30.5Z", "1830,5Z", "18,5Z", "18:00+00:00",
		},
		"ISO 8601 time": {
			"", "18:00", "18:00:00", "24:01Z", "24:00:01Z", "24:00:00.5Z", "25:00Z", "24,5Z", "9:00Z", "18:60Z", "18:00:60Z", "18:00+24:00", "18:00 Z", "18:00z", "6pm", "18:0000Z",
			"2025-01-01T18:00:00Z", "18:00:00.Z", "18:00Z\n", "１８:00Z",
			"18:00+0900", "1800+09:00", "18:00+24:00", "18:00+09:60", "18:00+9", "18:00-00:00", "18:00-00", "1800-0000", "18.5:00Z", "TT18:00Z",
		},
	} {
		for _, value := range values {
			cases[value] = ruleCase{value: value, want: want}
		}
	}
	runRule(t, rule(validators.CheckTimeOfDay), cases)
}

func FuzzParseDuration(f *testing.F) {
	for _, seed := range []string{"PT30M", "P2W", "P60D", "-P1D", "P1Y", "P0.5DT1.25S", "P99999999999999999999D"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		d, err := validators.ParseDuration(value)
		if d < 0 || (err != nil && d != 0) {
			t.Errorf("%q gave %v, %v", value, d, err)
		}
	})
}

func TestParseTime(t *testing.T) {
	t.Parallel()

	at := func(hour, minute, second, nano int) time.Time {
		return time.Date(2025, time.March, 1, hour, minute, second, nano, time.UTC)
	}
	for value, want := range map[string]time.Time{
		"2025-03-01":                     at(0, 0, 0, 0),
		"2025-03-01T05:00:00Z":           at(5, 0, 0, 0),
		"2025-03-01T23:59:59+00:00":      at(23, 59, 59, 0),
		"2025-03-01T05:00:00-00:00":      at(5, 0, 0, 0),
		"2025-03-02T04:59:59+23:59":      at(5, 0, 59, 0),
		"2025-02-28T06:00:00-23:00":      at(5, 0, 0, 0),
		"2025-03-01T05:00:00.5Z":         at(5, 0, 0, 500_000_000),
		"2025-03-01T05:00:00.123456789Z": at(5, 0, 0, 123_456_789),
		"2024-02-29":                     time.Date(2024, time.February, 29, 0, 0, 0, 0, time.UTC),
	} {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			if got, err := validators.ParseTime(value); err != nil || !got.Equal(want) {
				t.Errorf("got %v, %v; want %v", got, err, want)
			}
		})
	}
}

// Go's parser takes half of these.
func TestParseTime_refuses(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{}
	for _, value := range []string{
		"", "2024", "2024-03", "2025-3-1", "2025-13-01", "2025-02-29", "2025-04-31", "20250301", "2025-W09-6", "2025-060", "+2025-03-01",
		"2025-03-01T5:00:00Z", "2025-03-01T24:00:00Z", "2025-03-01T05:60:00Z", "2025-03-01T05:00:60Z", "2025-03-01T05:00Z",
		"2025-03-01T05:00:00+24:00", "2025-03-01T05:00:00+14:60", "2025-03-01T05:00:00-99:99", "2025-03-01T05:00:00+0900", "2025-03-01T05:00:00+9:00",
		"2025-03-01T05:00:00,5Z", "2025-03-01T05:00:00.Z", "2025-03-01T05:00:00", "2025-03-01T05:00:00z", "2025-03-01t05:00:00Z",
		"2025-03-01 05:00:00Z", " 2025-03-01", "2025-03-01\n", "2025-03-01T05:00:00Z\n", "２025-03-01", "2025-02-29T05:00:00Z",
	} {
		cases[value] = ruleCase{value: value, want: "must be an RFC 3339 time"}
	}
	runRule(t, validators.Time(), cases)
}

// What is accepted is a time to Go's parser as well, apart from a fraction of a
// minute or an hour and the end of the day.
func FuzzCheckTimeOfDay(f *testing.F) {
	for _, seed := range []string{"18:00:00+09:00", "0900Z", "24:00Z", "18,5Z", "T18:30.5+09"} {
		f.Add(seed)
	}
	fraction := regexp.MustCompile(`[.,]\d+`)
	f.Fuzz(func(t *testing.T, value string) {
		if validators.CheckTimeOfDay(value) != nil {
			return
		}
		plain := fraction.ReplaceAllString(strings.TrimPrefix(value, "T"), "")
		if end, ok := strings.CutPrefix(plain, "24"); ok {
			plain = "00" + end
		}
		for _, clock := range []string{"15", "15:04", "15:04:05", "1504", "150405"} {
			for _, zone := range []string{"Z07", "Z07:00", "Z0700"} {
				if _, err := time.Parse(clock+zone, plain); err == nil {
					return
				}
			}
		}
		t.Errorf("accepted %q, which is no time", value)
	})
}
