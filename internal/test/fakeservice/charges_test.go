// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
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

func (c *client) page(t *testing.T, path string, query url.Values) page {
	t.Helper()
	got := c.get(t, path+"?"+query.Encode())
	if got.status != http.StatusOK {
		t.Fatalf("%v: status %d: %s", query, got.status, got.raw)
	}
	var p page
	if err := json.Unmarshal(got.raw, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// all follows cursors to the end of a list.
func (c *client) all(t *testing.T, path string, query url.Values) []string {
	t.Helper()
	ids := []string{}
	for {
		p := c.page(t, path, query)
		for _, item := range p.Items {
			ids = append(ids, item.ID)
		}
		if !p.HasMore {
			return ids
		}
		query.Set("cursor", ids[len(ids)-1])
	}
}

func idsOf(charges []fakeservice.Charge) []string {
	ids := []string{}
	for _, c := range charges {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestChargePaging(t *testing.T) {
	t.Parallel()
	tests := map[string]fakeservice.SeedOptions{
		"spread": {},
		"skewed": {Skew: fakeservice.Skew9005},
		"ties":   {Ties: 7},
	}
	for name, seed := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.SeedCharges(237, seed)
			seed.StoreID, seed.Seed = otherID, 1
			s.SeedCharges(50, seed)
			c, _ := serve(t, s)
			for path, store := range map[string]string{
				"/charges": "",
				"/stores/" + fakeservice.DefaultStoreID + "/charges": fakeservice.DefaultStoreID,
			} {
				want := idsOf(s.Charges(store))
				for _, limit := range []string{"10", "37", "100"} {
					if got := c.all(t, path, url.Values{"limit": {limit}}); !slices.Equal(got, want) {
						t.Errorf("%s by %s: %d charges, want %d in service order", path, limit, len(got), len(want))
					}
				}
				got := c.all(t, path, url.Values{"limit": {"100"}, "cursor_direction": {"asc"}})
				slices.Reverse(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s: asc is not the reverse of desc", path)
				}
			}
		})
	}
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
	c, _ := serve(t, s)
	tests := map[string]struct {
		query string
		want  []int
	}{
		"none":                       {"", []int{3, 2, 1}},
		"from is inclusive":          {"from=2025-01-31T12:00:00.123456Z", []int{3, 2}},
		"from after it":              {"from=2025-01-31T12:00:00.1234561Z", []int{3}},
		"to is exclusive":            {"to=2025-01-31T12:00:00.123456Z", []int{1}},
		"to after it":                {"to=2025-01-31T12:00:00.123457Z", []int{2, 1}},
		"dates":                      {"from=2025-01-31&to=2025-02-01", []int{2, 1}},
		"a zone":                     {"from=2025-02-01T09:00:00%2B09:00", []int{3}},
		"an empty window":            {"from=2025-02-01&to=2025-01-01", nil},
		"amount_from is exclusive":   {"amount_from=100", []int{3, 2}},
		"amount_to is exclusive":     {"amount_to=300", []int{2, 1}},
		"requested or charged":       {"currency=USD", []int{3, 2}},
		"mode":                       {"mode=live", []int{1}},
		"phone":                      {"phone=0312345678", []int{1}},
		"card":                       {"last_four=0042&name=A+B&exp_month=3&exp_year=2030", []int{1}},
		"no such card":               {"last_four=0043&name=A+B&exp_month=3&exp_year=2030", nil},
		"metadata key and value":     {"metadata=order:17", []int{2}},
		"metadata null":              {"metadata=note:null", []int{2}},
		"transaction token":          {"transaction_token_id=" + otherID, []int{3}},
		"an extra filter":            {"email=a@example.com", []int{2}},
		"several":                    {"currency=USD&amount_to=300", []int{2}},
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

func TestSeedIsDeterministicAndVaried(t *testing.T) {
	t.Parallel()
	seeded := func(seed int64) string {
		s := fakeservice.New()
		s.SeedCharges(1000, fakeservice.SeedOptions{Seed: seed, Skew: fakeservice.Skew9005})
		c, _ := serve(t, s)
		return string(c.get(t, "/charges?limit=100").raw)
	}
	first := seeded(7)
	if again := seeded(7); again != first {
		t.Error("the same seed makes other charges")
	}
	if other := seeded(8); other == first {
		t.Error("another seed makes the same charges")
	}
	for _, part := range []string{
		`"charged_amount":null`, `"status":"failed"`, `"code":301`, `"currency":"KWD"`, `"service-phone-number":8012345678`,
		`"note":null`, `"weight":1.50`, `"<b>"`, `"fee_amount":null`, `"mode":"test"`, `"redirect":{}`,
	} {
		if !strings.Contains(first, strings.Replace(part, `"currency"`, `"requested_currency"`, 1)) {
			t.Errorf("no charge of the first page has %s", part)
		}
	}
}

func TestAddChargesReplacesById(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	made := s.AddCharges(fakeservice.Charge{ID: webhookID}, fakeservice.Charge{ID: otherID})
	s.AddCharges(fakeservice.Charge{ID: webhookID, StoreID: otherID, Status: "failed"})
	if got := idsOf(s.Charges(fakeservice.DefaultStoreID)); !reflect.DeepEqual(got, []string{made[1].ID}) {
		t.Errorf("the first store has %v", got)
	}
	if got := s.Charges(otherID); len(got) != 1 || got[0].Status != "failed" || s.ChargeCount("") != 2 {
		t.Errorf("the second store has %v", got)
	}
}
