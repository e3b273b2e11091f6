// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
)

// TestTotals: totals.txt has charges, and as their verdict what they come to, whether they
// are added at once, or at the same time, each with only the fields that are needed.
func TestTotals(t *testing.T) {
	t.Parallel()
	golden.Situations(t, "totals.txt", func(t *testing.T, line string) (verdict, words string) {
		var input struct {
			By      []string
			Zone    string
			Charges []paymentapi.Charge
		}
		check(t, json.Unmarshal([]byte(line), &input))
		zone, err := period.Zone(cmp.Or(input.Zone, "UTC"))
		check(t, err)
		dayOf := func(at time.Time) time.Time { return period.Day(at, zone) }
		once, apart := totals.New(input.By, dayOf), totals.New(input.By, dayOf)
		check(t, once.Add(input.Charges))
		slices.Reverse(input.Charges)
		needed := append(totals.Fields(input.By), "created_on")
		for i := range input.Charges {
			for name, field := range input.Charges[i].Fields() {
				if !slices.Contains(needed, name) {
					reflect.ValueOf(field).Elem().SetZero()
				}
			}
		}
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
	text += "\nall " + figures(added.All())
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

func TestMain(m *testing.M) { property.Main(m, 100) }

// Whatever the amounts are, their sum is exact.
func TestTotals_anyAmounts(t *testing.T) {
	t.Parallel()
	decimals := rapid.SliceOfN(rapid.StringMatching(`0|-?[1-9][0-9]{0,24}(\.[0-9]{0,8}[1-9])?`), 1, 60)
	rapid.Check(t, func(rt *rapid.T) {
		added, want := totals.New(nil, nil), new(big.Rat)
		list := decimals.Draw(rt, "decimals")
		for _, text := range list {
			number := json.Number(text)
			if err := added.Add([]paymentapi.Charge{{FeeAmount: &number, FeeAmountFormatted: &number}}); err != nil {
				rt.Fatal(err)
			}
			one, _ := new(big.Rat).SetString(text)
			want.Add(want, one)
		}
		exact := want.FloatString(9)
		if strings.Contains(exact, ".") {
			exact = strings.TrimSuffix(strings.TrimRight(exact, "0"), ".")
		}
		if got := describe(added.All().Fees["unknown"]); got != fmt.Sprintf("%d: %s %s", len(list), exact, exact) {
			rt.Fatalf("got %s, want %s", got, exact)
		}
	})
}

func TestTotals_tooManyGroups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"status"}, nil)
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
