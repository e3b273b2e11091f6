// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// outcome is the error of a call if no attempt succeeds.
type outcome struct {
	status int              // of the answer; 0 for none
	fault  paymentapi.Fault // if no answer came
	text   string           // in the error
}

var (
	broken  = outcome{fault: paymentapi.FaultConnectionLost, text: "the connection to the payment service at localhost ended too early"}
	timeout = outcome{fault: paymentapi.FaultTimeout, text: "the answer took longer than"}
)

// TestRetries has a table of how often requests are sent, with two retries allowed.
func TestRetries(t *testing.T) {
	t.Parallel()

	const repeated = 3
	tooLarge := bytes.Repeat([]byte(" "), 9<<20)
	type row struct {
		fault             fakeservice.Fault
		idempotent, other int // how often GET and PATCH are sent, and how often POST
		want              outcome
	}
	rows := map[string]row{
		"reset":            {fakeservice.Fault{Break: fakeservice.BreakReset}, repeated, 1, broken},
		"reset once acted": {fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, repeated, 1, broken},
		"closed":           {fakeservice.Fault{Break: fakeservice.BreakClose}, repeated, 1, broken},
		"no answer":        {fakeservice.Fault{Break: fakeservice.BreakHang}, repeated, 1, timeout},
		"half an answer":   {fakeservice.Fault{Break: fakeservice.BreakHang, CutAt: 9}, repeated, 1, timeout},
		"late":             {fakeservice.Fault{Delay: time.Minute}, repeated, 1, timeout},
		"cut":              {fakeservice.Fault{Break: fakeservice.BreakClose, CutAt: 9}, repeated, 1, broken},
		"too large":        {fakeservice.Fault{Body: tooLarge}, 1, 1, outcome{text: "larger than any answer"}},
		"a large 503":      {fakeservice.Fault{Body: tooLarge, Status: 503}, repeated, 1, outcome{status: 503}},
	}
	for _, status := range []int{408, 500, 503} {
		rows[strconv.Itoa(status)] = row{fakeservice.Fault{Status: status}, repeated, 1, outcome{status: status, text: "INJECTED_FAULT"}}
	}
	for _, status := range []int{400, 404, 501} {
		rows[http.StatusText(status)] = row{fakeservice.Fault{Status: status}, 1, 1, outcome{status: status, text: "INJECTED_FAULT"}}
	}
	for _, status := range []int{202, 302} {
		rows[http.StatusText(status)] = row{fakeservice.Fault{Status: status, AfterHandling: true}, 1, 1, outcome{status: status}}
	}
	for name, row := range rows {
		for method, call := range calls {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				sent := row.idempotent
				if method == http.MethodPost {
					sent = row.other
				}
				synctest.Test(t, func(t *testing.T) {
					client, service := piped(t, nil)
					service.Inject(row.fault)
					started := time.Now()
					err := call(t.Context(), client)
					checkOutcome(t, err, row.want, sent)
					if got := len(service.Requests()); got != sent {
						t.Errorf("%d requests arrived, want %d", got, sent)
					}
					// Two waits, of half a second and of one, and three timeouts.
					if took := time.Since(started); took > 17*time.Second || sent == repeated && took < 1500*time.Millisecond {
						t.Errorf("it took %s", took)
					}
				})
			})
		}
	}
}

func checkOutcome(t *testing.T, err error, want outcome, attempts int) {
	t.Helper()
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if !ok {
		t.Fatalf("error %v, want %+v", err, want)
	}
	if want.fault == 0 && failed.StatusCode != cmp.Or(want.status, failed.StatusCode) || want.fault != 0 && failed.Fault != want.fault {
		t.Errorf("error %v, want %+v", err, want)
	}
	if !strings.Contains(err.Error(), want.text) {
		t.Errorf("error %v does not say %q", err, want.text)
	}
	if failed.Attempts() != attempts {
		t.Errorf("error %v tells of %d attempts, want %d", err, failed.Attempts(), attempts)
	}
	status := want.status
	if acted := status < 400 || status >= 499 || status == 408; paymentapi.MayHaveActed(err) != acted {
		t.Errorf("MayHaveActed(%v) = %t, want %t", err, !acted, acted)
	}
}

// TestClient_oneAttempt: what is good to have is asked for once, whatever is answered, and
// takes five seconds at most from its start. It waits no longer than that for its start.
func TestClient_oneAttempt(t *testing.T) {
	t.Parallel()

	glance := func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.TryGetWebhook(ctx, ref)
		return err
	}
	page := func(ctx context.Context, c *paymentapi.Client) error {
		_, err := c.ListCharges(ctx, paymentapi.ChargeQuery{OneAttempt: true})
		return err
	}
	for name, tc := range map[string]struct {
		call     func(context.Context, *paymentapi.Client) error
		paused   bool // by the refusal of another call
		fault    fakeservice.Fault
		attempts int
		took     time.Duration
	}{
		"a page, 503":      {page, false, fakeservice.Fault{Status: 503}, 1, 0},
		"a page, 429":      {page, false, fakeservice.Fault{Status: 429}, 1, 0},
		"a webhook, 503":   {glance, false, fakeservice.Fault{Status: 503}, 1, 0},
		"a webhook, 429":   {glance, false, fakeservice.Fault{Status: 429}, 1, 0},
		"a webhook, late":  {glance, false, fakeservice.Fault{Break: fakeservice.BreakHang}, 1, 5 * time.Second},
		"a webhook, later": {glance, true, fakeservice.Fault{}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = time.Minute })
				if tc.paused {
					service.Inject(fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {"60"}}})
					_ = page(t.Context(), client)
				}
				service.Inject(tc.fault)
				started := time.Now()
				err := tc.call(t.Context(), client)
				if failed, ok := errors.AsType[*paymentapi.Error](err); !ok || failed.Attempts() != tc.attempts || time.Since(started).Truncate(100*time.Millisecond) != tc.took {
					t.Errorf("after %s: error %v, want %d attempts in %s", time.Since(started), err, tc.attempts, tc.took)
				}
			})
		})
	}
}

