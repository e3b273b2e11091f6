// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package mark holds ratios of measured figures against what they are to reach.
// Each is a row of `make bench`. Ratios of figures from one run stay the same on
// any machine, and figures do not.
package mark

import (
	"testing"
	"time"
)

// AtMost fails the benchmark if a ratio exceeds its mark.
func AtMost(b *testing.B, what string, ratio, mark float64) {
	row(b, what, ratio, mark, "at-most", ratio <= mark)
}

// AtLeast fails the benchmark if a ratio does not reach its mark.
func AtLeast(b *testing.B, what string, ratio, mark float64) {
	row(b, what, ratio, mark, "at-least", ratio >= mark)
}

func row(b *testing.B, what string, ratio, mark float64, bound string, met bool) {
	b.Run(what, func(b *testing.B) {
		b.ReportMetric(0, "ns/op") // is left out then
		b.ReportMetric(ratio, "ratio")
		b.ReportMetric(mark, bound)
		if !met {
			b.Errorf("the ratio is %.2f, and the mark %s %.2f", ratio, bound, mark)
		}
	})
}

// Fastest runs tasks so many times, in turn, so that all of them meet the same
// machine. It returns the fewest seconds that each took, since other load can only
// increase them.
func Fastest(times int, tasks map[string]func()) map[string]float64 {
	least := map[string]float64{}
	for run := range times {
		for name, task := range tasks {
			started := time.Now()
			task()
			took := time.Since(started).Seconds()
			if run > 0 {
				took = min(took, least[name])
			}
			least[name] = took
		}
	}
	return least
}
