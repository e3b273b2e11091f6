// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestRetries: with two retries allowed, a GET and a PATCH are sent three times if another
// attempt may help, and a POST once if the service may have acted.
func TestRetries(t *testing.T) {
	t.Parallel()
	type fault = fakeservice.Fault
	const broken, unavailable = paymentapi.FaultConnectionLost, paymentapi.FaultUnavailable
	tooLarge := bytes.Repeat([]byte(" "), 9<<20)
	for name, tc := range map[string]struct {
		fault fault
		want  paymentapi.Fault
		sent  int // a GET or a PATCH
	}{
		"reset":            {fault{Break: fakeservice.BreakReset}, broken, 3},
		"reset once acted": {fault{Break: fakeservice.BreakReset, AfterHandling: true}, broken, 3},
		"closed":           {fault{Break: fakeservice.BreakClose}, broken, 3},
		"cut":              {fault{Break: fakeservice.BreakClose, CutAt: 9}, broken, 3},
		"no answer":        {fault{Break: fakeservice.BreakHang}, paymentapi.FaultTimeout, 3},
		"half an answer":   {fault{Break: fakeservice.BreakHang, CutAt: 9}, paymentapi.FaultTimeout, 3},
		"too large":        {fault{Body: tooLarge}, paymentapi.FaultInconsistent, 1},
		"a large 503":      {fault{Body: tooLarge, Status: 503}, unavailable, 3},
		"408":              {fault{Status: 408}, unavailable, 3},
		"500":              {fault{Status: 500}, unavailable, 3},
		"501":              {fault{Status: 501}, paymentapi.FaultUnsupported, 1},
		"202":              {fault{Status: 202, AfterHandling: true}, paymentapi.FaultUnexpectedAnswer, 1},
		"302":              {fault{Status: 302, AfterHandling: true}, paymentapi.FaultRedirect, 1},
		"400":              {fault{Status: 400}, paymentapi.FaultRefused, 1},
		"404":              {fault{Status: 404}, paymentapi.FaultNotFound, 1},
	} {
		for method, call := range calls {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				sent := tc.sent
				if method == http.MethodPost {
					sent = 1
				}
				synctest.Test(t, func(t *testing.T) {
					client, service := piped(t, nil)
					service.Inject(tc.fault)
					err := call(t.Context(), client)
					failed, ok := errors.AsType[*paymentapi.Error](err)
					if requests := len(service.Requests()); !ok || failed.Fault != tc.want || failed.Attempts != sent || requests != sent {
						t.Errorf("error %v after %d requests, want fault %d after %d", err, requests, tc.want, sent)
					}
					if acted := tc.want != paymentapi.FaultRefused && tc.want != paymentapi.FaultNotFound; paymentapi.MayHaveActed(err) != acted {
						t.Errorf("MayHaveActed(%v) = %t", err, !acted)
					}
				})
			})
		}
	}
}

