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

// There may be 10,000 groups. A charge of one of them is none more.
func TestAdd_groups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"status"}, time.UTC)
	for n := range 10_001 {
		err := added.Add([]paymentapi.Charge{{Status: new(fmt.Sprint(n))}})
		if (n < 10_000) != (err == nil) || err != nil && !errors.Is(err, totals.ErrTooManyGroups) {
			t.Fatalf("group %d: error %v", n+1, err)
		}
	}
	check(t, added.Add([]paymentapi.Charge{{Status: new("7")}}))
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written writes totals down, exactly.
func written(added *totals.Totals) string {
	text := fmt.Sprintf("from %s to %s\nall %s", asJSON(added.Oldest()), asJSON(added.Newest()), figures(&added.Figures))
	for _, group := range added.Groups() {
		text += "\nfor"
		for _, name := range slices.Sorted(maps.Keys(group.Key)) {
			text += fmt.Sprintf(" %s %s", name, asJSON(group.Key[name]))
		}
		text += ": " + figures(&group.Figures)
	}
	return text
}

func figures(f *totals.Figures) string {
	var sums []string
	for kind, byCurrency := range map[string]totals.Sums{"requested": f.Requested, "charged": f.Charged, "fees": f.Fees} {
		for currency, sum := range byCurrency {
			sums = append(sums, fmt.Sprintf("; %s %s %d: %s %s", kind, currency, sum.Count, sum.Amount(), asJSON(sum.Formatted())))
		}
	}
	slices.Sort(sums)
	return fmt.Sprint(f.Count) + strings.Join(sums, "")
}

func asJSON[T any](value *T) string {
	text, _ := json.Marshal(value)
	return string(text)
}
