// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ValidateConfig checks the values that are configured and known.
func (p *paymentserviceProvider) ValidateConfig(_ context.Context, req provider.ValidateConfigRequest, resp *provider.ValidateConfigResponse) {
	readConfiguration(req.Config.Raw).options(nil, &resp.Diagnostics)
}

// Configure makes the client, unless a value is not known yet.
func (p *paymentserviceProvider) Configure(_ context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	o := readConfiguration(req.Config.Raw).options(p.getenv, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	token, err := decodeClaims(o.AppToken)
	data := &providerdata.Data{Unknown: o.unknown, WebhookRefresh: o.webhookRefresh, Caller: token.caller()}
	data.Caller.Err = err
	resp.DataSourceData, resp.ResourceData = data, data
	resp.EphemeralResourceData, resp.ActionData, resp.ListResourceData = data, data, data
	if len(data.Unknown) > 0 {
		return
	}
	o.AppTokenExpiry = token.expiry()
	o.UserAgent = fmt.Sprintf("Terraform/%s terraform-provider-paymentservice/%s", req.TerraformVersion, p.version)
	o.OnAttempt, o.Transport = logAttempt, p.transport
	client, err := paymentapi.New(o.Options)
	if err != nil {
		diagnostics.AddError(&resp.Diagnostics, "Unable to Configure Provider", err.Error())
		return
	}
	data.Client = client
}

// logAttempt logs an attempt, without its body, its query and the ids in its path.
func logAttempt(ctx context.Context, a paymentapi.Attempt) {
	tflog.Debug(ctx, "request", map[string]any{
		"method": a.Method, "path": a.Template, "status": a.Status, "fault": a.Fault,
		"duration_ms": a.Duration.Milliseconds(), "request_id": a.RequestID,
	})
}
