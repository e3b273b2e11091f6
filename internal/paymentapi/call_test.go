// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"cmp"
	"context"
	"errors"
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
	broken  = outcome{fault: paymentapi.FaultBroken, text: "the connection ended too early"}
	timeout = outcome{fault: paymentapi.FaultTimeout, text: "took longer than the request timeout"}
)

// TestRetries has a table of how often requests are sent, with two retries allowed.
func TestRetries(t *testing.T) {
	t.Parallel()

	const repeated = 3
	type row struct {
		fault             fakeservice.Fault
		idempotent, other int // how often GET and PATCH are sent, and how often POST
		want              outcome
	}
	rows := map[string]row{
		"reset":             {fakeservice.Fault{Break: fakeservice.BreakReset}, repeated, 1, broken},
		"reset once acted":  {fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, repeated, 1, broken},
		"closed":            {fakeservice.Fault{Break: fakeservice.BreakClose}, repeated, 1, broken},
		"no HTTP":           {fakeservice.Fault{Break: fakeservice.BreakGarbage}, repeated, 1, broken},
		"no answer":         {fakeservice.Fault{Break: fakeservice.BreakHang}, repeated, 1, timeout},
		"half an answer":    {fakeservice.Fault{Break: fakeservice.BreakStall, CutAt: 9}, repeated, 1, timeout},
		"late":              {fakeservice.Fault{Delay: time.Minute}, repeated, 1, timeout},
		"cut":               {fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 9}, repeated, 1, broken},
		"cut to nothing":    {fakeservice.Fault{Break: fakeservice.BreakCut}, repeated, 1, broken},
		"cut and reset":     {fakeservice.Fault{Break: fakeservice.BreakCutReset, CutAt: 9}, repeated, 1, broken},
		"JSON ends early":   {fakeservice.Fault{Body: []byte(`{"id":"`)}, repeated, 1, outcome{fault: paymentapi.FaultBroken, text: "its body ends too early"}},
		"endless":           {fakeservice.Fault{Break: fakeservice.BreakEndless}, 1, 1, outcome{text: "larger than any answer"}},
		"bomb":              {fakeservice.Fault{Break: fakeservice.BreakGzipBomb}, 1, 1, outcome{text: "larger than any answer"}},
		"bomb as an error":  {fakeservice.Fault{Break: fakeservice.BreakGzipBomb, Status: 400}, 1, 1, outcome{status: 400, text: "larger than any answer"}},
		"HTML as an error":  {fakeservice.Fault{Status: 502, Body: []byte("<html>"), Header: http.Header{"Content-Type": {"text/html"}}}, repeated, 1, outcome{status: 502, text: "and content type text/html, but its body is not JSON."}},
		"array as an error": {fakeservice.Fault{Status: 400, Body: []byte(`["X"]`)}, 1, 1, outcome{status: 400, text: "its body is not a JSON object."}},
		"empty error":       {fakeservice.Fault{Status: 400, Body: []byte{}}, 1, 1, outcome{status: 400, text: "its body is empty."}},
		"a 422, cut gzip":   {fakeservice.Fault{Status: 422, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x02\x00\xfd\xff{}")}, 1, 1, outcome{status: 422, text: "its body ends too early."}},
		"an ingress's 404":  {fakeservice.ProxyNotFound(), 1, 1, outcome{status: 404, text: "and content type text/plain, but its body is not JSON."}},
		"503 after a day":   {fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"86400"}}}, repeated, 1, outcome{status: 503, text: "wait for 24h."}},
		"endless as a 503":  {fakeservice.Fault{Break: fakeservice.BreakEndless, Status: 503}, repeated, 1, outcome{status: 503}},
		"HTML":              {fakeservice.Fault{Body: []byte("<html>")}, 1, 1, outcome{text: "its body is not JSON"}},
	}
	for _, status := range []int{408, 499, 500, 502, 503, 504, 505, 599} {
		rows[strconv.Itoa(status)] = row{fakeservice.Fault{Status: status}, repeated, 1, outcome{status: status, text: "INJECTED_FAULT"}}
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 410, 418, 422, 425, 501} {
		rows[http.StatusText(status)] = row{fakeservice.Fault{Status: status}, 1, 1, outcome{status: status, text: "INJECTED_FAULT"}}
	}
	for _, status := range []int{202, 204, 206, 302, 304} {
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
					if took := time.Since(started); took > 17*time.Second && row.want.text != "wait for 24h." || sent == repeated && took < 1500*time.Millisecond {
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
	if failed.Attempts != attempts {
		t.Errorf("error %v tells of %d attempts, want %d", err, failed.Attempts, attempts)
	}
	status := want.status
	if acted := status < 400 || status >= 499 || status == 408; paymentapi.MayHaveActed(err) != acted {
		t.Errorf("MayHaveActed(%v) = %t, want %t", err, !acted, acted)
	}
}

func TestRetries_recover(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"503":   {Status: 503, Times: 2},
		"reset": {Break: fakeservice.BreakReset, Times: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(fault)
				if err := calls[http.MethodPatch](t.Context(), client); err != nil {
					t.Fatal(err)
				}
				requests := service.Requests()
				if len(requests) != 3 {
					t.Fatalf("%d requests arrived, want 3", len(requests))
				}
				for _, r := range requests {
					if string(r.Body) != `{"active":true}` {
						t.Errorf("an attempt sent %s", r.Body)
					}
				}
			})
		})
	}
}

