// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package guard stands between the CLI and the provider. A panic in a call
// becomes a diagnostic that holds no value, and no diagnostic, not even one of
// the framework's own, has a path that makes a CLI print the source line of a
// secret.
package guard

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
)

// server guards all calls that this provider has a use for. The others
// (functions, state stores) pass through.
type server struct {
	protocol.Server
}

// Wrap returns a factory of servers that guard those of inner.
func Wrap(inner func() tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return protocol.Wrap(inner, func(s protocol.Server) tfprotov6.ProviderServer { return &server{s} })
}

func keepRead(req *tfprotov6.ReadResourceRequest, resp *tfprotov6.ReadResourceResponse) {
	resp.NewState, resp.Private, resp.NewIdentity = req.CurrentState, req.Private, req.CurrentIdentity
}

func keepApply(req *tfprotov6.ApplyResourceChangeRequest, resp *tfprotov6.ApplyResourceChangeResponse) {
	resp.NewState, resp.Private, resp.NewIdentity = req.PriorState, req.PlannedPrivate, req.PlannedIdentity
}

// InvokeAction guards the call of the same name, and the events that it sends.
func (s *server) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (stream *tfprotov6.InvokeActionServerStream, err error) {
	const name = "InvokeAction"
	defer func() {
		if recover() != nil {
			failed := completed(panicked(name, req.ActionType))
			stream, err = &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) { yield(failed) }}, nil
		}
	}()
	stream, err = s.Server.InvokeAction(ctx, req)
	if stream != nil && stream.Events != nil {
		stream = &tfprotov6.InvokeActionServerStream{Events: guardEvents(req.ActionType, stream.Events)}
	}
	return stream, err
}

func completed(diags ...*tfprotov6.Diagnostic) tfprotov6.InvokeActionEvent {
	return tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: diags}}
}

func guardEvents(actionType string, events iter.Seq[tfprotov6.InvokeActionEvent]) iter.Seq[tfprotov6.InvokeActionEvent] {
	failed := func(d *tfprotov6.Diagnostic) tfprotov6.InvokeActionEvent { return completed(d) }
	return guardStream("InvokeAction", actionType, events, failed, func(event tfprotov6.InvokeActionEvent) {
		if done, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			hidePaths(actionType, nil, done.Diagnostics)
		}
	})
}
