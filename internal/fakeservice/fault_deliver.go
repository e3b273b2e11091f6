// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"time"
)

// deliver answers a request as the fault has it and returns the status sent, 0 where none was.
func (f *Fault) deliver(w http.ResponseWriter, r *http.Request, handle func() response) int {
	ctx := r.Context()
	if wait(ctx, f.Delay) != nil {
		return 0
	}
	answer := f.answer(handle)
	switch f.Break {
	case BreakNone:
		return send(w, answer)
	case BreakHang:
		<-ctx.Done()
		return 0
	case BreakReset, BreakClose, BreakGarbage, BreakCut, BreakCutReset:
		return f.breakConnection(w, answer)
	case BreakStall:
		return f.stall(ctx, w, answer)
	case BreakDrip:
		return f.drip(ctx, w, answer)
	case BreakEndless:
		return endless(ctx, w, answer)
	case BreakGzipBomb:
		return bomb(ctx, w, answer)
	}
	return send(w, answer)
}

// breakConnection takes the connection away from the HTTP server to end it in a way that the server never would.
func (f *Fault) breakConnection(w http.ResponseWriter, answer response) int {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return send(w, refuse(http.StatusNotImplemented, "FAULT_NEEDS_A_CONNECTION"))
	}
	// Errors below mean that the client was faster to leave.
	defer func() { _ = conn.Close() }()
	if f.Break == BreakReset || f.Break == BreakCutReset {
		defer resetOnClose(conn)
	}
	switch f.Break {
	case BreakGarbage:
		_, _ = conn.Write([]byte("\x16\x03\x01 this is not HTTP\r\n\r\n"))
		return 0
	case BreakCut, BreakCutReset:
		_, _ = conn.Write(answer.cutAt(f.CutAt))
		return answer.status
	default:
		return 0
	}
}

// cutAt is the response on the wire, up to so many bytes of its body.
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
	return out.Bytes()[:out.Len()-max(0, len(r.body)-n)]
}

// resetOnClose makes the close of a TCP connection a reset. Other connections have none.
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

func (f *Fault) stall(ctx context.Context, w http.ResponseWriter, answer response) int {
	// A failed write ends the context as well.
	_ = stream(w, answer)(answer.body[:min(f.CutAt, len(answer.body))])
	<-ctx.Done()
	return answer.status
}

func (f *Fault) drip(ctx context.Context, w http.ResponseWriter, answer response) int {
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
	return answer.status
}

const chunk = 64 << 10

func endless(ctx context.Context, w http.ResponseWriter, answer response) int {
	write := stream(w, answer)
	err := write([]byte(`{"padding":"`))
	filler := bytes.Repeat([]byte("a"), chunk)
	for err == nil && ctx.Err() == nil {
		err = write(filler)
	}
	return answer.status
}

const bombSize = 4 << 30

func bomb(ctx context.Context, w http.ResponseWriter, answer response) int {
	answer.header.Set("Content-Encoding", "gzip")
	maps.Copy(w.Header(), answer.fields())
	w.WriteHeader(answer.status)
	zip := gzip.NewWriter(w)
	spaces := bytes.Repeat([]byte(" "), chunk)
	var err error
	for sent := 0; sent < bombSize && err == nil && ctx.Err() == nil; sent += chunk {
		_, err = zip.Write(spaces)
	}
	// A client that read enough is gone by now.
	_ = zip.Close()
	return answer.status
}
