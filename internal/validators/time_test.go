// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
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
		"P999999999W":   100 * 365 * 24 * time.Hour, // and not what is left of a number that is too large
		"PT9999999999H": 100 * 365 * 24 * time.Hour,
	} {
		if got, err := validators.ParseDuration(value); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", value, got, err, want)
		}
	}
}
