// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// InvokeAction guards the call of the same name, and the events that it sends.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (stream *tfprotov6.InvokeActionServerStream, err error) {
	events, err := guardedStream(s, req, completed, diagnosticsOfEvent, func() (iter.Seq[tfprotov6.InvokeActionEvent], error) {
		stream, err := s.Server.InvokeAction(ctx, req)
		if stream == nil {
			return nil, err
		}
		return stream.Events, err
	})
	return &tfprotov6.InvokeActionServerStream{Events: events}, err
}

func completed(diags ...*tfprotov6.Diagnostic) tfprotov6.InvokeActionEvent {
	return tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: diags}}
}

func diagnosticsOfEvent(event tfprotov6.InvokeActionEvent) []*tfprotov6.Diagnostic {
	if done, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
		return done.Diagnostics
	}
	return nil
}

// ListResource guards the call of the same name, and the results that it sends.
func (s *server) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (stream *tfprotov6.ListResourceServerStream, err error) {
	results, err := guardedStream(s, req, failedResult, diagnosticsOfResult, func() (iter.Seq[tfprotov6.ListResourceResult], error) {
		stream, err := s.Server.ListResource(ctx, req)
		if stream == nil {
			return nil, err
		}
		return stream.Results, err
	})
	return &tfprotov6.ListResourceServerStream{Results: results}, err
}

func failedResult(diags ...*tfprotov6.Diagnostic) tfprotov6.ListResourceResult {
	return tfprotov6.ListResourceResult{Diagnostics: diags}
}

func diagnosticsOfResult(result tfprotov6.ListResourceResult) []*tfprotov6.Diagnostic {
	return result.Diagnostics
}

// guardedStream makes a call that answers with a stream, which it guards too: a
// panic may come while the stream is read. It ends the stream with failed; a
// panic of the receiver is not the provider's.
func guardedStream[T any](s *server, req any, failed func(...*tfprotov6.Diagnostic) T, diagnostics func(T) []*tfprotov6.Diagnostic, call func() (iter.Seq[T], error)) (guarded iter.Seq[T], err error) {
	r := describe(req)
	defer func() {
		if recover() != nil {
			last := failed(panicked(r))
			guarded, err = func(yield func(T) bool) { yield(last) }, nil
		}
	}()
	stream, err := call()
	if stream == nil {
		return nil, err
	}
	return func(yield func(T) bool) {
		sending := false
		defer func() {
			if !sending && recover() != nil {
				yield(failed(panicked(r)))
			}
		}()
		for element := range stream {
			s.hidePaths(r, diagnostics(element))
			sending = true
			more := yield(element)
			sending = false
			if !more {
				return
			}
		}
	}, err
}
