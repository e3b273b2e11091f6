// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// page is the answer to a request for a list.
type page struct {
	ids     []string
	hasMore any
	total   any // nil if there is none
}

// pageOf returns the page of an answer.
func pageOf(t *testing.T, got answered) page {
	t.Helper()
	body := got.object()
	items, isList := body["items"].([]any)
	if got.status != http.StatusOK || !isList {
		t.Fatalf("status %d: %s", got.status, got.text)
	}
	p := page{hasMore: body["has_more"], total: body["total_hits"]}
	for _, item := range items {
		id, _ := item.(object)["id"].(string)
		p.ids = append(p.ids, id)
	}
	return p
}

// ids returns the ids with these numbers.
func ids(numbers ...int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, numbered(n))
	}
	return all
}

// TestCharges_filters: lists have the charges that the description says, in its order.
func TestCharges_filters(t *testing.T) {
	t.Parallel()
	noon := 12*time.Hour + 123456*time.Microsecond
	at := func(day int, more time.Duration) time.Time {
		return time.Date(2025, 1, day, 0, 0, 0, 0, time.UTC).Add(more)
	}
	s := fakeservice.NewExtended()
	s.AddCharges(
		fakeservice.Charge{
			ID:              numbered(1),
			CreatedOn:       at(31, 0),
			RequestedAmount: 100,
			Mode:            "live",
			Consumer: map[string]string{
				"name":      "A B",
				"last_four": "0042",
				"exp_month": "3",
				"exp_year":  "2030",
				"phone":     "0312345678",
			},
		},
		fakeservice.Charge{
			ID:                numbered(2),
			CreatedOn:         at(31, noon),
			RequestedAmount:   200,
			RequestedCurrency: "USD",
			Metadata:          map[string]any{"order": 17, "note": nil, "name": "x"},
			Consumer:          map[string]string{"email": "a@example.com"},
		},
		fakeservice.Charge{ID: numbered(3), CreatedOn: at(2, 0)}, // which the next one replaces
		fakeservice.Charge{
			ID:                 numbered(3),
			CreatedOn:          at(32, 0),
			RequestedAmount:    300,
			ChargedCurrency:    new("USD"),
			ChargedAmount:      new(int64(2)),
			TransactionTokenID: otherID,
		},
	)

	for name, tc := range map[string]struct {
		query string
		want  []string
	}{
		"no filter":                {want: ids(3, 2, 1)},
		"ascending":                {query: "cursor_direction=asc", want: ids(1, 2, 3)},
		"from is inclusive":        {query: "from=2025-01-31T12:00:00.123456Z", want: ids(3, 2)},
		"to is exclusive":          {query: "to=2025-01-31T12:00:00.123456Z", want: ids(1)},
		"dates":                    {query: "from=2025-01-31&to=2025-02-01", want: ids(2, 1)},
		"a zone":                   {query: "from=2025-02-01T09:00:00%2B09:00", want: ids(3)},
		"amount_from is exclusive": {query: "amount_from=100", want: ids(3, 2)},
		"amount_to is exclusive":   {query: "amount_to=300", want: ids(2, 1)},
		"either currency":          {query: "currency=USD", want: ids(3, 2)},
		"mode":                     {query: "mode=live", want: ids(1)},
		"phone":                    {query: "phone=0312345678", want: ids(1)},
		"card":                     {query: "last_four=0042&name=A+B&exp_month=3&exp_year=2030", want: ids(1)},
		"metadata key and value":   {query: "metadata=order:17", want: ids(2)},
		"transaction token":        {query: "transaction_token_id=" + otherID, want: ids(3)},
		"e-mail":                   {query: "email=a@example.com", want: ids(2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := pageOf(t, send(t, s, "GET /charges?"+tc.query, ""))
			if !slices.Equal(got.ids, tc.want) {
				t.Errorf("the charges are %q, want %q", got.ids, tc.want)
			}
			if got.total != float64(len(tc.want)) || got.hasMore != false {
				t.Errorf("total_hits is %v, and has_more %v", got.total, got.hasMore)
			}
		})
	}
}

