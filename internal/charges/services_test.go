// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// oddService is a service that differs from others, and the result of reading it.
type oddService struct {
	behavior  func(*fakeservice.Behavior)
	faults    []fakeservice.Fault
	arguments acctest.Values // besides the store and pages of 10
	charges   int            // 400 if 0
	want      func(ids []string) []string
	warns     string // nothing if empty
}

func first(n int) func([]string) []string { return func(ids []string) []string { return ids[:n] } }

func oddServices() map[string]oddService {
	bounds := func(r fakeservice.Request) bool {
		return !r.Query.Has("cursor") && (r.Query.Has("to") || r.Query.Has("from"))
	}
	const fewer, more, outside = "Fewer Charges Than Counted", "More Charges Than Counted", "Charges Outside of the Filters"
	return map[string]oddService{
		"like any other":          {},
		"desc":                    {arguments: acctest.Values{"cursor_direction": "desc"}},
		"asc":                     {arguments: acctest.Values{"cursor_direction": "asc"}, want: reversed},
		"a part is refused":       {faults: []fakeservice.Fault{{Match: bounds, Status: 403}}},
		"a part is no list":       {faults: []fakeservice.Fault{{Match: bounds, Status: 200, Body: []byte("{}")}}},
		"a part hangs":            {faults: []fakeservice.Fault{{Match: bounds, Break: fakeservice.BreakHang}}},
		"one request at a time":   {behavior: func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{AtOnce: 1} }},
		"passing faults":          {faults: []fakeservice.Fault{{Nth: 5, Times: 4, Status: 429, Header: http.Header{"Retry-After": {"3"}}}, {Nth: 9, Times: 2, Status: 502}, {Nth: 12, Times: 2, Break: fakeservice.BreakReset}}},
		"total_hits of 2^62":      {behavior: counted(fakeservice.LiteralTotalHits("4611686018427387904")), warns: fewer},
		"absurd, on one page":     {charges: 8, behavior: counted(fakeservice.WrongTotalHits(1_000_000_000)), warns: fewer},
		"fewer results requested": {behavior: counted(fakeservice.WrongTotalHits(7)), arguments: acctest.Values{"max_results": 40}, want: first(40)},
		"capped at a third":       {charges: 1200, behavior: counted(fakeservice.CappedTotalHits(400)), warns: more},
		"capped, enough results":  {charges: 600, behavior: counted(fakeservice.CappedTotalHits(400)), arguments: acctest.Values{"max_results": 500}, want: first(500), warns: more},
		"counted by the page":     {behavior: counted(func(c fakeservice.PageCount) string { return strconv.Itoa(c.Page) }), warns: more},
		"zero":                    {behavior: counted(fakeservice.LiteralTotalHits("0")), warns: more},
		"a few less":              {behavior: counted(fakeservice.WrongTotalHits(-7)), warns: "listed 400"},
		"a few more":              {behavior: counted(fakeservice.WrongTotalHits(7)), warns: "listed only 400"},
		"none with a cursor":      {behavior: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage }},
		"no total_hits":           {behavior: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.LiteralTotalHits("") }},
		"total_hits as text":      {behavior: counted(fakeservice.LiteralTotalHits(`"400"`))},
		"with a fraction":         {behavior: counted(fakeservice.LiteralTotalHits("12.5"))},
		"far too large":           {behavior: counted(fakeservice.LiteralTotalHits("1e30"))},
		"after a cursor": {
			arguments: acctest.Values{"cursor": "the newest", "cursor_direction": "asc"}, behavior: counted(fakeservice.LiteralTotalHits("5000000")), want: first(0),
		},
		"forgets from":            {arguments: acctest.Values{"from": "2025-06-01"}, behavior: forgetful, warns: outside},
		"cuts from to the day":    {arguments: acctest.Values{"from": "2025-01-01T23:00:00Z"}, behavior: wholeDays, warns: outside},
		"cuts parts to the day":   {charges: 1000, behavior: wholeDays},
		"knows no asc":            {behavior: func(b *fakeservice.Behavior) { b.Query = func(q url.Values) { q.Del("cursor_direction") } }},
		"seconds only":            {behavior: createdAs("2006-01-02T15:04:05Z")},
		"no zone":                 {behavior: createdAs("2006-01-02T15:04:05")},
		"no created_on":           {behavior: set("created_on", nil)},
		"numbers with a point":    {behavior: set("charged_amount", json.Number("1000.0"))},
		"numbers with exponents":  {behavior: set("requested_amount", json.Number("1e3"))},
		"other letter cases":      {behavior: mutated(func(c map[string]any) { c["ID"], c["Status"], c["CREATED_ON"] = "legacy", "LEGACY", "never" })},
		"pages of its own size":   {behavior: func(b *fakeservice.Behavior) { b.PageSize = func(int) int { return 4 } }},
		"pages longer than asked": {behavior: func(b *fakeservice.Behavior) { b.PageSize = func(limit int) int { return limit + 7 } }},
		"a byte order mark":       {behavior: func(b *fakeservice.Behavior) { b.ByteOrderMark = true }},
		"gzip":                    {behavior: func(b *fakeservice.Behavior) { b.Gzip = true }},
		"further fields":          {behavior: set("x", map[string]any{"id": "y"})},
	}
}

func reversed(ids []string) []string {
	slices.Reverse(ids)
	return ids
}

// Whatever the service does, the result is that of a single cursor, and its oddities
// are reported. The tests of fetch show how parts are put together.
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
				for _, fault := range odd.faults {
					service.Inject(fault)
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

// A list that makes no progress is given up soon, and the error does not blame base_url.
func TestRead_givesUpSoon(t *testing.T) {
	t.Parallel()
	for name, mutate := range map[string]func(fakeservice.Request, *fakeservice.Page){
		"more, but no items": func(_ fakeservice.Request, page *fakeservice.Page) {
			page.Items, page.HasMore = []json.RawMessage{}, true
		},
		"always more": func(_ fakeservice.Request, page *fakeservice.Page) { page.HasMore = true },
	} {
		for _, charges := range []int{52, 1000} {
			t.Run(fmt.Sprintf("%s, %d", name, charges), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					service, p := inBubble(t, charges, nil)
					service.Set(func(b *fakeservice.Behavior) { b.PageMutator = mutate })
					result, diags := list(t.Context(), p, acctest.Values{"store_id": storeID, "page_size": 20})
					if text := diags.Errors(); result["charges"] != nil || !strings.Contains(text, "Ask the operator of the service about this answer") || strings.Contains(text, "base_url") {
						t.Errorf("diagnostics: %s", diags)
					}
					if n := len(service.Requests()); n > charges/10+20 {
						t.Errorf("%d requests", n)
					}
				})
			})
		}
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
