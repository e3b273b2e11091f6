// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// oddShop is a store of charges at a service that reads unlike others, and what
// is asked of it.
type oddShop struct {
	charges   int
	seed      fakeservice.SeedOptions
	behavior  func(*fakeservice.Behavior)
	refused   int // the status of what one cursor would not ask for; 0 for none
	bounds    bool
	provider  acctest.Values
	arguments acctest.Values
}

func anyOddShop(rt *rapid.T) oddShop {
	seldom := func(what string) bool { return rapid.IntRange(0, 5).Draw(rt, what) == 0 }
	s := oddShop{
		charges: rapid.IntRange(0, 600).Draw(rt, "charges"),
		seed: fakeservice.SeedOptions{
			Seed: int64(rapid.Int32().Draw(rt, "seed")), Ties: rapid.SampledFrom([]int{0, 3, 40}).Draw(rt, "ties"),
		},
		arguments: acctest.Values{"page_size": rapid.IntRange(10, 40).Draw(rt, "page size")},
		provider:  acctest.Values{"max_retries": 0, "max_concurrent_requests": rapid.IntRange(1, 12).Draw(rt, "at once")},
	}
	if seldom("skewed") {
		s.seed.Skew = fakeservice.Skew9005
	}
	if seldom("refused") {
		s.refused = rapid.SampledFrom([]int{400, 403, 404, 405, 408, 409, 413, 422, 431, 500, 502, 503, 504}).Draw(rt, "status")
		s.bounds = rapid.Bool().Draw(rt, "for its bounds")
	}
	for name, values := range map[string][]any{
		"from": {"2025-03-04", "2025-06-05T07:08:09.5Z"}, "to": {"2025-10-11", "2025-12-01T23:59:59+09:00"},
		"cursor_direction": {"asc", "desc"}, "mode": {"live", "test"}, "currency": {"JPY", "USD"}, "max_results": {1, 150, 400, 5000},
	} {
		if seldom(name + " set") {
			s.arguments[name] = rapid.SampledFrom(values).Draw(rt, name)
		}
	}
	total := rapid.SampledFrom([]fakeservice.TotalHitsText{
		nil, nil, nil, fakeservice.CappedTotalHits(200), fakeservice.PageTotalHits, fakeservice.TotalHitsWithoutCursor,
		fakeservice.WrongTotalHits(9), fakeservice.WrongTotalHits(1 << 60), fakeservice.LiteralTotalHits(`"300"`),
		fakeservice.LiteralTotalHits("12.5"), fakeservice.LiteralTotalHits("1e30"), fakeservice.LiteralTotalHits("500"),
	}).Draw(rt, "total_hits")
	forgets, ignoresAsc, wholeDays := seldom("forgets filters"), seldom("ignores asc"), seldom("cuts to the day")
	items, more := rapid.SampledFrom([]int{0, 0, 7}).Draw(rt, "most items"), rapid.SampledFrom([]int{0, 0, 5}).Draw(rt, "extra items")
	layout := rapid.SampledFrom([]string{"", "", "2006-01-02T15:04:05Z", "2006-01-02T15:04:05", "2006-01-02T15:04:05.000Z", "never"}).Draw(rt, "created_on")
	var limit *fakeservice.Rate
	if seldom("one at a time") {
		limit = &fakeservice.Rate{AtOnce: 1}
	}
	s.behavior = func(b *fakeservice.Behavior) {
		b.TotalHitsText, b.ForgetFilters, b.IgnoreAsc, b.DateFilterWholeDays = total, forgets, ignoresAsc, wholeDays
		b.MaxPageItems, b.ExtraPageItems, b.Latency, b.Rate = items, more, 20*time.Millisecond, limit
		if layout != "" {
			b.ChargeMutator = func(charge map[string]any) {
				text, _ := charge["created_on"].(string)
				if created, err := time.Parse(time.RFC3339, text); err == nil {
					charge["created_on"] = created.UTC().Format(layout)
				}
			}
		}
	}
	return s
}

// TestProperty_oddServices: whatever a service does with its list, the result is
// the one that the simplest of readers finds.
func TestProperty_oddServices(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(rt *rapid.T) {
		s := anyOddShop(rt)
		var problem error
		synctest.Test(t, func(t *testing.T) { problem = s.read(t) })
		if problem != nil {
			rt.Fatal(problem)
		}
	})
}

func (s oddShop) read(t *testing.T) error {
	t.Helper()
	w := newWorld(t, s.provider)
	w.SeedCharges(s.charges, s.seed)
	w.Set(s.behavior)
	want, asked, err := s.oneByOne(t, w)
	if err != nil {
		return err
	}
	if s.refused != 0 {
		w.Inject(fakeservice.Fault{Status: s.refused, Match: func(r fakeservice.Request) bool {
			return !asked[r.Query.Encode()] && (!s.bounds || !r.Query.Has("cursor"))
		}})
	}
	result, diags := w.protocol.Read(t.Context(), "paymentservice_charges", s.arguments)
	if diags.Errors() != "" {
		return errors.New(diags.Errors())
	}
	list, _ := result["charges"].([]any)
	got := make([]string, len(list))
	for i, charge := range list {
		fields, _ := charge.(map[string]any)
		got[i], _ = fields["id"].(string)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%d charges, %d one page after the other", len(got), len(want))
	}
	return nil
}

// oneByOne reads the list as simply as it can be, and returns the ids, each once,
// and the queries that it asked. It has no code of the provider.
func (s oddShop) oneByOne(t *testing.T, w *world) (ids []string, asked map[string]bool, err error) {
	t.Helper()
	query := url.Values{}
	for name, value := range s.arguments {
		if name != "max_results" {
			query.Set(strings.Replace(name, "page_size", "limit", 1), fmt.Sprint(value))
		}
	}
	most, _ := s.arguments["max_results"].(int)
	asked, seen := map[string]bool{}, map[string]bool{}
	client := &http.Client{Transport: w.transport}
	for {
		asked[query.Encode()] = true
		page, err := onePage(t, client, w.url+"/charges?"+query.Encode())
		if err != nil {
			return nil, nil, err
		}
		for _, item := range page.Items {
			if !seen[item.ID] {
				seen[item.ID] = true
				ids = append(ids, item.ID)
			}
			if len(ids) == most {
				return ids, asked, nil
			}
		}
		if !page.HasMore {
			return ids, asked, nil
		}
		query.Set("cursor", page.Items[len(page.Items)-1].ID)
	}
}

type rawPage struct {
	Items []struct {
		ID string `json:"id"`
	} `json:"items"`
	HasMore bool `json:"has_more"`
}

func onePage(t *testing.T, client *http.Client, address string) (page rawPage, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		return page, err
	}
	request.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	response, err := client.Do(request)
	if err != nil {
		return page, err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return page, fmt.Errorf("status %d of %s", response.StatusCode, address)
	}
	return page, json.NewDecoder(response.Body).Decode(&page)
}
