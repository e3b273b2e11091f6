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
		"PT0S":          0,
		"PT0.5H":        30 * time.Minute,
		"PT0,5H":        30 * time.Minute,
		"P1DT0.5H":      24*time.Hour + 30*time.Minute,
		"P0,5W":         84 * time.Hour,
		"P15000W":       15000 * 7 * 24 * time.Hour,
		"P15200W":       math.MaxInt64, // more than 290 years
		"P999999999W":   math.MaxInt64,
		"PT9999999999H": math.MaxInt64,
	} {
		if got, err := validators.ParseDuration(value); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", value, got, err, want)
		}
	}
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
