// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"maps"
	"net/http"
	"path"
	"sync"
	"time"
)

// Break says how a connection misbehaves while an answer is sent.
type Break int

// The values of Break.
const (
	BreakNone     Break = iota
	BreakHang           // no byte of an answer ever comes
	BreakStall          // the header and CutAt bytes of the body come, then nothing more
	BreakReset          // the connection is reset before a byte of the answer
	BreakClose          // the connection is closed normally before a byte of the answer
	BreakCut            // the header and CutAt bytes of the body come, then the connection closes
	BreakCutReset       // the same, but reset
	BreakDrip           // the body comes a byte at a time, one each Interval
	BreakEndless        // the body never ends
	BreakGzipBomb       // the body is small gzip of 4 GiB
	BreakGarbage        // what comes is not HTTP
)

// Fault describes which requests go wrong, and how. A field that is not set
// matches every request, or changes nothing.
//
// Without a Status, the service handles the request and the fault changes its
// answer. With a Status, or with BreakHang, BreakReset, BreakClose or
// BreakGarbage, the service does not see the request, unless AfterHandling is set.
type Fault struct {
	// Which requests.
	Match  func(Request) bool
	Method string
	Path   string // a route template, or a path.Match pattern for the escaped path
	Nth    int    // only from the Nth matching request on, counted from 1
	Times  int    // the number of requests that the fault affects; 0: all

	// What happens.
	AfterHandling bool
	Delay         time.Duration // before anything else
	Status        int
	Header        http.Header // set in the answer
	Body          []byte      // the new body of the answer, possibly empty; nil: unchanged
	Break         Break
	CutAt         int           // bytes of the body, for BreakCut, BreakCutReset and BreakStall
	Interval      time.Duration // for BreakDrip; 1 ms if unset
}

// Redirect is a fault that answers with a redirection.
func Redirect(status int, location string) Fault {
	return Fault{Status: status, Header: http.Header{"Location": {location}}}
}

// Inject adds a fault. If several match a request, only the one injected first affects it.
func (s *Service) Inject(f Fault) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.active = append(s.faults.active, &activeFault{Fault: f})
}

// ClearFaults removes all faults. Requests that a fault affects already still fail.
func (s *Service) ClearFaults() {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.active = nil
}

// activeFault counts the requests that a fault matched.
type activeFault struct {
	Fault

	mu      sync.Mutex
	matched int
	used    int
}

// due counts a request that the fault matches and reports whether the fault affects it.
func (f *activeFault) due() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matched++
	if f.matched < f.Nth || (f.Times > 0 && f.used >= f.Times) {
		return false
	}
	f.used++
	return true
}

type faultList struct {
	mu     sync.Mutex
	active []*activeFault
}

// take returns the fault that a request meets, or nil. No lock is held while
// Match looks at the request.
func (l *faultList) take(r Request) *Fault {
	l.mu.Lock()
	active := l.active
	l.mu.Unlock()
	for _, f := range active {
		if f.matches(r) && f.due() {
			return &f.Fault
		}
	}
	return nil
}

func (f *Fault) matches(r Request) bool {
	if f.Method != "" && f.Method != r.Method {
		return false
	}
	if f.Path != "" && r.Route != r.Method+" "+f.Path {
		if ok, err := path.Match(f.Path, r.Path); !ok || err != nil {
			return false
		}
	}
	return f.Match == nil || f.Match(r)
}

// answer returns the response as the fault changes it.
func (f *Fault) answer(handle func() response) response {
	var r response
	acts := f.AfterHandling || (f.Status == 0 && !f.Break.silent())
	if acts {
		r = handle()
	}
	switch {
	case f.Body != nil:
		r.body = f.Body
	case !acts:
		r = refuse(f.Status, "INJECTED_FAULT")
	}
	r.status = cmp.Or(f.Status, r.status, http.StatusOK)
	header := http.Header{}
	maps.Copy(header, r.header)
	maps.Copy(header, f.Header)
	r.header = header
	return r
}

// silent reports whether no part of an answer is sent.
func (b Break) silent() bool {
	return b == BreakHang || b == BreakReset || b == BreakClose || b == BreakGarbage
}
