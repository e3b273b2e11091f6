// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ValidateListResourceConfig guards the call of the same name.
func (s *server) ValidateListResourceConfig(ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return rpc[tfprotov6.ValidateListResourceConfigRequest, tfprotov6.ValidateListResourceConfigResponse]{
		name: "ValidateListResourceConfig", subject: req.TypeName, config: req.Config, call: s.Server.ValidateListResourceConfig,
		diagnostics: func(r *tfprotov6.ValidateListResourceConfigResponse) *[]*tfprotov6.Diagnostic { return &r.Diagnostics },
	}.do(ctx, req)
}

// ListResource guards the call of the same name, and the results that it sends.
func (s *server) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (stream *tfprotov6.ListResourceServerStream, err error) {
	const name = "ListResource"
	failed := func(d *tfprotov6.Diagnostic) tfprotov6.ListResourceResult {
		return tfprotov6.ListResourceResult{Diagnostics: []*tfprotov6.Diagnostic{d}}
	}
	defer func() {
		if recover() != nil {
			result := failed(panicked(name, req.TypeName))
			stream, err = &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) { yield(result) }}, nil
		}
	}()
	stream, err = s.Server.ListResource(ctx, req)
	if stream != nil && stream.Results != nil {
		stream = &tfprotov6.ListResourceServerStream{Results: guardStream(name, req.TypeName, stream.Results, failed,
			func(r tfprotov6.ListResourceResult) { hidePaths(req.TypeName, req.Config, r.Diagnostics) })}
	}
	return stream, err
}

// guardStream passes on what a call sends, each element seen by look before.
// A panic of the sender ends the stream with failed; one of the receiver is not
// the provider's.
func guardStream[T any](name, subject string, elements iter.Seq[T], failed func(*tfprotov6.Diagnostic) T, look func(T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		sending := false
		defer func() {
			if sending {
				return
			}
			if recover() != nil {
				yield(failed(panicked(name, subject)))
			}
		}()
		for element := range elements {
			look(element)
			sending = true
			more := yield(element)
			sending = false
			if !more {
				return
			}
		}
	}
}
