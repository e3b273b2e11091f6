// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package sample says which cases of a table the race detector looks at. It
// takes six times as long, and a race depends on a path of the code: the cases
// of a large table go the same few paths. Without the race detector, all of them
// run.
package sample

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// raced is how many cases there are to one that the race detector looks at. It
// is a prime, so that each row and each column of a table has its turn.
const raced = 13

// Cases counts the cases of a table. The zero value begins with one that always
// runs.
type Cases int

// Left reports whether the next case is left to a run without the race detector.
func (c *Cases) Left() bool { return c.left(raced) }

func (c *Cases) left(every int) bool {
	*c++
	return raceDetector && int(*c)%every != 1
}

// Of returns the rows of a table in the order of their names; with the race
// detector, one in every so many of them.
func Of[K cmp.Ordered, V any](every int, table map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		var cases Cases
		for _, name := range Keys(table) {
			if !cases.left(every) && !yield(name, table[name]) {
				return
			}
		}
	}
}

// Keys returns the names of a table's rows in order, so that a sample of them is
// always the same.
func Keys[K cmp.Ordered, V any](table map[K]V) []K { return slices.Sorted(maps.Keys(table)) }

// Checks returns how many random cases to try: a quarter with the race detector.
func Checks(all int) int {
	if raceDetector {
		return all / 4
	}
	return all
}
