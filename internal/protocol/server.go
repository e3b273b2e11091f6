// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package protocol stands between the CLI and the framework's server of the plugin
// protocol. It does what the framework has no way to do:
//
//   - A panic in a call becomes a diagnostic that holds no value (panic.go).
//   - A diagnostic whose source line may show a secret loses its path (paths.go).
//   - A long list reaches the CLI without the framework's walks over it (splice).
//   - The configuration that is generated for an import is valid.
//   - An action that is interrupted fails.
package protocol

import (
	"context"
	"sync"
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

// Generator makes a configuration that the framework generated for an imported
// object of a type valid.
type Generator func(ctx context.Context, typeName string, config *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error)

// server serves all calls that this provider has a use for. The others
// (functions, state stores) pass through.
type server struct {
	Server

	generate Generator
	// schemas is asked for only when something is said.
	schemas func() *tfprotov6.GetProviderSchemaResponse
	// stopped is set once the run was interrupted.
	stopped atomic.Bool
}

// Wrap returns a factory of servers around those of inner. A server without all
// services is returned as it is.
func Wrap(inner func() tfprotov6.ProviderServer, generate Generator) func() tfprotov6.ProviderServer {
	return func() tfprotov6.ProviderServer {
		wrapped := inner()
		if all, ok := wrapped.(Server); ok {
			return &server{Server: all, generate: generate, schemas: sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse { return schemasOf(all) })}
		}
		return wrapped
	}
}

// readDataSource reads a data source, and splices in the list that it collected.
func (s *server) readDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	collector := &splice.Collector{}
	resp, err := s.Server.ReadDataSource(splice.NewContext(ctx, collector), req)
	if err == nil && resp != nil {
		resp.State, resp.Diagnostics = collector.Finish(resp.State, resp.Diagnostics)
	}
	return resp, err
}

// openEphemeralResource is readDataSource for an ephemeral resource.
func (s *server) openEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	collector := &splice.Collector{}
	resp, err := s.Server.OpenEphemeralResource(splice.NewContext(ctx, collector), req)
	if err == nil && resp != nil {
		resp.Result, resp.Diagnostics = collector.Finish(resp.Result, resp.Diagnostics)
	}
	return resp, err
}

// getProviderSchema says that the server generates configuration. If it did not
// say so, the CLI would generate it. An older CLI does so all the same.
func (s *server) getProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := s.Server.GetProviderSchema(ctx, req)
	if err == nil && resp.ServerCapabilities != nil {
		resp.ServerCapabilities.GenerateResourceConfig = true
	}
	return resp, err
}

// generateResourceConfig makes what the framework copies from the state valid.
func (s *server) generateResourceConfig(ctx context.Context, req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	resp, err := s.Server.GenerateResourceConfig(ctx, req)
	if err == nil && resp.Config != nil {
		resp.Config, err = s.generate(ctx, req.TypeName, resp.Config)
	}
	return resp, err
}
