// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var zones = []string{"UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia", "Europe/Berlin", "Pacific/Kiritimati", "America/New_York", "Asia/Kathmandu", "Etc/GMT+12"}

// anyCharge is a charge with any facts missing, and amounts of any size.
func anyCharge() *rapid.Generator[paymentapi.Charge] {
	optional := func(texts ...string) *rapid.Generator[*string] { return rapid.Ptr(rapid.SampledFrom(texts), true) }
	amount := rapid.Ptr(rapid.Map(rapid.OneOf(rapid.StringMatching(`-?[1-9][0-9]{0,29}`), rapid.StringMatching(`-?[1-9][0-9]{0,5}|0`)), func(text string) json.Number { return json.Number(text) }), true)
	currency := optional("JPY", "USD", "KWD", "unknown", "", "usd", "¥")
	formatted := rapid.Ptr(rapid.Custom(func(rt *rapid.T) json.Number {
		return json.Number(rapid.StringMatching(`0|-?[1-9][0-9]{0,24}(\.[0-9]{0,8}[1-9])?`).Draw(rt, "decimal"))
	}), true)
	return rapid.Custom(func(rt *rapid.T) paymentapi.Charge {
		c := paymentapi.Charge{
			ID:              "c",
			RequestedAmount: amount.Draw(rt, "requested"), RequestedCurrency: currency.Draw(rt, "requested in"), RequestedAmountFormatted: formatted.Draw(rt, "requested as"),
			ChargedAmount: amount.Draw(rt, "charged"), ChargedCurrency: currency.Draw(rt, "charged in"), ChargedAmountFormatted: formatted.Draw(rt, "charged as"),
			FeeAmount: amount.Draw(rt, "fee"), FeeCurrency: currency.Draw(rt, "fee in"), FeeAmountFormatted: formatted.Draw(rt, "fee as"),
			Status: optional("successful", "failed", "", "a\x00b").Draw(rt, "status"), Mode: optional("live", "test").Draw(rt, "mode"),
			StoreID: optional("a", "b", "ab").Draw(rt, "store"), TransactionTokenType: optional("one_time", "recurring").Draw(rt, "type"),
		}
		if rapid.IntRange(0, 9).Draw(rt, "created") > 0 {
			created := time.Unix(rapid.Int64Range(1_700_000_000, 1_760_000_000).Draw(rt, "at"), rapid.Int64Range(0, 999_999).Draw(rt, "and")*1000)
			layout := rapid.SampledFrom([]string{"2006-01-02T15:04:05.000000Z07:00", time.RFC3339, "2006-01-02T15:04:05", "Jan 2"}).Draw(rt, "written")
			place := rapid.SampledFrom([]*time.Location{time.UTC, time.FixedZone("", 9*3600), time.FixedZone("", -12600)}).Draw(rt, "offset")
			if layout == "2006-01-02T15:04:05" {
				place = time.UTC
			}
			c.CreatedOn = ptr(created.In(place).Format(layout))
		}
		return c
	})
}

// naive adds charges up in another way: every sum anew from all charges, in fractions.
type naive struct {
	charges []paymentapi.Charge
	zone    *time.Location
}

func (n naive) created(c paymentapi.Charge) (time.Time, bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	text := *c.CreatedOn
	if len(text) == len("2006-01-02T15:04:05") {
		text += "Z"
	}
	created, err := time.Parse(time.RFC3339Nano, text)
	return created.In(n.zone), err == nil
}

func (n naive) fact(c paymentapi.Charge, name string) string {
	if created, ok := n.created(c); ok && name == "day" {
		return fmt.Sprintf("%04d-%02d-%02d", created.Year(), created.Month(), created.Day())
	} else if ok && name == "month" {
		return fmt.Sprintf("%04d-%02d", created.Year(), created.Month())
	}
	return text(map[string]*string{
		"status": c.Status, "mode": c.Mode, "store_id": c.StoreID, "transaction_token_type": c.TransactionTokenType,
		"requested_currency": c.RequestedCurrency, "charged_currency": c.ChargedCurrency,
	}[name])
}

