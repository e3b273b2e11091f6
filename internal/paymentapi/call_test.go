// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestClient_oneAttempt: what is good to have is asked for once, whatever is answered, and
// takes five seconds at most from its start. It waits no longer than that for its start.
func TestClient_oneAttempt(t *testing.T) {
	t.Parallel()
	page := func(ctx context.Context, client *paymentapi.Client) error {
		_, err := client.ListCharges(ctx, paymentapi.ChargeQuery{OneAttempt: true})
		return err
	}
	webhook := func(ctx context.Context, client *paymentapi.Client) error {
		_, err := client.PreviewWebhook(ctx, ref)
		return err
	}
	webhooks := func(ctx context.Context, client *paymentapi.Client) error {
		_, err := client.PreviewWebhooks(ctx, ref)
		return err
	}
	type row struct {
		call     callFunc
		earlier  int // the status of an earlier call, which asks for a wait; 0 for none
		fault    fakeservice.Fault
		attempts int
		took     time.Duration
	}
	bubble.Each(t, map[string]row{
		"a page, 503": {
			call:     page,
			fault:    fakeservice.Fault{Status: 503},
			attempts: 1,
		},
		"a page, 429": {
			call:     page,
			fault:    fakeservice.Fault{Status: 429},
			attempts: 1,
		},
		"a webhook, 503": {
			call:     webhook,
			fault:    fakeservice.Fault{Status: 503},
			attempts: 1,
		},
		"a webhook, 429": {
			call:     webhook,
			fault:    fakeservice.Fault{Status: 429},
			attempts: 1,
		},
		"a webhook, no answer": {
			call:     webhook,
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang},
			attempts: 1,
			took:     5 * time.Second,
		},
		"a webhook, the gate is closed": {
			call:    webhook,
			earlier: 429,
		},
		"a webhook, another call waits": {
			call:     webhook,
			earlier:  503,
			fault:    fakeservice.Fault{Status: 503},
			attempts: 1,
		},
		"webhooks, 503": {
			call:     webhooks,
			fault:    fakeservice.Fault{Status: 503},
			attempts: 1,
		},
		"webhooks, 429": {
			call:     webhooks,
			fault:    fakeservice.Fault{Status: 429},
			attempts: 1,
		},
		"webhooks, no answer": {
			call:     webhooks,
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang},
			attempts: 1,
			took:     5 * time.Second,
		},
		"webhooks, the gate is closed": {
			call:    webhooks,
			earlier: 429,
		},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = time.Minute })
		if tt.earlier != 0 {
			header := http.Header{"Retry-After": {"60"}}
			service.Inject(fakeservice.Fault{Status: tt.earlier, Times: 1, Header: header})
			_ = page(t.Context(), client)
		}
		service.Inject(tt.fault)
		started := time.Now()
		err := tt.call(t.Context(), client)

		took := time.Since(started).Truncate(100 * time.Millisecond) // without the interval between two starts
		failed, ok := errors.AsType[*paymentapi.Error](err)
		if !ok || failed.Attempts != tt.attempts || took != tt.took {
			t.Errorf("after %s: error %v, want %d attempts in %s", took, err, tt.attempts, tt.took)
		}
	})
}

// TestContext ends calls at every point where they wait. If there was no more time, what
// came before says why; if the user stopped the call, the error says that.
func TestContext(t *testing.T) {
	t.Parallel()
	waits := http.Header{"Retry-After": {"30"}}
	const ends = 3 * time.Second // the deadline, or the interrupt
	type row struct {
		fault       fakeservice.Fault
		hasDeadline bool // the call has a deadline; otherwise, it is interrupted
		earlier503  bool // an attempt before the fault
		requests    int
		want        paymentapi.Fault
		took        time.Duration
		refused     bool // the service has not acted
	}
	bubble.Each(t, map[string]row{
		"interrupted in the wait after a failure": {
			fault:    fakeservice.Fault{Status: 503, Header: waits},
			requests: 1,
			want:     paymentapi.FaultInterrupted,
			took:     ends,
		},
		"interrupted while the gate is closed": {
			fault:    fakeservice.Fault{Status: 429, Header: waits},
			requests: 1,
			want:     paymentapi.FaultInterrupted,
			took:     ends,
			refused:  true,
		},
		"interrupted before an answer": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang},
			requests: 1,
			want:     paymentapi.FaultInterrupted,
			took:     ends,
		},
		"interrupted in a body": {
			fault:    fakeservice.Fault{Break: fakeservice.BreakHang, CutAt: 3},
			requests: 1,
			want:     paymentapi.FaultInterrupted,
			took:     ends,
		},
		"interrupted in the second attempt": {
			fault:      fakeservice.Fault{Break: fakeservice.BreakHang},
			earlier503: true,
			requests:   2,
			want:       paymentapi.FaultInterrupted,
			took:       ends,
		},
		"a wait after a failure, past the deadline": {
			fault:       fakeservice.Fault{Status: 503, Header: waits},
			hasDeadline: true,
			requests:    1,
			want:        paymentapi.FaultUnavailable,
		},
		"a closed gate, past the deadline": {
			fault:       fakeservice.Fault{Status: 429, Header: waits},
			hasDeadline: true,
			requests:    1,
			want:        paymentapi.FaultThrottled,
			refused:     true,
		},
		"an attempt past the deadline": {
			fault:       fakeservice.Fault{Break: fakeservice.BreakHang},
			hasDeadline: true,
			requests:    1,
			want:        paymentapi.FaultInterrupted,
			took:        ends,
		},
		"a deadline that allows several": {
			fault:       fakeservice.Fault{Status: 500},
			hasDeadline: true,
			requests:    3,
			want:        paymentapi.FaultUnavailable,
			took:        1500 * time.Millisecond,
		},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, nil)
		if tt.earlier503 {
			service.Inject(fakeservice.Fault{Status: 503, Times: 1})
		}
		service.Inject(tt.fault)
		ctx, cancel := context.WithCancel(t.Context())
		if tt.hasDeadline {
			ctx, cancel = context.WithTimeout(t.Context(), ends)
		} else {
			time.AfterFunc(ends, cancel)
		}
		defer cancel()
		started := time.Now()
		err := calls[http.MethodGet](ctx, client)

		took := time.Since(started).Truncate(100 * time.Millisecond) // without the interval between two starts
		if requests := len(service.Requests()); took != tt.took || requests != tt.requests {
			t.Errorf("it took %s and %d requests, want %s and %d", took, requests, tt.took, tt.requests)
		}
		if !paymentapi.Is(err, tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			t.Errorf("error %v hides that the context ended with %v", err, ended)
		}
		if paymentapi.MayHaveActed(err) == tt.refused {
			t.Errorf("the service may have acted: %t, says %v", !tt.refused, err)
		}
		if tt.earlier503 && !strings.Contains(err.Error(), " after 2 attempts") {
			t.Errorf("error %v does not tell of both attempts", err)
		}
	})
}