// TestLists_pages: a page begins after its cursor and has as many resources as asked for, 10 if
// nothing is asked for; has_more says whether others follow (API description, section 4.4).
func TestLists_pages(t *testing.T) {
	t.Parallel()
	const all = 25
	s := fakeservice.New()
	s.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for n := 1; n <= all; n++ { // the newest is the one with the highest number
		created := time.Date(2025, 1, n, 0, 0, 0, 0, time.UTC)
		s.AddCharges(fakeservice.Charge{ID: numbered(n), CreatedOn: created})
		s.AddWebhook(fakeservice.Webhook{ID: numbered(n), CreatedOn: created})
	}

	for list, request := range map[string]string{
		"charges":             "GET /charges",
		"charges of a store":  "GET /stores/" + fakeservice.DefaultStoreID + "/charges",
		"webhooks of a store": "GET " + webhooksURL,
	} {
		for name, tc := range map[string]struct {
			query       string
			first, last int
			hasMore     bool
		}{
			"the first page":               {first: 25, last: 16, hasMore: true},
			"a page between":               {query: "cursor=" + numbered(16), first: 15, last: 6, hasMore: true},
			"the last page":                {query: "cursor=" + numbered(6), first: 5, last: 1},
			"a longer page":                {query: "limit=24", first: 25, last: 2, hasMore: true},
			"exactly all":                  {query: "limit=25", first: 25, last: 1},
			"the first page, ascending":    {query: "cursor_direction=asc", first: 1, last: 10, hasMore: true},
			"the last page, ascending":     {query: "cursor_direction=asc&cursor=" + numbered(20), first: 21, last: 25},
			"the page before the last one": {query: "cursor=" + numbered(12), first: 11, last: 2, hasMore: true},
		} {
			t.Run(list+", "+name, func(t *testing.T) {
				t.Parallel()
				got := pageOf(t, send(t, s, request+"?"+tc.query, ""))
				if want := ids(between(tc.first, tc.last)...); !slices.Equal(got.ids, want) {
					t.Errorf("the page is %q, want %q", got.ids, want)
				}
				if got.hasMore != tc.hasMore {
					t.Errorf("has_more is %v, want %t", got.hasMore, tc.hasMore)
				}
			})
		}
	}

	last := pageOf(t, send(t, s, "GET /charges?cursor="+numbered(1), ""))
	if len(last.ids) > 0 || last.hasMore != false {
		t.Errorf("after the last charge, the page is %v", last)
	}
}

// between returns the numbers from one to another, in either direction.
func between(first, last int) (numbers []int) {
	step := 1
	if last < first {
		step = -1
	}
	for n := first; n != last+step; n += step {
		numbers = append(numbers, n)
	}
	return numbers
}

// TestCharges_types: a charge has the types of the API description, section 2.2, whatever its
// status. With UnchargedIsNull, nothing that was not charged has an amount.
func TestCharges_types(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		null bool
		want any
	}{
		"as described":           {want: 0.0},
		"as many services do it": {null: true, want: nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.Set(func(b *fakeservice.Behavior) { b.UnchargedIsNull = tc.null })
			s.AddCharges(fakeservice.Charge{RequestedAmount: 100, Status: "pending"})

			items, _ := send(t, s, "GET /charges", "").object()["items"].([]any)
			charge, _ := items[0].(object)
			for _, name := range []string{"charged_amount", "charged_amount_formatted"} {
				if charge[name] != tc.want {
					t.Errorf("%s is %v, want %v", name, charge[name], tc.want)
				}
			}
			if (charge["charged_currency"] == nil) != tc.null || charge["requested_amount"] != 100.0 {
				t.Errorf("the charge is %v", charge)
			}
		})
	}
}
