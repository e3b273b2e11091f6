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
	"github.com/vmihailenco/msgpack/v5"

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

// wrap returns a guarded server, with all of its services.
func wrap(t *testing.T, inner tfprotov6.ProviderServer) interface {
	tfprotov6.ProviderServer
	tfprotov6.ActionServer
} {
	t.Helper()
	wrapped, ok := guard.Wrap(func() tfprotov6.ProviderServer { return inner })().(interface {
		tfprotov6.ProviderServer
		tfprotov6.ActionServer
	})
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

// speaking answers with a diagnostic at a path.
type speaking struct {
	full
	at    *tftypes.AttributePath
	after bool // panic once an event was sent
}

func (s speaking) diags() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Summary: "S", Detail: "D", Attribute: s.at}, nil}
}

func (s speaking) ValidateProviderConfig(context.Context, *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) InvokeAction(context.Context, *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "on it"}})
		if s.after {
			panic("topsecret")
		}
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: s.diags()}})
	}}, nil
}

// noSecrets is a configuration without any argument.
var noSecrets = &tfprotov6.DynamicValue{MsgPack: []byte{0x80}}

func TestWrap_hidesPathsToSecrets(t *testing.T) {
	t.Parallel()

	at := tftypes.NewAttributePath
	for name, tc := range map[string]struct {
		typeName string // of the provider where empty
		at       *tftypes.AttributePath
		hidden   bool
	}{
		"no path":            {"", nil, false},
		"empty path":         {"", at(), false},
		"secret":             {"", at().WithAttributeName("secret"), true},
		"app token":          {"", at().WithAttributeName("app_token"), true},
		"base url":           {"", at().WithAttributeName("base_url"), true},
		"retries":            {"", at().WithAttributeName("max_retries"), false},
		"webhook token":      {"paymentservice_webhook", at().WithAttributeName("auth_token"), true},
		"write-only token":   {"paymentservice_webhook", at().WithAttributeName("auth_token_wo"), true},
		"token version":      {"paymentservice_webhook", at().WithAttributeName("auth_token_wo_version"), false},
		"webhook url":        {"paymentservice_webhook", at().WithAttributeName("url"), false},
		"card":               {"paymentservice_transaction_token", at().WithAttributeName("card"), true},
		"card number":        {"paymentservice_transaction_token", at().WithAttributeName("card").WithAttributeName("card_number"), true},
		"deep in the card":   {"paymentservice_transaction_token", at().WithAttributeName("card").WithAttributeName("phone_number").WithAttributeName("country_code"), true},
		"inside paidy":       {"paymentservice_transaction_token", at().WithAttributeName("paidy").WithElementKeyInt(3), true},
		"type":               {"paymentservice_transaction_token", at().WithAttributeName("type"), false},
		"konbini":            {"paymentservice_transaction_token", at().WithAttributeName("konbini").WithAttributeName("card"), false},
		"card of a filter":   {"paymentservice_charges", at().WithAttributeName("card").WithAttributeName("name"), true},
		"phone of a filter":  {"paymentservice_charges", at().WithAttributeName("phone"), true},
		"currency":           {"paymentservice_charges", at().WithAttributeName("currency"), false},
		"card of a charge":   {"paymentservice_charges", at().WithElementKeyString("card"), false},
		"of another type":    {"other_thing", at().WithAttributeName("secret"), false},
		"secret of a charge": {"paymentservice_charges", at().WithAttributeName("secret"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := wrap(t, speaking{at: tc.at})
			var diags []*tfprotov6.Diagnostic
			if tc.typeName == "" {
				resp, err := server.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: noSecrets})
				if err != nil {
					t.Fatal(err)
				}
				diags = resp.Diagnostics
			} else {
				resp, err := server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: tc.typeName, Config: noSecrets})
				if err != nil {
					t.Fatal(err)
				}
				diags = resp.Diagnostics
			}
			got := diags[0]
			switch {
			case got.Summary != "S" || got.Detail != "D":
				t.Errorf("the text became %q, %q", got.Summary, got.Detail)
			case tc.hidden && (got.Attribute == nil || len(got.Attribute.Steps()) > 0):
				t.Errorf("path %v, want an empty one", got.Attribute)
			case !tc.hidden && got.Attribute != tc.at:
				t.Errorf("path %v, want it as it was", got.Attribute)
			}
		})
	}
}

