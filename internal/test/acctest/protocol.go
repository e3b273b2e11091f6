// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Protocol drives the provider over the plugin protocol as a CLI does, without a CLI.
type Protocol struct {
	Server  tfprotov6.ProviderServer
	Schemas *tfprotov6.GetProviderSchemaResponse
	config  Values // of the provider
}

// NewProtocol returns an unconfigured Protocol. The provider never reads the environment of
// this process.
func NewProtocol(t testing.TB, options ...provider.Option) *Protocol {
	t.Helper()
	options = append([]provider.Option{provider.WithEnvironment(func(string) string { return "" })}, options...)
	return &Protocol{Server: provider.NewServer("test", options...)(), Schemas: schemas()}
}

// schemas is shared by all provider servers: a CLI, too, asks for it only once.
var schemas = sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
	server := provider.NewServer("test")()
	return must(server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{}))
})

// Configured returns a Protocol that is configured for a fake service, with
// more provider arguments.
func Configured(t testing.TB, server *fakeservice.Server, more Values, options ...provider.Option) *Protocol {
	t.Helper()
	config := Values{
		"base_url":  server.URL,
		"secret":    fakeservice.DefaultSecret,
		"app_token": fakeservice.DefaultAppToken,
	}
	maps.Copy(config, more)
	p := NewProtocol(t, options...)
	p.config = config
	p.NextRun(t)
	return p
}

// NextRun configures the provider once more, as a CLI does for each of its
// commands. State that the provider keeps for one run ends here.
func (p *Protocol) NextRun(t testing.TB) {
	t.Helper()
	if diags := p.Configure(t.Context(), p.config); len(diags) > 0 {
		t.Fatalf("configuring the provider: %s", diags)
	}
}

// Validate validates the configuration of the provider.
func (p *Protocol) Validate(ctx context.Context, config Values) Diagnostics {
	value, diags := encodeConfig("provider", p.Schemas.Provider, config)
	if diags != nil {
		return diags
	}
	checked := must(p.Server.ValidateProviderConfig(ctx, &tfprotov6.ValidateProviderConfigRequest{Config: value}))
	return checked.Diagnostics
}

// Configure validates and configures the provider.
func (p *Protocol) Configure(ctx context.Context, config Values) Diagnostics {
	p.config = config
	if diags := p.Validate(ctx, config); len(diags) > 0 {
		return diags
	}
	value, _ := encodeConfig("provider", p.Schemas.Provider, config)
	configured := must(p.Server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{
		Config:           value,
		TerraformVersion: "1.11.4",
	}))
	return configured.Diagnostics
}

// Read reads a data source.
func (p *Protocol) Read(ctx context.Context, typeName string, config Values) (Values, Diagnostics) {
	schema := p.Schemas.DataSourceSchemas[typeName]
	value, diags := encodeConfig("data source "+typeName, schema, config)
	if diags != nil {
		return nil, diags
	}
	checked := must(p.Server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName,
		Config:   value,
	}))
	diags = checked.Diagnostics
	if diags.Errors() != "" {
		return nil, diags
	}

	read := must(p.Server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName,
		Config:   value,
	}))
	return Decode(schema, read.State), append(diags, read.Diagnostics...)
}

// Open opens an ephemeral resource.
func (p *Protocol) Open(ctx context.Context, typeName string, config Values) (Values, Diagnostics) {
	schema := p.Schemas.EphemeralResourceSchemas[typeName]
	value, diags := encodeConfig("ephemeral resource "+typeName, schema, config)
	if diags != nil {
		return nil, diags
	}
	checked := must(p.Server.ValidateEphemeralResourceConfig(ctx, &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: typeName,
		Config:   value,
	}))
	diags = checked.Diagnostics
	if diags.Errors() != "" {
		return nil, diags
	}

	opened := must(p.Server.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{
		TypeName: typeName,
		Config:   value,
	}))
	return Decode(schema, opened.Result), append(diags, opened.Diagnostics...)
}