// TestPersistence: after failures, a page of charges is requested for different times.
func TestPersistence(t *testing.T) {
	t.Parallel()

	late := fakeservice.Fault{Delay: time.Minute, Times: 1}
	for name, tc := range map[string]struct {
		persistence paymentapi.Persistence
		fault       fakeservice.Fault
		requests    int
		longest     time.Duration
	}{
		"usual, 403":           {paymentapi.Usual, fakeservice.Fault{Status: 403}, 1, 0},
		"usual, late":          {paymentapi.Usual, late, 2, 6 * time.Second},
		"once, 503":            {paymentapi.Once, fakeservice.Fault{Status: 503}, 1, 0},
		"brief, late":          {paymentapi.Brief, late, 1, 5 * time.Second},
		"brief, 503":           {paymentapi.Brief, fakeservice.Fault{Status: 503}, 3, 2 * time.Second},
		"patient, 403 a while": {paymentapi.Patient, fakeservice.Fault{Status: 403, Times: 5}, 6, 20 * time.Second},
		"patient, cut a while": {paymentapi.Patient, fakeservice.Fault{Break: fakeservice.BreakReset, Times: 5}, 6, 20 * time.Second},
		"patient, 403":         {paymentapi.Patient, fakeservice.Fault{Status: 403}, 9, 75 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(tc.fault)
				started := time.Now()
				_, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{Persistence: tc.persistence})
				if got := len(service.Requests()); got != tc.requests {
					t.Errorf("%d requests arrived, want %d", got, tc.requests)
				}
				if recovers := tc.fault.Times > 0 && tc.fault.Times < tc.requests; recovers != (err == nil) {
					t.Errorf("error %v", err)
				}
				if took := time.Since(started); took > tc.longest {
					t.Errorf("it took %s, want at most %s", took, tc.longest)
				}
			})
		})
	}
}

