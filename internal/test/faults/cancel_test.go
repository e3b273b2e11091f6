// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// waits are the places where a call can be when Ctrl-C comes.
var waits = map[string]fakeservice.Fault{
	"in a backoff":        status(503, "Retry-After", "50"),
	"in a pause":          status(429, "Retry-After", "50"),
	"before the answer":   {Break: fakeservice.BreakHang},
	"in the answer":       {Break: fakeservice.BreakStall, CutAt: 20},
	"in a dripping body":  {Break: fakeservice.BreakDrip, Interval: 3 * time.Second},
	"before it is served": {Delay: time.Minute},
}

// TestCancel ends every call at every place, at once and for good.
func TestCancel(t *testing.T) {
	t.Parallel()

	for waiting, fault := range waits {
		for doing, target := range targets {
			t.Run(doing+" "+waiting, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, target.arguments)
					if target.prepare != nil {
						target.prepare(t, w)
					}
					fault := fault
					fault.Method = target.method
					w.Inject(fault)
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
}

// TestStop is Ctrl-C as a CLI passes it on.
func TestStop(t *testing.T) {
	t.Parallel()

	for _, waiting := range []string{"in a pause", "before the answer"} {
		for doing, target := range targets {
			t.Run(doing+" "+waiting, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, target.arguments)
					if target.prepare != nil {
						target.prepare(t, w)
					}
					fault := waits[waiting]
					fault.Method = target.method
					w.Inject(fault)
					time.AfterFunc(2*time.Second, func() {
						if _, err := w.protocol.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
							t.Error(err)
						}
					})
					started := time.Now()
					diags := target.run(t.Context(), w)
					if took := time.Since(started); took != 2*time.Second {
						t.Errorf("it took %s, want 2s", took)
					}
					said := diags.Errors()
					if !strings.Contains(said, target.title) || !strings.Contains(said, "it was interrupted") || strings.Contains(said, "limits the rate") {
						t.Errorf("said %q", said)
					}
				})
			})
		}
	}
}

// longList lists 1500 charges with a latency that lets several parts be read
// at once.
func longList(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, nil)
	w.SeedCharges(1500, fakeservice.SeedOptions{Seed: 1})
	w.Set(func(b *fakeservice.Behavior) { b.Latency = 50 * time.Millisecond })
	return w
}

// inAPart tells whether a request is for a part of a list.
func inAPart(r fakeservice.Request) bool { return r.Query.Has("from") || r.Query.Has("to") }

func TestCancel_longList(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"in a later page":         {Break: fakeservice.BreakHang, Match: func(r fakeservice.Request) bool { return r.Query.Has("cursor") && !inAPart(r) }},
		"in a part":               {Break: fakeservice.BreakHang, Match: inAPart},
		"in a part's later page":  {Break: fakeservice.BreakStall, CutAt: 50, Match: func(r fakeservice.Request) bool { return r.Query.Has("cursor") && inAPart(r) }},
		"in a part's backoff":     {Status: 503, Match: inAPart, Header: http.Header{"Retry-After": {"50"}}},
		"in everybody's pause":    {Status: 429, Nth: 4, Header: http.Header{"Retry-After": {"50"}}},
		"while the end is sought": {Break: fakeservice.BreakHang, Match: func(r fakeservice.Request) bool { return r.Query.Get("cursor_direction") == "asc" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := longList(t)
				w.Inject(fault)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(2*time.Second, cancel)
				started := time.Now()
				result, diags := w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{})
				if took := time.Since(started); took > 2*time.Second {
					t.Errorf("it took %s, want 2s", took)
				}
				if name == "while the end is sought" && diags.Errors() == "" {
					return // the cursor alone may be done by then
				}
				if !strings.Contains(diags.Errors(), "Unable to Read Charges") || !strings.Contains(diags.Errors(), "This was page") {
					t.Errorf("said %q", diags)
				}
				if charges, _ := result["charges"].([]any); len(charges) > 0 {
					t.Errorf("%d charges came with the error", len(charges))
				}
			})
		})
	}
}

// TestTimeouts: the time that the configuration sets ends a list that trickles.
func TestTimeouts(t *testing.T) {
	t.Parallel()

	for name, fault := range map[string]fakeservice.Fault{
		"slow pages":   {Delay: 4 * time.Second},
		"endless 429":  status(429, "Retry-After", "5"),
		"endless 503":  status(503),
		"hanging":      {Break: fakeservice.BreakHang},
		"slow in part": {Delay: 4 * time.Second, Match: inAPart},
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
