// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestServerCountsConnectionsAndRequests(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.SeedCharges(500, fakeservice.SeedOptions{})
	s.Set(func(b *fakeservice.Behavior) { b.Latency = 10 * time.Millisecond })
	c, srv := serve(t, s)
	const workers, each = 4, 5
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for range each {
				c.get(t, "/charges?limit=100")
			}
		})
	}
	group.Wait()
	if got := len(s.Requests(fakeservice.ByStatus(http.StatusOK))); got != workers*each {
		t.Errorf("%d requests recorded", got)
	}
	if got := s.MaxInFlight(); got < 2 || got > workers {
		t.Errorf("%d requests in flight", got)
	}
	if got := srv.Connections(); got < 2 || got > 2*workers {
		t.Errorf("%d connections", got)
	}
	s.ResetRequests()
	if len(s.Requests()) != 0 || s.MaxInFlight() != 0 {
		t.Error("the recorder did not forget")
	}
}

func TestCloseEndsRequestsUnderWay(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	arrived := make(chan struct{})
	s.Inject(fakeservice.Fault{Break: fakeservice.BreakHang, Match: func(fakeservice.Request) bool { close(arrived); return true }})
	srv, err := fakeservice.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(srv.URL, &http.Transport{})
	done := make(chan answer)
	go func() { done <- c.get(t, "/charges") }()
	<-arrived
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
	if got := <-done; got.err == nil {
		t.Errorf("status %d", got.status)
	}
	if _, err := fakeservice.StartAt(s, "256.0.0.1:0"); err == nil {
		t.Error("an impossible address is no error")
	}
}

func TestPrefixAndCredentials(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var seen []string
	s := fakeservice.New(
		fakeservice.WithPrefix("/v1/"),
		fakeservice.WithCredentials("s", "a.b.c"),
		fakeservice.WithObserver(func(r fakeservice.Request) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, fmt.Sprint(r.Route, " ", r.Status, " ", r.Refusal))
		}),
	)
	c, srv := serve(t, s)
	c.token = "s.a.b.c"
	if got := c.get(t, "/charges"); got.status != http.StatusOK || srv.URL[len(srv.URL)-3:] != "/v1" {
		t.Errorf("status %d at %s", got.status, srv.URL)
	}
	c.get(t, "/charges?limit=5&mode=real")
	c.base = c.base[:len(c.base)-3]
	if got := c.get(t, "/charges"); got.status != http.StatusNotFound {
		t.Errorf("status %d without the prefix", got.status)
	}
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
	if want := []string{"GET /charges 200 ", "GET /charges 400 VALIDATION_ERROR limit:OUT_OF_RANGE mode:INVALID_VALUE", " 404 NOT_FOUND"}; !slices.Equal(seen, want) {
		t.Errorf("observed %q", seen)
	}
}

func TestPipeRunsInFakeTime(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.SeedCharges(100, fakeservice.SeedOptions{})
	s.Set(func(b *fakeservice.Behavior) { b.Latency = time.Hour })
	s.Inject(fakeservice.Fault{Nth: 2, Times: 1, Break: fakeservice.BreakCut})
	synctest.Test(t, func(t *testing.T) {
		pipe := fakeservice.Pipe(s)
		transport := pipe.Transport()
		defer func() {
			transport.CloseIdleConnections()
			if err := pipe.Close(); err != nil {
				t.Error(err)
			}
		}()
		c := newClient(pipe.URL, transport)
		began := time.Now()
		if got := c.get(t, "/charges?limit=100"); got.status != http.StatusOK {
			t.Errorf("status %d, error %v", got.status, got.err)
		}
		if got := c.get(t, "/charges"); got.err == nil {
			t.Errorf("status %d of a cut answer", got.status)
		}
		if passed := time.Since(began); passed != 2*time.Hour {
			t.Errorf("%v passed", passed)
		}
	})
}
