// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// shop is a store of charges, and how its service behaves while they are read.
type shop struct {
	charges   int
	seed      fakeservice.SeedOptions
	behavior  func(*fakeservice.Behavior)
	arrivals  []int // charges that arrive before each page
	faults    []fakeservice.Fault
	arguments acctest.Values
}

// later is when charges arrive: after all that are there. Their seeds are none
// of a store, so that their ids are not either.
var later = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

const arriving = 1 << 40

// passing are faults that end before the retries do.
var passing = []fakeservice.Fault{
	{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakCut, CutAt: 100}, {Break: fakeservice.BreakCutReset, CutAt: 5000},
	{Status: 429}, {Status: 503}, {Status: 500}, {Break: fakeservice.BreakHang}, {Delay: 3 * time.Second}, {Body: []byte(`{"items":[`)},
}

func anyShop(rt *rapid.T) shop {
	flag := rapid.Bool()
	s := shop{
		charges: rapid.IntRange(0, 900).Draw(rt, "charges"),
		seed: fakeservice.SeedOptions{
			Seed: int64(rapid.Int32().Draw(rt, "seed")), Ties: rapid.SampledFrom([]int{0, 3, 150}).Draw(rt, "ties"),
			AllSameInstant: rapid.IntRange(0, 9).Draw(rt, "all at once") == 0,
		},
		arrivals:  rapid.SliceOfN(rapid.IntRange(0, 3), 0, 30).Draw(rt, "arrivals"),
		arguments: acctest.Values{"page_size": rapid.IntRange(10, 100).Draw(rt, "page size")},
	}
	if flag.Draw(rt, "skewed") {
		s.seed.Skew = fakeservice.Skew9005
	}
	for _, f := range rapid.SliceOfN(rapid.SampledFrom(passing), 0, 4).Draw(rt, "faults") {
		f.Nth, f.Times = rapid.IntRange(1, 15).Draw(rt, "nth"), 1
		s.faults = append(s.faults, f)
	}
	totals := rapid.SampledFrom([]fakeservice.TotalHits{fakeservice.TotalHitsAlways, fakeservice.TotalHitsFirstPage, fakeservice.TotalHitsNever}).Draw(rt, "total_hits")
	ignoreAsc, wholeDays := flag.Draw(rt, "ignores asc"), flag.Draw(rt, "cuts to the day")
	extra, style := rapid.SampledFrom([]int{0, 0, 7}).Draw(rt, "extra items"), rapid.SampledFrom([]fakeservice.NumberStyle{0, 1, 2}).Draw(rt, "numbers")
	s.behavior = func(b *fakeservice.Behavior) {
		b.TotalHits, b.IgnoreAsc, b.DateFilterWholeDays, b.ExtraPageItems, b.NumberStyle = totals, ignoreAsc, wholeDays, extra, style
		b.Latency = 20 * time.Millisecond
	}
	return s
}

// TestProperty_charges: whatever passes by and whatever arrives, a list holds
// each charge that was there when it began once, in order, and besides only
// charges that arrived.
func TestProperty_charges(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(rt *rapid.T) {
		s := anyShop(rt)
		var problem error
		synctest.Test(t, func(t *testing.T) { problem = s.read(t) })
		if problem != nil {
			rt.Fatal(problem)
		}
	})
}

func (s shop) read(t *testing.T) error {
	t.Helper()
	w := newWorld(t, acctest.Values{"max_retries": 8})
	w.SeedCharges(s.charges, s.seed)
	held := idsOf(w.Charges(""))
	w.Set(s.behavior)
	w.Set(func(b *fakeservice.Behavior) {
		b.OnPage = func(n int) {
			if n <= len(s.arrivals) && n > 1 {
				w.SeedCharges(s.arrivals[n-1], fakeservice.SeedOptions{Seed: arriving + int64(n), From: later, To: later.Add(time.Hour)})
			}
		}
	})
	for _, fault := range s.faults {
		w.Inject(fault)
	}
	result, diags := w.protocol.Read(t.Context(), "paymentservice_charges", s.arguments)
	if diags.Errors() != "" {
		return errors.New(diags.Errors())
	}
	list, _ := result["charges"].([]any)
	return compare(list, held)
}

// compare checks a list against the charges that were held when it began.
func compare(list []any, held []string) error {
	var kept []string
	seen := map[string]bool{}
	old := map[string]bool{}
	for _, id := range held {
		old[id] = true
	}
	for _, charge := range list {
		fields, _ := charge.(map[string]any)
		id, _ := fields["id"].(string)
		if seen[id] {
			return fmt.Errorf("charge %s came twice", id)
		}
		seen[id] = true
		if old[id] {
			kept = append(kept, id)
		}
	}
	if !slices.Equal(kept, held) {
		return fmt.Errorf("%d charges of the %d that were there came, or in another order", len(kept), len(held))
	}
	return nil
}

func idsOf(charges []fakeservice.Charge) []string {
	ids := make([]string, len(charges))
	for i, c := range charges {
		ids[i] = c.ID
	}
	return ids
}
