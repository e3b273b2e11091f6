// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestRead_sendsNoMoreThanNeeded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		charges int
		config  acctest.Values
		want    int
		limits  string
	}{
		"defaults":                   {257, acctest.Values{}, 257, "100 100 100"},
		"three pages of ten for 25":  {257, acctest.Values{"page_size": 10, "max_results": 25}, 25, "10 10 10"},
		"exactly a page":             {257, acctest.Values{"max_results": 100}, 100, "100"},
		"one":                        {257, acctest.Values{"max_results": 1}, 1, "100"},
		"more than there are":        {25, acctest.Values{"page_size": 10, "max_results": 100}, 25, "10 10 10"},
		"none at all":                {0, acctest.Values{}, 0, "100"},
		"half a list":                {1000, acctest.Values{"max_results": 450}, 450, "100 100 100 100 100"},
		"charges of whichever store": {30, acctest.Values{"store_id": nil}, 30, "100"},
	}
	for name, tt := range tests {
		for of, read := range lists {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					service, p := inBubble(t, tt.charges, nil)
					config := acctest.Values{"store_id": storeID}
					for argument, value := range tt.config {
						config[argument] = value
					}
					result, diags := read(t.Context(), p, config)
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					if got := idsIn(t, result); !slices.Equal(got, stored(service)[:tt.want]) {
						t.Errorf("%d charges, not the newest %d in order", len(got), tt.want)
					}
					var limits []string
					for _, r := range service.Requests() {
						limits = append(limits, r.Query.Get("limit"))
						if strings.Contains(r.Path, "/stores/") != (config["store_id"] != nil) {
							t.Errorf("asked for %s", r.Path)
						}
					}
					if got := strings.Join(limits, " "); got != tt.limits {
						t.Errorf("limits %s, want %s", got, tt.limits)
					}
					if whole(result["total_hits"]) != int64(tt.charges) {
						t.Errorf("total_hits %v", result["total_hits"])
					}
				})
			})
		}
	}
}

func TestRead_filters(t *testing.T) {
	t.Parallel()
	const token = "44444444-4444-4444-8444-44444444444a"
	newest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	charges := []fakeservice.Charge{
		{ID: "00000000-0000-4000-8000-000000000001", RequestedAmount: 100, RequestedCurrency: "JPY", Mode: "live", CreatedOn: newest},
		{ID: "00000000-0000-4000-8000-00000000000b", RequestedAmount: 200, RequestedCurrency: "USD", Mode: "test", CreatedOn: newest.AddDate(0, 0, -1), Phone: "0312345678"},
		{ID: "00000000-0000-4000-8000-000000000003", RequestedAmount: 300, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -2), TransactionTokenID: token},
		{ID: "00000000-0000-4000-8000-000000000004", RequestedAmount: 400, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -3), Email: "taro@example.com",
			Card: &fakeservice.ChargeCard{Name: "TARO YAMADA", LastFour: "0042", ExpMonth: 3, ExpYear: 2030}},
	}
	card := acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}
	another := maps.Clone(card)
	another["name"] = "JIRO YAMADA"
	tests := map[string]struct {
		config acctest.Values
		want   []int
		sent   string
	}{
		"currency":        {acctest.Values{"currency": "USD"}, []int{2}, "currency=USD"},
		"mode":            {acctest.Values{"mode": "live"}, []int{1}, "mode=live"},
		"phone":           {acctest.Values{"phone": "0312345678"}, []int{2}, "phone=0312345678"},
		"token, capitals": {acctest.Values{"transaction_token_id": strings.ToUpper(token)}, []int{3}, "transaction_token_id=" + token},
		"token":           {acctest.Values{"transaction_token_id": token}, []int{3}, "transaction_token_id=" + token},
		"amounts":         {acctest.Values{"amount_from": 100, "amount_to": 400}, []int{2, 3}, "amount_from=100&amount_to=400"},
		"from, a date":    {acctest.Values{"from": "2025-02-28"}, []int{1, 2}, "from=2025-02-28"},
		"to, exclusive":   {acctest.Values{"to": "2025-02-28T21:00:00+09:00"}, []int{3, 4}, "to=2025-02-28T21%3A00%3A00%2B09%3A00"},
		"card":            {acctest.Values{"card": card}, []int{4}, "exp_month=3&exp_year=2030&last_four=0042&"},
		"another's card":  {acctest.Values{"card": another}, nil, ""},
		"further filter":  {acctest.Values{"extra_filters": acctest.Values{"email": "taro@example.com"}}, []int{4}, "email=taro%40example.com"},
		"cursor":          {acctest.Values{"cursor": charges[1].ID}, []int{3, 4}, "cursor=" + charges[1].ID},
		"capitals":        {acctest.Values{"cursor": strings.ToUpper(charges[1].ID)}, []int{3, 4}, "cursor=" + charges[1].ID},
		"small letters":   {acctest.Values{"from": "2025-02-28t00:00:00z"}, []int{1, 2}, "from=2025-02-28T00%3A00%3A00Z"},
		"cursor, asc":     {acctest.Values{"cursor": charges[2].ID, "cursor_direction": "asc"}, []int{2, 1}, "cursor_direction=asc"},
	}
	for name, tt := range tests {
		for of, read := range lists {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					service, p := inBubble(t, 0, nil)
					service.AddCharges(slices.Clone(charges)...)
					service.Set(func(b *fakeservice.Behavior) {
						b.EmailFilter = true
					})
					result, diags := read(t.Context(), p, tt.config)
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
					if sent := service.Requests()[0].Query.Encode(); !strings.Contains(sent, tt.sent) {
						t.Errorf("sent %s, want %s in it", sent, tt.sent)
					}
				})
			})
		}
	}
}

