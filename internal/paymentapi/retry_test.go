// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"bytes"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestRetries: with two retries allowed, a GET and a PATCH are sent three times if another
// attempt may help, and a POST once if the service may have acted.
func TestRetries(t *testing.T) {
	t.Parallel()
	tooLarge := bytes.Repeat([]byte(" "), 9<<20)
	type row struct {
		fault    fakeservice.Fault
		want     paymentapi.Fault
		repeated bool // but for a POST
		refused  bool // the service has not acted
	}
	bubble.EachWay(t, calls, map[string]row{
		"reset": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakReset},
			want:     paymentapi.FaultConnectionLost,
			repeated: true,
		},
		"reset once the service acted": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true},
			want:     paymentapi.FaultConnectionLost,
			repeated: true,
		},
		"closed": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakClose},
			want:     paymentapi.FaultConnectionLost,
			repeated: true,
		},
		"cut": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakClose, CutAt: 9},
			want:     paymentapi.FaultConnectionLost,
			repeated: true,
		},
		"no answer": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang},
			want:     paymentapi.FaultTimeout,
			repeated: true,
		},
		"half an answer": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang, CutAt: 9},
			want:     paymentapi.FaultTimeout,
			repeated: true,
		},
		"too large": {
			fault: fakeservice.Fault{Body: tooLarge},
			want:  paymentapi.FaultInconsistent,
		},
		"a large 503": {
			fault:    fakeservice.Fault{Body: tooLarge, Status: 503},
			want:     paymentapi.FaultUnavailable,
			repeated: true,
		},
		"408": {
			fault:    fakeservice.Fault{Status: 408},
			want:     paymentapi.FaultUnavailable,
			repeated: true,
		},
		"500": {
			fault:    fakeservice.Fault{Status: 500},
			want:     paymentapi.FaultUnavailable,
			repeated: true,
		},
		"501": {
			fault: fakeservice.Fault{Status: 501},
			want:  paymentapi.FaultUnsupported,
		},
		"202": {
			fault: fakeservice.Fault{Status: 202, AfterHandling: true},
			want:  paymentapi.FaultUnexpectedAnswer,
		},
		"302": {
			fault: fakeservice.Fault{Status: 302, AfterHandling: true},
			want:  paymentapi.FaultRedirect,
		},
		"400": {
			fault:   fakeservice.Fault{Status: 400},
			want:    paymentapi.FaultRefused,
			refused: true,
		},
		"404": {
			fault:   fakeservice.Fault{Status: 404},
			want:    paymentapi.FaultNotFound,
			refused: true,
		},
	}, func(t *testing.T, call callFunc, tt row) {
		client, service := piped(t, nil)
		service.Inject(tt.fault)
		err := call(t.Context(), client)
		requests := service.Requests()

		want := 1
		if tt.repeated && requests[0].Method != http.MethodPost {
			want = 3
		}
		failed, ok := errors.AsType[*paymentapi.Error](err)
		if !ok || failed.Fault != tt.want || failed.Attempts != want || len(requests) != want {
			t.Errorf("error %v after %d requests, want %q after %d", err, len(requests), tt.want, want)
		}
		if paymentapi.MayHaveActed(err) == tt.refused {
			t.Errorf("the service may have acted: %t, says %v", !tt.refused, err)
		}
	})
}

