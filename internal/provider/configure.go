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
func (p *paymentserviceProvider) ValidateConfig(_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	config := readConfiguration(req.Config.Raw)
	config.options(nil, &resp.Diagnostics)
	for _, g := range guards {
		g.allowed(config, &resp.Diagnostics)
	}
}

// Configure finds all options, lets the guards judge the application token, and
// makes the client. If a value is not known yet, there is no client.
func (p *paymentserviceProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	config := readConfiguration(req.Config.Raw)
	s := config.options(p.getenv, &resp.Diagnostics)
	token := readToken(s)
	allowed := map[string][]string{}
	for _, g := range guards {
		if !config[g.name].IsFullyKnown() {
			s.unknown = append(s.unknown, g.name)
		}
		allowed[g.claim] = g.allowed(config, &resp.Diagnostics)
		if allowed[g.claim] != nil && s.AppToken != "" {
			g.enforce(allowed[g.claim], token, &resp.Diagnostics)
		}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	data := &providerdata.Data{
		Unknown: s.unknown, DeferralAllowed: req.ClientCapabilities.DeferralAllowed, WebhookRefresh: s.webhookRefresh,
		AllowedModes: allowed["mode"], Caller: token.caller(), OpenTofu: p.openTofu || isOpenTofu(ctx, req.TerraformVersion),
	}
	resp.DataSourceData, resp.ResourceData = data, data
	resp.EphemeralResourceData, resp.ActionData, resp.ListResourceData = data, data, data

	if len(data.Unknown) > 0 {
		if data.DeferralAllowed {
			resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		}
		return
	}
	s.UserAgent = userAgent(data.OpenTofu, req.TerraformVersion, p.version, p.getenv("TF_APPEND_USER_AGENT"))
	s.OnAttempt, s.Transport, s.Clock = logAttempt, p.transport, p.clock
	client, err := paymentapi.New(s.Options)
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
