// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"cmp"
	"maps"
	"slices"
)

// raced is how many cases there are to one that the race detector looks at. It
// takes six times as long, and a race depends on a path of the code: the cases of
// a table go the same few paths. Without the race detector, all of them run. It is
// a prime, so that each row and each column of a table has its turn.
const raced = 13

// sample counts the cases of a table.
type sample int

// left reports whether the next case is left to a run without the race detector.
func (s *sample) left() bool {
	*s++
	return raceDetector && *s%raced != 1
}

// keysOf returns the keys of a table in their order, so that a sample of its cases
// is always the same.
func keysOf[K cmp.Ordered, V any](table map[K]V) []K { return slices.Sorted(maps.Keys(table)) }
