// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestChargeSwitches(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		set   func(*fakeservice.Behavior)
		query string
		check func(t *testing.T, p page, raw string)
	}{
		"total_hits always": {query: "cursor=", check: func(t *testing.T, p page, _ string) {
			t.Helper()
			if p.TotalHits == nil || *p.TotalHits != 25 {
				t.Errorf("total_hits is %v", p.TotalHits)
			}
		}},
		"total_hits on the first page": {
			set:   func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage },
			query: "cursor=",
			check: func(t *testing.T, p page, _ string) {
				t.Helper()
				if p.TotalHits != nil {
					t.Errorf("total_hits is %v", *p.TotalHits)
				}
			},
		},
		"total_hits never": {
			set: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsNever },
			check: func(t *testing.T, _ page, raw string) {
				t.Helper()
				if strings.Contains(raw, "total_hits") {
					t.Error("total_hits is there")
				}
			},
		},
		"small pages": {
			set:   func(b *fakeservice.Behavior) { b.MaxPageItems = 3 },
			query: "limit=20",
			check: func(t *testing.T, p page, _ string) {
				t.Helper()
				if len(p.Items) != 3 || !p.HasMore {
					t.Errorf("%d items", len(p.Items))
				}
			},
		},
		"large pages": {
			set: func(b *fakeservice.Behavior) { b.ExtraPageItems = 5 },
			check: func(t *testing.T, p page, _ string) {
				t.Helper()
				if len(p.Items) != 15 || !p.HasMore {
					t.Errorf("%d items", len(p.Items))
				}
			},
		},
		"numbers with an exponent": {
			set: func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberExponent },
			check: func(t *testing.T, _ page, raw string) {
				t.Helper()
				if !strings.Contains(raw, `"requested_amount":1e3`) || !strings.Contains(raw, `"fee_amount":null`) {
					t.Error(raw)
				}
			},
		},
		"numbers with a fraction": {
			set: func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberFraction },
			check: func(t *testing.T, _ page, raw string) {
				t.Helper()
				if !strings.Contains(raw, `"charged_amount":1000.0`) {
					t.Error(raw)
				}
			},
		},
		"changed charges": {
			set: func(b *fakeservice.Behavior) {
				b.ExtraFields = map[string]any{"further": true}
				b.ChargeMutator = func(c map[string]any) { delete(c, "id") }
			},
			check: func(t *testing.T, p page, raw string) {
				t.Helper()
				if p.Items[0].ID != "" || !strings.Contains(raw, `"further":true`) {
					t.Error(raw)
				}
			},
		},
		"a changed page": {
			set: func(b *fakeservice.Behavior) {
				b.PageMutator = func(_ fakeservice.Request, p *fakeservice.Page) { p.Items, p.HasMore = nil, true }
			},
			check: func(t *testing.T, p page, _ string) {
				t.Helper()
				if len(p.Items) != 0 || !p.HasMore || *p.TotalHits != 25 {
					t.Errorf("the page is %+v", p)
				}
			},
		},
		"asc is ignored": {
			set:   func(b *fakeservice.Behavior) { b.IgnoreAsc = true },
			query: "cursor_direction=asc&limit=100",
			check: func(t *testing.T, _ page, raw string) {
				t.Helper()
				if first, last := strings.Index(raw, "2025-03-25"), strings.Index(raw, "2025-03-01"); first > last {
					t.Error("the oldest charge is first")
				}
			},
		},
		"dates of whole days": {
			set:   func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true },
			query: "from=2025-03-05T18:00:00Z&to=2025-03-07T18:00:00Z",
			check: func(t *testing.T, p page, _ string) {
				t.Helper()
				if len(p.Items) != 2 {
					t.Errorf("%d items", len(p.Items))
				}
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			for day := range 25 {
				s.AddCharges(fakeservice.Charge{RequestedAmount: 1000, CreatedOn: time.Date(2025, 3, 1+day, 12, 0, 0, 0, time.UTC)})
			}
			if test.set != nil {
				s.Set(test.set)
			}
			c, _ := serve(t, s)
			query := strings.Replace(test.query, "cursor=", "cursor="+s.Charges("")[3].ID, 1)
			got := c.get(t, "/charges?"+query)
			var p page
			if err := json.Unmarshal(got.raw, &p); err != nil {
				t.Fatalf("status %d: %s", got.status, got.raw)
			}
			test.check(t, p, string(got.raw))
		})
	}
}

// A switch that is set after a first request changes total_hits as well.
func TestTotalHitsFollowSwitches(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.AddCharges(fakeservice.Charge{Email: "a@example.com", Mode: "live"}, fakeservice.Charge{Email: "b@example.com", Mode: "live"})
	c, _ := serve(t, s)
	for want, filter := range []fakeservice.ChargeFilter{
		func(*fakeservice.Charge, string) bool { return false },
		fakeservice.MatchEmail,
		func(*fakeservice.Charge, string) bool { return true },
	} {
		s.Set(func(b *fakeservice.Behavior) { b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": filter} })
		p := c.page(t, "/charges", url.Values{"email": {"a@example.com"}, "mode": {"live"}})
		if len(p.Items) != want || p.TotalHits == nil || *p.TotalHits != want {
			t.Errorf("%d items of %v, want %d", len(p.Items), p.TotalHits, want)
		}
	}
}

func TestWindowsAreDisjointAndComplete(t *testing.T) {
	t.Parallel()
	from := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	s := fakeservice.New()
	s.SeedCharges(400, fakeservice.SeedOptions{From: from, To: from.Add(time.Second), Ties: 5})
	c, _ := serve(t, s)
	var got []string
	for i := 9; i >= 0; i-- {
		bound := func(n int) string {
			return from.Add(time.Duration(n) * 100 * time.Millisecond).Format(time.RFC3339Nano)
		}
		got = append(got, c.all(t, "/charges", url.Values{"from": {bound(i)}, "to": {bound(i + 1)}, "limit": {"100"}})...)
	}
	if want := idsOf(s.Charges("")); !slices.Equal(got, want) {
		t.Errorf("%d charges by windows, want %d in service order", len(got), len(want))
	}
}

func TestSeedIsDeterministicAndVaried(t *testing.T) {
	t.Parallel()
	seeded := func(seed int64) (string, []fakeservice.Charge) {
		s := fakeservice.New()
		s.SeedCharges(1000, fakeservice.SeedOptions{Seed: seed, Skew: fakeservice.Skew9005})
		c, _ := serve(t, s)
		return string(c.get(t, "/charges?limit=100").raw), s.Charges("")
	}
	first, charges := seeded(7)
	if again, _ := seeded(7); again != first {
		t.Error("the same seed makes other charges")
	}
	if other, _ := seeded(8); other == first {
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
	from := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	length := from.AddDate(1, 0, 0).Sub(from)
	dense := 0
	for _, c := range charges {
		if at := c.CreatedOn.Sub(from); at >= length*60/100 && at < length*65/100 {
			dense++
		}
	}
	if dense < 870 || dense > 960 {
		t.Errorf("%d of 1000 charges are in the dense part", dense)
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
