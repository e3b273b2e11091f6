// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// idOf is the id of a webhook that has a short name.
func idOf(name string) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", name) }

// pageOf is the JSON of a page of webhooks with these names.
func pageOf(hasMore bool, names ...string) string {
	var items []string
	for _, name := range names {
		items = append(items, fmt.Sprintf(`{"id":%q}`, idOf(name)))
	}
	return fmt.Sprintf(`{"items":[%s],"has_more":%t}`, strings.Join(items, ","), hasMore)
}

// listing returns the pages of the webhooks of a service that answers as respond says, n
// counting from 1, and the cursors that it was sent.
func listing(t *testing.T, respond func(n int) string) (pages iter.Seq2[*paymentapi.Page[paymentapi.Webhook], error], cursors *[]string) {
	t.Helper()
	cursors = new([]string)
	o := options()
	o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		*cursors = append(*cursors, r.URL.Query().Get("cursor"))
		return answer{status: http.StatusOK, body: []byte(respond(len(*cursors)))}.RoundTrip(r)
	})
	return newClient(t, o).ListWebhooks(t.Context(), paymentapi.WebhookQuery{StoreID: "s"}), cursors
}

func TestPages_follows(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		pages   []string
		want    string
		cursors string // a dot for none
	}{
		"one page":                {[]string{pageOf(false, "a", "b")}, "ab", "."},
		"no items":                {[]string{pageOf(false)}, "", "."},
		"three pages":             {[]string{pageOf(true, "a", "b"), pageOf(true, "c", "d"), pageOf(false, "e")}, "abcde", ".bd"},
		"an empty last page":      {[]string{pageOf(true, "a", "b"), pageOf(false)}, "ab", ".b"},
		"seen twice, listed once": {[]string{pageOf(true, "a", "b"), pageOf(true, "b", "c"), pageOf(false, "c", "a", "d", "d")}, "abcd", ".bc"},
		"a last page of old ones": {[]string{pageOf(true, "a", "b"), pageOf(false, "b", "a")}, "ab", ".b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, cursors := listing(t, func(n int) string { return tc.pages[n-1] })
			var ids, want, wantCursors []string
			for page, err := range pages {
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range page.Items {
					ids = append(ids, *w.ID)
				}
			}
			for _, name := range strings.Split(tc.want, "") {
				want = append(want, idOf(name))
			}
			for _, name := range strings.Split(tc.cursors, "") {
				wantCursors = append(wantCursors, strings.Replace(idOf(name), idOf("."), "", 1))
			}
			if !slices.Equal(ids, want) || !slices.Equal(*cursors, wantCursors) {
				t.Errorf("got %q after the cursors %q", ids, *cursors)
			}
		})
	}
}

// A list that makes no progress ends with one error, which has the reason and the page.
func TestPages_guards(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		respond func(n int) string
		problem string
		page    int
	}{
		"the same page for ever": {func(int) string { return pageOf(true, "a", "b") }, "would never end", 2},
		"the same cursor":        {func(n int) string { return pageOf(true, fmt.Sprint(n), "z") }, "would never end", 2},
		"forty pages in turn":    {func(n int) string { return pageOf(true, fmt.Sprint(n%40)) }, "would never end", 41},
		"old items in new order": {func(n int) string { return pageOf(true, [][]string{{"a", "b", "c"}, {"b", "c", "a"}}[n%2]...) }, "earlier pages already had all items of this page", 2},
		"has_more without items": {func(int) string { return pageOf(true) }, "has no items", 1},
		"no page":                {func(int) string { return "{}" }, "no items field", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, cursors := listing(t, tc.respond)
			var errs []error
			for page, err := range pages {
				if err != nil {
					errs = append(errs, err)
				}
				if (page == nil) != (err != nil) {
					t.Errorf("page %v, error %v", page, err)
				}
			}
			var at *paymentapi.PageError
			var reason *paymentapi.Error
			if len(errs) != 1 || !errors.As(errs[0], &at) || !errors.As(errs[0], &reason) || at.Page != tc.page || !strings.Contains(reason.Problem, tc.problem) {
				t.Errorf("errors %v, want one about %q at page %d", errs, tc.problem, tc.page)
			}
			if len(*cursors) != tc.page {
				t.Errorf("%d requests", len(*cursors))
			}
		})
	}
}

// TestPages_cursor: the cursor with which a list begins counts as one that came.
func TestPages_cursor(t *testing.T) {
	t.Parallel()

	o, seen := options(), []*http.Request{}
	o.Transport = answering(http.StatusOK, `{"items":[{"id":"a"},{"id":"start"}],"has_more":true}`, &seen)
	client := newClient(t, o)
	list := func(cursor string) (*paymentapi.Page[paymentapi.Charge], error) {
		return client.ListCharges(t.Context(), paymentapi.ChargeQuery{Cursor: cursor})
	}
	for page, err := range paymentapi.Pages("start", list, func(c *paymentapi.Charge) string { return c.ID }) {
		if page != nil || err == nil || !strings.Contains(err.Error(), "page 1 of the list: ") || !strings.Contains(err.Error(), "would never end") {
			t.Errorf("page %v, error %v", page, err)
		}
	}
	if len(seen) != 1 || seen[0].URL.Query().Get("cursor") != "start" {
		t.Errorf("sent %v", seen)
	}
}

// Only the pages that the caller takes are requested.
func TestPages_stopsEarly(t *testing.T) {
	t.Parallel()

	pages, cursors := listing(t, func(n int) string { return pageOf(true, fmt.Sprint(n)) })
	for _, err := range pages {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if len(*cursors) != 1 {
		t.Errorf("%d requests after a break at the first page", len(*cursors))
	}
}