// TestRetryAfter asks for waits in every way, after which the call succeeds. The client's own
// wait is half a second, or after a 429, a pause that becomes three times as long, up to 30 s.
// A bubble's time begins with the year 2000; a date counts by the clock of the service, if the
// answer has one.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const (
		firstWait  = 500 * time.Millisecond
		firstPause = 120 * time.Millisecond
	)
	type row struct {
		status     int
		times      int // 1 if it is 0
		retryAfter string
		date       string
		want       time.Duration
	}
	rows := map[string]row{
		"429 without a wait":           {status: 429, want: firstPause},
		"429, no seconds, three times": {status: 429, times: 3, retryAfter: "0", want: (1 + 3 + 9) * firstPause},
		"429 without a wait, for long": {status: 429, times: 7, want: (1+3+9+27+81+243)*firstPause + 30*time.Second},
		"429, longer than the limit":   {status: 429, retryAfter: "3600", want: time.Minute},
		"429, a second, six times":     {status: 429, times: 6, retryAfter: "1", want: 6 * time.Second},
		"429, a fraction":              {status: 429, retryAfter: "1.5", want: 1500 * time.Millisecond},
		"nothing":                      {status: 503, want: firstWait},
		"seconds":                      {status: 503, retryAfter: "7", want: 7 * time.Second},
		"blanks around":                {status: 503, retryAfter: "  7 ", want: 7 * time.Second},
		"no seconds":                   {status: 503, retryAfter: "0", want: firstWait},
		"the longest":                  {status: 503, retryAfter: "60", want: time.Minute},
		"longer than the limit":        {status: 503, retryAfter: "3600", want: time.Minute},
		"longer than any number":       {status: 503, retryAfter: "99999999999999999999999", want: time.Minute},
		"a fraction":                   {status: 503, retryAfter: "1.5", want: 1500 * time.Millisecond},
		"a whole number with a point":  {status: 503, retryAfter: "2.0", want: 2 * time.Second},
		"no seconds, with a point":     {status: 503, retryAfter: "0.0", want: firstWait},
		"two points":                   {status: 503, retryAfter: "1.5.2", want: firstWait},
		"negative":                     {status: 503, retryAfter: "-5", want: firstWait},
		"an exponent":                  {status: 503, retryAfter: "1e3", want: firstWait},
		"infinity":                     {status: 503, retryAfter: "inf", want: firstWait},
		"hexadecimal":                  {status: 503, retryAfter: "0x1p4", want: firstWait},
		"a word":                       {status: 503, retryAfter: "tomorrow", want: firstWait},
		"a date that is over":          {status: 503, retryAfter: "Thu, 01 Jan 1970 00:00:00 GMT", want: firstWait},
		"a date beyond the limit":      {status: 503, retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT", want: time.Minute},
		"429, a date": {
			status:     429,
			retryAfter: "Sat, 01 Jan 2000 00:00:20 GMT",
			want:       20 * time.Second,
		},
		"a date": {
			status:     503,
			retryAfter: "Sat, 01 Jan 2000 00:00:20 GMT",
			want:       20 * time.Second,
		},
		"a date by the service's clock": {
			status:     503,
			retryAfter: "Sat, 01 Jan 2000 01:00:20 GMT",
			date:       "Sat, 01 Jan 2000 01:00:00 GMT",
			want:       20 * time.Second,
		},
		"a date that is over by the service's clock": {
			status:     503,
			retryAfter: "Sat, 01 Jan 2000 01:00:20 GMT",
			date:       "Sat, 01 Jan 2000 02:00:00 GMT",
			want:       firstWait,
		},
		"a clock that cannot be read": {
			status:     503,
			retryAfter: "Sat, 01 Jan 2000 01:00:20 GMT",
			date:       "soon",
			want:       time.Minute,
		},
	}
	bubble.Each(t, rows, func(t *testing.T, tt row) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Break: fakeservice.BreakHang, Times: 1})
		go func() { _ = calls[http.MethodGet](t.Context(), client) }() // which holds nothing back
		synctest.Wait()
		service.Inject(fakeservice.Fault{
			Status: tt.status,
			Times:  max(tt.times, 1),
			Header: http.Header{"Retry-After": {tt.retryAfter}, "Date": {tt.date}},
		})
		started := time.Now()
		if err := calls[http.MethodGet](t.Context(), client); err != nil {
			t.Fatal(err)
		}

		const interval = 10 * time.Millisecond // from the start before, which may count or not
		if took := time.Since(started); took != tt.want && took != tt.want+interval {
			t.Errorf("waited %s, want %s", took, tt.want)
		}
	})
}

// TestBackoff: the waits grow from half a second to half a minute, and vary by a fifth.
func TestBackoff(t *testing.T) {
	t.Parallel()
	type row struct {
		jitter  float64
		percent float64 // of the wait without it
	}
	bubble.Each(t, map[string]row{
		"as short as can be": {jitter: 0, percent: 80},
		"in the middle":      {jitter: 0.5, percent: 100},
		"as long as can be":  {jitter: 1, percent: 120},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, func(o *paymentapi.Options) {
			o.MaxAttempts = 9
			o.Jitter = func() float64 { return tt.jitter }
		})
		service.Inject(fakeservice.Fault{Status: 503})
		if err := calls[http.MethodGet](t.Context(), client); err == nil {
			t.Fatal("no error")
		}

		requests := service.Requests()
		if len(requests) != 9 {
			t.Fatalf("%d requests", len(requests))
		}
		for i, seconds := range []float64{0.5, 1, 2, 4, 8, 16, 30, 30} {
			want := time.Duration(seconds * tt.percent / 100 * float64(time.Second))
			if waited := requests[i+1].At.Sub(requests[i].At); waited != want {
				t.Errorf("waited %s after attempt %d, want %s", waited, i+1, want)
			}
		}
	})
}
