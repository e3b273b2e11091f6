// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// match says which requests to a service fail.
type match = func(fakeservice.Request) bool

// inTheMiddle matches requests that one cursor with pages of 20 would not send.
func inTheMiddle(service *fakeservice.Service) match {
	ends := map[string]bool{"": true}
	for page := range slices.Chunk(stored(service), 20) {
		ends[page[len(page)-1]] = true
	}
	return func(r fakeservice.Request) bool { return !ends[r.Query.Get("cursor")] }
}

// firewall bans a client for a while if more than three requests are in flight. A
// request counts as in flight while work lasts, even if the client has given it up.
func firewall(ban, work time.Duration) match {
	var (
		mu     sync.Mutex
		busy   int
		banned time.Time
	)
	return func(fakeservice.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		busy++
		time.AfterFunc(work, func() {
			mu.Lock()
			defer mu.Unlock()
			busy--
		})
		if busy > 3 && !time.Now().Before(banned) {
			banned = time.Now().Add(ban)
		}
		return busy > 3 || time.Now().Before(banned)
	}
}

func html(status int) fakeservice.Fault {
	return fakeservice.Fault{Status: status, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte("<html>")}
}

// If the service refuses a client that sends several requests at the same time, or an
// attempt of a part hangs, one cursor reads the list, unless that lasts too long.
func TestRead_banned(t *testing.T) {
	t.Parallel()
	reset := fakeservice.Fault{Break: fakeservice.BreakReset}
	type row struct {
		read      way           // the data source if nil
		ban, work time.Duration // of a firewall; if there is none, the requests of parts fail
		fault     fakeservice.Fault
		within    time.Duration
		fails     string
	}
	bubble.Each(t, map[string]row{
		"403 for 10 s":          {ban: 10 * time.Second, fault: html(403), within: 30 * time.Second},
		"the same, ephemeral":   {read: twin, ban: 10 * time.Second, fault: html(403), within: 30 * time.Second},
		"the same, a summary":   {read: summary, ban: 10 * time.Second, fault: html(403), within: 30 * time.Second},
		"503 for 30 s":          {ban: 30 * time.Second, fault: html(503), within: 75 * time.Second},
		"401 for 20 s":          {ban: 20 * time.Second, fault: html(401), within: 60 * time.Second},
		"a reset for 45 s":      {ban: 45 * time.Second, fault: reset, within: 90 * time.Second},
		"403 for 73 s":          {ban: 73 * time.Second, fault: html(403), within: 80 * time.Second},
		"404 while it is busy":  {work: 5 * time.Second, fault: html(404), within: 150 * time.Second},
		"400 while it is busy":  {work: 5 * time.Second, fault: html(400), within: 150 * time.Second},
		"420 while it is busy":  {work: 5 * time.Second, fault: html(420), within: 150 * time.Second},
		"403 for ten minutes":   {ban: 10 * time.Minute, fault: html(403), within: 80 * time.Second, fails: "status 403"},
		"429 for ten minutes":   {ban: 10 * time.Minute, fault: html(429), within: 76 * time.Second, fails: "status 429"},
		"resets for 15 minutes": {ban: 15 * time.Minute, fault: reset, within: 100 * time.Second, fails: "failed:"},
		"a part hangs":          {fault: fakeservice.Fault{Break: fakeservice.BreakHang}, within: 35 * time.Second},
		"429 for all parts":     {fault: html(429), within: 90 * time.Second},
	}, func(t *testing.T, tt row) {
		read := list
		if tt.read != nil {
			read = tt.read
		}
		service, p := inBubble(t, 700, nil)
		fault := tt.fault
		if fault.Match = inTheMiddle(service); tt.ban+tt.work > 0 {
			fault.Match = firewall(tt.ban, max(tt.work, 20*time.Millisecond))
		}
		service.Inject(fault)
		started := time.Now()
		result, diags := read(t.Context(), p, acctest.Values{"page_size": 20})
		if took := time.Since(started); took > tt.within {
			t.Errorf("it took %v", took)
		}
		if tt.fails != "" && !strings.Contains(diags.Errors(), tt.fails) || tt.fails == "" && (len(diags) > 0 || !hasAll(t, result, service)) {
			t.Error(diags)
		}
	})
}

// outage begins with the fifth page of the second reading, and lasts for a while.
func outage(lasts time.Duration) match {
	var (
		mu            sync.Mutex
		begun, second int // readings of the list, and requests of the second one
		since         time.Time
	)
	return func(r fakeservice.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if !r.Query.Has("cursor") && !r.Query.Has("to") && !r.Query.Has("cursor_direction") {
			begun++
		}
		if begun == 2 {
			if second++; second == 5 {
				since = time.Now()
			}
		}
		return second >= 5 && time.Since(since) < lasts
	}
}

// What any call outlasts, the second reading of a list outlasts, too.
func TestRead_patience(t *testing.T) {
	t.Parallel()
	type row struct {
		provider acctest.Values
		lasts    time.Duration
		fault    fakeservice.Fault
	}
	bubble.Each(t, map[string]row{
		"503 with Retry-After: 90": {lasts: 90 * time.Second, fault: fakeservice.Fault{Status: 503, Header: http.Header{"Retry-After": {"90"}}}},
		"503, many retries":        {provider: acctest.Values{"max_retries": 20}, lasts: 2 * time.Minute, fault: html(503)},
		"503, without retries":     {provider: acctest.Values{"max_retries": 0}, lasts: time.Minute, fault: html(503)},
		"resets, many retries":     {provider: acctest.Values{"max_retries": 20}, lasts: 2 * time.Minute, fault: fakeservice.Fault{Break: fakeservice.BreakReset}},
		"hangs":                    {provider: acctest.Values{"request_timeout": "40s"}, lasts: 130 * time.Second, fault: fakeservice.Fault{Break: fakeservice.BreakHang}},
	}, func(t *testing.T, tt row) {
		service, p := inBubble(t, 700, tt.provider)
		service.Inject(fakeservice.Fault{Match: inTheMiddle(service), Status: http.StatusForbidden})
		fault := tt.fault
		fault.Match = outage(tt.lasts)
		service.Inject(fault)
		result, diags := list(t.Context(), p, acctest.Values{"page_size": 20})
		if len(diags) > 0 || !hasAll(t, result, service) {
			t.Error(diags)
		}
	})
}
