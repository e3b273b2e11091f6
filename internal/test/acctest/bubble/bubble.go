// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package bubble runs tests in fake time. Nothing else of the project is imported, so that
// every package can use it in its tests.
package bubble

import (
	"testing"
	"testing/synctest"
)

// Each runs a test for each row of a table, in a bubble of its own.
func Each[T any](t *testing.T, rows map[string]T, test func(t *testing.T, row T)) {
	t.Helper()
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(t, row) })
		})
	}
}

// EachWay runs a test for each row of a table in each of several ways, in a bubble of its
// own.
func EachWay[W, T any](t *testing.T, ways map[string]W, rows map[string]T, test func(t *testing.T, way W, row T)) {
	t.Helper()
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Each(t, rows, func(t *testing.T, row T) { test(t, way, row) })
		})
	}
}
