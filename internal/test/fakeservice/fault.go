// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
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
	BreakDrip           // the body comes a byte each second
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
	CutAt         int // bytes of the body, for BreakCut, BreakCutReset and BreakStall
}

// Redirect is a fault that answers with a redirection.
func Redirect(status int, location string) Fault {
	return Fault{Status: status, Header: http.Header{"Location": {location}}}
}

// ProxyNotFound is a fault in which an ingress or a proxy answers for the
// service, which never gets the request.
func ProxyNotFound() Fault {
	return Fault{
		Status: http.StatusNotFound, Body: []byte("404 page not found\n"),
		Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
	}
}

// activeFault counts the requests that a fault matched.
type activeFault struct {
	Fault

	mu      sync.Mutex
	matched int
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
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matched++
	first := max(1, f.Nth)
	return f.matched >= first && (f.Times == 0 || f.matched < first+f.Times)
}

// silent reports whether no part of an answer is sent.
func (b Break) silent() bool {
	return b == BreakHang || b == BreakReset || b == BreakClose || b == BreakGarbage
}

// answer returns the response as the fault changes it.
func (f *Fault) answer(handle func() response) response {
	var r response
	acts := f.AfterHandling || f.Status == 0 && !f.Break.silent()
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

// deliver answers a request the way the fault says. For a break, it takes over the
// connection from the HTTP server.
func (f *Fault) deliver(ctx context.Context, w *recordedWriter, handle func() response) {
	if wait(ctx, f.Delay) != nil {
		return
	}
	answer := f.answer(handle)
	if f.Break == BreakNone {
		answer.send(w)
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		refuse(http.StatusNotImplemented, "FAULT_NEEDS_A_CONNECTION").send(w)
		return
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if tcp, ok := conn.(*net.TCPConn); ok && (f.Break == BreakReset || f.Break == BreakCutReset) {
		_ = tcp.SetLinger(0) // makes the close a reset; no other kind of connection can be reset
	}
	if !f.Break.silent() {
		w.note(func(r *Request) { r.Status = answer.status })
	}
	switch f.Break {
	case BreakHang:
		untilClosed(conn)
	case BreakGarbage:
		write(conn, []byte("\x16\x03\x01 this is not HTTP\r\n\r\n"))
	case BreakCut, BreakCutReset, BreakStall:
		write(conn, answer.head(true), answer.body[:min(f.CutAt, len(answer.body))])
		if f.Break == BreakStall {
			untilClosed(conn)
		}
	case BreakDrip:
		open := write(conn, answer.head(true))
		for i := 0; open && i < len(answer.body) && wait(ctx, time.Second) == nil; i++ {
			open = write(conn, answer.body[i:i+1])
		}
	case BreakEndless:
		filler := bytes.Repeat([]byte("a"), 64<<10)
		for open := write(conn, answer.head(false), []byte(`{"padding":"`)); open; {
			open = write(conn, filler)
		}
	case BreakGzipBomb:
		answer.header.Set("Content-Encoding", "gzip")
		open := write(conn, answer.head(false))
		for sent := 0; open && sent < bombSize/memberSize; sent++ {
			open = write(conn, bombMember())
		}
	case BreakNone, BreakReset, BreakClose:
	}
}

// write reports whether the connection is still open.
func write(conn net.Conn, parts ...[]byte) bool {
	_, err := conn.Write(slices.Concat(parts...))
	return err == nil
}

// untilClosed returns when the client or the end of the server closes the connection.
func untilClosed(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

// head returns the header of the response as it is sent.
func (r response) head(withLength bool) []byte {
	full := http.Response{StatusCode: r.status, ProtoMajor: 1, ProtoMinor: 1, Header: r.fields(), ContentLength: -1, Body: http.NoBody}
	if withLength {
		full.ContentLength, full.Body = int64(len(r.body)), io.NopCloser(bytes.NewReader(r.body))
	}
	var out bytes.Buffer
	// Writes to a bytes.Buffer never fail.
	_ = full.Write(&out)
	before, _, _ := bytes.Cut(out.Bytes(), []byte("\r\n\r\n"))
	return append(before, "\r\n\r\n"...)
}

const (
	bombSize   = 4 << 30
	memberSize = 1 << 20
)

// bombMember is a whole gzip stream; several in a row are one, too.
var bombMember = sync.OnceValue(func() []byte { return compress(bytes.Repeat([]byte(" "), memberSize)) })
