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

// deliver answers a request the way the fault says.
func (f *Fault) deliver(ctx context.Context, w *recordedWriter, handle func() response) {
	if wait(ctx, f.Delay) != nil {
		return
	}
	answer := f.answer(handle)
	switch f.Break {
	case BreakNone:
		answer.send(w)
	case BreakHang:
		<-ctx.Done()
	case BreakReset, BreakClose, BreakGarbage, BreakCut, BreakCutReset:
		f.breakConnection(w, answer)
	case BreakStall:
		f.stall(ctx, w, answer)
	case BreakDrip:
		f.drip(ctx, w, answer)
	case BreakEndless:
		endless(ctx, w, answer)
	case BreakGzipBomb:
		bomb(ctx, w, answer)
	}
}

// breakConnection takes over the connection from the HTTP server, to end it in a
// way that the server does not support.
func (f *Fault) breakConnection(w *recordedWriter, answer response) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		refuse(http.StatusNotImplemented, "FAULT_NEEDS_A_CONNECTION").send(w)
		return
	}
	// Errors below mean that the client has closed the connection already.
	defer func() { _ = conn.Close() }()
	if f.Break == BreakReset || f.Break == BreakCutReset {
		defer resetOnClose(conn)
	}
	if f.Break == BreakGarbage {
		_, _ = conn.Write([]byte("\x16\x03\x01 this is not HTTP\r\n\r\n"))
	}
	if f.Break == BreakCut || f.Break == BreakCutReset {
		w.entry.answered(answer.status)
		_, _ = conn.Write(answer.cutAt(f.CutAt))
	}
}

// cutAt returns the response as it is sent, up to n bytes of its body.
func (r response) cutAt(n int) []byte {
	full := http.Response{
		StatusCode:    r.status,
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        r.fields(),
		ContentLength: int64(len(r.body)),
		Body:          io.NopCloser(bytes.NewReader(r.body)),
	}
	var out bytes.Buffer
	// Writes to a bytes.Buffer never fail.
	_ = full.Write(&out)
	return out.Bytes()[:out.Len()-len(r.body)+min(max(0, n), len(r.body))]
}

// resetOnClose makes the close of a TCP connection a reset. No other kind of
// connection can be reset.
func resetOnClose(conn net.Conn) {
	if inner, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = inner.NetConn()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

// stream begins an answer whose body is written bit by bit.
func stream(w http.ResponseWriter, answer response) func([]byte) error {
	maps.Copy(w.Header(), answer.fields())
	w.WriteHeader(answer.status)
	flusher := http.NewResponseController(w)
	return func(p []byte) error {
		if _, err := w.Write(p); err != nil {
			return err
		}
		return flusher.Flush()
	}
}

func (f *Fault) stall(ctx context.Context, w http.ResponseWriter, answer response) {
	// A failed write ends the context as well.
	_ = stream(w, answer)(answer.body[:min(max(0, f.CutAt), len(answer.body))])
	<-ctx.Done()
}

func (f *Fault) drip(ctx context.Context, w http.ResponseWriter, answer response) {
	interval := f.Interval
	if interval <= 0 {
		interval = time.Millisecond
	}
	write := stream(w, answer)
	for i := range answer.body {
		if wait(ctx, interval) != nil || write(answer.body[i:i+1]) != nil {
			break
		}
	}
}

const chunk = 64 << 10

func endless(ctx context.Context, w http.ResponseWriter, answer response) {
	write := stream(w, answer)
	err := write([]byte(`{"padding":"`))
	filler := bytes.Repeat([]byte("a"), chunk)
	for err == nil && ctx.Err() == nil {
		err = write(filler)
	}
}

const (
	bombSize   = 4 << 30
	memberSize = 1 << 20
)

// bombMember is a whole gzip stream; several in a row are one, too.
var bombMember = sync.OnceValue(func() []byte {
	return compress(response{body: bytes.Repeat([]byte(" "), memberSize)}).body
})

func bomb(ctx context.Context, w http.ResponseWriter, answer response) {
	answer.header.Set("Content-Encoding", "gzip")
	write := stream(w, answer)
	var err error
	for sent := int64(0); sent < bombSize && err == nil && ctx.Err() == nil; sent += memberSize {
		err = write(bombMember()) // fails once the client has read enough
	}
}
