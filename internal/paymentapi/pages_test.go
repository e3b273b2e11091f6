// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestPages_follows(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pages   []string
		query   paymentapi.ChargeQuery
		want    []string
		cursors []string
	}{
		"one page": {
			pages: []string{pageOf(false, "a", "b")}, want: []string{"a", "b"}, cursors: []string{""},
		},
		"no charges": {
			pages: []string{pageOf(false)}, cursors: []string{""},
		},
		"three pages": {
			pages: []string{pageOf(true, "a", "b"), pageOf(true, "c", "d"), pageOf(false, "e")},
			want:  []string{"a", "b", "c", "d", "e"}, cursors: []string{"", "b", "d"},
		},
		"an empty last page": {
			pages: []string{pageOf(true, "a", "b"), pageOf(false)}, want: []string{"a", "b"}, cursors: []string{"", "b"},
		},
		"from a cursor on": {
			pages: []string{pageOf(true, "b"), pageOf(false, "c")}, query: paymentapi.ChargeQuery{Cursor: "a"},
			want: []string{"b", "c"}, cursors: []string{"a", "b"},
		},
		"seen twice, listed once": {
			pages: []string{pageOf(true, "a", "b"), pageOf(true, "b", "c"), pageOf(false, "c", "a", "d", "d")},
			want:  []string{"a", "b", "c", "d"}, cursors: []string{"", "b", "c"},
		},
		"more items than asked for": {
			pages: []string{pageOf(true, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"), pageOf(false, "m")},
			query: paymentapi.ChargeQuery{PageSize: 10},
			want:  strings.Split("abcdefghijklm", ""), cursors: []string{"", "l"},
		},
		"items twice, the last counts": {
			pages: []string{`{"items":[{},{"id":"a"}],"items":[{"id":"b"}],"has_more":false}`}, want: []string{"b"}, cursors: []string{""},
		},
		"names in another case": {
			pages: []string{`{"items":[{"id":"a","ID":"b"}],"has_more":false,"Items":[],"HAS_MORE":true}`}, want: []string{"a"}, cursors: []string{""},
		},
		"a byte order mark": {
			pages: []string{"\ufeff" + pageOf(false, "a")}, want: []string{"a"}, cursors: []string{""},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, s := chargeClient(t, func(n int, _ url.Values) string { return tt.pages[n-1] })
			got, err := readIDs(t, client, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			var cursors []string
			for _, r := range s.requests {
				cursors = append(cursors, r.URL.Query().Get("cursor"))
			}
			if !reflect.DeepEqual(cursors, tt.cursors) {
				t.Errorf("cursors %q, want %q", cursors, tt.cursors)
			}
		})
	}
}

// A list that makes no progress, or that is not a list, ends with an error that has
// the reason and the page.
func TestPages_guards(t *testing.T) {
	t.Parallel()
	fresh := func(n int) string { return pageOf(true, fmt.Sprintf("%d-a", n), fmt.Sprintf("%d-b", n)) }
	always := func(body string) func(int) string { return func(int) string { return body } }
	tests := map[string]struct {
		respond  func(n int) string
		problem  string
		page     int
		requests int
	}{
		"the same page for ever":   {always(pageOf(true, "a", "b")), "would never end", 2, 2},
		"the cursor that began it": {func(int) string { return pageOf(true, "a", "start") }, "would never end", 1, 1},
		"the same cursor":          {func(n int) string { return pageOf(true, fmt.Sprint(n), "z") }, "would never end", 2, 2},
		"two pages in turn":        {func(n int) string { return fresh(n % 2) }, "would never end", 3, 3},
		"forty pages in turn":      {func(n int) string { return fresh(n % 40) }, "would never end", 41, 41},
		"old items in new order":   {func(n int) string { return pageOf(true, [][]string{{"a", "b", "c"}, {"b", "c", "a"}}[n%2]...) }, "earlier pages already had all items of this page", 2, 2},
		"has_more without items":   {always(`{"items":[],"has_more":true}`), "has no items", 1, 1},
		"no id":                    {always(`{"items":[{"status":"successful"}],"has_more":false}`), "no id", 1, 1},
		"an empty id":              {always(pageOf(false, "")), "no id", 1, 1},
		"an id that is a number":   {always(`{"items":[{"id":17}],"has_more":false}`), "no id", 1, 1},
		"an id that is null":       {always(`{"items":[{"id":null}],"has_more":false}`), "no id", 1, 1},
		"an item that is null":     {always(`{"items":[null],"has_more":false}`), "no id", 1, 1},
		"an item that is a text":   {always(`{"items":["x"],"has_more":false}`), "no id", 1, 1},
		"no items":                 {always(`{"has_more":false}`), "no items", 1, 1},
		"items null":               {always(`{"items":null,"has_more":false}`), "no items", 1, 1},
		"items no array":           {always(`{"items":{"a":1},"has_more":false}`), "not a list", 1, 1},
		"no has_more":              {always(`{"items":[]}`), "no has_more", 1, 1},
		"has_more null":            {always(`{"items":[],"has_more":null}`), "no has_more", 1, 1},
		"has_more another number":  {always(`{"items":[],"has_more":2}`), "has_more is a number", 1, 1},
		"has_more no boolean":      {always(`{"items":[],"has_more":"maybe"}`), "has_more is a string", 1, 1},
		"no object":                {always(`[]`), "not a JSON object", 1, 1},
		"null":                     {always(`null`), "not a JSON object", 1, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, s := chargeClient(t, func(n int, _ url.Values) string { return tt.respond(n) })
			_, err := readIDs(t, client, paymentapi.ChargeQuery{Cursor: "start"})
			var (
				page     *paymentapi.PageError
				response *paymentapi.Error
			)
			if !errors.As(err, &page) || !errors.As(err, &response) {
				t.Fatalf("error %v", err)
			}
			if page.Page != tt.page || !strings.Contains(response.Problem, tt.problem) {
				t.Errorf("page %d: %s", page.Page, response.Problem)
			}
			if len(s.requests) > tt.requests {
				t.Errorf("%d requests", len(s.requests))
			}
		})
	}
}

