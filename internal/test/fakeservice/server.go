// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"context"
	"crypto/tls"
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
	URL string // the base URL of the API

	http        *http.Server
	listener    net.Listener
	cancel      context.CancelFunc
	served      chan struct{}
	busy        sync.RWMutex // held for reading by each request under way
	connections atomic.Int64
}

// Start serves s on a free port of the loopback interface.
func Start(s *Service) (*Server, error) { return StartTLS(s, "127.0.0.1:0", nil) }

// StartTLS serves s on a TCP address, over TLS unless config is nil.
func StartTLS(s *Service, addr string, config *tls.Config) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("starting the fake payment service: %w", err)
	}
	if config == nil {
		return serve(s, listener, "http://"+listener.Addr().String()), nil
	}
	return serve(s, tls.NewListener(listener, config), "https://"+listener.Addr().String()), nil
}

// Pipe serves s over connections in memory, at a base URL of the host "localhost".
// It opens no port. In a testing/synctest bubble, its waits pass in fake time; close
// it and the idle connections of the client within the bubble.
func Pipe(s *Service) *Server {
	return serve(s, &pipeListener{conns: make(chan net.Conn), done: make(chan struct{})}, "http://localhost")
}

func serve(s *Service, listener net.Listener, url string) *Server {
	ctx, cancel := context.WithCancel(context.Background())
	srv := &Server{URL: url, listener: listener, cancel: cancel, served: make(chan struct{})}
	srv.http = &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			srv.busy.RLock()
			defer srv.busy.RUnlock()
			s.ServeHTTP(w, r)
		}),
		BaseContext: func(net.Listener) context.Context { return ctx },
		ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				srv.connections.Add(1)
			}
		},
		ReadHeaderTimeout: 11 * time.Minute, // longer than any Retry-After that a client obeys
	}
	go func() {
		defer close(srv.served)
		// Serve returns when Close is called. Nothing else ends a loopback listener.
		_ = srv.http.Serve(listener)
	}()
	return srv
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

// Connections returns how many connections were opened so far.
func (srv *Server) Connections() int { return int(srv.connections.Load()) }

// Environment returns the variables that give the provider the address of the
// service and its credentials.
func (srv *Server) Environment() []string {
	return []string{"PAYMENTSERVICE_BASE_URL=" + srv.URL, "PAYMENTSERVICE_SECRET=" + DefaultSecret, "PAYMENTSERVICE_APP_TOKEN=" + DefaultAppToken}
}

// Transport returns a new transport whose connections all lead to a service that
// Pipe serves. Close its idle connections after use.
func (srv *Server) Transport() *http.Transport {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	if pipe, ok := srv.listener.(*pipeListener); ok {
		transport.DialContext = pipe.dial
	}
	return transport
}

type pipeListener struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
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

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
