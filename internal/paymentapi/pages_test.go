// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// idOf is the id of a webhook that has a short name.
func idOf(name string) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", name) }

// nameOf returns the name; a dot for no id.
func nameOf(id string) string {
	if id == "" {
		return "."
	}
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

// TestPages: all pages are read, each item once, until there are more than a limit. A list that
// makes no progress is an error, which has the reason and the page.
func TestPages(t *testing.T) {
	t.Parallel()
	each := func(pages ...string) func(int) string { return func(n int) string { return pages[n-1] } }
	for name, tc := range map[string]struct {
		respond func(n int) string
		want    string // the names of the webhooks
		cursors string // their names; a dot for none
		limit   int
		problem string // of the last page
	}{
		"one page":                {each(pageOf(false, "a", "b")), "ab", ".", 0, ""},
		"no items":                {each(pageOf(false)), "", ".", 0, ""},
		"three pages":             {each(pageOf(true, "a", "b"), pageOf(true, "c", "d"), pageOf(false, "e")), "abcde", ".bd", 0, ""},
		"more than one wanted":    {each(pageOf(true, "a"), pageOf(true, "b")), "ab", ".a", 1, ""},
		"an empty last page":      {each(pageOf(true, "a", "b"), pageOf(false)), "ab", ".b", 0, ""},
		"seen twice, listed once": {each(pageOf(true, "a", "b"), pageOf(true, "b", "c"), pageOf(false, "c", "a", "d", "d")), "abcd", ".bc", 0, ""},
		"a last page of old ones": {each(pageOf(true, "a", "b"), pageOf(false, "b", "a")), "ab", ".b", 0, ""},
		"the same page for ever":  {func(int) string { return pageOf(true, "a", "b") }, "", ".b", 0, "would never end"},
		"the same cursor":         {func(n int) string { return pageOf(true, fmt.Sprint(n), "z") }, "", ".z", 0, "would never end"},
		"nine pages in turn":      {func(n int) string { return pageOf(true, fmt.Sprint(n%9)) }, "", ".123456780", 0, "would never end"},
		"old items in new order":  {each(pageOf(true, "b", "c", "a"), pageOf(true, "a", "b", "c")), "", ".a", 0, "earlier pages already had all items of this page"},
		"has_more without items":  {each(pageOf(true)), "", ".", 0, "has no items"},
		"no page":                 {each("{}"), "", ".", 0, "no items field"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent := ""
			o := options()
			o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
				sent += nameOf(r.URL.Query().Get("cursor"))
				return answer{status: http.StatusOK, body: []byte(tc.respond(len(sent)))}.RoundTrip(r)
			})
			all, err := newClient(t, o).ListWebhooks(t.Context(), paymentapi.WebhookRef{StoreID: "s"}, tc.limit)
			got := ""
			for _, w := range all {
				got += nameOf(*w.ID)
			}
			if got != tc.want || sent != tc.cursors {
				t.Errorf("got %q after the cursors %q, and error %v", got, sent, err)
			}
			at, _ := errors.AsType[*paymentapi.PageError](err)
			reason, _ := errors.AsType[*paymentapi.Error](err)
			if (at != nil) != (tc.problem != "") || at != nil && (reason == nil || at.Page != len(sent) || !strings.Contains(reason.Problem, tc.problem)) {
				t.Errorf("error %v, want one about %q at page %d", err, tc.problem, len(sent))
			}
		})
	}
}
