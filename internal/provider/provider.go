// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package provider wires the provider: its schema, its configuration and the
// lists of what it offers.
package provider

import (
	"context"
	"fmt"
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
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/transactiontoken"
	"github.com/payment-service/terraform-provider-paymentservice/internal/webhook"
)

// Address is the provider's address in the registry.
const Address = "registry.terraform.io/payment-service/paymentservice"

var (
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

// NewServer returns a factory of plugin protocol servers for the provider in the given version.
func NewServer(version string, options ...Option) func() tfprotov6.ProviderServer {
	p := &paymentserviceProvider{version: version, getenv: os.Getenv}
	for _, option := range options {
		option(p)
	}

	newServer := providerserver.NewProtocol6(p)
	return func() tfprotov6.ProviderServer { return protocol.Wrap(newServer()) }
}

func (p *paymentserviceProvider) Metadata(
	_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse,
) {
	resp.TypeName = "paymentservice"
	resp.Version = p.version
}

// ValidateConfig checks the values that are configured and known.
func (p *paymentserviceProvider) ValidateConfig(
	_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse,
) {
	noEnvironment := func(string) string { return "" }
	readConfiguration(req.Config.Raw).resolve(noEnvironment, &resp.Diagnostics)
}

// Configure makes the client, unless a value is not known yet.
func (p *paymentserviceProvider) Configure(
	_ context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse,
) {
	config := readConfiguration(req.Config.Raw)
	s := config.resolve(p.getenv, &resp.Diagnostics)
	config.checkRequirements(s, p.getenv, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	data := &providerdata.Data{
		Unknown:        s.unknown,
		WebhookRefresh: s.webhookRefresh,
		Claims:         selectClaims(s.claims),
		ClaimsError:    s.claimsError,
	}

	if len(data.Unknown) == 0 {
		client, err := p.newClient(s, req.TerraformVersion)
		if err != nil {
			diagnostics.AddError(&resp.Diagnostics, "Unable to Configure Provider", err.Error())
			return
		}
		data.Client = client
	}

	resp.ActionData = data
	resp.DataSourceData = data
	resp.EphemeralResourceData = data
	resp.ListResourceData = data
	resp.ResourceData = webhook.NewResourceData(data)
}

// newClient returns a client for settings of which all are known.
func (p *paymentserviceProvider) newClient(s *settings, terraformVersion string) (*paymentapi.Client, error) {
	s.AppTokenExpiry = expiryOf(s.claims)
	s.CredentialFlaws = s.credentialFlaws()

	s.UserAgent = fmt.Sprintf("Terraform/%s terraform-provider-paymentservice/%s", terraformVersion, p.version)
	s.OnAttempt = logAttempt
	s.Transport = p.transport
	return paymentapi.New(s.Options)
}

// logAttempt logs an attempt, without its body, its query and the ids in its path.
func logAttempt(ctx context.Context, attempt paymentapi.Attempt) {
	tflog.Debug(ctx, "request", map[string]any{
		"method":      attempt.Method,
		"path":        attempt.Template,
		"status":      attempt.Status,
		"fault":       attempt.Fault,
		"duration_ms": attempt.Duration.Milliseconds(),
		"request_id":  attempt.RequestID,
	})
}

func (p *paymentserviceProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{webhook.NewResource}
}

func (p *paymentserviceProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		newCallerIdentity,
		charges.NewDataSource,
		charges.NewSummaryDataSource,
		webhook.NewDataSource,
	}
}

func (p *paymentserviceProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{
		charges.NewEphemeralResource,
		transactiontoken.NewEphemeralResource,
	}
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
