// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// PipeServer serves a Service over connections in memory. It opens no port. In a
// testing/synctest bubble, its waits pass in fake time.
type PipeServer struct {
	*Server

	listener *pipeListener
}

// Pipe serves s in memory, at a base URL of the host "localhost". Close ends
// it; in a bubble, close it and the idle connections of the client within the
// bubble.
func Pipe(s *Service) *PipeServer {
	listener := &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}
	return &PipeServer{Server: serve(s, listener, "http://localhost"+s.prefix), listener: listener}
}

// DialContext opens a connection to the service, whatever the address.
func (p *PipeServer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.listener.conns <- server:
		return client, nil
	case <-p.listener.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Transport returns a new transport whose connections all lead to the service.
// Close its idle connections after use.
func (p *PipeServer) Transport() *http.Transport {
	return &http.Transport{DialContext: p.DialContext, MaxIdleConnsPerHost: 100}
}

type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
