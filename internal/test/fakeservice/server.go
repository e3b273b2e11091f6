// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
)

// Server is a Service on a listener.
type Server struct {
	URL string // the base URL of the API

	http        *http.Server
	pipe        *pipeListener // nil for a server on a port
	connections atomic.Int64
}

// Start serves s on a TCP address of the loopback interface, over TLS unless config is
// nil. Port 0 is any free port.
func Start(s *Service, address string, config *tls.Config) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("starting the fake payment service: %w", err)
	}
	srv := &Server{URL: "http://" + listener.Addr().String()}
	if config != nil {
		srv.URL = "https://" + listener.Addr().String()
		listener = tls.NewListener(listener, config)
	}
	srv.serve(s, listener)
	return srv, nil
}

// Pipe serves s over connections in memory, at a base URL of the host "localhost".
// It opens no port. In a testing/synctest bubble, its waits pass in fake time; close
// it and the idle connections of the client within the bubble.
func Pipe(s *Service) *Server {
	srv := &Server{
		URL: "http://localhost",
		pipe: &pipeListener{
			conns: make(chan net.Conn),
			done:  make(chan struct{}),
		},
	}
	srv.serve(s, srv.pipe)
	return srv
}

func (srv *Server) serve(s *Service, listener net.Listener) {
	srv.http = &http.Server{
		Handler: s,
		ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				srv.connections.Add(1)
			}
		},
	}
	go func() { _ = srv.http.Serve(listener) }() // until Close
}

// Close ends all requests and connections.
func (srv *Server) Close() {
	_ = srv.http.Close()
}

// Connections returns how many connections were opened so far.
func (srv *Server) Connections() int {
	return int(srv.connections.Load())
}

// Environment returns the variables that give the provider the address of the
// service and its credentials.
func (srv *Server) Environment() []string {
	return []string{
		"PAYMENTSERVICE_BASE_URL=" + srv.URL,
		"PAYMENTSERVICE_SECRET=" + DefaultSecret,
		"PAYMENTSERVICE_APP_TOKEN=" + DefaultAppToken,
	}
}

// Transport returns a new transport whose connections all lead to a service that
// Pipe serves. Close its idle connections after use.
func (srv *Server) Transport() *http.Transport {
	return &http.Transport{MaxIdleConnsPerHost: 100, DialContext: srv.pipe.dial}
}

// pipeListener accepts connections in memory.
type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close is called once, by the HTTP server.
func (l *pipeListener) Close() error {
	close(l.done)
	return nil
}

func (l *pipeListener) Addr() net.Addr {
	return &net.UnixAddr{Name: "pipe", Net: "pipe"}
}
