// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A list asks for no page that it does not need, and for pages of the size that is configured.
func TestRead_sendsNoMoreThanNeeded(t *testing.T) {
	t.Parallel()
	type row struct {
		charges int
		config  acctest.Values // besides store_id
		want    int            // the number of charges in the list
		limits  []string       // the size of each page that is asked for
	}
	bubble.EachWay(t, lists, map[string]row{
		"defaults": {
			charges: 257,
			want:    257,
			limits:  []string{"100", "100", "100"},
		},
		"three pages of ten for 25": {
			charges: 257,
			config:  acctest.Values{"page_size": 10, "max_results": 25},
			want:    25,
			limits:  []string{"10", "10", "10"},
		},
		"two pages of ten for 20": {
			charges: 257,
			config:  acctest.Values{"page_size": 10, "max_results": 20},
			want:    20,
			limits:  []string{"10", "10"},
		},
		"one charge": {
			charges: 257,
			config:  acctest.Values{"max_results": 1},
			want:    1,
			limits:  []string{"100"},
		},
		"a store without charges": {
			charges: 0,
			want:    0,
			limits:  []string{"100"},
		},
		"a maximum of more than 32 bits": { // GOARCH=386 shows it
			charges: 150,
			config:  acctest.Values{"max_results": int64(1<<32 + 10)},
			want:    150,
			limits:  []string{"100", "100"},
		},
		"charges of all stores": {
			charges: 30,
			config:  acctest.Values{"store_id": nil},
			want:    30,
			limits:  []string{"100"},
		},
	}, func(t *testing.T, read way, tt row) {
		service, p := inBubble(t, tt.charges, nil)
		config := acctest.Values{"store_id": storeID}
		maps.Copy(config, tt.config)
		result, diags := read(t.Context(), p, config)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		isCharge := func(id string, charge fakeservice.Charge) bool { return id == charge.ID }
		if got := idsIn(t, result); !slices.EqualFunc(got, service.Charges(storeID)[:tt.want], isCharge) {
			t.Errorf("there are %d charges, not the newest %d in order", len(got), tt.want)
		}
		if got := fmt.Sprint(result["total_hits"]); got != fmt.Sprint(tt.charges) {
			t.Errorf("total_hits is %s, want %d", got, tt.charges)
		}
		path := "/charges"
		if config["store_id"] != nil {
			path = "/stores/" + storeID + "/charges"
		}
		var limits []string
		for _, r := range service.Requests() {
			limits = append(limits, r.Query.Get("limit"))
			if r.Path != path {
				t.Errorf("it asks for %s, want %s", r.Path, path)
			}
		}
		if !slices.Equal(limits, tt.limits) {
			t.Errorf("it asks for pages of %v, want %v", limits, tt.limits)
		}
	})
}

