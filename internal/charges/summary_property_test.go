// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// oddShop serves charges of which some lack this and that, in amounts of any size.
func oddShop(t *testing.T) *acctest.Protocol {
	t.Helper()
	service, server := acctest.Start(t)
	for i, store := range []string{storeID, uuidText} {
		service.SeedCharges(200, fakeservice.SeedOptions{StoreID: store, Seed: int64(i), Ties: 3 * i})
	}
	for i := range 20 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount: 1<<63 - 1 - int64(i), RequestedCurrency: "KWD", StoreID: storeID,
			CreatedOn: time.Date(2025, 3, 9, 6+i, 59, 59, 0, time.UTC),
		})
	}
	optional := []string{
		"requested_currency", "requested_amount_formatted", "charged_amount", "charged_currency", "charged_amount_formatted",
		"fee_currency", "mode", "status", "transaction_token_type",
	}
	service.Set(func(b *fakeservice.Behavior) {
		b.ChargeMutator = func(charge map[string]any) {
			id := fmt.Sprint(charge["id"])
			for i, name := range optional {
				if strings.HasPrefix(id[i:], "a") && i%2 == int(id[20])%2 {
					charge[name] = nil
				}
			}
		}
	})
	return acctest.Configured(t, server, nil)
}

// tally adds the charges of a list up, in another way than the provider does.
func tally(charges []map[string]any) string {
	lines := []string{fmt.Sprint(len(charges), " charges")}
	for result, prefix := range map[string]string{"requested": "requested", "charged": "charged", "fees": "fee"} {
		type sum struct {
			count              int
			amount, decimal    big.Rat
			withoutDecimalForm bool
		}
		sums := map[string]*sum{}
		for _, charge := range charges {
			amount, ok := charge[prefix+"_amount"].(*big.Float)
			if !ok {
				continue
			}
			currency, _ := charge[prefix+"_currency"].(string)
			currency = cmp.Or(currency, "unknown")
			if sums[currency] == nil {
				sums[currency] = &sum{}
			}
			s := sums[currency]
			s.count++
			exact, _ := amount.Rat(nil)
			s.amount.Add(&s.amount, exact)
			if decimal, ok := charge[prefix+"_amount_formatted"].(*big.Float); ok {
				exact, _ := new(big.Rat).SetString(decimal.Text('f', -1))
				s.decimal.Add(&s.decimal, exact)
			} else {
				s.withoutDecimalForm = true
			}
		}
		for currency, s := range sums {
			decimal := strings.TrimSuffix(strings.TrimRight(s.decimal.FloatString(9), "0"), ".")
			if s.withoutDecimalForm {
				decimal = "null"
			}
			lines = append(lines, fmt.Sprintf("%s %s: %d, %s, %s", result, currency, s.count, s.amount.FloatString(0), decimal))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// told is tally for what a summary, or a group of it, says.
func told(figures map[string]any, count string) string {
	lines := []string{fmt.Sprint(whole(figures[count]), " charges")}
	for _, result := range []string{"requested", "charged", "fees"} {
		for currency, sum := range object(figures[result]) {
			decimal := "null"
			if f, ok := object(sum)["amount_formatted"].(*big.Float); ok {
				decimal = f.Text('f', -1)
			}
			amount, _ := object(sum)["amount"].(*big.Float)
			lines = append(lines, fmt.Sprintf("%s %s: %d, %s, %s", result, currency, whole(object(sum)["count"]), amount.Text('f', 0), decimal))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// keyOf is the key of a charge, as told by the list.
func keyOf(charge map[string]any, groupBy []string, zone *time.Location) string {
	key := ""
	for _, name := range slices.Sorted(slices.Values(groupBy)) {
		value := charge[name]
		created, err := time.Parse(time.RFC3339, fmt.Sprint(charge["created_on"]))
		switch {
		case name == "day" && err == nil:
			value = created.In(zone).Format("2006-01-02")
		case name == "month" && err == nil:
			value = created.In(zone).Format("2006-01")
		}
		key += fmt.Sprintf("%s=%v ", name, value)
	}
	return key
}

// With any filters, grouping and time zone, a summary says what the list of the
// same charges adds up to.
func TestSummary_asTheList(t *testing.T) {
	t.Parallel()
	p := oddShop(t)
	rapid.Check(t, func(rt *rapid.T) {
		maybe := func(name string, values ...any) any {
			return rapid.SampledFrom(append(values, nil, nil)).Draw(rt, name)
		}
		filters := acctest.Values{
			"store_id": maybe("store", storeID, uuidText), "mode": maybe("mode", "live", "test"), "currency": maybe("currency", "JPY", "USD", "KWD"),
			"from": maybe("from", "2025-03-09", "2025-06-01T00:00:00+09:00"), "to": maybe("to", "2025-11-30", "2025-07-01T00:00:00+09:00"),
			"amount_from": maybe("more than", 0, 500_000), "amount_to": maybe("less than", 900_000), "page_size": maybe("page size", 10),
		}
		groupBy := rapid.SliceOfNDistinct(rapid.SampledFrom(totals.Groupings()), 0, 3, rapid.ID).Draw(rt, "group by")
		name := rapid.SampledFrom([]string{"UTC", "Asia/Tokyo", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"}).Draw(rt, "zone")
		zone, err := totals.LoadZone(name)
		if err != nil {
			rt.Fatal(err)
		}
		read, diags := list(t.Context(), p, filters)
		if diags.Errors() != "" {
			rt.Fatal(diags)
		}
		filters["group_by"], filters["time_zone"] = groupBy, name
		result, diags := summary(t.Context(), p, filters)
		if diags.Errors() != "" {
			rt.Fatal(diags)
		}
		charges := chargesIn(t, read)
		if got, want := told(result, "charge_count"), tally(charges); got != want {
			rt.Fatalf("the summary says\n%s\nthe list\n%s", got, want)
		}
		want := map[string][]map[string]any{}
		for _, charge := range charges {
			if key := keyOf(charge, groupBy, zone); key != "" {
				want[key] = append(want[key], charge)
			}
		}
		groups, _ := result["groups"].([]any)
		if len(groups) != len(want) {
			rt.Fatalf("%d groups, want %d", len(groups), len(want))
		}
		for _, group := range groups {
			key := keyOf(object(object(group)["key"]), groupBy, zone)
			if got := told(object(group), "count"); got != tally(want[key]) {
				rt.Fatalf("%s: the summary says\n%s\nthe list\n%s", key, got, tally(want[key]))
			}
		}
		if len(charges) > 0 {
			if result["newest_created_on"] != charges[0]["created_on"] || result["oldest_created_on"] != charges[len(charges)-1]["created_on"] {
				rt.Fatalf("from %v to %v", result["oldest_created_on"], result["newest_created_on"])
			}
		}
	})
}