// Fields that `fields` does not name are null, and the others are as they are without
// it. Filters are checked nevertheless, and the fields for that are not kept.
func TestRead_fields(t *testing.T) {
	t.Parallel()
	choices := map[string][]string{
		"without the id": {"created_on", "metadata", "requested_amount", "status"},
		"all":            rows.Fields(),
	}
	for name, fields := range choices {
		for of, read := range lists {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					service, p := inBubble(t, 240, nil)
					service.Set(mutated(func(charge map[string]any) {
						charge["mode"] = "test"
					}))
					config := acctest.Values{"page_size": 20, "mode": "live", "from": "2025-01-01"}
					all, warned := read(t.Context(), p, config)
					config["fields"] = fields
					part, diags := read(t.Context(), p, config)
					if !strings.Contains(diags.Warnings(), "outside of `mode`") || diags.String() != warned.String() {
						t.Fatal(diags)
					}
					want := chargesIn(t, all)
					for _, charge := range want {
						for field := range charge {
							if !slices.Contains(fields, field) {
								delete(charge, field) // null
							}
						}
					}
					if got := chargesIn(t, part); !reflect.DeepEqual(got, want) {
						t.Errorf("%d charges, of which the first is %v, want %v", len(got), got[0], want[0])
					}
				})
			})
		}
	}
}

// A field that nothing asks for, or that is only checked, may be of any type.
func TestRead_unwantedField(t *testing.T) {
	t.Parallel()
	for field, value := range map[string]any{
		"redirect": []any{"x"}, "metadata": "x", "store_name": 5, "created_on": 1755553111, "mode": 5, "requested_amount": "much", "descriptor": json.RawMessage(`{"id":5}`),
		"charged_amount": "\xff",
	} {
		for of, read := range ways {
			t.Run(field+", "+of, func(t *testing.T) {
				t.Parallel()
				if of == "summary" && strings.HasSuffix(field, "_amount") {
					return // these are asked for
				}
				synctest.Test(t, func(t *testing.T) {
					service, p := inBubble(t, 150, nil)
					service.Set(set(field, value))
					config := acctest.Values{"page_size": 10, "amount_from": 0, "from": "2025-01-01", "transaction_token_id": nil}
					if of == "summary" {
						config["group_by"] = []string{"status"}
					} else {
						config["fields"] = []string{"id"}
					}
					result, diags := read(t.Context(), p, config)
					if diags.Errors() != "" {
						t.Fatal(diags)
					}
					if of == "summary" && whole(result["charge_count"]) != 150 || of != "summary" && !slices.Equal(idsIn(t, result), stored(service)) {
						t.Errorf("not all charges: %v", result["charge_count"])
					}
				})
			})
		}
	}
}

// oddService is a service that differs from others, and the result of reading it.
type oddService struct {
	behavior  func(*fakeservice.Behavior)
	arguments acctest.Values // besides the store and pages of 10
	charges   int            // 400 if 0
	want      func(ids []string) []string
	warns     string // nothing if empty
}

