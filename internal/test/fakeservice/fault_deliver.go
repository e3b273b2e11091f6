// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"
)

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
