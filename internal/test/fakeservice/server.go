// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Server is a Service on a listener.
type Server struct {
	URL string // the base URL of the API, the service's prefix included

	http   *http.Server
	cancel context.CancelFunc
	served chan struct{}
	busy   sync.RWMutex // held for reading by each request under way

	connections atomic.Int64
}

// Start serves s on a free port of the loopback interface.
func Start(s *Service) (*Server, error) { return StartAt(s, "127.0.0.1:0") }

// StartAt serves s on a TCP address.
func StartAt(s *Service, addr string) (*Server, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("starting the fake payment service: %w", err)
	}
	return serve(s, listener, "http://"+listener.Addr().String()+s.prefix), nil
}

func serve(s *Service, listener net.Listener, url string) *Server {
	ctx, cancel := context.WithCancel(context.Background())
	srv := &Server{URL: url, cancel: cancel, served: make(chan struct{})}
	srv.http = &http.Server{
		Handler:           srv.track(s),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnState:         srv.countConnection,
		ReadHeaderTimeout: 11 * time.Minute, // longer than any Retry-After that a client obeys
	}
	go func() {
		defer close(srv.served)
		// Serve returns when Close is called. Nothing else ends a loopback listener.
		_ = srv.http.Serve(listener)
	}()
	return srv
}

// track lets Close wait for the requests under way.
func (srv *Server) track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		srv.busy.RLock()
		defer srv.busy.RUnlock()
		next.ServeHTTP(w, r)
	})
}

// Close ends all requests and connections and returns when nothing of the
// server runs any more.
func (srv *Server) Close() error {
	// If the contexts ended first, the handlers could still send empty answers.
	err := srv.http.Close()
	srv.cancel()
	<-srv.served
	srv.busy.Lock()
	defer srv.busy.Unlock()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (srv *Server) countConnection(_ net.Conn, state http.ConnState) {
	if state == http.StateNew {
		srv.connections.Add(1)
	}
}

// Connections returns how many connections were opened so far.
func (srv *Server) Connections() int { return int(srv.connections.Load()) }

// Environment returns the variables that give the provider the address of the
// service and its credentials.
func (srv *Server) Environment() []string {
	return []string{"PAYMENTSERVICE_BASE_URL=" + srv.URL, "PAYMENTSERVICE_SECRET=" + DefaultSecret, "PAYMENTSERVICE_APP_TOKEN=" + DefaultAppToken}
}

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
