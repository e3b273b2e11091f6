// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// setting returns what sets a field of each charge.
func setting(field string, value any) func(map[string]any) {
	return func(charge map[string]any) { charge[field] = value }
}

// A list that cannot be read, or is not what the filters and total_hits say. With an error,
// there is no result.
func TestRead_messages(t *testing.T) {
	t.Parallel()
	type row struct {
		read      way // the data source if nil
		charges   int
		uncounted int // how many more charges total_hits says than there are
		provider  acctest.Values
		config    acctest.Values
		fault     *fakeservice.Fault
		rewrite   func(charge map[string]any)
		says      []string // none for no message
		saysNot   string
	}
	bubble.Each(t, map[string]row{
		"a page is refused": {
			charges: 257,
			fault:   status(2, 403, `{}`),
			says: []string{
				"status 403",
				"`secret` and `app_token`",
				"page 2 of the list, after the charge ",
				"(created on 2025-",
				"No part of the list is kept",
				"`from` and `to`",
				"`page_size`",
			},
		},
		"the first page fails": {
			fault:    status(1, 500, `{}`),
			provider: acctest.Values{"max_retries": 0},
			says:     []string{"status 500", "page 1 of the list. No part"},
			saysNot:  "`page_size`",
		},
		"an unknown store": {
			config: acctest.Values{"store_id": uuidText},
			fault:  status(1, 404, `{}`),
			says:   []string{"/stores/" + uuidText + "/charges", "Check the ids in the path"},
		},
		"a cursor is not found": {
			charges: 257,
			fault:   status(2, 404, `{"code":"NOT_FOUND"}`),
			says: []string{
				"status 404",
				"page 2 of the list, after the charge ",
				"Earlier pages of this list came from the same address",
			},
			saysNot: "`base_url`",
		},
		"an empty page": {
			charges: 257,
			fault:   status(2, 200, `{"items":[],"has_more":true}`),
			says:    []string{"the page has no items", "page 2 of the list, after the charge ", "(created on 2025-"},
		},
		"the same page again": {
			fault: listing(true, acctest.Values{"id": uuidText, "created_on": "2025-06-01T00:00:00Z"}),
			says: []string{
				"the list would never end",
				"page 2 of the list, after the charge " + uuidText + " (created on 2025-06-01T00:00:00Z)",
			},
		},
		"a page that is too large": {
			fault: status(1, 200, strings.Repeat(" ", 9<<20)),
			says:  []string{"larger than any answer", "`from` and `to`", "`page_size`"},
		},
		"a charge without an id": {
			charges: 30,
			rewrite: setting("id", nil),
			says:    []string{"item 1 cannot be used", "no id", "page 1 of the list. No part", "`page_size`"},
			saysNot: "`fields`",
		},
		"a field of the summary": {
			read:    summary,
			charges: 30,
			rewrite: setting("fee_amount", "much"),
			says:    []string{"item 1 cannot be used: charge ", "fee_amount is not a number", "`fields`"},
		},
		"too many groups": {
			read:    summary,
			charges: 10_001,
			rewrite: func(charge map[string]any) { charge["status"] = charge["id"] },
			config:  acctest.Values{"group_by": []string{"status"}},
			says:    []string{"more than 10000 groups", "`month` instead"},
		},
		"one cursor fails, too": {
			charges: 700,
			config:  acctest.Values{"page_size": 20},
			fault:   status(9, 400, `{}`),
			says:    []string{"status 400", "`max_concurrent_requests` to a lower number"},
		},
		"too slow": {
			charges: 900,
			config:  acctest.Values{"timeouts": acctest.Values{"read": "20s"}},
			fault:   &fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang},
			says:    []string{"`timeouts.read` is 20s", "page 2 of the list, after the charge "},
		},
		"no time for a wait": {
			charges: 900,
			config:  acctest.Values{"page_size": 20, "timeouts": acctest.Values{"read": "20s"}},
			fault:   &fakeservice.Fault{Nth: 9, Status: 503, Header: http.Header{"Retry-After": {"60"}}},
			says:    []string{"status 503", "`timeouts.read` is 20s", "of the list, counting all parts, after"},
			saysNot: "`max_concurrent_requests`",
		},
		"each attempt takes long": {
			charges: 900,
			fault:   &fakeservice.Fault{Nth: 2, Break: fakeservice.BreakHang},
			says:    []string{"took longer than 30s", "page 2 of the list"},
			saysNot: "`timeouts.read`",
		},
		"too slow, ephemeral": {
			read:   twin,
			config: acctest.Values{"timeouts": acctest.Values{"open": "1m"}},
			fault:  &fakeservice.Fault{Break: fakeservice.BreakHang},
			says:   []string{"`timeouts.open` is 1m."},
		},

		"fewer than counted": {
			charges:   81,
			uncounted: 7,
			says:      []string{"is 88, but the list has 81"},
		},
		"more than counted": {
			charges:   81,
			uncounted: -7,
			says:      []string{"is 74, but the list has 81"},
		},
		"more than counted and wanted": {
			charges:   600,
			uncounted: -200,
			config:    acctest.Values{"page_size": 10, "max_results": 500},
			says:      []string{"is 400, but the list has 500"},
		},
		"fewer than counted and wanted": {
			charges:   81,
			uncounted: 7,
			config:    acctest.Values{"max_results": 1000},
			says:      []string{"is 88, but the list has 81"},
		},
		"fewer wanted than counted": {
			charges:   400,
			uncounted: 7,
			config:    acctest.Values{"page_size": 10, "max_results": 40},
		},
		"fewer than counted, after a cursor": {
			charges:   400,
			uncounted: 7,
			config:    acctest.Values{"cursor": "af1f78c3-97a1-5831-96b2-03393ba0f4b1"},
		},
		"not counted": {
			fault: status(1, 200, `{"items":[],"has_more":false}`),
		},
		"outside of a filter": {
			charges: 81,
			rewrite: setting("store_id", uuidText),
			config:  acctest.Values{"store_id": storeID},
			says:    []string{"81 for `store_id`", "The result includes them"},
		},
		"outside of several filters": {
			read:    summary,
			charges: 81,
			rewrite: func(charge map[string]any) {
				charge["mode"] = "test"
				charge["requested_currency"] = "EUR"
				charge["charged_currency"] = "eur"
			},
			config: acctest.Values{"currency": "JPY", "mode": "live"},
			says:   []string{"40 for `currency`, 40 for `mode`"},
		},
	}, func(t *testing.T, tt row) {
		service, p := inBubble(t, tt.charges, tt.provider)
		service.Set(func(b *fakeservice.Behavior) {
			b.TotalHits = func(charges int) int { return charges + tt.uncounted }
			b.Rewrite = tt.rewrite
		})
		if tt.fault != nil {
			service.Inject(*tt.fault)
		}
		read := tt.read
		if read == nil {
			read = list
		}
		result, diags := read(t.Context(), p, tt.config)
		said := diags.String()
		for _, text := range tt.says {
			if !strings.Contains(said, text) {
				t.Errorf("%q is not in: %s", text, said)
			}
		}
		if tt.says == nil && said != "" {
			t.Errorf("it says %s", said)
		}
		if tt.saysNot != "" && strings.Contains(said, tt.saysNot) {
			t.Errorf("%q is in: %s", tt.saysNot, said)
		}
		hasResult := result["charges"] != nil || result["charge_count"] != nil
		if hasFailed := diags.Errors() != ""; hasResult == hasFailed {
			t.Errorf("there is a result: %t, and the messages are: %s", hasResult, said)
		}
	})
}