// TestClient_oneAttempt: what is good to have is asked for once, whatever is answered, and
// takes five seconds at most from its start. It waits no longer than that for its start.
func TestClient_oneAttempt(t *testing.T) {
	t.Parallel()
	glance := func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.PreviewWebhook(ctx, ref)
		return err
	}
	list := func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.PreviewWebhooks(ctx, ref)
		return err
	}
	page := func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.ListCharges(ctx, paymentapi.ChargeQuery{OneAttempt: true})
		return err
	}
	for name, tc := range map[string]struct {
		call     func(context.Context, *paymentapi.Client) error
		before   int // the status of another call, which asks for a wait; 0 for none
		fault    fakeservice.Fault
		attempts int
		took     time.Duration
	}{
		"a page, 503":         {page, 0, fakeservice.Fault{Status: 503}, 1, 0},
		"a page, 429":         {page, 0, fakeservice.Fault{Status: 429}, 1, 0},
		"a webhook, 503":      {glance, 0, fakeservice.Fault{Status: 503}, 1, 0},
		"a webhook, 429":      {glance, 0, fakeservice.Fault{Status: 429}, 1, 0},
		"a webhook, late":     {glance, 0, fakeservice.Fault{Break: fakeservice.BreakHang}, 1, 5 * time.Second},
		"a webhook, later":    {glance, 429, fakeservice.Fault{}, 0, 0},
		"webhooks, 503":       {list, 0, fakeservice.Fault{Status: 503}, 1, 0},
		"webhooks, 429":       {list, 0, fakeservice.Fault{Status: 429}, 1, 0},
		"webhooks, late":      {list, 0, fakeservice.Fault{Break: fakeservice.BreakHang}, 1, 5 * time.Second},
		"webhooks, later":     {list, 429, fakeservice.Fault{}, 0, 0},
		"not later for a 503": {glance, 503, fakeservice.Fault{Status: 503}, 1, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = time.Minute })
			if tc.before != 0 {
				service.Inject(fakeservice.Fault{Status: tc.before, Times: 1, Header: http.Header{"Retry-After": {"60"}}})
				_ = page(t.Context(), client)
			}
			service.Inject(tc.fault)
			started := time.Now()
			err := tc.call(t.Context(), client)
			if failed, ok := errors.AsType[*paymentapi.Error](err); !ok || failed.Attempts != tc.attempts || time.Since(started).Truncate(100*time.Millisecond) != tc.took {
				t.Errorf("after %s: error %v, want %d attempts in %s", time.Since(started), err, tc.attempts, tc.took)
			}
		})
	}
}

// TestRetryAfter asks for waits in every way, after which the call succeeds. The client's own
// wait is half a second, or after a 429, a pause that becomes three times as long, up to 30 s. A bubble's time begins with
// the year 2000; a date counts by the clock of the service, if the answer has one (after a |).
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const own, paced = 500 * time.Millisecond, 120 * time.Millisecond
	const hour = "Sat, 01 Jan 2000 01:00:20 GMT"
	type row struct {
		status, times int
		header        string
		want          time.Duration
	}
	rows := []row{
		{429, 1, "", paced}, {429, 3, "0", (1 + 3 + 9) * paced}, {429, 7, "", (1+3+9+27+81+243)*paced + time.Minute/2},
		{429, 1, "3600", time.Minute},
		{429, 6, "1", 6 * time.Second}, {429, 1, "Sat, 01 Jan 2000 00:00:20 GMT", 20 * time.Second},
	}
	for header, want := range map[string]time.Duration{
		"": own, "7": 7 * time.Second, "  7 ": 7 * time.Second, "0": own, "60": time.Minute, "3600": time.Minute,
		"99999999999999999999999": time.Minute, "-5": own, "tomorrow": own,
		"1.5": 1500 * time.Millisecond, "2.0": 2 * time.Second, "0.0": own, "1e3": own, "inf": own, "0x1p4": own, "1.5.2": own,
		"Sat, 01 Jan 2000 00:00:20 GMT":         20 * time.Second,
		"Thu, 01 Jan 1970 00:00:00 GMT":         own,
		"Fri, 31 Dec 9999 23:59:59 GMT":         time.Minute,
		hour + "|Sat, 01 Jan 2000 01:00:00 GMT": 20 * time.Second,
		hour + "|Sat, 01 Jan 2000 02:00:00 GMT": own,
		hour + "|soon":                          time.Minute,
	} {
		rows = append(rows, row{503, 1, header, want})
	}
	for _, tc := range rows {
		inBubble(t, fmt.Sprint(tc.status, tc.header), func(t *testing.T) {
			client, service := piped(t, nil)
			service.Inject(fakeservice.Fault{Break: fakeservice.BreakHang, Times: 1})
			go func() { _ = calls[http.MethodGet](t.Context(), client) }() // which holds nothing back
			synctest.Wait()
			asked, date, _ := strings.Cut(tc.header, "|")
			service.Inject(fakeservice.Fault{Status: tc.status, Times: tc.times, Header: http.Header{"Retry-After": {asked}, "Date": {date}}})
			started := time.Now()
			if err := calls[http.MethodGet](t.Context(), client); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(started); took != tc.want && took != tc.want+10*time.Millisecond { // from the start before
				t.Errorf("waited %s, want %s", took, tc.want)
			}
		})
	}
}