// Where an object holds a secret, its other lines may be the same line.
func TestWrap_hidesAllPathsBesideSecrets(t *testing.T) {
	t.Parallel()

	encode := func(config map[string]any) *tfprotov6.DynamicValue {
		raw, err := msgpack.Marshal(config)
		if err != nil {
			t.Fatal(err)
		}
		return &tfprotov6.DynamicValue{MsgPack: raw}
	}
	for name, tc := range map[string]struct {
		typeName string
		config   *tfprotov6.DynamicValue
		hidden   bool
	}{
		"no token":             {"paymentservice_webhook", encode(map[string]any{"auth_token": nil, "url": "x", "auth_token_wo": nil}), false},
		"token":                {"paymentservice_webhook", encode(map[string]any{"auth_token": "x", "url": nil}), true},
		"write-only token":     {"paymentservice_webhook", encode(map[string]any{"url": "x", "auth_token_wo": "y"}), true},
		"card":                 {"paymentservice_transaction_token", encode(map[string]any{"card": map[string]any{"cvv": "1"}}), true},
		"no card":              {"paymentservice_transaction_token", encode(map[string]any{"card": nil, "konbini": map[string]any{}}), false},
		"no configuration":     {"paymentservice_webhook", nil, true},
		"null":                 {"paymentservice_webhook", &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}, true},
		"nonsense":             {"paymentservice_webhook", &tfprotov6.DynamicValue{MsgPack: []byte{0x81, 0xa1}}, true},
		"nothing secret there": {"other_thing", nil, false},
	} {
		for from, at := range map[string]*tftypes.AttributePath{"no path": nil, "a path": tftypes.NewAttributePath().WithAttributeName("url")} {
			t.Run(name+"/"+from, func(t *testing.T) {
				t.Parallel()
				resp, err := wrap(t, speaking{at: at}).ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: tc.typeName, Config: tc.config})
				if err != nil {
					t.Fatal(err)
				}
				got := resp.Diagnostics[0].Attribute
				if hidden := got != nil && len(got.Steps()) == 0; hidden != tc.hidden {
					t.Errorf("path %v; hidden: %t, want %t", got, hidden, tc.hidden)
				}
			})
		}
	}
}

func TestWrap_action(t *testing.T) {
	t.Parallel()

	invoke := func(s speaking) iter.Seq[tfprotov6.InvokeActionEvent] {
		stream, err := wrap(t, s).InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{ActionType: "paymentservice_webhook"})
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
	inner, wrapped := factory(), guard.Wrap(factory)()
	for i := range reflect.TypeOf(inner).NumMethod() {
		name := reflect.TypeOf(inner).Method(i).Name
		if _, ok := reflect.TypeOf(wrapped).MethodByName(name); !ok {
			t.Errorf("the wrapper has no method %s", name)
		}
	}
	bare := struct{ tfprotov6.ProviderServer }{inner}
	if got := guard.Wrap(func() tfprotov6.ProviderServer { return bare })(); got != bare {
		t.Errorf("a server without all services became %T", got)
	}
}

// TestWrap_knowsEverySensitiveArgument fails where a schema gets a sensitive
// argument that a path may lead to.
func TestWrap_knowsEverySensitiveArgument(t *testing.T) {
	t.Parallel()

	// An e-mail address stands in most tokens: to hide all lines beside it would
	// hide too much, and no message about it has a path.
	excepted := []string{"paymentservice_transaction_token.email"}
	schemas, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, all := range []map[string]*tfprotov6.Schema{schemas.ResourceSchemas, schemas.DataSourceSchemas, schemas.EphemeralResourceSchemas} {
		for typeName, schema := range all {
			for _, a := range schema.Block.Attributes {
				if !a.Sensitive || !a.Optional && !a.Required || slices.Contains(excepted, typeName+"."+a.Name) {
					continue
				}
				found++
				at := tftypes.NewAttributePath().WithAttributeName(a.Name)
				resp, err := wrap(t, speaking{at: at}).ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: noSecrets})
				if err != nil {
					t.Fatal(err)
				}
				if got := resp.Diagnostics[0].Attribute; len(got.Steps()) > 0 {
					t.Errorf("a path leads to the sensitive argument %s of %s", a.Name, typeName)
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d sensitive arguments were found", found)
	}
}
