// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func numbered(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }

// Lists have the charges that the description says, in its order.
func TestCharges(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	at := func(day int, more time.Duration) time.Time {
		return time.Date(2025, 1, day, 0, 0, 0, 0, time.UTC).Add(more)
	}
	s.AddCharges(
		fakeservice.Charge{
			ID: numbered(1), CreatedOn: at(31, 0), RequestedAmount: 100, Mode: "live", Phone: "0312345678",
			Card: &fakeservice.ChargeCard{Name: "A B", LastFour: "0042", ExpMonth: 3, ExpYear: 2030},
		},
		fakeservice.Charge{
			ID: numbered(2), CreatedOn: at(31, 12*time.Hour+123456*time.Microsecond), RequestedAmount: 200, RequestedCurrency: "USD",
			Metadata: map[string]any{"order": 17, "note": nil, "name": "x"}, Email: "a@example.com",
		},
		fakeservice.Charge{ID: numbered(3), CreatedOn: at(2, 0)},
		fakeservice.Charge{
			ID: numbered(3), CreatedOn: at(32, 0), RequestedAmount: 300, ChargedCurrency: new("USD"), ChargedAmount: new(int64(2)), TransactionTokenID: otherID,
		},
	)
	for name, tc := range map[string]struct{ query, want string }{
		"no filter":                  {"", "3 2 1"},
		"ascending":                  {"cursor_direction=asc", "1 2 3"},
		"from is inclusive":          {"from=2025-01-31T12:00:00.123456Z", "3 2"},
		"to is exclusive":            {"to=2025-01-31T12:00:00.123456Z", "1"},
		"dates":                      {"from=2025-01-31&to=2025-02-01", "2 1"},
		"a zone":                     {"from=2025-02-01T09:00:00%2B09:00", "3"},
		"amount_from is exclusive":   {"amount_from=100", "3 2"},
		"either currency":            {"currency=USD", "3 2"},
		"mode":                       {"mode=live", "1"},
		"phone":                      {"phone=0312345678", "1"},
		"card":                       {"last_four=0042&name=A+B&exp_month=3&exp_year=2030", "1"},
		"metadata key and value":     {"metadata=order:17", "2"},
		"metadata null":              {"metadata=note:null", "2"},
		"transaction token":          {"transaction_token_id=" + otherID, "3"},
		"e-mail":                     {"email=a@example.com", "2"},
		"cursor against the order":   {"cursor_direction=asc&cursor=" + numbered(1), "2 3"},
		"cursor of the last element": {"cursor=" + numbered(1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, text := send(t, s, "GET /charges?"+tc.query, "", nil)
			var found []string
			for _, match := range regexp.MustCompile(`"id":"0*(\d)-`).FindAllStringSubmatch(text, -1) {
				found = append(found, match[1])
			}
			got := strings.Join(found, " ")
			if status != http.StatusOK || got != tc.want || !strings.Contains(text, `"has_more":false`) {
				t.Errorf("status %d, charges %q, want %q: %s", status, got, tc.want, text)
			}
			if all := fmt.Sprintf(`"total_hits":%d`, len(strings.Fields(tc.want))); !strings.Contains(tc.query, "cursor=") && !strings.Contains(text, all) {
				t.Errorf("the answer lacks %s: %s", all, text)
			}
		})
	}
}

// What a correct request brings about.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request, body string
		status        int
		has, lacks    string
	}{
		"charges":              {"GET /charges", "", 200, `"has_more":true`, `:1010,`},
		"webhook":              {"GET " + hook, "", 200, `"created_on":"2025-03-01T12:00:00.000000Z"`, "auth_token"},
		"an update, URL taken": {update, `{"url":"https://taken.example.com"}`, 409, "WEBHOOK_URL_EXISTS", ""},
		"a deleted webhook":    {"DELETE " + hook, "", 204, "", ""},
		"token":                {token, tokenBody(card), 201, `"exp_month":1,"exp_year":2030`, "411111111"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.Set(func(b *fakeservice.Behavior) { b.UniqueURLs = true })
			first := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
			for day := range 11 { // one more than a page has
				s.AddCharges(fakeservice.Charge{RequestedAmount: int64(1010 - day), CreatedOn: first.AddDate(0, 0, day)})
			}
			s.AddWebhook(fakeservice.Webhook{ID: webhookID, AuthToken: "hook-token", CreatedOn: first})
			s.AddWebhook(fakeservice.Webhook{ID: otherID, URL: "https://taken.example.com"})
			status, text := send(t, s, tc.request, tc.body, nil)
			if status != tc.status || !strings.Contains(text, tc.has) || tc.lacks != "" && strings.Contains(text, tc.lacks) {
				t.Errorf("status %d: %s", status, text)
			}
		})
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		rate *fakeservice.Rate
		want string // the answers to six requests, one each 15 seconds, and to two at once
	}{
		"a bucket":      {&fakeservice.Rate{Burst: 2, PerMinute: 1}, "200 200 429 429 200 429 429 429"},
		"one at a time": {&fakeservice.Rate{AtOnce: 1}, "200 200 200 200 200 200 200 429"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := fakeservice.New()
			s.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = tc.rate, time.Second })
			got := make(chan int, 8)
			try := func() { status, _ := send(t, s, "GET /charges", "", nil); got <- status }
			for range 6 {
				go try()
				time.Sleep(15 * time.Second)
			}
			go try()
			try()
			time.Sleep(time.Minute)
			answers := []int{<-got, <-got, <-got, <-got, <-got, <-got, <-got, <-got}
			slices.Sort(answers[6:]) // of the two at once
			if text := strings.Trim(fmt.Sprint(answers), "[]"); text != tc.want {
				t.Errorf("%s: %s, want %s", name, text, tc.want)
			}
		})
	}
}
