// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// spelledAs returns the settings of which two models have the very same
// spelling. Only settings that have several spellings count.
func (m model) spelledAs(other model) []string {
	var same []string
	if providerdata.IsSet(m.URL) && m.URL.Equal(other.URL) {
		same = append(same, settingURL)
	}
	if providerdata.IsSet(m.Triggers) && m.Triggers.Equal(other.Triggers) {
		same = append(same, settingTriggers)
	}
	return same
}

// rememberSpelling notes which settings a new state spells as the configuration
// does. If one is configured with another spelling later, that is a change.
func rememberSpelling(ctx context.Context, m memory, state, config model, diags *diag.Diagnostics) {
	rememberNames(ctx, m, memoryAsConfigured, state.spelledAs(config), diags)
}

// forgetSpelling forgets the settings for which a refreshed state has taken over
// another value of the service.
func forgetSpelling(ctx context.Context, m memory, before, after model, diags *diag.Diagnostics) {
	kept := after.spelledAs(before)
	names := slices.DeleteFunc(rememberedNames(ctx, m, memoryAsConfigured, diags), func(name string) bool { return !slices.Contains(kept, name) })
	rememberNames(ctx, m, memoryAsConfigured, names, diags)
}
