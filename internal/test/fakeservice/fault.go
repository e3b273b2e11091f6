// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Break says how a connection misbehaves while an answer is sent.
type Break int

// The values of Break. With the first three, no byte of the answer is sent.
const (
	BreakNone     Break = iota
	BreakHang           // nothing ever comes
	BreakReset          // the connection is reset
	BreakClose          // the connection is closed normally
	BreakStall          // the header and CutAt bytes of the body come, then nothing more
	BreakCut            // the same, but then the connection closes
	BreakEndless        // the body never ends
	BreakGzipBomb       // the same, but what comes is a small gzip of it
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
	CutAt         int // bytes of the body, for BreakCut and BreakStall
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

// take returns the fault that a request meets, or nil. No lock is held while
// Match looks at the request.
func (s *Service) take(r Request) *Fault {
	s.mu.RLock()
	active := s.faults
	s.mu.RUnlock()
	for _, f := range active {
		if f.matches(r) && f.due() {
			return &f.Fault
		}
	}
	return nil
}

func (f *Fault) matches(r Request) bool {
	return (f.Method == "" || f.Method == r.Method) && (f.Path == "" || r.Route == r.Method+" "+f.Path) && (f.Match == nil || f.Match(r))
}

// due counts a request that the fault matches and reports whether the fault affects it.
func (f *activeFault) due() bool {
	n, first := int(f.matched.Add(1)), max(1, f.Nth)
	return n >= first && (f.Times == 0 || n < first+f.Times)
}

// silent reports whether no part of an answer is sent.
func (b Break) silent() bool { return BreakHang <= b && b <= BreakClose }

// answer returns the response as the fault changes it.
func (f *Fault) answer(handle func() response) response {
	r := refuse(f.Status, "INJECTED_FAULT")
	if f.AfterHandling || f.Status == 0 && !f.Break.silent() {
		r = handle()
		r.status = cmp.Or(f.Status, r.status)
	}
	if f.Body != nil {
		r.body = f.Body
	}
	header := http.Header{}
	maps.Copy(header, r.header)
	maps.Copy(header, f.Header)
	r.header = header
	return r
}

// deliver answers a request the way the fault says.
func (f *Fault) deliver(ctx context.Context, w http.ResponseWriter, handle func() response) {
	if wait(ctx, f.Delay) != nil {
		return
	}
	answer := f.answer(handle)
	switch f.Break {
	case BreakNone:
		answer.send(w)
		return
	case BreakStall, BreakCut:
		answer.start(w, len(answer.body))
		_, _ = w.Write(answer.body[:min(f.CutAt, len(answer.body))])
	case BreakEndless:
		answer.repeat(w, bytes.Repeat([]byte("a"), pieceSize))
	case BreakGzipBomb:
		answer.header.Set("Content-Encoding", "gzip")
		answer.repeat(w, bombPiece())
	case BreakHang, BreakReset, BreakClose:
	}
	connection := http.NewResponseController(w)
	if !f.Break.silent() {
		_ = connection.Flush()
	}
	switch f.Break {
	case BreakHang, BreakStall:
		<-ctx.Done()
	case BreakReset:
		if conn, _, err := connection.Hijack(); err == nil {
			reset(conn)
		}
	case BreakNone, BreakClose, BreakCut, BreakEndless, BreakGzipBomb:
	}
	panic(http.ErrAbortHandler) // closes the connection without another byte
}

// reset resets a connection, or closes one that cannot be reset.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // makes the close a reset
	}
	_ = conn.Close()
}

const pieceSize = 1 << 20

// bombPiece is a whole gzip stream; several in a row are one, too.
var bombPiece = sync.OnceValue(func() []byte { return compress(bytes.Repeat([]byte(" "), pieceSize)) })

// repeat sends the same piece of a body until the client has had enough.
func (r response) repeat(w http.ResponseWriter, piece []byte) {
	r.start(w, -1)
	for err := error(nil); err == nil; {
		_, err = w.Write(piece)
	}
}
