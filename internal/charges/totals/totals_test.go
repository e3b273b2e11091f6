// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

// TestTotals: totals.txt has charges, and as their verdict what they come to, whether they
// are added at once, or at the same time.
func TestTotals(t *testing.T) {
	t.Parallel()
	golden.Cases(t, "totals.txt", func(t *testing.T, line string) (verdict, words string) {
		var input struct {
			By      []string
			Zone    string
			Charges []paymentapi.Charge
		}
		check(t, json.Unmarshal([]byte(line), &input))
		zone, err := period.Zone(cmp.Or(input.Zone, "UTC"))
		check(t, err)
		once, apart := totals.New(input.By, zone), totals.New(input.By, zone)
		check(t, once.Add(input.Charges))
		slices.Reverse(input.Charges)
		var parts sync.WaitGroup
		for part := range slices.Chunk(input.Charges, 1) {
			parts.Go(func() {
				if err := apart.Add(part); err != nil {
					t.Error(err)
				}
			})
		}
		parts.Wait()
		if got := written(apart); got != written(once) {
			t.Errorf("%s: apart, the charges come to\n%s", line, got)
		}
		return written(once), ""
	})
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written writes totals down, exactly.
func written(added *totals.Totals) string {
	text := fmt.Sprintf("from %s to %s", value(added.Oldest()), value(added.Newest()))
	text += "\nall " + figures(&added.Figures)
	for _, group := range added.Groups() {
		text += "\nfor"
		for _, name := range slices.Sorted(maps.Keys(group.Key)) {
			text += fmt.Sprintf(" %s %s", name, value(group.Key[name]))
		}
		text += ": " + figures(&group.Figures)
	}
	return text
}

func value(text *string) string {
	if text == nil {
		return "null"
	}
	return fmt.Sprintf("%q", *text)
}

func figures(f *totals.Figures) string {
	var sums []string
	for kind, byCurrency := range map[string]totals.Sums{"requested": f.Requested, "charged": f.Charged, "fees": f.Fees} {
		for currency, sum := range byCurrency {
			sums = append(sums, fmt.Sprintf("; %s %s %s", kind, currency, describe(sum)))
		}
	}
	slices.Sort(sums)
	return fmt.Sprint(f.Count) + strings.Join(sums, "")
}

func describe(s *totals.Sum) string {
	formatted := "null"
	if f := s.Formatted(); f != nil {
		formatted = f.String()
	}
	return fmt.Sprintf("%d: %s %s", s.Count, s.Amount(), formatted)
}

func TestTotals_tooManyGroups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"status"}, time.UTC)
	add := func(status string) error { return added.Add([]paymentapi.Charge{{Status: &status}}) }
	for i := range totals.MaxGroups {
		check(t, add(fmt.Sprint(i)))
	}
	if err := add("7"); err != nil {
		t.Errorf("a group that exists: %v", err)
	}
	if err := add("one more"); !errors.Is(err, totals.ErrTooManyGroups) {
		t.Errorf("error %v", err)
	}
}
