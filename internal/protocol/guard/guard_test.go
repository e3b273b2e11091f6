// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

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
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/guard"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// full is every service of the protocol; none of its methods may be called.
type full struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

func always() bool { return true }

// wrap returns a guarded server, with all of its services. The configuration is
// in native syntax.
func wrap(t *testing.T, inner tfprotov6.ProviderServer) guarded {
	t.Helper()
	return wrapIn(t, inner, always)
}

type guarded interface {
	tfprotov6.ProviderServer
	tfprotov6.ActionServer
}

// wrapIn is wrap for a configuration that may be in native syntax or not.
func wrapIn(t *testing.T, inner tfprotov6.ProviderServer, native func() bool) guarded {
	t.Helper()
	wrapped, ok := guard.Wrap(func() tfprotov6.ProviderServer { return inner }, native)().(guarded)
	if !ok {
		t.Fatal("not all services are there")
	}
	return wrapped
}

// passed are the calls that this provider has no use for.
var passed = []string{
	"CallFunction", "GetFunctions", "StopProvider", "ValidateStateStoreConfig",
	"ConfigureStateStore", "ReadStateBytes", "WriteStateBytes", "GetStates", "DeleteState", "LockState", "UnlockState",
}

// TestWrap_recoversEverywhere calls each method of a server in which each call
// is one of a nil interface, and so panics.
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
			expectFailure(t, diagnosticsOf(t, out[0]), name)
		})
	}
}

func diagnosticsOf(t *testing.T, resp reflect.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	if stream, ok := resp.Interface().(*tfprotov6.InvokeActionServerStream); ok {
		return lastDiagnostics(stream.Events)
	}
	if stream, ok := resp.Interface().(*tfprotov6.ListResourceServerStream); ok {
		return lastResult(stream.Results).Diagnostics
	}
	diags, ok := resp.Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
	if !ok {
		t.Fatal("no diagnostics")
	}
	return diags
}

func lastDiagnostics(events iter.Seq[tfprotov6.InvokeActionEvent]) (diags []*tfprotov6.Diagnostic) {
	for event := range events {
		if done, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			diags = done.Diagnostics
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

// TestWrap_keepsTheState: a null state means to the CLI that the object is gone.
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
	expectFailure(t, applied.Diagnostics, "paymentservice_webhook", "internal/protocol/guard_test/guard_test.go:")

	read, err := server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "paymentservice_webhook", CurrentState: state, Private: private})
	if err != nil || read.NewState != state || string(read.Private) != "{}" {
		t.Errorf("answer %+v, error %v, want the current state", read, err)
	}
	expectFailure(t, read.Diagnostics, "paymentservice_webhook")
}

func TestWrap_action(t *testing.T) {
	t.Parallel()

	invoke := func(s speaking) iter.Seq[tfprotov6.InvokeActionEvent] {
		stream, err := wrap(t, s).InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{ActionType: "with_secret"})
		if err != nil {
			t.Fatal(err)
		}
		return stream.Events
	}
	t.Run("hides paths", func(t *testing.T) {
		t.Parallel()
		diags := lastDiagnostics(invoke(speaking{at: tftypes.NewAttributePath().WithAttributeName("auth_token")}))
		if len(diags) == 0 || len(diags[0].Attribute.Steps()) > 0 {
			t.Errorf("diagnostics %v, want one with an empty path", diags)
		}
	})
	t.Run("recovers between events", func(t *testing.T) {
		t.Parallel()
		expectFailure(t, lastDiagnostics(invoke(speaking{after: true})), "InvokeAction")
	})
	t.Run("leaves the receiver's panic alone", func(t *testing.T) {
		t.Parallel()
		defer func() {
			if got := recover(); got != "mine" {
				t.Errorf("recovered %v", got)
			}
		}()
		for range invoke(speaking{}) {
			panic("mine")
		}
	})
}

func TestWrap_passesThrough(t *testing.T) {
	t.Parallel()

	factory := providerserver.NewProtocol6(provider.New("test"))
	inner, wrapped := factory(), guard.Wrap(factory, always)()
	for i := range reflect.TypeOf(inner).NumMethod() {
		name := reflect.TypeOf(inner).Method(i).Name
		if _, ok := reflect.TypeOf(wrapped).MethodByName(name); !ok {
			t.Errorf("the wrapper has no method %s", name)
		}
	}
	bare := struct{ tfprotov6.ProviderServer }{inner}
	if got := guard.Wrap(func() tfprotov6.ProviderServer { return bare }, always)(); got != bare {
		t.Errorf("a server without all services became %T", got)
	}
}
