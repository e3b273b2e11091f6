// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// doubt names the settings that an update which failed may have changed all the
// same. What the state says of them may be wrong, so they are sent again where
// they are configured, unless an answer of the service shows them before.
type doubt []string

const (
	settingActive    = "active"
	settingURL       = "url"
	settingTriggers  = "triggers"
	settingAuthToken = "auth_token"
)

func doubts(ctx context.Context, m memory) (doubt, diag.Diagnostics) {
	var d doubt
	text, diags := m.GetKey(ctx, memoryDoubt)
	if json.Unmarshal(text, &d) != nil {
		return nil, diags // nothing is remembered
	}
	return d, diags
}

func (d doubt) remember(ctx context.Context, m memory) diag.Diagnostics {
	if len(d) == 0 {
		return m.SetKey(ctx, memoryDoubt, nil) // which forgets
	}
	text, err := json.Marshal(d)
	if err != nil {
		var diags diag.Diagnostics
		diags.AddError("Unable to Update Webhook", err.Error())
		return diags
	}
	return m.SetKey(ctx, memoryDoubt, text)
}

// add notes what a failed update may have changed.
func (d *doubt) add(patch paymentapi.WebhookPatch) {
	*d = append(*d, settingsOf(patch)...)
	slices.Sort(*d)
	*d = slices.Compact(*d)
}

// addDoubt adds to what is remembered of a webhook what an update that failed
// may have changed.
func addDoubt(ctx context.Context, m memory, patch paymentapi.WebhookPatch) diag.Diagnostics {
	d, diags := doubts(ctx, m)
	d.add(patch)
	diags.Append(d.remember(ctx, m)...)
	return diags
}

// settled takes out what an update that succeeded has set, and what the answer
// shows.
func (d *doubt) settled(patch paymentapi.WebhookPatch, answer *paymentapi.Webhook) {
	certain := append(settingsOf(patch), settingsOf(paymentapi.WebhookPatch{Active: answer.Active, URL: answer.URL, Triggers: answer.Triggers})...)
	*d = slices.DeleteFunc(*d, func(setting string) bool { return slices.Contains(certain, setting) })
}

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

// certain returns the state m without the configured settings that are in
// doubt, so that a plan differs from it there.
func (m model) certain(d doubt, config model) model {
	inDoubt := func(setting string, configured bool) bool { return configured && slices.Contains(d, setting) }
	if inDoubt(settingActive, !config.Active.IsNull()) {
		m.Active = types.BoolNull()
	}
	if inDoubt(settingURL, !config.URL.IsNull()) {
		m.URL = types.StringNull()
	}
	if inDoubt(settingTriggers, !config.Triggers.IsNull()) {
		m.Triggers = types.SetNull(types.StringType)
	}
	if inDoubt(settingAuthToken, true) {
		m.AuthToken, m.AuthTokenWOVersion = types.StringNull(), types.Int64Null()
	}
	return m
}
