// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package protocol wraps the framework's server. A long list reaches the CLI without the
// framework's walks over it (splice). After an interrupt, nothing more is started until the
// provider is configured again, and an action that is interrupted fails.
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

type server struct {
	Server

	mu      sync.Mutex
	stopped bool           // the run was interrupted
	running sync.WaitGroup // calls that began before that
}

// Wrap returns a factory of servers around those of inner.
func Wrap(inner func() tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer {
		return &server{Server: inner().(Server)} //nolint:forcetypeassert // the framework's server has every service
	}
}

// ReadDataSource splices in the list that the data source hands over.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	var list splice.List
	resp, err := s.Server.ReadDataSource(splice.NewContext(ctx, &list), req)
	if err == nil {
		resp.State, err = list.InsertInto(resp.State)
	}
	return resp, err
}

// OpenEphemeralResource splices in the list as ReadDataSource does. After an interrupt, a CLI still opens what is left.
func (s *server) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	ctx, end := s.begin(ctx)
	defer end()
	var list splice.List
	resp, err := s.Server.OpenEphemeralResource(splice.NewContext(ctx, &list), req)
	if err == nil {
		resp.Result, err = list.InsertInto(resp.Result)
	}
	return resp, err
}

// InvokeAction ends the action if the run was interrupted.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	ctx, end := s.begin(ctx)
	stream, err := s.Server.InvokeAction(ctx, req)
	if err != nil {
		end()
		return nil, err
	}
	return &tfprotov6.InvokeActionServerStream{Events: func(send func(tfprotov6.InvokeActionEvent) bool) {
		defer end()
		stream.Events(send)
	}}, nil
}

// begin returns the context for a call, ended if the run was interrupted, and what ends the call.
func (s *server) begin(ctx context.Context) (context.Context, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return ctx, func() {}
	}
	s.running.Add(1)
	return ctx, s.running.Done
}

// StopProvider ends the contexts of all calls. Once it returns, the plugin server sends no
// event of an action anymore, and a CLI takes the end of the events for success. So it waits
// until the calls have returned their errors.
func (s *server) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	resp, err := s.Server.StopProvider(ctx, req)
	s.running.Wait()
	return resp, err
}

// ConfigureProvider begins another run, which may have the process of an interrupted one.
func (s *server) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	s.mu.Lock()
	s.stopped = false
	s.mu.Unlock()
	return s.Server.ConfigureProvider(ctx, req)
}