func TestPages_yieldsOneErrorAndStopsEarly(t *testing.T) {
	t.Parallel()
	client, s := chargeClient(t, func(n int, _ url.Values) string { return pageOf(true, fmt.Sprint(n)) })
	for _, err := range chargePages(t, client, paymentapi.ChargeQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if len(s.requests) != 1 {
		t.Errorf("%d requests after a break at the first page", len(s.requests))
	}
	broken, _ := chargeClient(t, func(int, url.Values) string { return "{}" })
	count := 0
	for page, err := range chargePages(t, broken, paymentapi.ChargeQuery{}) {
		if count++; err == nil || page != nil {
			t.Errorf("page %v, error %v", page, err)
		}
	}
	if count != 1 {
		t.Errorf("%d errors", count)
	}
}

// An error message that comes with the status of a success is an error.
func TestComplaint(t *testing.T) {
	t.Parallel()
	const more = `"message":"no such brand"`
	for body, want := range map[string]string{
		`{"status":"error","items":[],"has_more":false,` + more + `}`:            "but its body is an error message.",
		`{"code":"INVALID_BRAND","items":[],"has_more":false,` + more + `}`:      "and code INVALID_BRAND, but its body is an error message.",
		`{"errors":[{"reason":"X"}],"items":null,"has_more":false,` + more + `}`: "but its body is an error message.",
		`{"errors":{"a":"b"},` + more + `}`:                                      "but its body is an error message.",
		`{"code":7,` + more + `}`:                                                "but its body is an error message.",
		`{"status":"ok","code":"","errors":[ ],"items":[],"has_more":false}`:     "",
		`{"status":"error","code":"X","items":[{"id":"1"}],"has_more":false}`:    "",
		`{"items":[],"has_more":false,` + more + `}`:                             "",
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			client, _ := chargeClient(t, func(int, url.Values) string { return body })
			_, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
			switch {
			case want == "" && err != nil:
				t.Error(err)
			case want != "" && (paymentapi.FaultOf(err) != paymentapi.FaultInconsistent || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "no such brand")):
				t.Errorf("error %v, want %q", err, want)
			}
		})
	}
}

// TestTotalHits: a total_hits that is not a whole number, even as text, counts as
// absent, and is no error.
func TestTotalHits(t *testing.T) {
	t.Parallel()

	count := func(n int64) *int64 { return &n }
	for written, want := range map[string]*int64{
		"12": count(12), "12.0": count(12), "1e2": count(100), "0": count(0), "null": nil, `"7"`: count(7), `"860.0"`: count(860), `"1.5"`: nil, `""`: nil, `"many"`: nil, "12.5": nil, "1e30": nil, "-1": nil,
		"1e999999999": nil, "true": nil, "{}": nil, "[1]": nil, "4611686018427387904": count(1 << 62),
	} {
		client, _ := chargeClient(t, func(int, url.Values) string {
			return `{"items":[{"id":"a"}],"has_more":false,"total_hits":` + written + `}`
		})
		page, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
		if err != nil || (page.TotalHits == nil) != (want == nil) || want != nil && *page.TotalHits != *want {
			t.Errorf("%s: page %+v, error %v, want %v", written, page, err, want)
		}
	}
}
