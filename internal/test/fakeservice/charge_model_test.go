// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestListsAgreeWithAModel compares pages followed by cursor with a plain scan
// over all charges.
func TestListsAgreeWithAModel(t *testing.T) {
	t.Parallel()
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	rapid.Check(t, func(rt *rapid.T) {
		s := fakeservice.New()
		instant := rapid.IntRange(0, 20)
		at := func(n int) time.Time { return start.Add(time.Duration(n) * time.Microsecond) }
		for range rapid.IntRange(0, 60).Draw(rt, "charges") {
			s.AddCharges(fakeservice.Charge{
				CreatedOn:         at(instant.Draw(rt, "created")),
				RequestedAmount:   int64(rapid.IntRange(1, 5).Draw(rt, "amount")),
				RequestedCurrency: rapid.SampledFrom([]string{"JPY", "USD"}).Draw(rt, "currency"),
			})
		}
		from, to, above := at(instant.Draw(rt, "from")), at(instant.Draw(rt, "to")), rapid.IntRange(0, 5).Draw(rt, "above")
		asc := rapid.Bool().Draw(rt, "asc")
		want := []string{}
		for _, c := range s.Charges("") {
			if !c.CreatedOn.Before(from) && c.CreatedOn.Before(to) && c.RequestedAmount > int64(above) && c.RequestedCurrency == "USD" {
				want = append(want, c.ID)
			}
		}
		query := url.Values{
			"from":        {from.Format(time.RFC3339Nano)},
			"to":          {to.Format(time.RFC3339Nano)},
			"amount_from": {strconv.Itoa(above)},
			"currency":    {"USD"},
			"limit":       {strconv.Itoa(rapid.IntRange(10, 100).Draw(rt, "limit"))},
		}
		if asc {
			query.Set("cursor_direction", "asc")
			slices.Reverse(want)
		}
		c := newClient("http://localhost", handlerTransport{s})
		if got := c.all(t, "/charges", query); !slices.Equal(got, want) {
			rt.Errorf("got %v, want %v", got, want)
		}
		if hits := c.page(t, "/charges", query).TotalHits; hits == nil || *hits != len(want) {
			rt.Errorf("total_hits is %v, want %d", hits, len(want))
		}
	})
}

// handlerTransport answers requests by calling the handler, with no connection between.
type handlerTransport struct{ handler http.Handler }

func (h handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w.Result(), nil
}
