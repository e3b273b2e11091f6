// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// failures are some of the ways in which a request can fail, each an error for every
// operation. The tests of paymentapi have all of them, and which are retried.
var failures = map[string]fakeservice.Fault{
	"cut":     {Break: fakeservice.BreakReset, AfterHandling: true},
	"late":    {Delay: time.Minute},
	"failing": {Status: http.StatusServiceUnavailable},
	"refused": {Status: http.StatusForbidden},
}

// every runs a test with each operation, in fake time.
func every(t *testing.T, test func(t *testing.T, w *harness, o operation)) {
	t.Helper()
	for doing, o := range operations {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newHarness(t, o.arguments)
				if o.prepare != nil {
					o.prepare(t, w)
				}
				w.transport.CloseIdleConnections() // on an idle connection, Go itself would repeat a GET
				test(t, w, o)
			})
		})
	}
}

// TestFaults: each operation says what failed, keeps what was there, and works as
// soon as the service does.
func TestFaults(t *testing.T) {
	t.Parallel()

	for name, fault := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			every(t, func(t *testing.T, w *harness, o operation) {
				fault := fault
				fault.Match = o.matches
				w.Inject(fault)
				expectFailed(t, w, o, o.run(t.Context(), w))
				w.ClearFaults()
				w.ResetRequests()
				if diags := o.run(t.Context(), w); diags.Errors() != "" || len(w.Requests(o.matches)) == 0 {
					t.Errorf("after the fault, %d requests were sent; said %s", len(w.Requests(o.matches)), diags)
				}
			})
		})
	}
}

// expectFailed expects an error of the operation, and nothing new in the state.
func expectFailed(t *testing.T, w *harness, o operation, diags acctest.Diagnostics) {
	t.Helper()
	for _, want := range []string{o.title, o.method + " " + o.path} {
		if !strings.Contains(diags.Errors(), want) {
			t.Errorf("said %q, want %q in it", diags, want)
		}
	}
	expectHarmless(t, diags.String())
	w.expectUntouched(t)
}

// TestInterrupted: every operation ends at once and for good if its context ends or if
// the CLI passes on Ctrl-C.
func TestInterrupted(t *testing.T) {
	t.Parallel()

	for name, interrupt := range map[string]func(t *testing.T, w *harness, cancel func()){
		"cancelled": func(_ *testing.T, _ *harness, cancel func()) { cancel() },
		"stopped": func(t *testing.T, w *harness, _ func()) {
			if _, err := w.protocol.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			every(t, func(t *testing.T, w *harness, o operation) {
				w.Inject(fakeservice.Fault{Method: o.method, Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"50"}}})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				time.AfterFunc(2*time.Second, func() { interrupt(t, w, cancel) })
				started := time.Now()
				diags := o.run(ctx, w)
				if took := time.Since(started); took > 2*time.Second {
					t.Errorf("it took %s, want 2s", took)
				}
				if !strings.Contains(diags.Errors(), o.title) || !strings.Contains(diags.Errors(), "was interrupted") {
					t.Errorf("said %q", diags)
				}
				w.expectUntouched(t)
				sent := len(w.Requests())
				time.Sleep(time.Hour)
				if late := len(w.Requests()) - sent; late > 0 {
					t.Errorf("%d requests arrived after the end", late)
				}
			})
		})
	}
}

// TestTolerated lets the service do, all at once, what healthy services may do.
// Every operation works nevertheless.
func TestTolerated(t *testing.T) {
	t.Parallel()
	every(t, func(t *testing.T, w *harness, o operation) {
		w.Set(func(b *fakeservice.Behavior) {
			b.ByteOrderMark, b.Gzip, b.EchoAuthToken, b.NullStoreID = true, true, true, true
			b.ExtraFields = map[string]any{"new": map[string]any{"list": []any{1, "x", nil}}, "": "", "error_": true}
			b.OmitWebhookFields = []string{"platform_id", "created_on", "updated_on"}
			b.TotalHits = fakeservice.TotalHitsFirstPage
			b.ChargeMutator = func(charge map[string]any) { charge["requested_amount"] = json.Number("1e3") }
		})
		w.Inject(fakeservice.Fault{Header: http.Header{"Content-Type": {"text/html"}, "Connection": {"close"}}})
		if diags := o.run(t.Context(), w); diags.Errors() != "" || strings.Contains(diags.String(), "hook-token") {
			t.Errorf("said %s", diags)
		}
	})
}

// TestTimeouts: the configured timeout ends the reading of a slow list.
func TestTimeouts(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"slow pages":  {Delay: 4 * time.Second},
		"endless 429": {Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"5"}}},
		"endless 503": {Status: http.StatusServiceUnavailable},
		"hanging":     {Break: fakeservice.BreakHang},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newHarness(t, nil)
				w.SeedCharges(600, fakeservice.SeedOptions{Seed: 1})
				w.Inject(fault)
				started := time.Now()
				_, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"page_size": 10, "timeouts": acctest.Values{"read": "10s"}})
				if took := time.Since(started); took > 10*time.Second {
					t.Errorf("it took %s, want at most 10s", took)
				}
				if !strings.Contains(diags.Errors(), "Unable to Read Charges") {
					t.Errorf("said %q", diags)
				}
			})
		})
	}
}
