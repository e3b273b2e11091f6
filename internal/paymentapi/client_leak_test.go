// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestClient_leavesNoGoroutine uses real connections, which a synctest bubble
// can't watch. It is not parallel, because it counts all goroutines.
func TestClient_leavesNoGoroutine(t *testing.T) { //nolint:paralleltest // see above
	before := runtime.NumGoroutine()
	for _, fault := range []fakeservice.Fault{ //nolint:paralleltest // see above
		{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakCut, CutAt: 10}, {Break: fakeservice.BreakGarbage}, {Break: fakeservice.BreakEndless},
		{Break: fakeservice.BreakHang}, {Break: fakeservice.BreakStall, CutAt: 10}, {Break: fakeservice.BreakGzipBomb}, {Status: 429}, {},
	} {
		failOnce(t, fault)
	}
	hangInTLS(t)
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// failOnce makes each call several times at once, some of them cancelled.
func failOnce(t *testing.T, fault fakeservice.Fault) {
	t.Helper()
	service := fakeservice.New()
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	service.Inject(fault)
	server, err := fakeservice.Start(service)
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.BaseURL, o.Clock, o.RequestTimeout, o.MaxRetries = server.URL, &instantly{}, 50*time.Millisecond, 1
	client := newClient(t, o)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var group sync.WaitGroup
	for _, call := range calls {
		for range 2 {
			group.Go(func() { _ = call(t.Context(), client) }) // how it fails is tested elsewhere
			group.Go(func() { _ = call(ctx, client) })
		}
	}
	group.Wait()
	client.CloseIdleConnections()
	if err := server.Close(); err != nil {
		t.Error(err)
	}
}

// hangInTLS calls a service that accepts connections and sends nothing.
func hangInTLS(t *testing.T) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // nothing was written
	o := options()
	o.BaseURL, o.Clock, o.RequestTimeout = "https://"+listener.Addr().String(), &instantly{}, 50*time.Millisecond
	if err := calls[http.MethodPost](t.Context(), newClient(t, o)); err == nil {
		t.Error("no error")
	}
}
