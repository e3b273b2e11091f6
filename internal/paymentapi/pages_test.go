// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// idOf is the id of a webhook that has a short name.
func idOf(name string) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", name) }

func nameOf(id string) string {
	name, _ := hex.DecodeString(strings.TrimLeft(id[24:], "0"))
	return string(name)
}

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
	return newClient(t, o).ListWebhooks(t.Context(), paymentapi.WebhookRef{StoreID: "s"}), cursors
}

// TestPages: all pages are read, each item once. A list that makes no progress ends with one
// error, which has the reason and the page.
func TestPages(t *testing.T) {
	t.Parallel()

	each := func(pages ...string) func(int) string { return func(n int) string { return pages[n-1] } }
	for name, tc := range map[string]struct {
		respond func(n int) string
		want    string // the names of the webhooks
		cursors string // their names; a dot for none
		problem string // of the last page
	}{
		"one page":                {each(pageOf(false, "a", "b")), "ab", ".", ""},
		"no items":                {each(pageOf(false)), "", ".", ""},
		"three pages":             {each(pageOf(true, "a", "b"), pageOf(true, "c", "d"), pageOf(false, "e")), "abcde", ".bd", ""},
		"an empty last page":      {each(pageOf(true, "a", "b"), pageOf(false)), "ab", ".b", ""},
		"seen twice, listed once": {each(pageOf(true, "a", "b"), pageOf(true, "b", "c"), pageOf(false, "c", "a", "d", "d")), "abcd", ".bc", ""},
		"a last page of old ones": {each(pageOf(true, "a", "b"), pageOf(false, "b", "a")), "ab", ".b", ""},
		"the same page for ever":  {func(int) string { return pageOf(true, "a", "b") }, "ab", ".b", "would never end"},
		"the same cursor":         {func(n int) string { return pageOf(true, fmt.Sprint(n), "z") }, "1z", ".z", "would never end"},
		"nine pages in turn":      {func(n int) string { return pageOf(true, fmt.Sprint(n%9)) }, "123456780", ".123456780", "would never end"},
		"old items in new order":  {each(pageOf(true, "b", "c", "a"), pageOf(true, "a", "b", "c")), "bca", ".a", "earlier pages already had all items of this page"},
		"has_more without items":  {each(pageOf(true)), "", ".", "has no items"},
		"no page":                 {each("{}"), "", ".", "no items field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, cursors := listing(t, tc.respond)
			var got string
			var errs []error
			for page, err := range pages {
				if (page == nil) != (err != nil) {
					t.Fatalf("page %v, error %v", page, err)
				}
				if err != nil {
					errs = append(errs, err)
					continue
				}
				for _, w := range page.Items {
					got += nameOf(*w.ID)
				}
			}
			sent := "."
			for _, cursor := range (*cursors)[1:] {
				sent += nameOf(cursor)
			}
			if got != tc.want || sent != tc.cursors || len(errs) > 1 {
				t.Errorf("got %q after the cursors %q, and errors %v", got, sent, errs)
			}
			at, _ := errors.AsType[*paymentapi.PageError](errors.Join(errs...))
			reason, _ := errors.AsType[*paymentapi.Error](errors.Join(errs...))
			if (at != nil) != (tc.problem != "") || at != nil && (reason == nil || at.Page != len(sent) || !strings.Contains(reason.Problem, tc.problem)) {
				t.Errorf("errors %v, want one about %q at page %d", errs, tc.problem, len(sent))
			}
		})
	}
}