// If a charge cannot be used, the message names it and the charge before its page, and the
// ways that the message names lead around it.
func TestRead_aroundOneCharge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 3300, acctest.Values{"max_concurrent_requests": 1})
		charges := service.Charges(storeID)
		before, bad := charges[2499], charges[2550]
		service.Set(func(b *fakeservice.Behavior) {
			b.Rewrite = func(charge map[string]any) {
				if charge["id"] == bad.ID {
					charge["redirect"] = "x"
				}
			}
		})
		_, diags := list(t.Context(), p, nil)
		createdOn := before.CreatedOn.Format("2006-01-02T15:04:05.000000Z")
		expectMessages(t, diags, message{
			title: "Unable to Read Charges",
			says: []string{
				"page 26 of the list, after the charge " + before.ID + " (created on " + createdOn + ")",
				"charge " + bad.ID + ": redirect is not an object",
			},
		})
		for name, config := range map[string]acctest.Values{
			"from":   {"from": charges[2549].CreatedOn.Format(time.RFC3339)},
			"to":     {"to": charges[2551].CreatedOn.Format(time.RFC3339)},
			"fields": {"fields": []string{"id", "status"}},
		} {
			result, diags := list(t.Context(), p, config)
			if len(diags) > 0 || len(chargesIn(t, result)) < 700 {
				t.Errorf("%s: %s", name, diags)
			}
		}
	})
}

