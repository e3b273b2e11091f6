// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Break says how a connection ends while an answer is sent.
type Break int

// The values of Break.
const (
	BreakNone  Break = iota
	BreakHang        // nothing more ever comes
	BreakReset       // the connection is reset
	BreakClose       // the connection is closed normally
)

// Fault describes which requests go wrong, and how. A field that is not set
// matches every request, or changes nothing.
//
// Without a Status, the service handles the request and the fault changes its
// answer. With a Status, or with a break that sends nothing of an answer, the service
// does not see the request, unless AfterHandling is set.
type Fault struct {
	// Which requests.
	Match  func(Request) bool
	Method string
	Path   string // a route template
	Nth    int    // only from the Nth matching request on, counted from 1
	Times  int    // the number of requests that the fault affects; 0: all

	// What happens.
	AfterHandling bool
	Delay         time.Duration // before anything else
	Status        int
	Header        http.Header // set in the answer
	Body          []byte      // the new body of the answer, possibly empty; nil: unchanged
	Break         Break
	CutAt         int // with Break: the header and so many bytes of the body are sent first; 0: nothing is
}

// activeFault counts the requests that a fault matched.
type activeFault struct {
	Fault

	matched atomic.Int64
}

// Inject adds a fault. If several match a request, only the one injected first affects it.
func (s *Service) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults[:len(s.faults):len(s.faults)], &activeFault{Fault: f})
}

// ClearFaults removes all faults. Requests that a fault affects already still fail.
func (s *Service) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// take returns the fault that a request meets, or one that changes nothing. No lock is
// held while Match looks at the request.
func (s *Service) take(r Request) *Fault {
	s.mu.RLock()
	active := s.faults
	s.mu.RUnlock()
	for _, f := range active {
		if f.affects(r) {
			return &f.Fault
		}
	}
	return &Fault{}
}

// affects reports whether the fault affects a request, which it counts if it matches.
func (f *activeFault) affects(r Request) bool {
	hasMethod := f.Method == "" || f.Method == r.Method
	hasPath := f.Path == "" || r.Route == r.Method+" "+f.Path
	if !hasMethod || !hasPath {
		return false
	}
	if f.Match != nil && !f.Match(r) {
		return false
	}

	n := int(f.matched.Add(1))
	first := max(1, f.Nth)
	return n >= first && (f.Times == 0 || n < first+f.Times)
}

// silent reports whether no part of an answer is sent.
func (f *Fault) silent() bool {
	return f.Break != BreakNone && f.CutAt == 0
}

// answer returns the response as the fault changes it.
func (f *Fault) answer(b *Behavior, handle func() response) response {
	r := refuse(f.Status, "INJECTED_FAULT")
	if !b.ErrorFormat {
		r.body = nil
	}
	onlyChanges := f.Status == 0 && !f.silent()
	if f.AfterHandling || onlyChanges {
		r = handle()
		r.status = cmp.Or(f.Status, r.status)
	}
	if f.Body != nil {
		r.body = f.Body
	}
	r.header = f.Header
	return r
}

// send sends an answer as far as the fault lets it through.
func (f *Fault) send(ctx context.Context, w http.ResponseWriter, answer response) {
	if f.Break == BreakNone {
		answer.send(w, len(answer.body))
		return
	}
	connection := http.NewResponseController(w)
	if !f.silent() {
		answer.send(w, f.CutAt)
		_ = connection.Flush()
	}

	switch f.Break {
	case BreakHang:
		<-ctx.Done()
	case BreakReset:
		reset(connection)
	default:
	}
	panic(http.ErrAbortHandler) // closes the connection without another byte
}

// reset resets a connection. One in memory is only closed.
func reset(connection *http.ResponseController) {
	conn, _, err := connection.Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // makes the close a reset
	}
	_ = conn.Close()
}
