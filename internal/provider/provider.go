// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package provider wires the provider: its schema, its configuration and the
// lists of what it offers.
package provider

import (
	"context"
	"net/http"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/transactiontoken"
	"github.com/payment-service/terraform-provider-paymentservice/internal/webhook"
)

// Address is the provider's address in the registry.
const Address = "registry.terraform.io/payment-service/paymentservice"

var (
	_ provider.Provider                       = (*paymentserviceProvider)(nil)
	_ provider.ProviderWithActions            = (*paymentserviceProvider)(nil)
	_ provider.ProviderWithEphemeralResources = (*paymentserviceProvider)(nil)
	_ provider.ProviderWithFunctions          = (*paymentserviceProvider)(nil)
	_ provider.ProviderWithListResources      = (*paymentserviceProvider)(nil)
	_ provider.ProviderWithValidateConfig     = (*paymentserviceProvider)(nil)
)

type paymentserviceProvider struct {
	version string
	getenv  func(string) string
	// transport replaces the network in tests; nil for the real one.
	transport http.RoundTripper
}

// Option changes what the provider takes from its surroundings.
type Option func(*paymentserviceProvider)

// WithEnvironment reads environment variables through getenv.
func WithEnvironment(getenv func(string) string) Option {
	return func(p *paymentserviceProvider) { p.getenv = getenv }
}

// WithTransport sends all requests through transport.
func WithTransport(transport http.RoundTripper) Option {
	return func(p *paymentserviceProvider) { p.transport = transport }
}

// New returns the provider in the given version.
func New(version string, options ...Option) provider.Provider {
	p := &paymentserviceProvider{version: version, getenv: os.Getenv}
	for _, option := range options {
		option(p)
	}
	return p
}

// NewServer returns a factory of plugin protocol servers for the provider.
func NewServer(version string, options ...Option) func() tfprotov6.ProviderServer {
	return protocol.Wrap(providerserver.NewProtocol6(New(version, options...)))
}

func (p *paymentserviceProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "paymentservice"
	resp.Version = p.version
}

func (p *paymentserviceProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{webhook.NewResource}
}

func (p *paymentserviceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newCallerIdentity, charges.NewDataSource, charges.NewSummaryDataSource, webhook.NewDataSource}
}

func (p *paymentserviceProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{charges.NewEphemeralResource, transactiontoken.NewEphemeralResource}
}

func (p *paymentserviceProvider) Actions(context.Context) []func() action.Action {
	return []func() action.Action{webhook.NewResumeAction}
}

func (p *paymentserviceProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{period.NewFunction}
}

func (p *paymentserviceProvider) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{webhook.NewListResource}
}
