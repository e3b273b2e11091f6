// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// report collects ratios.
type report struct{ rows []ratio }

// ratio is a figure against its mark.
type ratio struct {
	what  string
	value float64
	mark  float64
	// atLeast means that the mark is to be reached, and otherwise not exceeded.
	atLeast bool
	detail  string
}

func (r ratio) met() bool {
	if r.atLeast {
		return r.value >= r.mark
	}
	return r.value <= r.mark
}

func (r *report) atLeast(what string, value, mark float64, detail string, args ...any) {
	r.add(ratio{what, value, mark, true, fmt.Sprintf(detail, args...)})
}

func (r *report) atMost(what string, value, mark float64, detail string, args ...any) {
	r.add(ratio{what, value, mark, false, fmt.Sprintf(detail, args...)})
}

func (r *report) add(row ratio) {
	r.rows = append(r.rows, row)
	fmt.Printf("  %s: %.2f (%s)\n", row.what, row.value, row.detail)
}

var errMissed = errors.New("a mark was missed")

func (r *report) print() error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "\nWHAT\tRATIO\tMARK\tMET\tFIGURES")
	var missed error
	for _, row := range r.rows {
		sign, met := "at most", "yes"
		if row.atLeast {
			sign = "at least"
		}
		if !row.met() {
			met, missed = "NO", errMissed
		}
		fmt.Fprintf(out, "%s\t%.2f\t%s %.2f\t%s\t%s\n", row.what, row.value, sign, row.mark, met, row.detail)
	}
	return errors.Join(out.Flush(), missed)
}

// best returns the least of several figures: whatever else the machine does
// only adds to them.
func best(values []time.Duration) time.Duration { return slices.Min(values) }

func over(a, b time.Duration) float64 { return a.Seconds() / b.Seconds() }

func short(d time.Duration) time.Duration { return d.Round(10 * time.Millisecond) }