func first(n int) func([]string) []string { return func(ids []string) []string { return ids[:n] } }

func oddServices() map[string]oddService {
	const fewer, more, outside = "Fewer Charges Than Counted", "More Charges Than Counted", "Charges Outside of the Filters"
	return map[string]oddService{
		"total_hits of 2^62":      {behavior: counted(fakeservice.LiteralTotalHits("4611686018427387904")), warns: fewer},
		"fewer results requested": {behavior: counted(fakeservice.WrongTotalHits(7)), arguments: acctest.Values{"max_results": 40}, want: first(40)},
		"capped at a third":       {charges: 1200, behavior: counted(fakeservice.CappedTotalHits(400)), warns: more},
		"capped, enough results":  {charges: 600, behavior: counted(fakeservice.CappedTotalHits(400)), arguments: acctest.Values{"max_results": 500}, want: first(500), warns: more},
		"counted by the page":     {behavior: counted(func(_ fakeservice.Request, p *fakeservice.Page) { p.TotalHits = strconv.Itoa(len(p.Items)) }), warns: more},
		"a few less":              {behavior: counted(fakeservice.WrongTotalHits(-7)), warns: "listed 400"},
		"a few more":              {behavior: counted(fakeservice.WrongTotalHits(7)), warns: "listed only 400"},
		"none with a cursor":      {behavior: counted(fakeservice.TotalHitsFirstPage)},
		"no total_hits":           {behavior: counted(fakeservice.LiteralTotalHits(""))},
		"total_hits as text":      {behavior: counted(fakeservice.LiteralTotalHits(`"400"`))},
		"after a cursor": {
			arguments: acctest.Values{"cursor": "the newest", "cursor_direction": "asc"}, behavior: counted(fakeservice.LiteralTotalHits("5000000")), want: first(0),
		},
		"forgets from":            {arguments: acctest.Values{"from": "2025-06-01"}, behavior: forgetful, warns: outside},
		"cuts from to the day":    {arguments: acctest.Values{"from": "2025-01-01T23:00:00Z"}, behavior: wholeDays, warns: outside},
		"no created_on":           {behavior: set("created_on", nil)},
		"pages of its own size":   {behavior: func(b *fakeservice.Behavior) { b.PageSize = func(int) int { return 4 } }},
		"pages longer than asked": {behavior: func(b *fakeservice.Behavior) { b.PageSize = func(limit int) int { return limit + 7 } }},
		"gzip":                    {behavior: func(b *fakeservice.Behavior) { b.Gzip = true }},
	}
}

// What a service counts, or does not filter, is reported, and nothing else is. The tests
// of fetch show that the charges are always those of a single cursor.
func TestRead_oddServices(t *testing.T) {
	t.Parallel()
	for name, odd := range oddServices() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := odd.charges
				if n == 0 {
					n = 400
				}
				service, p := inBubble(t, n, nil)
				want := stored(service)
				config := acctest.Values{"store_id": storeID, "page_size": 10}
				for argument, value := range odd.arguments {
					if config[argument] = value; value == "the newest" {
						config[argument] = want[0]
					}
				}
				if odd.behavior != nil {
					service.Set(odd.behavior)
				}
				result, diags := list(t.Context(), p, config)
				if diags.Errors() != "" {
					t.Fatal(diags)
				}
				if odd.want != nil {
					want = odd.want(want)
				}
				if got := idsIn(t, result); !slices.Equal(got, want) {
					t.Errorf("%d charges, not the %d of one cursor", len(got), len(want))
				}
				if warnings := diags.Warnings(); odd.warns == "" && warnings != "" || !strings.Contains(warnings, odd.warns) {
					t.Errorf("warnings %q, want %q", warnings, odd.warns)
				}
			})
		})
	}
}

// If the timeout ends while parts are read, the list fails: one cursor has no time left.
func TestRead_endsInParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 2500, nil)
		service.Set(func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 15, PerMinute: 6} })
		started := time.Now()
		result, diags := list(t.Context(), p, acctest.Values{"timeouts": acctest.Values{"read": "1m"}})
		if took := time.Since(started); result["charges"] != nil || took > time.Minute || strings.Contains(diags.Errors(), "max_concurrent_requests") || strings.Contains(diags.Errors(), "after reading 0 pages") {
			t.Errorf("after %v: %s", took, diags)
		}
	})
}