// A service may ignore a filter that it does not know. Four of those that have no argument of their
// own are checked against the charges that come.
func TestRead_extraFilters(t *testing.T) {
	t.Parallel()
	type row struct {
		filters acctest.Values
		charges []acctest.Values // as the service lists them
		says    []string         // none for no message
	}
	bubble.EachWay(t, ways, map[string]row{
		"a status": {
			filters: acctest.Values{"status": "successful"},
			charges: []acctest.Values{
				{"id": "1", "status": "failed"},
				{"id": "2", "status": "Successful"},
				{"id": "3", "status": "error"},
			},
			says: []string{"2 for `extra_filters[\"status\"]`", "The result includes them"},
		},
		"all four": {
			filters: acctest.Values{
				"status":                  "successful",
				"subscription_id":         uuidText,
				"transaction_token_type":  "recurring",
				"merchant_transaction_id": "order-7",
			},
			charges: []acctest.Values{{
				"id":                      "1",
				"status":                  "failed",
				"subscription_id":         storeID,
				"transaction_token_type":  "one_time",
				"merchant_transaction_id": "order-8",
			}},
			says: []string{
				"1 for `extra_filters[\"status\"]`",
				"1 for `extra_filters[\"subscription_id\"]`",
				"1 for `extra_filters[\"transaction_token_type\"]`",
				"1 for `extra_filters[\"merchant_transaction_id\"]`",
			},
		},
		"absent or null": {
			filters: acctest.Values{"status": "successful", "merchant_transaction_id": "order-7"},
			charges: []acctest.Values{
				{"id": "1"},
				{"id": "2", "status": nil, "merchant_transaction_id": nil},
			},
		},
		"several values": {
			filters: acctest.Values{"status": "successful,failed"},
			charges: []acctest.Values{{"id": "1", "status": "error"}},
		},
		"a filter that no charge shows": {
			filters: acctest.Values{"email": "taro@example.com"},
			charges: []acctest.Values{{"id": "1", "status": "failed"}},
		},
	}, func(t *testing.T, read way, tt row) {
		service, p := inBubble(t, 0, nil)
		service.Inject(*listing(false, tt.charges...))
		config := acctest.Values{"extra_filters": tt.filters}
		_, diags := read(t.Context(), p, config)
		if tt.says == nil {
			expectMessages(t, diags)
			return
		}
		expectMessages(t, diags, message{title: "Charges Outside of the Filters", says: tt.says})
	})
}

// What is checked with a filter is not kept if `fields` does not name it, and one that cannot be read
// is no error then.
func TestRead_extraFiltersAndFields(t *testing.T) {
	t.Parallel()
	bubble.Each(t, lists, func(t *testing.T, read way) {
		service, p := inBubble(t, 0, nil)
		service.Inject(*listing(false,
			acctest.Values{"id": "1", "status": "failed"},
			acctest.Values{"id": "2", "status": 5},
		))
		result, diags := read(t.Context(), p, acctest.Values{
			"extra_filters": acctest.Values{"status": "successful"},
			"fields":        []string{"id"},
		})
		expectMessages(t, diags, message{
			title: "Charges Outside of the Filters",
			says:  []string{"1 for `extra_filters[\"status\"]`"},
		})
		for _, charge := range chargesIn(t, result) {
			if charge["id"] == nil || charge["status"] != nil {
				t.Errorf("a charge is %v", charge)
			}
		}
	})
}
