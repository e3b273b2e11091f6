// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package splice

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
)

type server struct {
	protocol.Server
}

// Wrap returns a factory of servers that behave as those of inner and splice in
// what a Collector was given. Where a server can't be wrapped no call has a
// Collector, which FromContext tells.
func Wrap(inner func() tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return protocol.Wrap(inner, func(s protocol.Server) tfprotov6.ProviderServer { return &server{s} })
}

// ReadDataSource implements tfprotov6.DataSourceServer.
func (s *server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	collector := &Collector{}
	resp, err := s.Server.ReadDataSource(NewContext(ctx, collector), req)
	if err != nil || resp == nil {
		return resp, err
	}
	resp.State, resp.Diagnostics = collector.finish(resp.State, resp.Diagnostics)
	return resp, nil
}

// OpenEphemeralResource implements tfprotov6.EphemeralResourceServer.
func (s *server) OpenEphemeralResource(ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	collector := &Collector{}
	resp, err := s.Server.OpenEphemeralResource(NewContext(ctx, collector), req)
	if err != nil || resp == nil {
		return resp, err
	}
	resp.Result, resp.Diagnostics = collector.finish(resp.Result, resp.Diagnostics)
	return resp, nil
}

// finish returns value with the collected list in it. With an error among diags
// the value stays as it is; a list that cannot be written is itself such an
// error.
func (c *Collector) finish(value *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	attribute, list := c.take()
	if list == nil || hasError(diags) {
		return value, diags
	}
	spliced, err := insert(value, attribute, list)
	if err != nil {
		return value, append(diags, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "Unable to Return List",
			Detail: "The list was read, but the provider could not return it: " + err.Error() + ". " +
				"No part of the list is kept. If its size is not the cause, please report this to the provider's developers.",
		})
	}
	return spliced, diags
}

func hasError(diags []*tfprotov6.Diagnostic) bool {
	for _, d := range diags {
		if d != nil && d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}
