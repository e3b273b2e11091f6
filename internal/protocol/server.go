// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package protocol wraps the framework's server to do what the framework has no
// way to do:
//
//   - A long list reaches the CLI without the framework's walks over it (splice).
//   - An action that is interrupted fails, and an ephemeral resource that is opened
//     after an interruption is not read or created.
package protocol

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
)

// Server is every service that tf6server looks for in a provider. Those beyond
// the first are found by type assertion, so a server that left one out would
// hide it.
type Server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

type server struct {
	Server

	stopped atomic.Bool // the run was interrupted
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
		resp.State, resp.Diagnostics = list.SpliceInto(resp.State, resp.Diagnostics)
	}
	return resp, err
}

// OpenEphemeralResource is ReadDataSource for an ephemeral resource. Of those of a run
// that was interrupted, a CLI goes on to open the rest; each ends at once.
func (s *server) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.stopped.Load() {
		cancel()
	}
	var list splice.List
	resp, err := s.Server.OpenEphemeralResource(splice.NewContext(ctx, &list), req)
	if err == nil {
		resp.Result, resp.Diagnostics = list.SpliceInto(resp.Result, resp.Diagnostics)
	}
	return resp, err
}

// StopProvider notes the interruption before it ends any call.
func (s *server) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	s.stopped.Store(true)
	return s.Server.StopProvider(ctx, req)
}

// InvokeAction returns the failure of an interrupted action as an error of the call itself.
// Once a run is interrupted, the plugin server sends no events any more, and a CLI takes the
// end of their stream for success. So it waits for the end of the action.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	stream, err := s.Server.InvokeAction(ctx, req)
	if err != nil {
		return stream, err
	}
	events := slices.Collect(stream.Events)
	if s.stopped.Load() {
		for _, event := range events {
			end, _ := event.Type.(tfprotov6.CompletedInvokeActionEventType)
			if i := slices.IndexFunc(end.Diagnostics, splice.IsError); i >= 0 {
				return nil, errors.New(end.Diagnostics[i].Summary + ": " + end.Diagnostics[i].Detail)
			}
		}
	}
	return &tfprotov6.InvokeActionServerStream{Events: slices.Values(events)}, nil
}
