// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Values are the arguments or the attributes of an object. Those that are
// missing are null.
type Values map[string]any

// Unknown is a value that is not known yet.
var Unknown = struct{ unknown bool }{true}

// Protocol drives the provider over the plugin protocol as a CLI does, without a CLI.
type Protocol struct {
	Server  tfprotov6.ProviderServer
	Schemas *tfprotov6.GetProviderSchemaResponse
	config  Values // of the provider
}

// NewProtocol returns an unconfigured Protocol.
func NewProtocol(t testing.TB, options ...provider.Option) *Protocol {
	t.Helper()
	schemas, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	return &Protocol{Server: newServer(options...), Schemas: schemas}
}

// newServer returns the provider under test. It never reads this process's
// environment.
func newServer(options ...provider.Option) tfprotov6.ProviderServer {
	return provider.NewServer("test", append([]provider.Option{
		provider.WithEnvironment(func(string) string { return "" }),
	}, options...)...)()
}

// schemas is shared by all provider servers: a CLI, too, asks for it only once.
var schemas = sync.OnceValues(func() (*tfprotov6.GetProviderSchemaResponse, error) {
	return newServer().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
})

// Configured returns a Protocol that is configured for a fake service, with
// more provider arguments.
func Configured(t testing.TB, server *fakeservice.Server, more Values, options ...provider.Option) *Protocol {
	t.Helper()
	config := Values{"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken}
	for name, value := range more {
		config[name] = value
	}
	p := NewProtocol(t, options...)
	if diags := p.Configure(t.Context(), config); len(diags) > 0 {
		t.Fatalf("configuring the provider: %s", diags)
	}
	return p
}

// Validate validates the configuration of the provider.
func (p *Protocol) Validate(ctx context.Context, config Values) Diagnostics {
	checked, err := p.Server.ValidateProviderConfig(ctx, &tfprotov6.ValidateProviderConfigRequest{Config: dynamic(p.Schemas.Provider, config)})
	return diagnostics(checked.Diagnostics, err)
}

// Configure validates and configures the provider.
func (p *Protocol) Configure(ctx context.Context, config Values) Diagnostics {
	p.config = config
	if diags := p.Validate(ctx, config); len(diags) > 0 {
		return diags
	}
	done, err := p.Server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: dynamic(p.Schemas.Provider, config), TerraformVersion: "1.11.4"})
	return diagnostics(done.Diagnostics, err)
}

// Read reads a data source.
func (p *Protocol) Read(ctx context.Context, typeName string, config Values) (Values, Diagnostics) {
	state, diags := p.ReadEncoded(ctx, typeName, config)
	return values(p.Schemas.DataSourceSchemas[typeName], state), diags
}

// ReadEncoded is Read, but returns the value as it was sent.
func (p *Protocol) ReadEncoded(ctx context.Context, typeName string, config Values) (*tfprotov6.DynamicValue, Diagnostics) {
	value := dynamic(p.Schemas.DataSourceSchemas[typeName], config)
	checked, err := p.Server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: value})
	if diags := diagnostics(checked.Diagnostics, err); diags.Errors() != "" {
		return nil, diags
	}
	read, err := p.Server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: value})
	return read.State, diagnostics(append(checked.Diagnostics, read.Diagnostics...), err)
}

// Open opens an ephemeral resource.
func (p *Protocol) Open(ctx context.Context, typeName string, config Values) (Values, Diagnostics) {
	schema := p.Schemas.EphemeralResourceSchemas[typeName]
	value := dynamic(schema, config)
	checked, err := p.Server.ValidateEphemeralResourceConfig(ctx, &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: typeName, Config: value})
	if diags := diagnostics(checked.Diagnostics, err); diags.Errors() != "" {
		return nil, diags
	}
	opened, err := p.Server.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{TypeName: typeName, Config: value})
	return values(schema, opened.Result), append(diagnostics(checked.Diagnostics, nil), diagnostics(opened.Diagnostics, err)...)
}

