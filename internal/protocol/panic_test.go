// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// full has every service of the protocol. All methods panic: the interfaces are nil.
type full struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// wrap returns the server around inner, with all of its services.
func wrap(t *testing.T, inner tfprotov6.ProviderServer) protocol.Server {
	t.Helper()
	wrapped, ok := protocol.Wrap(func() tfprotov6.ProviderServer { return inner }, nil)().(protocol.Server)
	if !ok {
		t.Fatal("the server lacks services of the protocol")
	}
	return wrapped
}

// passed are calls that are passed on as they are: this provider does not use them.
var passed = []string{
	"CallFunction", "GetFunctions", "StopProvider", "ValidateStateStoreConfig",
	"ConfigureStateStore", "ReadStateBytes", "WriteStateBytes", "GetStates", "DeleteState", "LockState", "UnlockState",
}

// TestWrap_recoversEverywhere calls each method of a server whose methods all panic.
func TestWrap_recoversEverywhere(t *testing.T) {
	t.Parallel()

	server := reflect.ValueOf(wrap(t, full{}))
	for i := range server.NumMethod() {
		name := server.Type().Method(i).Name
		if slices.Contains(passed, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			method := server.Method(i)
			out := method.Call([]reflect.Value{reflect.ValueOf(t.Context()), reflect.New(method.Type().In(1).Elem())})
			if !out[1].IsNil() {
				t.Fatalf("error %v, want a diagnostic", out[1])
			}
			expectFailure(t, diagnosticsOf(t, out[0].Interface()), name)
		})
	}
}

// diagnosticsOf returns what a response says, or the last element of its stream.
func diagnosticsOf(t *testing.T, resp any) (diags []*tfprotov6.Diagnostic) {
	t.Helper()
	switch resp := resp.(type) {
	case *tfprotov6.InvokeActionServerStream:
		for event := range resp.Events {
			if done, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
				diags = done.Diagnostics
			}
		}
	case *tfprotov6.ListResourceServerStream:
		for result := range resp.Results {
			diags = result.Diagnostics
		}
	default:
		var ok bool
		if diags, ok = reflect.ValueOf(resp).Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic); !ok {
			t.Fatal("no diagnostics")
		}
	}
	return diags
}

func expectFailure(t *testing.T, diags []*tfprotov6.Diagnostic, texts ...string) {
	t.Helper()
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityError {
		t.Fatalf("diagnostics %v, want one error", diags)
	}
	for _, text := range texts {
		if !strings.Contains(diags[0].Detail, text) {
			t.Errorf("%q does not hold %q", diags[0].Detail, text)
		}
	}
	if places := strings.Count(diags[0].Detail, "\n  - "); places < 1 || places > 6 {
		t.Errorf("%q names %d places", diags[0].Detail, places)
	}
	if strings.Contains(diags[0].Summary+diags[0].Detail, "topsecret") {
		t.Errorf("%q holds what the panic said", diags[0].Detail)
	}
}

type panicking struct{ full }

func (panicking) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	panic(errors.New("topsecret"))
}

func (panicking) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	panic("topsecret")
}

// TestWrap_keepsTheState: to a CLI, a null state means that the object is gone.
func TestWrap_keepsTheState(t *testing.T) {
	t.Parallel()

	state, private := &tfprotov6.DynamicValue{MsgPack: []byte{0x80}}, []byte("{}")
	server := wrap(t, panicking{})
	applied, err := server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: "paymentservice_webhook", PriorState: state, PlannedState: &tfprotov6.DynamicValue{}, PlannedPrivate: private,
	})
	if err != nil || applied.NewState != state || string(applied.Private) != "{}" {
		t.Errorf("answer %+v, error %v, want the prior state", applied, err)
	}
	expectFailure(t, applied.Diagnostics, "paymentservice_webhook", "secrets:\n  - github.com/payment-service/terraform-provider-paymentservice/internal/protocol_test/panic_test.go:")

	read, err := server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "paymentservice_webhook", CurrentState: state, Private: private})
	if err != nil || read.NewState != state || string(read.Private) != "{}" {
		t.Errorf("answer %+v, error %v, want the current state", read, err)
	}
	expectFailure(t, read.Diagnostics, "paymentservice_webhook")
}