// TestRetryAfter asks for waits in every way. The client's own wait is half a second,
// and half of that after a 429. A bubble's time begins with the year 2000; a date counts by
// the clock of the service, if the answer has one (after a |).
func TestRetryAfter(t *testing.T) {
	t.Parallel()

	const own, hour = 500 * time.Millisecond, "Sat, 01 Jan 2000 01:00:20 GMT"
	for header, want := range map[string]time.Duration{
		"": own, "7": 7 * time.Second, "  7 ": 7 * time.Second, "0": own, "60": time.Minute, "3600": time.Minute,
		"4294967295": time.Minute, "4294967296": time.Minute, "99999999999999999999999": time.Minute,
		"-5": own, "1.5": own, "1e3": own, "Inf": own, "tomorrow": own,
		"Sat, 01 Jan 2000 00:00:20 GMT":         20 * time.Second,
		"Thu, 01 Jan 1970 00:00:00 GMT":         own,
		"Fri, 31 Dec 9999 23:59:59 GMT":         time.Minute,
		"Fri, 32 Dec 2027 23:59:59 GMT":         own,
		hour + "|Sat, 01 Jan 2000 01:00:00 GMT": 20 * time.Second,
		hour + "|Sat, 01 Jan 2000 02:00:00 GMT": own,
		hour + "|Fri, 31 Dec 1999 23:00:00 GMT": time.Minute,
		hour + "|soon":                          time.Minute,
	} {
		for status, of := range map[int]time.Duration{429: own / 2, 503: own} {
			t.Run(header+" "+http.StatusText(status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					client, service := piped(t, nil)
					asked, date, dated := strings.Cut(header, "|")
					fault := fakeservice.Fault{Status: status, Times: 1, Header: http.Header{"Retry-After": {asked}}}
					if dated {
						fault.Header.Set("Date", date)
					}
					service.Inject(fault)
					want := want
					if want == own {
						want = of
					}
					started := time.Now()
					if err := calls[http.MethodGet](t.Context(), client); err != nil {
						t.Fatal(err)
					}
					if took := time.Since(started); took != want {
						t.Errorf("waited %s, want %s", took, want)
					}
				})
			})
		}
	}
}

// TestBackoff: the waits grow from half a second to half a minute, and vary by a fifth.
func TestBackoff(t *testing.T) {
	t.Parallel()

	for jitter, percent := range map[float64]int{0: 80, 1: 120} {
		t.Run(fmt.Sprint(jitter), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
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
		"the second past the deadline":   {fakeservice.Fault{Break: fakeservice.BreakHang}, true, 2, paymentapi.FaultInterrupted, 3 * time.Second},
		"a deadline that allows several": {fakeservice.Fault{Status: 500}, true, 3, paymentapi.FaultUnavailable, 1500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
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
				if took := time.Since(started); took.Truncate(100*time.Millisecond) != tc.took {
					t.Errorf("it took %s, want %s", took, tc.took)
				}
				if got := len(service.Requests()); got != tc.requests {
					t.Errorf("%d requests arrived, want %d", got, tc.requests)
				}
				if ended := ctx.Err(); paymentapi.FaultOf(err) != tc.want || ended != nil && !errors.Is(err, ended) {
					t.Errorf("error %v (%v), although the context ended with %v", err, errors.Unwrap(err), ended)
				}
				if tc.requests == 2 && !strings.Contains(err.Error(), " after 2 attempts") {
					t.Errorf("error %v does not tell of both attempts", err)
				}
			})
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
		"429, then 400":              {changed, []fault{{Status: 429}, {Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT after 2 attempts.", false},
		"503, then no webhook":       {changed, []fault{{Status: 503}, {Body: []byte("{}")}}, "with status 200 (OK) after 2 attempts, but its body contains no webhook with an id.", true},
		"503, then the deadline":     {got, []fault{{Status: 503, Header: http.Header{"Retry-After": {"28"}}}, {Break: fakeservice.BreakHang}}, "failed after 2 attempts: the call was interrupted.", true},
		"500, then no answer at all": {changed, []fault{{Status: 500}, reset, reset}, "failed after 3 attempts: the connection to the payment service at localhost ended too early, or the answer was not valid HTTP.", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				for _, fault := range tc.faults {
					fault.Times = 1
					service.Inject(fault)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				err := tc.call(ctx, client)
				if (err == nil) != (tc.says == "") || err != nil && (!strings.Contains(err.Error(), tc.says) || paymentapi.MayHaveActed(err) != tc.acted) {
					t.Errorf("error %v, want %q in it, and whether it may have acted: %t", err, tc.says, tc.acted)
				}
				bodies := map[string]bool{}
				for _, r := range service.Requests() {
					bodies[string(r.Body)] = true
				}
				if len(bodies) != 1 {
					t.Errorf("the attempts sent %v", bodies)
				}
			})
		})
	}
}
