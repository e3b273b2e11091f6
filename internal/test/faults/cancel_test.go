// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestCancel: cancelling ends every call at once and for good. The tests of
// paymentapi show that for each place where a call waits.
func TestCancel(t *testing.T) {
	t.Parallel()

	for doing, target := range targets {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, target.arguments)
				if target.prepare != nil {
					target.prepare(t, w)
				}
				w.Inject(fakeservice.Fault{Break: fakeservice.BreakStall, CutAt: 20, Method: target.method})
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(2*time.Second, cancel)
				started := time.Now()
				diags := target.run(ctx, w)
				if took := time.Since(started); took > 2*time.Second {
					t.Errorf("it took %s, want 2s", took)
				}
				if !strings.Contains(diags.Errors(), target.title) {
					t.Errorf("said %q, want %q in it", diags, target.title)
				}
				expectHarmless(t, diags.String())
				w.expectUntouched(t, doing)
				sent := len(w.Requests())
				time.Sleep(time.Hour)
				if late := len(w.Requests()) - sent; late > 0 {
					t.Errorf("%d requests arrived after the end", late)
				}
			})
		})
	}
}

// TestStop: a call ends at once when the CLI passes on Ctrl-C.
func TestStop(t *testing.T) {
	t.Parallel()

	for doing, target := range targets {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, target.arguments)
				if target.prepare != nil {
					target.prepare(t, w)
				}
				fault := status(429, "Retry-After", "50")
				fault.Method = target.method
				w.Inject(fault)
				time.AfterFunc(2*time.Second, func() {
					if _, err := w.protocol.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
						t.Error(err)
					}
				})
				started := time.Now()
				said := target.run(t.Context(), w).Errors()
				if took := time.Since(started); took != 2*time.Second {
					t.Errorf("it took %s, want 2s", took)
				}
				if !strings.Contains(said, target.title) || !strings.Contains(said, "was interrupted") || strings.Contains(said, "limits the rate") {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// longList adds 600 charges, which are 30 pages of 20. Its latency makes the
// provider read several parts at once.
func longList(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, nil)
	w.SeedCharges(600, fakeservice.SeedOptions{Seed: 1})
	w.Set(func(b *fakeservice.Behavior) { b.Latency = 50 * time.Millisecond })
	return w
}

// looksForAPart reports whether a request looks for the first charge of a part.
func looksForAPart(r fakeservice.Request) bool { return r.Query.Has("from") || r.Query.Has("to") }

// inParts matches the later pages of a list, as soon as it is divided into parts.
func inParts() func(fakeservice.Request) bool {
	var divided atomic.Bool
	return func(r fakeservice.Request) bool {
		if looksForAPart(r) {
			divided.Store(true)
		}
		return r.Query.Has("cursor") && divided.Load()
	}
}

func TestCancel_longList(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault fakeservice.Fault
		// finishes says that the list can be read without the request that fails.
		finishes bool
	}{
		"in a later page":            {fault: fakeservice.Fault{Break: fakeservice.BreakHang, Match: func(r fakeservice.Request) bool { return r.Query.Has("cursor") }}},
		"in parts":                   {fault: fakeservice.Fault{Break: fakeservice.BreakStall, CutAt: 50, Match: inParts()}},
		"in the backoff of parts":    {fault: fakeservice.Fault{Status: 503, Match: inParts(), Header: http.Header{"Retry-After": {"50"}}}},
		"in everybody's pause":       {fault: fakeservice.Fault{Status: 429, Nth: 4, Header: http.Header{"Retry-After": {"50"}}}},
		"while a part is sought":     {finishes: true, fault: fakeservice.Fault{Break: fakeservice.BreakHang, Match: looksForAPart}},
		"in the backoff of a search": {finishes: true, fault: fakeservice.Fault{Status: 503, Match: looksForAPart, Header: http.Header{"Retry-After": {"50"}}}},
		"while the end is sought": {finishes: true, fault: fakeservice.Fault{Break: fakeservice.BreakHang, Match: func(r fakeservice.Request) bool {
			return r.Query.Get("cursor_direction") == "asc"
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := longList(t)
				stored := len(w.Charges(""))
				w.Inject(tc.fault)
				ctx, cancel := context.WithCancel(t.Context())
				limit := 2 * time.Second
				if tc.finishes {
					limit = 10 * time.Second
				}
				time.AfterFunc(limit, cancel)
				started := time.Now()
				result, diags := w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{"page_size": 20})
				if took := time.Since(started); took > limit {
					t.Errorf("it took %s, want %s", took, limit)
				}
				charges, _ := result["charges"].([]any)
				if tc.finishes {
					if len(diags) > 0 || len(charges) != stored {
						t.Errorf("%d charges of %d, said %q", len(charges), stored, diags)
					}
					return
				}
				if !strings.Contains(diags.Errors(), "Unable to Read Charges") || !strings.Contains(diags.Errors(), "The run was interrupted after reading") {
					t.Errorf("said %q", diags)
				}
				if len(charges) > 0 {
					t.Errorf("%d charges came with the error", len(charges))
				}
			})
		})
	}
}

// TestTimeouts: the configured timeout ends the reading of a slow list.
func TestTimeouts(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"slow pages":  {Delay: 4 * time.Second},
		"endless 429": status(429, "Retry-After", "5"),
		"endless 503": status(503),
		"hanging":     {Break: fakeservice.BreakHang},
		"slow parts":  {Delay: 4 * time.Second, Match: inParts()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := longList(t)
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
