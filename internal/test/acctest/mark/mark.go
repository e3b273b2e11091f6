// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package mark checks that ratios of measured figures reach their marks. Each is a
// row of `make bench`. A ratio of two figures from one run is about the same on
// every machine, while the figures are not.
package mark

import (
	"testing"
	"time"
)

// AtMost fails the benchmark if a ratio exceeds its mark.
func AtMost(b *testing.B, what string, ratio, mark float64) {
	b.Run(what, func(b *testing.B) {
		b.ReportMetric(0, "ns/op") // 0 leaves it out
		b.ReportMetric(ratio, "ratio")
		b.ReportMetric(mark, "at-most")
		if ratio > mark {
			b.Errorf("the ratio is %.2f, and the mark at most %.2f", ratio, mark)
		}
	})
}

// Fastest runs tasks the given number of times, in turn, so that other load affects
// all of them. It returns the fewest seconds that each took, because other load can
// only increase them.
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
