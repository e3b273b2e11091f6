// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A test that sets a switch would prove nothing if the switch did not change an
// answer.
func TestSwitches(t *testing.T) {
	t.Parallel()
	hook, charges := webhookPath(webhookID), "/charges?limit=10"
	card := tokenBody(cardOnly, "")
	const created, taken = `{"url":"https://new.example.com","triggers":["charge_finished"],"auth_token":"new"}`, `{"url":"https://taken.example.com","triggers":["charge_finished"]}`
	for name, tc := range map[string]struct {
		set        func(*fakeservice.Behavior)
		method     string // GET, PATCH or, of a token, POST unless set
		path, body string
		status     int    // 200, or 201, unless set
		has, lacks string // in the answer
		charges    int    // their number in the answer
	}{
		"as described":                 {path: charges, has: `"has_more":true,"total_hits":25`, lacks: "further", charges: 10},
		"total_hits, as described":     {path: charges + "&cursor=" + numbered(9), has: `"total_hits":25`},
		"total_hits on the first page": {set: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage }, path: charges + "&cursor=" + numbered(9), lacks: "total_hits"},
		"total_hits never":             {set: func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsNever }, path: charges, lacks: "total_hits"},
		"total_hits of any form":       {set: func(b *fakeservice.Behavior) { b.TotalHitsText = fakeservice.LiteralTotalHits(`"many"`) }, path: charges, has: `"total_hits":"many"`},
		"small pages":                  {set: func(b *fakeservice.Behavior) { b.MaxPageItems = 3 }, path: charges, charges: 3},
		"large pages":                  {set: func(b *fakeservice.Behavior) { b.ExtraPageItems = 5 }, path: charges, charges: 15},
		"further fields":               {set: func(b *fakeservice.Behavior) { b.ExtraFields = map[string]any{"further": true} }, path: charges, has: `"further":true`},
		"changed charges": {set: func(b *fakeservice.Behavior) {
			b.ChargeMutator = func(c map[string]any) { c["requested_amount"] = json.Number("1e3") }
		}, path: charges, has: `"requested_amount":1e3`},
		"a changed page": {set: func(b *fakeservice.Behavior) {
			b.PageMutator = func(_ fakeservice.Request, p *fakeservice.Page) { p.Items, p.HasMore = p.Items[:1], false }
		}, path: charges, has: `"has_more":false`, charges: 1},
		"asc is ignored":        {set: func(b *fakeservice.Behavior) { b.IgnoreAsc = true }, path: charges + "&cursor_direction=asc", has: "2025-03-25", lacks: "2025-03-01"},
		"times":                 {path: charges + "&from=2025-03-05T18:00:00Z&to=2025-03-07T06:00:00Z", charges: 1},
		"times of whole days":   {set: func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true }, path: charges + "&from=2025-03-05T18:00:00Z&to=2025-03-07T06:00:00Z", charges: 2},
		"filters are forgotten": {set: func(b *fakeservice.Behavior) { b.ForgetFilters = true }, path: charges + "&to=2025-03-02&cursor=" + numbered(5), charges: 5},
		"a byte order mark":     {set: func(b *fakeservice.Behavior) { b.ByteOrderMark = true }, path: charges, has: "\xef\xbb\xbf{"},

		"webhook":              {path: hook, has: `"created_on":"2025-03-01T12:00:00.000000Z"`, lacks: "auth_token"},
		"GET answered 405":     {set: func(b *fakeservice.Behavior) { b.WebhookGet = false }, path: hook, status: 405},
		"GET answered 501":     {set: func(b *fakeservice.Behavior) { b.WebhookGet, b.WebhookGetStatus = false, 501 }, path: hook, status: 501},
		"other times in a GET": {set: func(b *fakeservice.Behavior) { b.WebhookGetTimes = time.RFC3339 }, path: hook, has: `"created_on":"2025-03-01T12:00:00Z"`},
		"the token is echoed":  {set: func(b *fakeservice.Behavior) { b.EchoAuthToken = true }, path: hook, has: `"auth_token":"hook-token"`},
		"fields are left out":  {set: func(b *fakeservice.Behavior) { b.OmitWebhookFields = []string{"platform_id"} }, path: hook, lacks: "platform_id"},
		"store_id is null":     {set: func(b *fakeservice.Behavior) { b.NullStoreID = true }, path: hook, has: `"store_id":null`},
		"changed webhooks":     {set: func(b *fakeservice.Behavior) { b.WebhookMutator = func(o map[string]any) { o["url"] = 1 } }, path: hook, has: `"url":1`},
		"no list of webhooks":  {path: webhooksPath, status: 404},
		"a list of webhooks":   {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, path: webhooksPath, has: `"has_more":false`, lacks: "auth_token"},

		"a list, no such merchant":          {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, path: "/merchants/" + otherID + webhooksPath, has: `"items":[]`},
		"a new token, echoed":               {set: func(b *fakeservice.Behavior) { b.EchoAuthToken = true }, path: hook, body: `{"auth_token":"new"}`, has: `"auth_token":"new"`},
		"a list, with an unknown parameter": {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, path: webhooksPath + "?mode=test", status: 400, has: `"field":"mode"`},

		"a created webhook":              {method: http.MethodPost, path: webhooksPath, body: created, status: 201, has: `"active":true`, lacks: "auth_token"},
		"a created webhook, merchant":    {method: http.MethodPost, path: "/merchants/" + otherID + webhooksPath, body: created, has: `"merchant_id":"` + otherID},
		"a created webhook, echoed":      {method: http.MethodPost, set: func(b *fakeservice.Behavior) { b.EchoAuthToken = true }, path: webhooksPath, body: created, has: `"auth_token":"new"`},
		"creation, not offered":          {method: http.MethodPost, set: func(b *fakeservice.Behavior) { b.WebhookCreateStatus = 405 }, path: webhooksPath, body: created, status: 405},
		"creation, a URL that is taken":  {method: http.MethodPost, set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, path: webhooksPath, body: taken, status: 409, has: "WEBHOOK_URL_EXISTS"},
		"creation, a URL twice":          {method: http.MethodPost, path: webhooksPath, body: taken, status: 201},
		"creation, another store":        {method: http.MethodPost, set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, path: "/stores/" + otherID + "/webhooks", body: taken, status: 201},
		"creation, too many":             {method: http.MethodPost, set: func(b *fakeservice.Behavior) { b.MaxWebhooks = 2 }, path: webhooksPath, body: created, status: 400, has: "RESOURCE_LIMIT_REACHED"},
		"an update, a URL that is taken": {set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, path: hook, body: `{"url":"https://taken.example.com"}`, status: 409},
		"an update, its own URL":         {set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, path: hook, body: `{"url":"https://hooks.example.com/` + webhookID + `"}`},
		"a deleted webhook":              {method: http.MethodDelete, path: hook, status: 204},
		"deletion, not offered":          {method: http.MethodDelete, set: func(b *fakeservice.Behavior) { b.WebhookDeleteStatus = 501 }, path: hook, status: 501},

		"token":          {path: "/tokens", body: card, has: `"exp_month":1,"exp_year":2030`},
		"changed tokens": {set: func(b *fakeservice.Behavior) { b.TokenMutator = func(o map[string]any) { o["type"] = "x" } }, path: "/tokens", body: card, has: `"type":"x"`},
		"an e-mail filter": {set: func(b *fakeservice.Behavior) {
			b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": fakeservice.MatchEmail}
		}, path: charges + "&email=7@example.com", charges: 1},
		"an e-mail filter, unset": {path: charges + "&email=7@example.com", status: 400, has: `"field":"email"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			first := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
			for day := range 25 {
				s.AddCharges(fakeservice.Charge{ID: numbered(day), RequestedAmount: 1000, CreatedOn: first.AddDate(0, 0, day), Email: string(rune('a'+day)) + "@example.com"})
			}
			s.AddCharges(fakeservice.Charge{ID: numbered(7), RequestedAmount: 1000, CreatedOn: first.AddDate(0, 0, 7), Email: "7@example.com"})
			s.AddWebhook(fakeservice.Webhook{ID: webhookID, AuthToken: "hook-token", CreatedOn: first})
			s.AddWebhook(fakeservice.Webhook{ID: otherID, URL: "https://taken.example.com"})
			if tc.set != nil {
				s.Set(tc.set)
			}
			c := serve(t, s)
			method := http.MethodGet
			switch {
			case tc.method != "":
				method = tc.method
			case tc.path == "/tokens":
				method = http.MethodPost
			case tc.body != "":
				method = http.MethodPatch
			}
			got := c.send(t, method, tc.path, tc.body, nil)
			if got.status != tc.status && (tc.status != 0 || got.status > http.StatusCreated) {
				t.Errorf("status %d", got.status)
			}
			raw := string(got.raw)
			if !strings.Contains(raw, tc.has) || tc.lacks != "" && strings.Contains(raw, tc.lacks) {
				t.Errorf("the answer is %s", raw)
			}
			if n := strings.Count(raw, `"requested_amount":`); tc.charges > 0 && n != tc.charges {
				t.Errorf("%d charges, want %d", n, tc.charges)
			}
		})
	}
}