// Invoke validates, plans and invokes an action, and returns what it reports.
func (p *Protocol) Invoke(ctx context.Context, typeName string, config Values) Diagnostics {
	server, _ := p.Server.(tfprotov6.ActionServer)
	var schema *tfprotov6.Schema
	if action := p.Schemas.ActionSchemas[typeName]; action != nil {
		schema = action.Schema
	}
	value, diags := encodeConfig("action "+typeName, schema, config)
	if diags != nil {
		return diags
	}

	checked := must(server.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{
		ActionType: typeName,
		Config:     value,
	}))
	diags = checked.Diagnostics
	if diags.Errors() != "" {
		return diags
	}
	planned := must(server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: typeName, Config: value}))
	diags = planned.Diagnostics
	if diags.Errors() != "" {
		return diags
	}

	stream := must(server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: typeName, Config: value}))
	for event := range stream.Events {
		if end, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			diags = end.Diagnostics
		}
	}
	return diags
}

// Listed is one result of a list resource.
type Listed struct {
	Name     string
	Values   Values // the resource's settings, nil if the result has none
	Identity Values

	identity *tfprotov6.ResourceIdentityData
}

// List validates a list block and reads its results as a CLI does: it stops at
// the limit, and at the first error.
func (p *Protocol) List(
	ctx context.Context, typeName string, config Values, limit int, includeResource bool,
) ([]Listed, Diagnostics) {
	server, _ := p.Server.(tfprotov6.ListResourceServer)
	value, diags := encodeConfig("list resource "+typeName, p.Schemas.ListResourceSchemas[typeName], config)
	if diags != nil {
		return nil, diags
	}
	checked := must(server.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{
		TypeName: typeName,
		Config:   value,
	}))
	diags = checked.Diagnostics
	if diags.Errors() != "" {
		return nil, diags
	}

	stream := must(server.ListResource(ctx, &tfprotov6.ListResourceRequest{
		TypeName:        typeName,
		Config:          value,
		Limit:           int64(limit),
		IncludeResource: includeResource,
	}))
	var all []Listed
	for result := range stream.Results {
		diags = append(diags, result.Diagnostics...)
		if result.Identity != nil {
			all = append(all, p.listed(ctx, typeName, result))
		}
		if diags.Errors() != "" || len(all) == limit {
			break
		}
	}
	return all, diags
}

// listed decodes a result of a list resource.
func (p *Protocol) listed(ctx context.Context, typeName string, result tfprotov6.ListResourceResult) Listed {
	return Listed{
		Name:     result.DisplayName,
		Values:   Decode(p.Schemas.ResourceSchemas[typeName], result.Resource),
		Identity: p.identity(ctx, typeName, result.Identity),
		identity: result.Identity,
	}
}

func (p *Protocol) identity(ctx context.Context, typeName string, identity *tfprotov6.ResourceIdentityData) Values {
	schemas := must(p.Server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{}))
	typ := schemas.IdentitySchemas[typeName].ValueType()
	values, _ := decode(must(identity.IdentityData.Unmarshal(typ))).(Values)
	return values
}

// Diagnostics are what the provider says.
type Diagnostics []*tfprotov6.Diagnostic

// String returns all texts.
func (d Diagnostics) String() string { return d.text(0) }

// Errors returns the texts of the errors, empty if there is none.
func (d Diagnostics) Errors() string { return d.text(tfprotov6.DiagnosticSeverityError) }

// Warnings returns the texts of the warnings, empty if there is none.
func (d Diagnostics) Warnings() string { return d.text(tfprotov6.DiagnosticSeverityWarning) }

// text returns the texts of one severity, or of all.
func (d Diagnostics) text(severity tfprotov6.DiagnosticSeverity) string {
	var b strings.Builder
	for _, one := range d {
		if severity == 0 || one.Severity == severity {
			fmt.Fprintf(&b, "%s: %s\n%s\n", one.Severity, one.Summary, one.Detail)
		}
	}
	return b.String()
}