// TestBackoff: the waits grow from half a second to half a minute, and vary by a fifth.
func TestBackoff(t *testing.T) {
	t.Parallel()
	for jitter, percent := range map[float64]int{0: 80, 1: 120} {
		inBubble(t, fmt.Sprint(jitter), func(t *testing.T) {
			client, service := piped(t, func(o *paymentapi.Options) { o.MaxAttempts, o.Jitter = 9, func() float64 { return jitter } })
			service.Inject(fakeservice.Fault{Status: 503})
			if err := calls[http.MethodGet](t.Context(), client); err == nil {
				t.Fatal("no error")
			}
			var waited, want []time.Duration
			requests := service.Requests()
			for i := range requests[1:] {
				waited = append(waited, requests[i+1].At.Sub(requests[i].At))
				want = append(want, min(500*time.Millisecond<<i, 30*time.Second)*time.Duration(percent)/100)
			}
			if len(waited) != 8 || !slices.Equal(waited, want) {
				t.Errorf("waited %v, want %v", waited, want)
			}
		})
	}
}

// TestContext ends calls at every point where they wait. If there was no more time, what
// came before says why; if the user stopped the call, the error says that.
func TestContext(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault    fakeservice.Fault
		deadline bool // the call has a deadline; otherwise, it is interrupted
		requests int  // the first of two is answered with 503
		want     paymentapi.Fault
		took     time.Duration
	}{
		"interrupted in a backoff":       {fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"30"}}}, false, 1, paymentapi.FaultInterrupted, 3 * time.Second},
		"interrupted in a pause":         {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"30"}}}, false, 1, paymentapi.FaultInterrupted, 3 * time.Second},
		"interrupted while sent":         {fakeservice.Fault{Break: fakeservice.BreakHang}, false, 1, paymentapi.FaultInterrupted, 3 * time.Second},
		"interrupted in a body":          {fakeservice.Fault{Break: fakeservice.BreakHang, CutAt: 3}, false, 1, paymentapi.FaultInterrupted, 3 * time.Second},
		"a backoff past the deadline":    {fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"30"}}}, true, 1, paymentapi.FaultUnavailable, 0},
		"a pause past the deadline":      {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"30"}}}, true, 1, paymentapi.FaultThrottled, 0},
		"an attempt past the deadline":   {fakeservice.Fault{Break: fakeservice.BreakHang}, true, 1, paymentapi.FaultInterrupted, 3 * time.Second},
		"interrupted in the second":      {fakeservice.Fault{Break: fakeservice.BreakHang}, false, 2, paymentapi.FaultInterrupted, 3 * time.Second},
		"a deadline that allows several": {fakeservice.Fault{Status: 500}, true, 3, paymentapi.FaultUnavailable, 1500 * time.Millisecond},
	} {
		inBubble(t, name, func(t *testing.T) {
			client, service := piped(t, nil)
			if tc.requests == 2 {
				service.Inject(fakeservice.Fault{Status: 503, Times: 1})
			}
			service.Inject(tc.fault)
			ctx, cancel := context.WithCancel(t.Context())
			if tc.deadline {
				ctx, cancel = context.WithTimeout(t.Context(), 3*time.Second)
			} else {
				time.AfterFunc(3*time.Second, cancel)
			}
			defer cancel()
			started := time.Now()
			err := calls[http.MethodGet](ctx, client)
			took, requests := time.Since(started), len(service.Requests())
			if took.Truncate(100*time.Millisecond) != tc.took || requests != tc.requests {
				t.Errorf("it took %s and %d requests, want %s and %d", took, requests, tc.took, tc.requests)
			}
			if ended := ctx.Err(); paymentapi.FaultOf(err) != tc.want || ended != nil && !errors.Is(err, ended) {
				t.Errorf("error %v (%v), although the context ended with %v", err, errors.Unwrap(err), ended)
			}
			if acted := tc.fault.Status != http.StatusTooManyRequests; paymentapi.MayHaveActed(err) != acted {
				t.Errorf("MayHaveActed(%v) = %t", err, !acted)
			}
			if tc.requests == 2 && !strings.Contains(err.Error(), " after 2 attempts") {
				t.Errorf("error %v does not tell of both attempts", err)
			}
		})
	}
}

