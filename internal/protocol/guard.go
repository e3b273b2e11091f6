// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// request is what the guard needs to know of a call of the plugin protocol.
type request struct {
	call    string // its name
	subject string // the type of object that it is about
	// config is what the user configured, nil if the call does not have it.
	config *tfprotov6.DynamicValue
}

// theProvider is the subject of calls about the provider's own configuration.
const theProvider = "the provider"

// describe reads a request of the protocol, whose fields have the same names in
// all calls.
func describe(req any) request {
	fields := reflect.ValueOf(req).Elem()
	r := request{call: strings.TrimSuffix(fields.Type().Name(), "Request"), subject: theProvider}
	for _, name := range []string{"TypeName", "TargetTypeName", "ActionType"} {
		if field := fields.FieldByName(name); field.IsValid() {
			r.subject = field.String()
		}
	}
	if field := fields.FieldByName("Config"); field.IsValid() {
		r.config, _ = field.Interface().(*tfprotov6.DynamicValue)
	}
	return r
}

// diagnosticsOf returns where a response of the protocol keeps what it says; all
// that are guarded have this field.
func diagnosticsOf(resp any) *[]*tfprotov6.Diagnostic {
	field := reflect.ValueOf(resp).Elem().FieldByName("Diagnostics").Addr()
	return field.Interface().(*[]*tfprotov6.Diagnostic) //nolint:forcetypeassert // a panic is a mistake in this package
}

// guarded makes a call, turns a panic into a diagnostic, and empties the paths that
// may show a secret.
func guarded[Req, Resp any](ctx context.Context, s *server, req *Req, call func(context.Context, *Req) (*Resp, error)) (resp *Resp, err error) {
	r := describe(req)
	defer func() {
		if recover() == nil {
			return
		}
		resp, err = new(Resp), nil
		keepState(req, resp)
		*diagnosticsOf(resp) = []*tfprotov6.Diagnostic{panicked(r)}
	}()
	resp, err = call(ctx, req)
	if resp != nil {
		s.hidePaths(r, *diagnosticsOf(resp))
	}
	return resp, err
}

// keepState puts the state of the request into the response of a call that
// panicked: a null state means to the CLI that the object is gone.
func keepState(req, resp any) {
	switch resp := resp.(type) {
	case *tfprotov6.ReadResourceResponse:
		if req, ok := req.(*tfprotov6.ReadResourceRequest); ok {
			resp.NewState, resp.Private, resp.NewIdentity = req.CurrentState, req.Private, req.CurrentIdentity
		}
	case *tfprotov6.ApplyResourceChangeResponse:
		if req, ok := req.(*tfprotov6.ApplyResourceChangeRequest); ok {
			resp.NewState, resp.Private, resp.NewIdentity = req.PriorState, req.PlannedPrivate, req.PlannedIdentity
		}
	}
}
