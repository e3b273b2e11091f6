// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

const (
	typeName = "paymentservice_charges"
	storeID  = fakeservice.DefaultStoreID
)

// ways are the two ways to read charges: as a data source, and as an ephemeral
// resource.
var ways = map[string]func(*acctest.Protocol, *testing.T, acctest.Values) (acctest.Values, acctest.Diagnostics){
	"data source": func(p *acctest.Protocol, t *testing.T, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
		return p.Read(t.Context(), typeName, config)
	},
	"ephemeral resource": func(p *acctest.Protocol, t *testing.T, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
		return p.Open(t.Context(), typeName, config)
	},
}

const summaryName = "paymentservice_charge_summary"

func readSummary(p *acctest.Protocol, t *testing.T, config acctest.Values) (acctest.Values, acctest.Diagnostics) {
	return p.Read(t.Context(), summaryName, config)
}

// allWays are the ways to read charges, and the summary of them.
func allWays() map[string]func(*acctest.Protocol, *testing.T, acctest.Values) (acctest.Values, acctest.Diagnostics) {
	all := maps.Clone(ways)
	all["summary"] = readSummary
	return all
}

// list returns the charges of a result as objects.
func list(t *testing.T, result acctest.Values) []map[string]any {
	t.Helper()
	elements, ok := result["charges"].([]any)
	if !ok {
		t.Fatalf("charges is a %T", result["charges"])
	}
	charges := make([]map[string]any, len(elements))
	for i, element := range elements {
		charges[i], _ = element.(map[string]any)
	}
	return charges
}

func idsIn(t *testing.T, result acctest.Values) []string {
	t.Helper()
	ids := []string{}
	for _, charge := range list(t, result) {
		id, _ := charge["id"].(string)
		ids = append(ids, id)
	}
	return ids
}

// stored returns the ids that the service has, newest first.
func stored(service *fakeservice.Service) []string {
	ids := []string{}
	for _, charge := range service.Charges(storeID) {
		ids = append(ids, charge.ID)
	}
	return ids
}

func TestRead_sendsNoMoreThanNeeded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		charges int
		config  acctest.Values
		want    int
		limits  []string
	}{
		"defaults":                          {257, acctest.Values{}, 257, []string{"100", "100", "100"}},
		"three pages of ten for 25":         {257, acctest.Values{"page_size": 10, "max_results": 25}, 25, []string{"10", "10", "10"}},
		"exactly a page":                    {257, acctest.Values{"max_results": 100}, 100, []string{"100"}},
		"one":                               {257, acctest.Values{"max_results": 1}, 1, []string{"100"}},
		"more than there are":               {25, acctest.Values{"page_size": 10, "max_results": 100}, 25, []string{"10", "10", "10"}},
		"none at all":                       {0, acctest.Values{}, 0, []string{"100"}},
		"half a list":                       {1000, acctest.Values{"max_results": 450}, 450, []string{"100", "100", "100", "100", "100"}},
		"all charges, whatever their store": {30, acctest.Values{"store_id": nil}, 30, []string{"100"}},
	}
	for name, tt := range sample.Of(3, tests) {
		for way, read := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(tt.charges, fakeservice.SeedOptions{})
				config := acctest.Values{"store_id": storeID}
				for argument, value := range tt.config {
					config[argument] = value
				}
				result, diags := read(acctest.Configured(t, server, nil), t, config)
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				if got := idsIn(t, result); !slices.Equal(got, stored(service)[:tt.want]) {
					t.Errorf("%d charges, not the newest %d in order", len(got), tt.want)
				}
				var limits []string
				for _, r := range service.Requests() {
					limits = append(limits, r.Query.Get("limit"))
					if wantStore := config["store_id"] != nil; strings.Contains(r.Path, "/stores/") != wantStore {
						t.Errorf("asked for %s", r.Path)
					}
				}
				if !slices.Equal(limits, tt.limits) {
					t.Errorf("limits %q, want %q", limits, tt.limits)
				}
				if total, ok := result["total_hits"].(*big.Float); !ok || total.Cmp(big.NewFloat(float64(tt.charges))) != 0 {
					t.Errorf("total_hits %v", result["total_hits"])
				}
			})
		}
	}
}

