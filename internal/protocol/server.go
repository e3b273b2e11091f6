// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package protocol wraps the framework's server. A long list reaches the CLI without the
// framework's walks over it (splice). After an interrupt, a CLI still opens ephemeral resources, and takes
// an interrupted action for a success, so the wrapper makes both fail until the next Configure.
package protocol

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
)

// Server is every service that tf6server looks for in a provider, by type assertion.
type Server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// server is a Server around another one.
type server struct {
	Server

	mu      sync.Mutex
	stopped bool                                   // the run was interrupted
	cancels map[context.Context]context.CancelFunc // one for each call in progress; none is added while stopped
	running sync.WaitGroup                         // the same calls
}

// Wrap returns a server around the framework's.
func Wrap(framework tfprotov6.ProviderServer) tfprotov6.ProviderServer {
	return &server{
		Server:  framework.(Server), //nolint:forcetypeassert // the framework's server has every service
		cancels: map[context.Context]context.CancelFunc{},
	}
}

// ReadDataSource splices the list that the data source hands over into its state.
func (s *server) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	ctx, slot := splice.NewContext(ctx)
	resp, err := s.Server.ReadDataSource(ctx, req)
	if err != nil {
		return resp, err
	}

	resp.State, err = slot.InsertInto(resp.State)
	return resp, err
}

// OpenEphemeralResource splices the list that the ephemeral resource hands over into its result. It fails after an
// interrupt.
func (s *server) OpenEphemeralResource(
	ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	ctx, end := s.begin(ctx)
	defer end()

	ctx, slot := splice.NewContext(ctx)
	resp, err := s.Server.OpenEphemeralResource(ctx, req)
	if err != nil {
		return resp, err
	}

	resp.Result, err = slot.InsertInto(resp.Result)
	return resp, err
}

// InvokeAction returns the events of an action, which goes on until they end. It fails after an
// interrupt.
func (s *server) InvokeAction(
	ctx context.Context, req *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	ctx, end := s.begin(ctx)
	stream, err := s.Server.InvokeAction(ctx, req)
	if err != nil {
		end()
		return nil, err
	}

	events := func(send func(tfprotov6.InvokeActionEvent) bool) {
		defer end()
		stream.Events(send)
	}
	return &tfprotov6.InvokeActionServerStream{Events: events}, nil
}

// begin returns a context that an interrupt cancels, and what to call at the end of the call. The
// framework would not cancel a call that a CLI begins after the interrupt.
func (s *server) begin(ctx context.Context) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		cancel()
		return ctx, cancel
	}

	s.cancels[ctx] = cancel
	s.running.Add(1)
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		cancel()
		delete(s.cancels, ctx)
		s.running.Done()
	}
}

// StopProvider cancels all calls, and waits until they have returned their errors. Otherwise, the plugin server would
// cut off the events of an action, and a CLI takes events that end without an error for success.
func (s *server) StopProvider(
	ctx context.Context, req *tfprotov6.StopProviderRequest,
) (*tfprotov6.StopProviderResponse, error) {
	s.cancelAll()
	resp, err := s.Server.StopProvider(ctx, req)
	s.running.Wait()
	return resp, err
}

func (s *server) cancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.stopped = true
	for _, cancel := range s.cancels {
		cancel()
	}
}

// ConfigureProvider begins another run, which may have the process of an interrupted one.
func (s *server) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	s.mu.Lock()
	s.stopped = false
	s.mu.Unlock()

	return s.Server.ConfigureProvider(ctx, req)
}