// figures returns the figures of the charges as text.
func (n naive) figures() string {
	lines := []string{fmt.Sprint(len(n.charges))}
	for kind, of := range map[string]func(paymentapi.Charge) (*json.Number, *string, *json.Number){
		"requested": func(c paymentapi.Charge) (*json.Number, *string, *json.Number) {
			return c.RequestedAmount, c.RequestedCurrency, c.RequestedAmountFormatted
		},
		"charged": func(c paymentapi.Charge) (*json.Number, *string, *json.Number) {
			return c.ChargedAmount, c.ChargedCurrency, c.ChargedAmountFormatted
		},
		"fees": func(c paymentapi.Charge) (*json.Number, *string, *json.Number) {
			return c.FeeAmount, c.FeeCurrency, c.FeeAmountFormatted
		},
	} {
		count, amounts, decimals, incomplete := map[string]int{}, map[string]*big.Rat{}, map[string]*big.Rat{}, map[string]bool{}
		for _, c := range n.charges {
			amount, currency, formatted := of(c)
			if amount == nil {
				continue
			}
			name := "unknown"
			if currency != nil && *currency != "" {
				name = *currency
			}
			if count[name]++; count[name] == 1 {
				amounts[name], decimals[name] = new(big.Rat), new(big.Rat)
			}
			whole, _ := new(big.Rat).SetString(amount.String())
			amounts[name].Add(amounts[name], whole)
			if formatted == nil {
				incomplete[name] = true
				continue
			}
			exact, ok := new(big.Rat).SetString(formatted.String())
			if !ok {
				panic(*formatted)
			}
			decimals[name].Add(decimals[name], exact)
		}
		for name, n := range count {
			decimal := "null"
			if !incomplete[name] {
				decimal = decimals[name].FloatString(40)
				decimal = strings.TrimSuffix(strings.TrimRight(decimal, "0"), ".")
			}
			lines = append(lines, fmt.Sprintf("%s %s %d: %s, %s", kind, name, n, amounts[name].FloatString(0), cmp.Or(decimal, "0")))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// written returns the package's figures as the same text.
func written(f *totals.Figures) string {
	lines := []string{fmt.Sprint(f.Count)}
	for kind, sums := range map[string]totals.Sums{"requested": f.Requested, "charged": f.Charged, "fees": f.Fees} {
		for name, sum := range sums {
			lines = append(lines, fmt.Sprintf("%s %s %s", kind, name, describe(sum)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Whatever the charges are, however they are grouped and cut into parts, the
// figures are exact.
func TestTotals_anyCharges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		charges := rapid.SliceOfN(anyCharge(), 0, 60).Draw(rt, "charges")
		zone, err := totals.LoadZone(rapid.SampledFrom(zones).Draw(rt, "zone"))
		if err != nil {
			rt.Fatal(err)
		}
		groupBy := rapid.SliceOfDistinct(rapid.SampledFrom(totals.Groupings()), rapid.ID).Draw(rt, "group by")
		all := naive{charges, zone}
		added := totals.New(groupBy, zone)
		var parts sync.WaitGroup
		for part := range slices.Chunk(charges, rapid.IntRange(1, 60).Draw(rt, "part")) {
			parts.Go(func() {
				if err := added.Add(part); err != nil {
					panic(err)
				}
			})
		}
		parts.Wait()

		if got, want := written(added.All()), all.figures(); got != want {
			rt.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		want := map[string]naive{}
		for _, c := range charges {
			key := ""
			for _, name := range slices.Sorted(slices.Values(groupBy)) {
				key += fmt.Sprintf("%s=%q ", name, all.fact(c, name))
			}
			if key != "" {
				want[key] = naive{append(want[key].charges, c), zone}
			}
		}
		groups := added.Groups()
		if len(groups) != len(want) {
			rt.Fatalf("%d groups, want %q", len(groups), slices.Sorted(maps.Keys(want)))
		}
		for _, group := range groups {
			key := ""
			for i, name := range added.Names() {
				key += fmt.Sprintf("%s=%q ", name, text(group.Key[i]))
			}
			if got := written(&group.Figures); got != want[key].figures() {
				rt.Fatalf("%s: got\n%s\nwant\n%s", key, got, want[key].figures())
			}
		}
		checkTimes(rt, added, all)
	})
}

// checkTimes checks that the oldest and the newest time are right, and written as the
// service wrote them.
func checkTimes(rt *rapid.T, added *totals.Totals, all naive) {
	var times []time.Time
	written := map[string]bool{"null": true}
	for _, c := range all.charges {
		if created, ok := all.created(c); ok {
			times = append(times, created)
			written[*c.CreatedOn] = true
		}
	}
	oldest, newest := text(added.Oldest()), text(added.Newest())
	if len(times) == 0 {
		if oldest != "null" || newest != "null" {
			rt.Fatalf("oldest %s, newest %s of no times", oldest, newest)
		}
		return
	}
	first, _ := all.created(paymentapi.Charge{CreatedOn: &oldest})
	last, _ := all.created(paymentapi.Charge{CreatedOn: &newest})
	if !first.Equal(slices.MinFunc(times, time.Time.Compare)) || !last.Equal(slices.MaxFunc(times, time.Time.Compare)) || !written[oldest] || !written[newest] {
		rt.Fatalf("oldest %s, newest %s", oldest, newest)
	}
}