// Whatever the service does, the list is the one that it has, complete and in
// order.
func TestRead_wholeList(t *testing.T) {
	t.Parallel()
	const n, pageSize = 300, 20 // as many pages as parts need, and short ones
	tests := map[string]struct {
		seed      fakeservice.SeedOptions
		behavior  func(*fakeservice.Behavior)
		direction any
	}{
		"evenly spread":            {},
		"desc":                     {direction: "desc"},
		"asc":                      {direction: "asc"},
		"dense":                    {seed: fakeservice.SeedOptions{Skew: fakeservice.Skew9005}},
		"dense, asc":               {seed: fakeservice.SeedOptions{Skew: fakeservice.Skew9005}, direction: "asc"},
		"ties":                     {seed: fakeservice.SeedOptions{Ties: 26}},
		"ties, asc":                {seed: fakeservice.SeedOptions{Ties: 26}, direction: "asc"},
		"all at the same instant":  {seed: fakeservice.SeedOptions{AllSameInstant: true}},
		"total_hits at first only": {behavior: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage }},
		"no total_hits":            {behavior: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsNever }},
		"asc ignored":              {behavior: func(b *fakeservice.Behavior) { b.IgnoreAsc = true }},
		"whole days":               {behavior: func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true }},
		"whole days, asc":          {behavior: func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true }, direction: "asc"},
		"pages shorter than asked": {behavior: func(b *fakeservice.Behavior) { b.MaxPageItems = 7 }},
		"pages longer than asked":  {behavior: func(b *fakeservice.Behavior) { b.ExtraPageItems = 2 }},
		"numbers with a point":     {behavior: func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberFraction }},
		"numbers with exponents":   {behavior: func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberExponent }},
		"further fields":           {behavior: func(b *fakeservice.Behavior) { b.ExtraFields = map[string]any{"x": 1} }},
		"a byte order mark":        {behavior: func(b *fakeservice.Behavior) { b.ByteOrderMark = true }},
		"gzip":                     {behavior: func(b *fakeservice.Behavior) { b.Gzip = true }},
	}
	for name, tt := range sample.Of(5, tests) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(n, tt.seed)
			if tt.behavior != nil {
				service.Set(tt.behavior)
			}
			result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName,
				acctest.Values{"store_id": storeID, "cursor_direction": tt.direction, "page_size": pageSize})
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			want := stored(service)
			if tt.direction == "asc" {
				slices.Reverse(want)
			}
			if got := idsIn(t, result); !slices.Equal(got, want) {
				t.Errorf("%d charges, not the %d of the service in order", len(got), len(want))
			}
			if limit := 3 * n / 7; len(service.Requests()) > limit {
				t.Errorf("%d requests", len(service.Requests()))
			}
		})
	}
}

// Charges that arrive meanwhile are newer than what one cursor reads, newest
// first.
func TestRead_chargesArrive(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(2000, fakeservice.SeedOptions{})
	var reading atomic.Bool
	service.Set(func(b *fakeservice.Behavior) {
		b.OnPage = func(n int) {
			if n > 1 && reading.Load() {
				service.AddCharges(fakeservice.Charge{CreatedOn: time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC)})
			}
		}
	})
	want := stored(service)
	reading.Store(true)
	result, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{"store_id": storeID})
	reading.Store(false)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if got := idsIn(t, result); !slices.Equal(got, want) {
		t.Errorf("%d charges, not the %d that were there at first", len(got), len(want))
	}
}

