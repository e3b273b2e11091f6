// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"fmt"
	"net/http"
	"regexp"
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
			ID: numbered(1), CreatedOn: at(31, 0), RequestedAmount: 100, Mode: "live",
			Consumer: map[string]string{"name": "A B", "last_four": "0042", "exp_month": "3", "exp_year": "2030", "phone": "0312345678"},
		},
		fakeservice.Charge{
			ID: numbered(2), CreatedOn: at(31, 12*time.Hour+123456*time.Microsecond), RequestedAmount: 200, RequestedCurrency: "USD",
			Metadata: map[string]any{"order": 17, "note": nil, "name": "x"}, Consumer: map[string]string{"email": "a@example.com"},
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

// Beyond a rate, requests are refused.
func TestRate(t *testing.T) {
	t.Parallel()
	for name, rate := range map[string]*fakeservice.Rate{"a bucket": {Burst: 1, PerMinute: 2}, "one at a time": {AtOnce: 1}} {
		synctest.Test(t, func(t *testing.T) {
			s := fakeservice.New()
			s.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = rate, time.Second })
			got := make(chan int, 3)
			try := func() { status, _ := send(t, s, "GET /charges", "", nil); got <- status }
			go try()
			try()
			time.Sleep(30 * time.Second)
			try()
			if both, later := <-got+<-got, <-got; both != 200+429 || later != 200 {
				t.Errorf("%s: one of two at once is to be refused, the statuses add up to %d; later, it is %d", name, both, later)
			}
		})
	}
}
