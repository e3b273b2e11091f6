// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ValidateConfig checks the values that are configured and known.
func (p *paymentserviceProvider) ValidateConfig(ctx context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	var s settings
	for _, a := range arguments {
		if !a.value(m).IsUnknown() {
			a.check(m, &s, &resp.Diagnostics)
		}
	}
	s.checkPair(false, &resp.Diagnostics)
	for _, g := range guards {
		g.allowed(m, &resp.Diagnostics)
	}
}

// Configure finds all settings, lets the guards judge the application token, and
// makes the client. If a value is not known yet, there is no client.
func (p *paymentserviceProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	s := defaultSettings()
	data := &providerdata.Data{DeferralAllowed: req.ClientCapabilities.DeferralAllowed, OpenTofu: p.openTofu || isOpenTofu(ctx, req.TerraformVersion)}
	for _, a := range arguments {
		if a.value(m).IsUnknown() {
			data.Unknown = append(data.Unknown, a.name)
		}
		a.find(m, p.getenv, &s, &resp.Diagnostics)
	}
	s.checkPair(!m.ClientCertificate.IsUnknown() && !m.ClientKey.IsUnknown(), &resp.Diagnostics)
	found, err := readClaims(s.appToken)
	allowed := map[string][]string{}
	for _, g := range guards {
		if g.isUnknown(m) {
			data.Unknown = append(data.Unknown, g.name)
		}
		allowed[g.name] = g.allowed(m, &resp.Diagnostics)
		if allowed[g.name] != nil && s.appToken != "" {
			g.enforce(allowed[g.name], found, err, s, &resp.Diagnostics)
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	data.WebhookRefresh = s.webhookRefresh
	data.AllowedModes, data.Caller = allowed["allowed_modes"], callerOf(found, err, s)
	resp.DataSourceData, resp.ResourceData = data, data
	resp.EphemeralResourceData, resp.ActionData, resp.ListResourceData = data, data, data

	if len(data.Unknown) > 0 {
		if data.DeferralAllowed {
			resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		}
		return
	}
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: s.baseURL, Secret: s.secret, AppToken: s.appToken,
		CACertificate: s.caCertificate, ClientCertificate: s.clientCertificate, ClientKey: s.clientKey,
		UserAgent:      userAgent(data.OpenTofu, req.TerraformVersion, p.version, p.getenv("TF_APPEND_USER_AGENT")),
		RequestTimeout: s.requestTimeout, MaxAttempts: s.maxRetries + 1, MaxConcurrentRequests: s.maxConcurrentRequests,
		MaxRequestsPerMinute: s.maxRequestsPerMinute,
		OnAttempt:            logAttempt,
		Transport:            p.transport, Clock: p.clock,
	})
	if err != nil {
		diagnostics.AddError(&resp.Diagnostics, "Unable to Configure Provider", err.Error())
		return
	}
	data.Client = client
}

// userAgent names the CLI with the version that it says, the provider and what
// TF_APPEND_USER_AGENT adds.
func userAgent(openTofu bool, cli, version, more string) string {
	name := "Terraform"
	if openTofu {
		name = "OpenTofu"
	}
	text := fmt.Sprintf("%s/%s terraform-provider-paymentservice/%s %s", name, cli, version, more)
	printable := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(printable), " ")
}

// logSubsystem is the name under which the client's requests are logged;
// TF_LOG_PROVIDER_PAYMENTSERVICE_PAYMENTAPI sets its level alone.
const logSubsystem = "paymentapi"

// logAttempt logs an attempt, without bodies, queries, and ids but that of the request.
func logAttempt(ctx context.Context, a paymentapi.Attempt) {
	ctx = tflog.NewSubsystem(ctx, logSubsystem, tflog.WithLevelFromEnv("TF_LOG_PROVIDER_PAYMENTSERVICE", "PAYMENTAPI"))
	fields := map[string]any{
		"method": a.Method, "path": a.Template, "status": a.Status,
		"attempt": a.Number, "duration_ms": a.Duration.Milliseconds(),
	}
	if a.RequestID != "" {
		fields["request_id"] = a.RequestID
	}
	if a.Fault == "" {
		tflog.SubsystemDebug(ctx, logSubsystem, "request", fields)
		return
	}
	fields["fault"] = a.Fault
	tflog.SubsystemWarn(ctx, logSubsystem, "request failed", fields)
}
