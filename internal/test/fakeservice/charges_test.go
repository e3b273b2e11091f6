// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

type page struct {
	Items     []struct{ ID string } `json:"items"`
	HasMore   bool                  `json:"has_more"`
	TotalHits *int                  `json:"total_hits"`
}

func TestChargeFilters(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	id := func(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }
	s := fakeservice.New()
	s.Set(func(b *fakeservice.Behavior) {
		b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": fakeservice.MatchEmail}
	})
	s.AddCharges(
		fakeservice.Charge{
			ID: id(1), CreatedOn: at("2025-01-31T00:00:00Z"), RequestedAmount: 100, Mode: "live", Phone: "0312345678",
			Card: &fakeservice.ChargeCard{Name: "A B", LastFour: "0042", ExpMonth: 3, ExpYear: 2030},
		},
		fakeservice.Charge{
			ID: id(2), CreatedOn: at("2025-01-31T12:00:00.123456Z"), RequestedAmount: 200, RequestedCurrency: "USD",
			Metadata: map[string]any{"order": 17, "note": nil, "name": "x"}, Email: "a@example.com",
		},
		fakeservice.Charge{
			ID: id(3), CreatedOn: at("2025-02-01T00:00:00Z"), RequestedAmount: 300, ChargedCurrency: new("USD"),
			ChargedAmount: new(int64(2)), TransactionTokenID: otherID,
		},
	)
	c := serve(t, s)
	tests := map[string]struct {
		query string
		want  []int
	}{
		"no filter":                  {"", []int{3, 2, 1}},
		"from is inclusive":          {"from=2025-01-31T12:00:00.123456Z", []int{3, 2}},
		"from just after a charge":   {"from=2025-01-31T12:00:00.1234561Z", []int{3}},
		"to is exclusive":            {"to=2025-01-31T12:00:00.123456Z", []int{1}},
		"to just after a charge":     {"to=2025-01-31T12:00:00.123457Z", []int{2, 1}},
		"dates":                      {"from=2025-01-31&to=2025-02-01", []int{2, 1}},
		"a zone":                     {"from=2025-02-01T09:00:00%2B09:00", []int{3}},
		"an empty window":            {"from=2025-02-01&to=2025-01-01", nil},
		"amount_from is exclusive":   {"amount_from=100", []int{3, 2}},
		"amount_to is exclusive":     {"amount_to=300", []int{2, 1}},
		"either currency":            {"currency=USD", []int{3, 2}},
		"mode":                       {"mode=live", []int{1}},
		"phone":                      {"phone=0312345678", []int{1}},
		"card":                       {"last_four=0042&name=A+B&exp_month=3&exp_year=2030", []int{1}},
		"no such card":               {"last_four=0043&name=A+B&exp_month=3&exp_year=2030", nil},
		"metadata key and value":     {"metadata=order:17", []int{2}},
		"metadata null":              {"metadata=note:null", []int{2}},
		"transaction token":          {"transaction_token_id=" + otherID, []int{3}},
		"an extra filter":            {"email=a@example.com", []int{2}},
		"several filters":            {"currency=USD&amount_to=300", []int{2}},
		"cursor in a filtered list":  {"currency=USD&cursor=" + id(3), []int{2}},
		"cursor against the order":   {"cursor_direction=asc&cursor=" + id(1), []int{2, 3}},
		"cursor of the last element": {"cursor=" + id(1), nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := c.get(t, "/charges?"+test.query)
			var p page
			if err := json.Unmarshal(got.raw, &p); err != nil || got.status != http.StatusOK {
				t.Fatalf("status %d: %s", got.status, got.raw)
			}
			var want []string
			for _, n := range test.want {
				want = append(want, id(n))
			}
			var ids []string
			for _, item := range p.Items {
				ids = append(ids, item.ID)
			}
			if !slices.Equal(ids, want) || p.HasMore {
				t.Errorf("got %v, want %v", ids, want)
			}
			if !strings.Contains(test.query, "cursor") && (p.TotalHits == nil || *p.TotalHits != len(want)) {
				t.Errorf("total_hits is %v, want %d", p.TotalHits, len(want))
			}
		})
	}
}
