// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// logSubsystem is the name under which the client's requests are logged;
// TF_LOG_PROVIDER_PAYMENTSERVICE_PAYMENTAPI sets its level alone.
const logSubsystem = "paymentapi"

// logAttempt logs an attempt, without headers, bodies, ids and queries.
func logAttempt(ctx context.Context, a paymentapi.Attempt) {
	ctx = tflog.NewSubsystem(ctx, logSubsystem, tflog.WithLevelFromEnv("TF_LOG_PROVIDER_PAYMENTSERVICE", "PAYMENTAPI"))
	fields := map[string]any{
		"method": a.Method, "path": a.Template, "status": a.Status,
		"attempt": a.Number, "duration_ms": a.Duration.Milliseconds(),
	}
	if a.Fault == "" {
		tflog.SubsystemDebug(ctx, logSubsystem, "request", fields)
		return
	}
	fields["fault"] = a.Fault
	tflog.SubsystemWarn(ctx, logSubsystem, "request failed", fields)
}
