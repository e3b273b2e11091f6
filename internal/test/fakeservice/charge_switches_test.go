// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

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