// Each filter is sent as the API has it, and finds its charges.
func TestRead_filters(t *testing.T) {
	t.Parallel()
	const (
		token = "44444444-4444-4444-8444-44444444444a"
		store = "33333333-3333-4333-8333-33333333333a"

		// The charges, from the newest to the oldest.
		first  = "00000000-0000-4000-8000-000000000001"
		second = "00000000-0000-4000-8000-000000000002"
		third  = "00000000-0000-4000-8000-000000000003"
		fourth = "00000000-0000-4000-8000-000000000004"
	)
	newest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	charges := []fakeservice.Charge{
		{
			ID:                first,
			StoreID:           store,
			RequestedAmount:   100,
			RequestedCurrency: "JPY",
			Mode:              "live",
			CreatedOn:         newest,
		},
		{
			ID:                second,
			RequestedAmount:   200,
			RequestedCurrency: "USD",
			CreatedOn:         newest.AddDate(0, 0, -1),
			Metadata:          map[string]any{"note": " order:7 "},
			Consumer:          map[string]string{"phone": "0312345678"},
		},
		{
			ID:                 third,
			RequestedAmount:    300,
			RequestedCurrency:  "EUR",
			CreatedOn:          newest.AddDate(0, 0, -2),
			TransactionTokenID: token,
		},
		{
			ID:                fourth,
			RequestedAmount:   400,
			RequestedCurrency: "EUR",
			CreatedOn:         newest.AddDate(0, 0, -3),
			Consumer: map[string]string{
				"email":     "taro@example.com",
				"last_four": "0042",
				"name":      "TARO YAMADA",
				"exp_month": "3",
				"exp_year":  "2030",
			},
		},
	}
	type row struct {
		config acctest.Values
		want   []string          // the ids of the charges
		sent   map[string]string // the query besides limit
	}
	bubble.EachWay(t, lists, map[string]row{
		"currency": {
			config: acctest.Values{"currency": "USD"},
			want:   []string{second},
			sent:   map[string]string{"currency": "USD"},
		},
		"mode": {
			config: acctest.Values{"mode": "live"},
			want:   []string{first},
			sent:   map[string]string{"mode": "live"},
		},
		"phone": {
			config: acctest.Values{"phone": "0312345678"},
			want:   []string{second},
			sent:   map[string]string{"phone": "0312345678"},
		},
		"phone with a plus": {
			config: acctest.Values{"phone": "+81312345678"},
			want:   []string{},
			sent:   map[string]string{"phone": "+81312345678"},
		},
		"metadata with blanks": {
			config: acctest.Values{"metadata": " order:7 "},
			want:   []string{second},
			sent:   map[string]string{"metadata": " order:7 "},
		},
		"token": {
			config: acctest.Values{"transaction_token_id": token},
			want:   []string{third},
			sent:   map[string]string{"transaction_token_id": token},
		},
		"amounts, which are exclusive": {
			config: acctest.Values{"amount_from": 100, "amount_to": 400},
			want:   []string{second, third},
			sent:   map[string]string{"amount_from": "100", "amount_to": "400"},
		},
		"from a date": {
			config: acctest.Values{"from": "2025-02-28"},
			want:   []string{first, second},
			sent:   map[string]string{"from": "2025-02-28"},
		},
		"to a time, which is exclusive": {
			config: acctest.Values{"to": "2025-02-28T21:00:00+09:00"},
			want:   []string{third, fourth},
			sent:   map[string]string{"to": "2025-02-28T21:00:00+09:00"},
		},
		"times in small letters": {
			config: acctest.Values{"from": "2025-02-28t00:00:00z", "to": "2025-03-01t00:00:00z"},
			want:   []string{second},
			sent:   map[string]string{"from": "2025-02-28T00:00:00Z", "to": "2025-03-01T00:00:00Z"},
		},
		"card": {
			config: acctest.Values{"card": acctest.Values{
				"last_four": "0042",
				"name":      "TARO YAMADA",
				"exp_month": 3,
				"exp_year":  2030,
			}},
			want: []string{fourth},
			sent: map[string]string{
				"last_four": "0042",
				"name":      "TARO YAMADA",
				"exp_month": "3",
				"exp_year":  "2030",
			},
		},
		"a further filter": {
			config: acctest.Values{"extra_filters": acctest.Values{"email": "taro@example.com"}},
			want:   []string{fourth},
			sent:   map[string]string{"email": "taro@example.com"},
		},
		"cursor": {
			config: acctest.Values{"cursor": second},
			want:   []string{third, fourth},
			sent:   map[string]string{"cursor": second},
		},
		"cursor, oldest first": {
			config: acctest.Values{"cursor": third, "cursor_direction": "asc"},
			want:   []string{second, first},
			sent:   map[string]string{"cursor": third, "cursor_direction": "asc"},
		},
	}, func(t *testing.T, read way, tt row) {
		service, p := inBubble(t, 0, nil)
		service.AddCharges(slices.Clone(charges)...)
		result, diags := read(t.Context(), p, tt.config)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if got := idsIn(t, result); !slices.Equal(got, tt.want) {
			t.Errorf("the charges are %q, want %q", got, tt.want)
		}
		sent := map[string]string{}
		for name := range service.Requests()[0].Query {
			sent[name] = service.Requests()[0].Query.Get(name)
		}
		delete(sent, "limit")
		if !maps.Equal(sent, tt.sent) {
			t.Errorf("it sends %v, want %v", sent, tt.sent)
		}
	})
}

// Fields that `fields` does not name are null, and the others are as they are without it. The provider checks
// nevertheless whether each charge matches the filters, by fields that the result does not have.
func TestRead_fields(t *testing.T) {
	t.Parallel()
	fields := []string{"created_on", "metadata", "requested_amount", "status"}
	bubble.Each(t, lists, func(t *testing.T, read way) {
		service, p := inBubble(t, 240, nil)
		service.Set(func(b *fakeservice.Behavior) {
			b.Rewrite = func(charge map[string]any) { charge["mode"] = "test" } // in spite of the filter
		})
		config := acctest.Values{"page_size": 20, "mode": "live", "from": "2025-01-01"}
		whole, ofWhole := read(t.Context(), p, config)
		config["fields"] = fields
		part, ofPart := read(t.Context(), p, config)
		isWarned := strings.Contains(ofPart.Warnings(), "for `mode`")
		if !isWarned || ofPart.String() != ofWhole.String() {
			t.Fatalf("it says %s\nand without fields %s", ofPart, ofWhole)
		}
		want := chargesIn(t, whole)
		for _, charge := range want {
			maps.DeleteFunc(charge, func(field string, _ any) bool { return !slices.Contains(fields, field) })
		}
		if got := chargesIn(t, part); !reflect.DeepEqual(got, want) {
			t.Errorf("there are %d charges, of which the first is %v, want %v", len(got), got[0], want[0])
		}
	})
}
