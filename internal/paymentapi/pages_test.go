// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// idOf is the id of a webhook that has a short name.
func idOf(name string) string {
	return fmt.Sprintf("00000000-0000-4000-8000-%012x", name)
}

// idsOf returns the ids of webhooks that have short names.
func idsOf(names ...string) []string {
	ids := make([]string, len(names))
	for i, name := range names {
		ids[i] = idOf(name)
	}
	return ids
}

// pageOf is the JSON of a page of webhooks with these names.
func pageOf(hasMore bool, names ...string) string {
	var items []string
	for _, id := range idsOf(names...) {
		items = append(items, fmt.Sprintf(`{"id":%q}`, id))
	}
	return fmt.Sprintf(`{"items":[%s],"has_more":%t}`, strings.Join(items, ","), hasMore)
}

// TestPages: all pages are read, each item once, until there are more than a limit. A list that
// makes no progress is an error, which has the reason and the page.
func TestPages(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pages   []string // the last is answered for ever
		limit   int
		want    []string // the names of the webhooks
		cursors []string // the names of the webhooks after which the pages are asked for, but for the first
		problem string   // of the last page
	}{
		"one page": {
			pages: []string{pageOf(false, "a", "b")},
			want:  []string{"a", "b"},
		},
		"no items": {
			pages: []string{pageOf(false)},
		},
		"three pages": {
			pages:   []string{pageOf(true, "a", "b"), pageOf(true, "c", "d"), pageOf(false, "e")},
			want:    []string{"a", "b", "c", "d", "e"},
			cursors: []string{"b", "d"},
		},
		"more than one wanted": {
			pages:   []string{pageOf(true, "a"), pageOf(true, "b")},
			limit:   1,
			want:    []string{"a", "b"},
			cursors: []string{"a"},
		},
		"an empty last page": {
			pages:   []string{pageOf(true, "a", "b"), pageOf(false)},
			want:    []string{"a", "b"},
			cursors: []string{"b"},
		},
		"seen twice, listed once": {
			pages:   []string{pageOf(true, "a", "b"), pageOf(true, "b", "c"), pageOf(false, "c", "a", "d", "d")},
			want:    []string{"a", "b", "c", "d"},
			cursors: []string{"b", "c"},
		},
		"a last page of old ones": {
			pages:   []string{pageOf(true, "a", "b"), pageOf(false, "b", "a")},
			want:    []string{"a", "b"},
			cursors: []string{"b"},
		},
		"the same page for ever": {
			pages:   []string{pageOf(true, "a", "b")},
			cursors: []string{"b"},
			problem: "would never end",
		},
		"the same cursor": {
			pages:   []string{pageOf(true, "a", "z"), pageOf(true, "b", "z")},
			cursors: []string{"z"},
			problem: "would never end",
		},
		"three pages in turn": {
			pages: []string{
				pageOf(true, "a"), pageOf(true, "b"), pageOf(true, "c"), pageOf(true, "a"),
			},
			cursors: []string{"a", "b", "c"},
			problem: "would never end",
		},
		"old items in another order": {
			pages:   []string{pageOf(true, "b", "c", "a"), pageOf(true, "a", "b", "c")},
			cursors: []string{"a"},
			problem: "earlier pages already had all items of this page",
		},
		"has_more without items": {
			pages:   []string{pageOf(true)},
			problem: "has no items",
		},
		"has_more without items on page 2": {
			pages:   []string{pageOf(true, "a"), pageOf(true)},
			cursors: []string{"a"},
			problem: "has no items",
		},
		"no page": {
			pages:   []string{"{}"},
			problem: "no items field",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cursors []string // the first is empty
			o := options()
			o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				cursors = append(cursors, r.URL.Query().Get("cursor"))
				page := tt.pages[min(len(cursors), len(tt.pages))-1]
				return answer{status: http.StatusOK, body: []byte(page)}.RoundTrip(r)
			})
			all, err := newClient(t, o).ListWebhooks(t.Context(), paymentapi.WebhookRef{StoreID: "s"}, tt.limit)

			var got []string
			for _, webhook := range all {
				got = append(got, *webhook.ID)
			}
			if !slices.Equal(got, idsOf(tt.want...)) {
				t.Errorf("got %q, and error %v", got, err)
			}
			if want := append([]string{""}, idsOf(tt.cursors...)...); !slices.Equal(cursors, want) {
				t.Errorf("asked for the pages after %q, want %q", cursors, want)
			}
			if tt.problem == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			reason, _ := errors.AsType[*paymentapi.Error](err)
			if reason == nil || !strings.Contains(reason.Problem, tt.problem) {
				t.Errorf("error %v, want one about %q", err, tt.problem)
			}
			if page := paymentapi.FailedPage(err); page != len(cursors) {
				t.Errorf("error %v, want one at page %d", err, len(cursors))
			}
			isRead := tt.problem != "no items field"
			if failed, ok := errors.AsType[*paymentapi.PageError](err); !ok || failed.WasRead != isRead {
				t.Errorf("error %+v, want one of a page that was read: %t", failed, isRead)
			}
		})
	}
}