// Invoke validates, plans and invokes an action, and returns what it reports.
func (p *Protocol) Invoke(ctx context.Context, typeName string, config Values) Diagnostics {
	server, ok := p.Server.(tfprotov6.ActionServer)
	schema := p.Schemas.ActionSchemas[typeName]
	if !ok || schema == nil {
		return Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "No Action " + typeName}}
	}
	value := dynamic(schema.Schema, config)
	checked, err := server.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: value})
	if diags := diagnostics(checked.Diagnostics, err); diags.Errors() != "" {
		return diags
	}
	planned, err := server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: typeName, Config: value})
	if diags := diagnostics(planned.Diagnostics, err); diags.Errors() != "" {
		return diags
	}
	stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: typeName, Config: value})
	if err != nil {
		return diagnostics(nil, err)
	}
	var diags Diagnostics
	for event := range stream.Events {
		if end, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			diags = end.Diagnostics
		}
	}
	return diags
}

// ActionConfig encodes the configuration of an action.
func (p *Protocol) ActionConfig(typeName string, config Values) *tfprotov6.DynamicValue {
	return dynamic(p.Schemas.ActionSchemas[typeName].Schema, config)
}

// EphemeralConfig encodes the configuration of an ephemeral resource.
func (p *Protocol) EphemeralConfig(typeName string, config Values) *tfprotov6.DynamicValue {
	return dynamic(p.Schemas.EphemeralResourceSchemas[typeName], config)
}

// Diagnostics are what the provider says.
type Diagnostics []*tfprotov6.Diagnostic

func diagnostics(list []*tfprotov6.Diagnostic, err error) Diagnostics {
	if err != nil {
		list = append(list, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: "Protocol Error", Detail: err.Error()})
	}
	return list
}

// String returns all texts.
func (d Diagnostics) String() string { return d.text(0) }

// Errors returns the texts of the errors, empty if there is none.
func (d Diagnostics) Errors() string { return d.text(tfprotov6.DiagnosticSeverityError) }

// Warnings returns the texts of the warnings, empty if there is none.
func (d Diagnostics) Warnings() string { return d.text(tfprotov6.DiagnosticSeverityWarning) }

func (d Diagnostics) text(severity tfprotov6.DiagnosticSeverity) string {
	var b strings.Builder
	for _, one := range d {
		if severity == 0 || one.Severity == severity {
			fmt.Fprintf(&b, "%s: %s\n%s\n", one.Severity, one.Summary, one.Detail)
		}
	}
	return b.String()
}

// FromJSON converts an object of JSON, with numbers of any size as json.Number. "?" is
// a value that is not known.
func FromJSON(object map[string]any) Values {
	converted := Values{}
	for name, value := range object {
		converted[name] = fromJSON(value)
	}
	return converted
}

func fromJSON(value any) any {
	switch value := value.(type) {
	case map[string]any:
		return FromJSON(value)
	case []any:
		list := make([]any, len(value))
		for i, inner := range value {
			list[i] = fromJSON(inner)
		}
		return list
	case json.Number:
		number, _ := new(big.Float).SetPrec(512).SetString(value.String()) // nil would be found
		return number
	}
	if value == "?" {
		return Unknown
	}
	return value
}

// dynamic encodes values as an object of the schema.
func dynamic(schema *tfprotov6.Schema, v Values) *tfprotov6.DynamicValue {
	typ := schema.ValueType()
	value := must(tfprotov6.NewDynamicValue(typ, encode(typ, map[string]any(v))))
	return &value
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // a test wrote a value that its schema does not have
	}
	return v
}

