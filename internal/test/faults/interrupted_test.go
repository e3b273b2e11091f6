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

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestInterrupted: at each of its requests, every operation ends at once and for good if
// its context ends or if the CLI passes on Ctrl-C.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, interrupt := range map[string]func(t *testing.T, w *harness, cancel func()){
		"cancelled": func(_ *testing.T, _ *harness, cancel func()) { cancel() },
		"stopped": func(t *testing.T, w *harness, _ func()) {
			_, err := w.protocol.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
			if err != nil {
				t.Error(err)
			}
		},
	} {
		for doing, o := range operations {
			t.Run(name+" "+doing, func(t *testing.T) {
				t.Parallel()
				hasMore := true
				for nth := 1; hasMore; nth++ {
					synctest.Test(t, func(t *testing.T) { hasMore = interruptAt(t, o, nth, interrupt) })
				}
			})
		}
	}
}

// interruptAt interrupts an operation at one of its requests, which waits to be repeated. It reports whether
// there was such a request.
func interruptAt(t *testing.T, o operation, nth int, interrupt func(t *testing.T, w *harness, cancel func())) bool {
	t.Helper()
	w := newHarness(t, nil)
	w.Inject(fakeservice.Fault{
		Nth:    nth,
		Status: http.StatusTooManyRequests,
		Header: http.Header{"Retry-After": {"50"}},
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	time.AfterFunc(2*time.Second, func() { interrupt(t, w, cancel) })

	started := time.Now()
	diags := o.do(ctx, w.protocol, secrets)
	took := time.Since(started)
	sent := len(w.Requests())
	said := diags.Errors()
	isOwn := nth > 1 || strings.Contains(said, o.title)
	isToldWhy := said == "" || strings.Contains(said, "was interrupted")
	if took > 2*time.Second || !isOwn || !isToldWhy {
		t.Errorf("at request %d, it took %s and said %q", nth, took, diags)
	}

	time.Sleep(time.Hour) // of the bubble
	if late := len(w.Requests()) - sent; late > 0 {
		t.Errorf("at request %d, %d requests arrived after the end", nth, late)
	}
	return sent >= nth
}
