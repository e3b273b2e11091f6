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
