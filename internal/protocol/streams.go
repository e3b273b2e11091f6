// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"errors"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// StopProvider notes the interruption before it ends any call.
func (s *server) StopProvider(ctx context.Context, req *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	s.stopped.Store(true)
	return s.Server.StopProvider(ctx, req)
}

// InvokeAction guards the call of the same name. It waits for the end of the action
// before it sends an event. Once a run is interrupted, the plugin server sends no
// events any more, and a CLI takes the end of the stream for success. So the failure
// of an interrupted action must be an error of the call itself.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (stream *tfprotov6.InvokeActionServerStream, err error) {
	r := describe(req)
	defer func() {
		if recover() != nil {
			failed := tfprotov6.CompletedInvokeActionEventType{Diagnostics: []*tfprotov6.Diagnostic{panicked(r)}}
			stream, err = &tfprotov6.InvokeActionServerStream{Events: slices.Values([]tfprotov6.InvokeActionEvent{{Type: failed}})}, nil
		}
	}()
	stream, err = s.Server.InvokeAction(ctx, req)
	if stream == nil || err != nil {
		return stream, err
	}
	events := slices.Collect(stream.Events)
	for _, event := range events {
		done, _ := event.Type.(tfprotov6.CompletedInvokeActionEventType)
		s.hidePaths(r, done.Diagnostics)
		for _, d := range done.Diagnostics {
			if d != nil && d.Severity == tfprotov6.DiagnosticSeverityError && (s.stopped.Load() || ctx.Err() != nil) {
				return nil, errors.New(d.Summary + ": " + d.Detail)
			}
		}
	}
	return &tfprotov6.InvokeActionServerStream{Events: slices.Values(events)}, nil
}

// ListResource guards the call of the same name, and the results that it sends: a
// panic may also come while they are read. A panic of their receiver is not the
// provider's.
func (s *server) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (stream *tfprotov6.ListResourceServerStream, err error) {
	r := describe(req)
	failed := func() tfprotov6.ListResourceResult {
		return tfprotov6.ListResourceResult{Diagnostics: []*tfprotov6.Diagnostic{panicked(r)}}
	}
	defer func() {
		if recover() != nil {
			stream, err = &tfprotov6.ListResourceServerStream{Results: slices.Values([]tfprotov6.ListResourceResult{failed()})}, nil
		}
	}()
	inner, err := s.Server.ListResource(ctx, req)
	if inner == nil || err != nil {
		return inner, err
	}
	return &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) {
		sending := false
		defer func() {
			if !sending && recover() != nil {
				yield(failed())
			}
		}()
		for result := range inner.Results {
			s.hidePaths(r, result.Diagnostics)
			sending = true
			if !yield(result) {
				return
			}
			sending = false
		}
	}}, nil
}