// streams are the calls that answer with a stream. Each returns the diagnostics of
// the elements before take returns false.
var streams = map[string]func(t *testing.T, s protocol.Server, take func() bool) []*tfprotov6.Diagnostic{
	"InvokeAction": func(t *testing.T, s protocol.Server, take func() bool) []*tfprotov6.Diagnostic {
		t.Helper()
		stream, err := s.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{ActionType: "with_secret"})
		if err != nil {
			t.Fatal(err)
		}
		return diagnosticsOf(t, &tfprotov6.InvokeActionServerStream{Events: taken(stream.Events, take)})
	},
	"ListResource": func(t *testing.T, s protocol.Server, take func() bool) []*tfprotov6.Diagnostic {
		t.Helper()
		stream, err := s.ListResource(t.Context(), &tfprotov6.ListResourceRequest{TypeName: "with_secret"})
		if err != nil {
			t.Fatal(err)
		}
		return diagnosticsOf(t, &tfprotov6.ListResourceServerStream{Results: taken(stream.Results, take)})
	},
}

func taken[T any](stream iter.Seq[T], take func() bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for element := range stream {
			if !take() || !yield(element) {
				return
			}
		}
	}
}

func TestWrap_streams(t *testing.T) {
	t.Parallel()

	for name, read := range streams {
		t.Run(name+" hides paths", func(t *testing.T) {
			t.Parallel()
			diags := read(t, wrap(t, speaking{at: at("secret")}), func() bool { return true })
			if len(diags) == 0 || !isEmpty(diags[0].Attribute) {
				t.Errorf("diagnostics %v, want one with an empty path", diags)
			}
		})
		t.Run(name+" recovers within the stream", func(t *testing.T) {
			t.Parallel()
			expectFailure(t, read(t, wrap(t, speaking{after: true}), func() bool { return true }), name, "with_secret")
		})
		t.Run(name+" ends with its receiver", func(t *testing.T) {
			t.Parallel()
			if diags := read(t, wrap(t, speaking{after: true}), func() bool { return false }); len(diags) > 0 {
				t.Errorf("diagnostics %v after the end", diags)
			}
		})
		t.Run(name+" leaves the receiver's panic alone", func(t *testing.T) {
			t.Parallel()
			defer func() {
				if got := recover(); got != "mine" {
					t.Errorf("recovered %v", got)
				}
			}()
			read(t, wrap(t, speaking{}), func() bool { panic("mine") })
		})
	}
}

func (panicking) GenerateResourceConfig(context.Context, *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	return &tfprotov6.GenerateResourceConfigResponse{Diagnostics: []*tfprotov6.Diagnostic{{Summary: "S"}}}, nil
}

// If the framework cannot generate a configuration, its error is passed on.
func TestWrap_generatesNothing(t *testing.T) {
	t.Parallel()

	resp, err := wrap(t, panicking{}).GenerateResourceConfig(t.Context(), &tfprotov6.GenerateResourceConfigRequest{})
	if err != nil || len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary != "S" {
		t.Errorf("answer %+v, error %v, want what the framework said", resp, err)
	}
}

// The plugin server finds optional services by type assertion. If the wrapper lacked
// a method, the provider would lose a service.
func TestWrap_hasEveryMethod(t *testing.T) {
	t.Parallel()

	factory := providerserver.NewProtocol6(provider.New("test"))
	inner, wrapped := factory(), protocol.Wrap(factory, nil)()
	if reflect.TypeOf(inner) == reflect.TypeOf(wrapped) {
		t.Fatal("not wrapped")
	}
	for i := range reflect.TypeOf(inner).NumMethod() {
		name := reflect.TypeOf(inner).Method(i).Name
		if _, ok := reflect.TypeOf(wrapped).MethodByName(name); !ok {
			t.Errorf("the wrapper has no method %s", name)
		}
	}
	bare := struct{ tfprotov6.ProviderServer }{inner}
	if got := protocol.Wrap(func() tfprotov6.ProviderServer { return bare }, nil)(); got != bare {
		t.Errorf("a server without all services became %T", got)
	}
}