// TestRetryAfter asks for waits in every way. The client's own wait is half a second,
// and half of that after a 429.
func TestRetryAfter(t *testing.T) {
	t.Parallel()

	const own = 500 * time.Millisecond
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for name, tc := range map[string]struct {
		header func() string
		want   time.Duration
	}{
		"none":              {func() string { return "" }, own},
		"seconds":           {func() string { return "7" }, 7 * time.Second},
		"blanks":            {func() string { return "  7 " }, 7 * time.Second},
		"zero":              {func() string { return "0" }, own},
		"a minute":          {func() string { return "60" }, time.Minute},
		"an hour":           {func() string { return "3600" }, time.Minute},
		"64 bits":           {func() string { return "18446744073709551615" }, time.Minute},
		"beyond 64 bits":    {func() string { return "99999999999999999999999" }, own},
		"overflowing":       {func() string { return "9223372037" }, time.Minute},
		"negative":          {func() string { return "-5" }, own},
		"fraction":          {func() string { return "1.5" }, own},
		"exponent":          {func() string { return "1e3" }, own},
		"infinite":          {func() string { return "Inf" }, own},
		"words":             {func() string { return "tomorrow" }, own},
		"a date":            {func() string { return in(20 * time.Second) }, 20 * time.Second},
		"a date long past":  {func() string { return "Thu, 01 Jan 1970 00:00:00 GMT" }, own},
		"a date far ahead":  {func() string { return "Fri, 31 Dec 9999 23:59:59 GMT" }, time.Minute},
		"a date that isn't": {func() string { return "Fri, 32 Dec 2027 23:59:59 GMT" }, own},
	} {
		for _, status := range []int{429, 503} {
			t.Run(name+" "+http.StatusText(status), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					client, service := piped(t, nil)
					service.Inject(fakeservice.Fault{Status: status, Times: 1, Header: http.Header{"Retry-After": {tc.header()}}})
					started := time.Now()
					if err := calls[http.MethodGet](t.Context(), client); err != nil {
						t.Fatal(err)
					}
					want := tc.want
					if want == own && status == http.StatusTooManyRequests {
						want = own / 2
					}
					if took := time.Since(started); took != want {
						t.Errorf("waited %s, want %s", took, want)
					}
				})
			})
		}
	}
}

func TestBackoff_growsAndVaries(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		jitter float64
		want   []time.Duration
	}{
		"least": {0, []time.Duration{400 * time.Millisecond, 800 * time.Millisecond, 1600 * time.Millisecond, 3200 * time.Millisecond, 6400 * time.Millisecond, 12800 * time.Millisecond, 24 * time.Second, 24 * time.Second}},
		"most":  {1, []time.Duration{600 * time.Millisecond, 1200 * time.Millisecond, 2400 * time.Millisecond, 4800 * time.Millisecond, 9600 * time.Millisecond, 19200 * time.Millisecond, 36 * time.Second, 36 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) {
					o.MaxRetries, o.Jitter = len(tc.want), func() float64 { return tc.jitter }
				})
				service.Inject(fakeservice.Fault{Status: 503})
				if err := calls[http.MethodGet](t.Context(), client); err == nil {
					t.Fatal("no error")
				}
				var got []time.Duration
				requests := service.Requests()
				for i := range requests[1:] {
					got = append(got, requests[i+1].At.Sub(requests[i].At))
				}
				if !slices.Equal(got, tc.want) {
					t.Errorf("waited %v, want %v", got, tc.want)
				}
			})
		})
	}
}

