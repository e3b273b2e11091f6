// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestRead_sendsNoMoreThanNeeded(t *testing.T) {
	t.Parallel()
	type row struct {
		charges int
		config  acctest.Values
		want    int
		limits  string
	}
	bubble.EachWay(t, lists, map[string]row{
		"defaults":                   {257, acctest.Values{}, 257, "100 100 100"},
		"three pages of ten for 25":  {257, acctest.Values{"page_size": 10, "max_results": 25}, 25, "10 10 10"},
		"two pages of ten for 20":    {257, acctest.Values{"page_size": 10, "max_results": 20}, 20, "10 10"},
		"one":                        {257, acctest.Values{"max_results": 1}, 1, "100"},
		"none at all":                {0, acctest.Values{}, 0, "100"},
		"more than 32 bits hold":     {150, acctest.Values{"max_results": int64(1<<32 + 10)}, 150, "100 100"}, // GOARCH=386 shows it
		"charges of whichever store": {30, acctest.Values{"store_id": nil}, 30, "100"},
	}, func(t *testing.T, read way, tt row) {
		service, p := inBubble(t, tt.charges, nil)
		config := acctest.Values{"store_id": storeID}
		for argument, value := range tt.config {
			config[argument] = value
		}
		result, diags := read(t.Context(), p, config)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		isCharge := func(id string, c fakeservice.Charge) bool { return id == c.ID }
		if got := idsIn(t, result); !slices.EqualFunc(got, service.Charges(storeID)[:tt.want], isCharge) {
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
		if fmt.Sprint(result["total_hits"]) != fmt.Sprint(tt.charges) {
			t.Errorf("total_hits %v", result["total_hits"])
		}
	})
}

func TestRead_filters(t *testing.T) {
	t.Parallel()
	const token, store = "44444444-4444-4444-8444-44444444444a", "33333333-3333-4333-8333-33333333333a"
	newest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	charges := []fakeservice.Charge{
		{ID: "00000000-0000-4000-8000-000000000001", StoreID: store, RequestedAmount: 100, RequestedCurrency: "JPY", Mode: "live", CreatedOn: newest},
		{ID: "00000000-0000-4000-8000-00000000000b", RequestedAmount: 200, RequestedCurrency: "USD", Mode: "test", CreatedOn: newest.AddDate(0, 0, -1), Metadata: map[string]any{"note": " order:7 "}, Consumer: map[string]string{"phone": "0312345678"}},
		{ID: "00000000-0000-4000-8000-000000000003", RequestedAmount: 300, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -2), TransactionTokenID: token},
		{ID: "00000000-0000-4000-8000-000000000004", RequestedAmount: 400, RequestedCurrency: "EUR", Mode: "test", CreatedOn: newest.AddDate(0, 0, -3), Consumer: map[string]string{
			"email": "taro@example.com", "last_four": "0042", "name": "TARO YAMADA", "exp_month": "3", "exp_year": "2030",
		}},
	}
	card := acctest.Values{"last_four": "0042", "name": "TARO YAMADA", "exp_month": 3, "exp_year": 2030}
	type row struct {
		config acctest.Values
		want   []int
		sent   string
	}
	bubble.EachWay(t, lists, map[string]row{
		"currency":       {acctest.Values{"currency": "USD"}, []int{2}, "currency=USD"},
		"mode":           {acctest.Values{"mode": "live"}, []int{1}, "mode=live"},
		"phone":          {acctest.Values{"phone": "0312345678"}, []int{2}, "phone=0312345678"},
		"phone, a plus":  {acctest.Values{"phone": "+81312345678"}, nil, "phone=%2B81312345678"},
		"metadata":       {acctest.Values{"metadata": " order:7 "}, []int{2}, "metadata=+order%3A7+"},
		"token":          {acctest.Values{"transaction_token_id": token}, []int{3}, "transaction_token_id=" + token},
		"amounts":        {acctest.Values{"amount_from": 100, "amount_to": 400}, []int{2, 3}, "amount_from=100&amount_to=400"},
		"from, a date":   {acctest.Values{"from": "2025-02-28"}, []int{1, 2}, "from=2025-02-28"},
		"to, exclusive":  {acctest.Values{"to": "2025-02-28T21:00:00+09:00"}, []int{3, 4}, "to=2025-02-28T21%3A00%3A00%2B09%3A00"},
		"card":           {acctest.Values{"card": card}, []int{4}, "exp_month=3&exp_year=2030&last_four=0042&"},
		"further filter": {acctest.Values{"extra_filters": acctest.Values{"email": "taro@example.com"}}, []int{4}, "email=taro%40example.com"},
		"cursor":         {acctest.Values{"cursor": charges[1].ID}, []int{3, 4}, "cursor=" + charges[1].ID},
		"small letters":  {acctest.Values{"from": "2025-02-28t00:00:00z", "to": "2025-03-01t00:00:00z"}, []int{2}, "from=2025-02-28T00%3A00%3A00Z&limit=100&to=2025-03-01T00%3A00%3A00Z"},
		"cursor, asc":    {acctest.Values{"cursor": charges[2].ID, "cursor_direction": "asc"}, []int{2, 1}, "cursor_direction=asc"},
	}, func(t *testing.T, read way, tt row) {
		service, p := inBubble(t, 0, nil)
		service.AddCharges(slices.Clone(charges)...)
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
		r := service.Requests()[0]
		if sent := r.Path + "?" + r.Query.Encode(); !strings.Contains(sent, tt.sent) {
			t.Errorf("sent %s, want %s in it", sent, tt.sent)
		}
	})
}

// Fields that `fields` does not name are null, and the others are as they are without
// it. Filters are checked nevertheless, and the fields for that are not kept.
func TestRead_fields(t *testing.T) {
	t.Parallel()
	fields := []string{"created_on", "metadata", "requested_amount", "status"}
	bubble.Each(t, lists, func(t *testing.T, read way) {
		service, p := inBubble(t, 240, nil)
		service.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(charge map[string]any) { charge["mode"] = "test" } })
		config := acctest.Values{"page_size": 20, "mode": "live", "from": "2025-01-01"}
		all, warned := read(t.Context(), p, config)
		config["fields"] = fields
		part, diags := read(t.Context(), p, config)
		if !strings.Contains(diags.Warnings(), "for `mode`") || diags.String() != warned.String() {
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
}