// TestAttempts: the message tells of the last attempt and how many there were, and if any of
// them may have acted, the error says so, however the last one failed. The fake service
// answers what meets no fault.
func TestAttempts(t *testing.T) {
	t.Parallel()
	get := calls[http.MethodGet]
	patch := calls[http.MethodPatch]
	post := calls[http.MethodPost]
	deletion := func(ctx context.Context, client *paymentapi.Client) error {
		return client.DeleteWebhook(ctx, ref)
	}
	throttled := fakeservice.Fault{Status: 429}
	unavailable := fakeservice.Fault{Status: 503}
	reset := fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}
	failsAfterwards := fakeservice.Fault{Status: 500, AfterHandling: true}
	type row struct {
		call   callFunc
		faults []fakeservice.Fault // of one attempt each
		says   string              // empty for a success
		acted  bool                // the service may have acted
	}
	bubble.Each(t, map[string]row{
		"503 twice": {
			call:   patch,
			faults: []fakeservice.Fault{unavailable, unavailable},
		},
		"reset twice": {
			call:   get,
			faults: []fakeservice.Fault{reset, reset},
		},
		"a POST, 429": {
			call:   post,
			faults: []fakeservice.Fault{throttled},
		},
		"a deletion, 503 twice": {
			call:   deletion,
			faults: []fakeservice.Fault{unavailable, unavailable},
		},
		"deleted before it is deleted again": {
			call:   deletion,
			faults: []fakeservice.Fault{failsAfterwards},
			says:   "with status 404 (Not Found) and code NOT_FOUND after 2 attempts.",
			acted:  true,
		},
		"500, then 400": {
			call:   patch,
			faults: []fakeservice.Fault{failsAfterwards, {Status: 400}},
			says:   "with status 400 (Bad Request) and code INJECTED_FAULT after 2 attempts.",
			acted:  true,
		},
		"reset, then 404": {
			call:   patch,
			faults: []fakeservice.Fault{reset, {Status: 404}},
			says:   "with status 404 (Not Found) and code INJECTED_FAULT after 2 attempts.",
			acted:  true,
		},
		"late, then 403": {
			call:   patch,
			faults: []fakeservice.Fault{{Delay: time.Minute, AfterHandling: true}, {Status: 403}},
			says:   "with status 403 (Forbidden) and code INJECTED_FAULT after 2 attempts.",
			acted:  true,
		},
		"429, then 400": {
			call:   patch,
			faults: []fakeservice.Fault{throttled, {Status: 400}},
			says:   "with status 400 (Bad Request) and code INJECTED_FAULT after 1 refusal with status 429.",
		},
		"429 twice, 503, then 400": {
			call:   patch,
			faults: []fakeservice.Fault{throttled, throttled, unavailable, {Status: 400}},
			says: "with status 400 (Bad Request) and code INJECTED_FAULT " +
				"after 2 attempts and 2 refusals with status 429.",
			acted: true,
		},
		"429, then no answer at all": {
			call:   patch,
			faults: []fakeservice.Fault{throttled, reset, reset, reset},
			says:   "failed after 3 attempts and 1 refusal with status 429: the connection",
			acted:  true,
		},
		"503, then no webhook": {
			call:   patch,
			faults: []fakeservice.Fault{unavailable, {Body: []byte("{}")}},
			says:   "with status 200 (OK) after 2 attempts, but its body contains no webhook with an id.",
			acted:  true,
		},
		"500, then no answer at all": {
			call:   patch,
			faults: []fakeservice.Fault{{Status: 500}, reset, reset},
			says: "failed after 3 attempts: the connection to the payment service at localhost ended too early, " +
				"or the answer was not valid HTTP.",
			acted: true,
		},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, nil)
		for _, fault := range tt.faults {
			fault.Times = 1
			service.Inject(fault)
		}
		err := tt.call(t.Context(), client)
		if !says(err, tt.says) {
			t.Errorf("error %v, want %q in it", err, tt.says)
		}
		if err != nil && paymentapi.MayHaveActed(err) != tt.acted {
			t.Errorf("the service may have acted: %t, says %v", !tt.acted, err)
		}
	})
}