// TestContext ends calls at every point where they wait.
func TestContext(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault    fakeservice.Fault
		deadline bool // the call has a deadline; otherwise, it is interrupted
		requests int
		status   int // the last answer that the error reports
		took     time.Duration
	}{
		"interrupted in a backoff":       {fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"30"}}}, false, 1, 0, 3 * time.Second},
		"interrupted in a pause":         {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"30"}}}, false, 1, 0, 3 * time.Second},
		"interrupted while sent":         {fakeservice.Fault{Break: fakeservice.BreakHang}, false, 1, 0, 3 * time.Second},
		"interrupted in a body":          {fakeservice.Fault{Break: fakeservice.BreakStall, CutAt: 3}, false, 1, 0, 3 * time.Second},
		"a backoff past the deadline":    {fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"30"}}}, true, 1, 503, 0},
		"a pause past the deadline":      {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"30"}}}, true, 1, 429, 0},
		"an attempt past the deadline":   {fakeservice.Fault{Break: fakeservice.BreakHang}, true, 1, 0, 3 * time.Second},
		"a deadline that allows several": {fakeservice.Fault{Status: 500}, true, 3, 500, 1500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
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
				if took := time.Since(started); took != tc.took {
					t.Errorf("it took %s, want %s", took, tc.took)
				}
				if got := len(service.Requests()); got != tc.requests {
					t.Errorf("%d requests arrived, want %d", got, tc.requests)
				}
				var api *paymentapi.Error
				switch {
				case tc.status != 0 && (!errors.As(err, &api) || api.StatusCode != tc.status):
					t.Errorf("error %v, want status %d", err, tc.status)
				case tc.status == 0 && !errors.Is(err, ctx.Err()):
					t.Errorf("error %v, want %v", err, ctx.Err())
				}
			})
		})
	}
}

// TestMayHaveActed_anyAttempt: if any attempt may have acted, the error says so,
// however the last one failed.
func TestMayHaveActed_anyAttempt(t *testing.T) {
	t.Parallel()

	reset := fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}
	for name, tc := range map[string]struct {
		faults []fakeservice.Fault
		says   string
		acted  bool
	}{
		"500, then 400":              {[]fakeservice.Fault{{Status: 500, AfterHandling: true}, {Status: 400}}, "The results of the 2 attempts were 500, then 400.", true},
		"reset, then 404":            {[]fakeservice.Fault{reset, {Status: 404}}, "The results of the 2 attempts were broken connection, then 404.", true},
		"late, then 403":             {[]fakeservice.Fault{{Delay: time.Minute, AfterHandling: true}, {Status: 403}}, "The results of the 2 attempts were timeout, then 403.", true},
		"503, 503, then 409":         {[]fakeservice.Fault{{Status: 503}, {Status: 503}, {Status: 409}}, "The results of the 3 attempts were 503 (2 times), then 409.", true},
		"429, then 400":              {[]fakeservice.Fault{{Status: 429}, {Status: 400}}, "The results of the 2 attempts were 429, then 400.", false},
		"400":                        {[]fakeservice.Fault{{Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT.", false},
		"503 with a wait of an hour": {[]fakeservice.Fault{{Status: 503}, {Status: 503}, {Status: 503, Header: http.Header{"Retry-After": {"3600"}}}}, "The service asked the provider to wait for 1h.", true},
		"500, then no answer at all": {[]fakeservice.Fault{{Status: 500}, reset, reset}, "failed after 3 attempts: the connection ended too early or the answer was not valid HTTP. The attempts had these results: 500, broken connection (2 times).", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				for _, fault := range tc.faults {
					fault.Times = 1
					service.Inject(fault)
				}
				err := calls[http.MethodPatch](t.Context(), client)
				if err == nil || !strings.Contains(err.Error(), tc.says) {
					t.Errorf("error %v, want %q in it", err, tc.says)
				}
				if got := paymentapi.MayHaveActed(err); got != tc.acted {
					t.Errorf("MayHaveActed(%v) = %t, want %t", err, got, tc.acted)
				}
			})
		})
	}
}

// TestError_attempts: if all attempts had the same result, it is named only once.
func TestError_attempts(t *testing.T) {
	t.Parallel()

	for attempts, says := range map[int]string{1: "(Service Unavailable) and code INJECTED_FAULT.", 2: "Both attempts had this result.", 3: "All 3 attempts had this result."} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRetries = attempts - 1 })
				service.Inject(fakeservice.Fault{Status: 503})
				if err := calls[http.MethodGet](t.Context(), client); err == nil || !strings.Contains(err.Error(), says) {
					t.Errorf("error %v, want %q in it", err, says)
				}
			})
		})
	}
}
