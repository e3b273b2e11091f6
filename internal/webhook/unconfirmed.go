// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// unconfirmed names the settings that an update which failed may have changed
// all the same. The state may be wrong about them, so they are sent again if
// they are configured, unless an answer of the service shows them before.
type unconfirmed []string

const (
	settingActive    = "active"
	settingURL       = "url"
	settingTriggers  = "triggers"
	settingAuthToken = "auth_token"
)

// rememberedUnconfirmed returns what earlier runs left unconfirmed.
func rememberedUnconfirmed(ctx context.Context, m memory, diags *diag.Diagnostics) unconfirmed {
	return rememberedNames(ctx, m, memoryUnconfirmed, diags)
}

// remember keeps u for the next run.
func (u unconfirmed) remember(ctx context.Context, m memory, diags *diag.Diagnostics) {
	rememberNames(ctx, m, memoryUnconfirmed, u, diags)
}

// add notes what a failed update may have changed.
func (u *unconfirmed) add(patch paymentapi.WebhookPatch) {
	*u = append(*u, settingsOf(patch)...)
	slices.Sort(*u)
	*u = slices.Compact(*u)
}

// confirm takes out what an update that succeeded has set, and what its answer
// shows.
func (u *unconfirmed) confirm(patch paymentapi.WebhookPatch, answer *paymentapi.Webhook) {
	shown := paymentapi.WebhookPatch{Active: answer.Active, URL: answer.URL, Triggers: answer.Triggers}
	u.drop(append(settingsOf(patch), settingsOf(shown)...))
}

// drop takes settings out.
func (u *unconfirmed) drop(settings []string) {
	*u = slices.DeleteFunc(*u, func(setting string) bool { return slices.Contains(settings, setting) })
}

// settingsOf names what a patch sets.
func settingsOf(p paymentapi.WebhookPatch) []string {
	var settings []string
	for _, s := range []struct {
		name string
		set  bool
	}{
		{settingActive, p.Active != nil}, {settingURL, p.URL != nil},
		{settingTriggers, p.Triggers != nil}, {settingAuthToken, p.AuthToken != nil},
	} {
		if s.set {
			settings = append(settings, s.name)
		}
	}
	return settings
}

// forget returns the state m without the configured settings that u names, so
// that a plan differs from it there.
func (m model) forget(u unconfirmed, config model) model {
	unsure := func(setting string, configured bool) bool { return configured && slices.Contains(u, setting) }
	if unsure(settingActive, !config.Active.IsNull()) {
		m.Active = types.BoolNull()
	}
	if unsure(settingURL, !config.URL.IsNull()) {
		m.URL = types.StringNull()
	}
	if unsure(settingTriggers, !config.Triggers.IsNull()) {
		m.Triggers = types.SetNull(types.StringType)
	}
	if unsure(settingAuthToken, true) {
		m.AuthToken, m.AuthTokenWOVersion = types.StringNull(), types.NumberNull()
	}
	return m
}
