// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package paymentapi_test

import (
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"
)

// TestMark_buckets meets 2,000 random buckets for each of three seeds, and prints the figures by
// which the constants of the gate are tuned. All buckets together must reach the marks.
func TestMark_buckets(t *testing.T) {
	t.Parallel()
	const buckets = 2000
	var all figures
	for seed := range 3 {
		var total figures
		for i := range buckets {
			b := rapid.Custom(anyBucket).Example(seed*buckets + i)
			synctest.Test(t, func(t *testing.T) {
				for _, problem := range b.meet(t, &total) {
					t.Errorf("%+v: %s", b, problem)
				}
			})
		}
		t.Logf("seed %d: %s", seed+1, total)
		all.merge(total)
	}
	t.Log("all:", all)
	if all.refusals() > 0.13 || all.slowness() > 1.2 || all.fastSlowness() > 1.4 {
		t.Errorf("%s, want at most 0.130, 1.200 and 1.400", all)
	}
}

func (f *figures) merge(other figures) {
	f.served += other.served
	f.refused += other.refused
	f.took += other.took
	f.inevitable += other.inevitable
	f.fast = append(f.fast, other.fast...)
}