// encode converts v from plain Go to a value of a type. Nil and the missing
// attributes of an object are null.
func encode(typ tftypes.Type, v any) tftypes.Value {
	switch v := v.(type) {
	case nil:
		return tftypes.NewValue(typ, nil)
	case struct{ unknown bool }:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case Values:
		return encode(typ, map[string]any(v))
	case []string:
		list := make([]any, len(v))
		for i, s := range v {
			list[i] = s
		}
		return encode(typ, list)
	case map[string]any:
		return encodeMap(typ, v)
	case []any:
		return encodeList(typ, v)
	case int:
		return encode(typ, int64(v))
	}
	if typ.Is(tftypes.DynamicPseudoType) {
		return encode(typeOf(v), v)
	}
	return tftypes.NewValue(typ, v)
}

func encodeMap(typ tftypes.Type, v map[string]any) tftypes.Value {
	members := map[string]tftypes.Value{}
	switch typ := typ.(type) {
	case tftypes.Object:
		for name := range v {
			if _, ok := typ.AttributeTypes[name]; !ok {
				panic("no such attribute: " + name)
			}
		}
		for name, t := range typ.AttributeTypes {
			members[name] = encode(t, v[name])
		}
		return tftypes.NewValue(typ, members)
	case tftypes.Map:
		for name, value := range v {
			members[name] = encode(typ.ElementType, value)
		}
		return tftypes.NewValue(typ, members)
	}
	object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
	for name, value := range v {
		members[name] = encodeInside(tftypes.DynamicPseudoType, value)
		object.AttributeTypes[name] = members[name].Type()
	}
	return tftypes.NewValue(object, members)
}

func encodeList(typ tftypes.Type, v []any) tftypes.Value {
	var element tftypes.Type = tftypes.DynamicPseudoType
	switch typ := typ.(type) {
	case tftypes.List:
		element = typ.ElementType
	case tftypes.Set:
		element = typ.ElementType
	}
	members := make([]tftypes.Value, len(v))
	types := make([]tftypes.Type, len(v))
	for i, value := range v {
		members[i] = encodeInside(element, value)
		types[i] = members[i].Type()
	}
	if typ.Is(tftypes.DynamicPseudoType) {
		typ = tftypes.Tuple{ElementTypes: types}
	}
	return tftypes.NewValue(typ, members)
}

// encodeInside encodes a value inside another one. There, terraform-plugin-go
// cannot encode a null or unknown value without a type.
func encodeInside(typ tftypes.Type, v any) tftypes.Value {
	if typ.Is(tftypes.DynamicPseudoType) && (v == nil || v == Unknown) {
		typ = tftypes.String
	}
	return encode(typ, v)
}

func typeOf(v any) tftypes.Type {
	switch v.(type) {
	case string:
		return tftypes.String
	case bool:
		return tftypes.Bool
	default:
		return tftypes.Number
	}
}

// values decodes an object into plain Go: numbers as *big.Float, and unknown
// values as Unknown. Nulls are left out.
func values(schema *tfprotov6.Schema, v *tfprotov6.DynamicValue) Values {
	if v == nil {
		return nil
	}
	decoded := must(v.Unmarshal(schema.ValueType()))
	object, _ := decode(decoded).(map[string]any)
	return object
}

func decode(v tftypes.Value) any {
	switch {
	case v.IsNull():
		return nil
	case !v.IsKnown():
		return Unknown
	}
	switch typ := v.Type(); {
	case typ.Is(tftypes.String):
		return as[string](v)
	case typ.Is(tftypes.Bool):
		return as[bool](v)
	case typ.Is(tftypes.Number):
		number := as[big.Float](v)
		return &number
	case typ.Is(tftypes.List{}), typ.Is(tftypes.Set{}), typ.Is(tftypes.Tuple{}):
		list := as[[]tftypes.Value](v)
		all := make([]any, len(list))
		for i, one := range list {
			all[i] = decode(one)
		}
		return all
	}
	all := map[string]any{}
	for name, one := range as[map[string]tftypes.Value](v) {
		if value := decode(one); value != nil {
			all[name] = value
		}
	}
	return all
}

// as returns a known value as its Go type.
func as[T any](v tftypes.Value) T {
	var value T
	if err := v.As(&value); err != nil {
		panic(err) // the types above are all there are
	}
	return value
}