// TestAttempts: the message tells of the last attempt and how many there were, and if any of
// them may have acted, the error says so, however the last one failed. The fake service
// answers what meets no fault.
func TestAttempts(t *testing.T) {
	t.Parallel()
	type fault = fakeservice.Fault
	deleted := func(ctx context.Context, c *paymentapi.Client) error { return c.DeleteWebhook(ctx, ref) }
	got, changed, posted := calls[http.MethodGet], calls[http.MethodPatch], calls[http.MethodPost]
	reset := fault{Break: fakeservice.BreakReset, AfterHandling: true}
	acted := fault{Status: 500, AfterHandling: true}
	for name, tc := range map[string]struct {
		call   func(context.Context, *paymentapi.Client) error
		faults []fault
		says   string // empty for a success
		acted  bool
	}{
		"503 twice":                  {changed, []fault{{Status: 503}, {Status: 503}}, "", false},
		"reset twice":                {got, []fault{reset, reset}, "", false},
		"429 to a POST":              {posted, []fault{{Status: 429}}, "", false},
		"503 to a deletion":          {deleted, []fault{{Status: 503}, {Status: 503}}, "", false},
		"deleted twice":              {deleted, []fault{acted}, "with status 404 (Not Found) and code NOT_FOUND after 2 attempts.", true},
		"500, then 400":              {changed, []fault{acted, {Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT after 2 attempts.", true},
		"reset, then 404":            {changed, []fault{reset, {Status: 404}}, "with status 404 (Not Found) and code INJECTED_FAULT after 2 attempts.", true},
		"late, then 403":             {changed, []fault{{Delay: time.Minute, AfterHandling: true}, {Status: 403}}, "with status 403 (Forbidden) and code INJECTED_FAULT after 2 attempts.", true},
		"429, then 400":              {changed, []fault{{Status: 429}, {Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT after 1 refusal with status 429.", false},
		"429 twice, 503, then 400":   {changed, []fault{{Status: 429}, {Status: 429}, {Status: 503}, {Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT after 2 attempts and 2 refusals with status 429.", true},
		"429, then no answer at all": {changed, []fault{{Status: 429}, reset, reset, reset}, "failed after 3 attempts and 1 refusal with status 429: the connection", true},
		"503, then no webhook":       {changed, []fault{{Status: 503}, {Body: []byte("{}")}}, "with status 200 (OK) after 2 attempts, but its body contains no webhook with an id.", true},
		"500, then no answer at all": {changed, []fault{{Status: 500}, reset, reset}, "failed after 3 attempts: the connection to the payment service at localhost ended too early, or the answer was not valid HTTP.", true},
	} {
		inBubble(t, name, func(t *testing.T) {
			client, service := piped(t, nil)
			for _, fault := range tc.faults {
				fault.Times = 1
				service.Inject(fault)
			}
			err := tc.call(t.Context(), client)
			if (err == nil) != (tc.says == "") || err != nil && (!strings.Contains(err.Error(), tc.says) || paymentapi.MayHaveActed(err) != tc.acted) {
				t.Errorf("error %v, want %q in it, and whether it may have acted: %t", err, tc.says, tc.acted)
			}
		})
	}
}