func TestRead_filters(t *testing.T) {
	t.Parallel()
	const token = "44444444-4444-4444-8444-444444444444"
	newest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	charges := []fakeservice.Charge{
		{ID: "00000000-0000-4000-8000-000000000001", RequestedAmount: 100, RequestedCurrency: "JPY", Mode: "live", CreatedOn: newest},
		{ID: "00000000-0000-4000-8000-000000000002", RequestedAmount: 200, RequestedCurrency: "USD", Mode: "test", CreatedOn: newest.AddDate(0, 0, -1), Phone: "0312345678"},
		{ID: "00000000-0000-4000-8000-000000000003", RequestedAmount: 300, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -2), TransactionTokenID: token},
		{ID: "00000000-0000-4000-8000-000000000004", RequestedAmount: 400, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -3), Email: "taro@example.com",
			Card: &fakeservice.ChargeCard{Name: "TARO YAMADA", LastFour: "0042", ExpMonth: 3, ExpYear: 2030}},
	}
	tests := map[string]struct {
		config acctest.Values
		want   []int
		sent   map[string]string
	}{
		"currency":      {acctest.Values{"currency": "USD"}, []int{2}, map[string]string{"currency": "USD"}},
		"mode":          {acctest.Values{"mode": "live"}, []int{1}, map[string]string{"mode": "live"}},
		"phone":         {acctest.Values{"phone": "0312345678"}, []int{2}, map[string]string{"phone": "0312345678"}},
		"token":         {acctest.Values{"transaction_token_id": token}, []int{3}, map[string]string{"transaction_token_id": token}},
		"amounts":       {acctest.Values{"amount_from": 100, "amount_to": 400}, []int{2, 3}, map[string]string{"amount_from": "100", "amount_to": "400"}},
		"from, a date":  {acctest.Values{"from": "2025-02-28"}, []int{1, 2}, map[string]string{"from": "2025-02-28"}},
		"to, exclusive": {acctest.Values{"to": "2025-02-28T21:00:00+09:00"}, []int{3, 4}, map[string]string{"to": "2025-02-28T21:00:00+09:00"}},
		"from and to":   {acctest.Values{"from": "2025-02-27", "to": "2025-03-01"}, []int{2, 3}, nil},
		"card": {acctest.Values{"card": acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}}, []int{4},
			map[string]string{"last_four": "0042", "name": "TARO YAMADA", "exp_month": "3", "exp_year": "2030"}},
		"another's card": {acctest.Values{"card": acctest.Values{"last_four": "0042", "name": "JIRO YAMADA", "exp_month": 3, "exp_year": 2030}}, nil, nil},
		"further filter": {acctest.Values{"extra_filters": acctest.Values{"email": "taro@example.com"}}, []int{4}, map[string]string{"email": "taro@example.com"}},
		"cursor":         {acctest.Values{"cursor": charges[1].ID}, []int{3, 4}, map[string]string{"cursor": charges[1].ID}},
		"cursor, asc":    {acctest.Values{"cursor": charges[2].ID, "cursor_direction": "asc"}, []int{2, 1}, map[string]string{"cursor_direction": "asc"}},
	}
	for name, tt := range tests {
		for way, read := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.AddCharges(slices.Clone(charges)...)
				service.Set(func(b *fakeservice.Behavior) {
					b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": fakeservice.MatchEmail}
				})
				result, diags := read(acctest.Configured(t, server, nil), t, tt.config)
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				want := []string{}
				for _, i := range tt.want {
					want = append(want, charges[i-1].ID)
				}
				if got := idsIn(t, result); !slices.Equal(got, want) {
					t.Errorf("charges %q, want %q", got, want)
				}
				query := service.Requests()[0].Query
				for param, value := range tt.sent {
					if query.Get(param) != value {
						t.Errorf("sent %s = %q, want %q", param, query.Get(param), value)
					}
				}
			})
		}
	}
}

// A filter goes with every page, and with every part of a list that is read in
// several.
func TestRead_repeatsFilters(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(1000, fakeservice.SeedOptions{})
	_, diags := acctest.Configured(t, server, nil).Read(t.Context(), typeName, acctest.Values{
		"store_id": storeID, "mode": "live", "page_size": 20, "from": "2025-02-01", "to": "2025-11-01",
	})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	requests := service.Requests()
	for _, r := range requests {
		limit := r.Query.Get("limit")
		if r.Query.Get("mode") != "live" || limit != "20" && limit != "10" || !r.Query.Has("from") || !r.Query.Has("to") {
			t.Errorf("sent %s", r.Query.Encode())
		}
	}
	if len(requests) < 30 {
		t.Errorf("%d requests", len(requests))
	}
}
