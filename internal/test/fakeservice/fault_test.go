// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestFaultSpoilsTheAnswer(t *testing.T) {
	t.Parallel()
	cut := func(t *testing.T, got answer) {
		t.Helper()
		if got.status != http.StatusOK || got.err == nil || len(got.raw) != 7 {
			t.Errorf("status %d, %d bytes, error %v", got.status, len(got.raw), got.err)
		}
	}
	noAnswer := func(t *testing.T, got answer) {
		t.Helper()
		if got.err == nil {
			t.Errorf("status %d: %s", got.status, got.raw)
		}
	}
	tests := map[string]struct {
		fault fakeservice.Fault
		acted bool
		check func(*testing.T, answer)
	}{
		"status": {fault: fakeservice.Fault{Status: 503}, check: func(t *testing.T, got answer) {
			t.Helper()
			if got.status != 503 || !strings.Contains(string(got.raw), "INJECTED_FAULT") {
				t.Errorf("status %d: %s", got.status, got.raw)
			}
		}},
		"status after acting": {fault: fakeservice.Fault{Status: 504, Body: []byte("<html>"), AfterHandling: true}, acted: true, check: func(t *testing.T, got answer) {
			t.Helper()
			if got.status != 504 || string(got.raw) != "<html>" {
				t.Errorf("status %d: %s", got.status, got.raw)
			}
		}},
		"header": {fault: fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"2"}, "Content-Type": {"text/html"}}, Body: []byte{}}, check: func(t *testing.T, got answer) {
			t.Helper()
			if got.header.Get("Retry-After") != "2" || got.header.Get("Content-Type") != "text/html" || len(got.raw) != 0 {
				t.Errorf("header %v, body %q", got.header, got.raw)
			}
		}},
		"no content": {fault: fakeservice.Fault{Status: 204}, check: func(t *testing.T, got answer) {
			t.Helper()
			if got.status != 204 || got.header.Get("Content-Length") != "" || len(got.raw) != 0 {
				t.Errorf("status %d, header %v: %s", got.status, got.header, got.raw)
			}
		}},
		"redirect": {fault: fakeservice.Redirect(307, "https://example.com/"), check: func(t *testing.T, got answer) {
			t.Helper()
			if got.status != 307 || got.header.Get("Location") != "https://example.com/" {
				t.Errorf("status %d, header %v", got.status, got.header)
			}
		}},
		"cut":              {fault: fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 7}, acted: true, check: cut},
		"reset":            {fault: fakeservice.Fault{Break: fakeservice.BreakReset}, check: noAnswer},
		"reset once acted": {fault: fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, acted: true, check: noAnswer},
		"reset in body":    {fault: fakeservice.Fault{Break: fakeservice.BreakCutReset, CutAt: 7}, acted: true, check: noAnswer},
		"close":            {fault: fakeservice.Fault{Break: fakeservice.BreakClose}, check: noAnswer},
		"garbage":          {fault: fakeservice.Fault{Break: fakeservice.BreakGarbage}, check: noAnswer},
		"drip": {fault: fakeservice.Fault{Break: fakeservice.BreakDrip, Interval: time.Microsecond}, acted: true, check: func(t *testing.T, got answer) {
			t.Helper()
			if got.err != nil || got.object(t)["id"] != webhookID {
				t.Errorf("error %v, body %s", got.err, got.raw)
			}
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			test.fault.Times = 1
			s.Inject(test.fault)
			c, _ := serve(t, s)
			// A transport of its own repeats what it may if a kept connection
			// breaks; a fresh one, never.
			got := c.send(t, http.MethodPatch, webhookPath(webhookID), `{"active":true}`, nil)
			test.check(t, got)
			if w, _ := s.Webhook(webhookID); w.Active != test.acted {
				t.Errorf("the service acted: %v", w.Active)
			}
			if got := c.send(t, http.MethodPatch, webhookPath(webhookID), `{}`, nil); got.status != http.StatusOK {
				t.Errorf("the next request met the fault too: status %d, error %v", got.status, got.err)
			}
		})
	}
}

func TestFaultEndsWithItsRequest(t *testing.T) {
	t.Parallel()
	tests := map[string]fakeservice.Fault{
		"hang":    {Break: fakeservice.BreakHang},
		"stall":   {Break: fakeservice.BreakStall, CutAt: 3},
		"delay":   {Delay: time.Hour},
		"endless": {Break: fakeservice.BreakEndless},
		"drip":    {Break: fakeservice.BreakDrip, Interval: time.Hour},
	}
	for name, fault := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.Inject(fault)
			c, _ := serve(t, s)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			got := c.send(t, http.MethodGet, "/charges", "", func(r *http.Request) { *r = *r.WithContext(ctx) })
			if got.err == nil {
				t.Errorf("status %d: %d bytes", got.status, len(got.raw))
			}
		})
	}
}

func TestGzipBombIsSmallOnTheWire(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.Inject(fakeservice.Fault{Break: fakeservice.BreakGzipBomb})
	c, _ := serve(t, s)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.base+"/charges", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if n, err := io.CopyN(io.Discard, resp.Body, 2<<20); err != nil || n != 2<<20 {
		t.Errorf("%d bytes, error %v", n, err)
	}
}

func TestFaultChoosesItsRequests(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	s.AddWebhook(fakeservice.Webhook{ID: webhookID})
	s.Inject(fakeservice.Fault{Method: http.MethodGet, Path: "/charges", Nth: 2, Times: 2, Status: 500})
	s.Inject(fakeservice.Fault{Path: "/stores/{storeId}/webhooks/{webhookId}", Status: 501})
	s.Inject(fakeservice.Fault{Path: "/stores/*/charges", Status: 502})
	s.Inject(fakeservice.Fault{Match: func(r fakeservice.Request) bool { return r.Query.Get("mode") == "live" }, Status: 504})
	c, _ := serve(t, s)
	for i, want := range []int{200, 500, 500, 200} {
		if got := c.get(t, "/charges"); got.status != want {
			t.Errorf("request %d: status %d, want %d", i+1, got.status, want)
		}
	}
	for path, want := range map[string]int{
		webhookPath(webhookID):                  501,
		"/stores/" + webhookID + "/charges":     502,
		"/charges?mode=live":                    504,
		"/charges?mode=test":                    200,
		"/merchants/x" + webhookPath(webhookID): 400,
	} {
		if got := c.get(t, path); got.status != want {
			t.Errorf("%s: status %d, want %d", path, got.status, want)
		}
	}
	s.ClearFaults()
	if got := c.get(t, webhookPath(webhookID)); got.status != http.StatusOK {
		t.Errorf("a fault outlived its clearing: status %d", got.status)
	}
}
