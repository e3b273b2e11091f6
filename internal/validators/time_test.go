// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"math"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()

	for value, want := range map[string]time.Duration{
		"PT30M":         30 * time.Minute,
		"P2W":           14 * 24 * time.Hour,
		"P60D":          60 * 24 * time.Hour,
		"P1DT2H3M4.5S":  24*time.Hour + 2*time.Hour + 3*time.Minute + 4500*time.Millisecond,
		"P1W1D":         8 * 24 * time.Hour,
		"PT0S":          0,
		"P999999999W":   math.MaxInt64,
		"PT9999999999H": math.MaxInt64,
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
		"a month": {value: "P1M", want: "years and months"},
		"a year":  {value: "P1YT1H", want: "years and months"},
	}
	for _, value := range []string{"", "P", "PT", "P1DT", "P1", "1D", "-P1D", "+P1D", "P-1D", "p1d", "PT1D", "P1H", "P1D1W", "P1D1D", "PTT1H", "P1٣D", "30 days", " P1D", "P1D\n", "P1.D", "PT1e3S"} {
		cases[value] = ruleCase{value: value, want: "ISO 8601 duration,"}
	}
	runRule(t, check, cases)
}

func TestCheckTimeOfDay(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{}
	for want, values := range map[string][]string{
		"": {"18:00:00+09:00", "18:00Z", "00:00:00Z", "23:59:59.999-23:59", "T09:00+09", "180000+0900", "0900Z", "09:00:00,5Z"},
		"ISO 8601 time": {
			"", "18:00", "18:00:00", "24:00Z", "9:00Z", "18:60Z", "18:00:60Z", "18:00+24:00", "18:00 Z", "18:00z", "6pm", "18:0000Z",
			"2025-01-01T18:00:00Z", "18:00:00.Z", "18:00Z\n", "１８:00Z",
		},
	} {
		for _, value := range values {
			cases[value] = ruleCase{value: value, want: want}
		}
	}
	runRule(t, validators.CheckTimeOfDay, cases)
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

func FuzzCheckTimeOfDay(f *testing.F) {
	for _, seed := range []string{"18:00:00+09:00", "0900Z", "24:00Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if validators.CheckTimeOfDay(value) != nil {
			return
		}
		for _, layout := range []string{
			"15:04Z07:00", "15:04Z07", "15:04:05Z07:00", "15:04:05Z07", "1504Z0700", "1504Z07", "150405Z0700", "150405Z07",
			"T15:04Z07:00", "T15:04Z07", "T15:04:05Z07:00", "T15:04:05Z07", "T1504Z0700", "T1504Z07", "T150405Z0700", "T150405Z07",
		} {
			if _, err := time.Parse(layout, value); err == nil {
				return
			}
		}
		t.Errorf("accepted %q, which is no time", value)
	})
}
