// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// run begins a command of the CLI, which starts a new process of the provider.
func (l *life) run(mode string) {
	l.protocol = l.provider(l.t, acctest.Values{"webhook_refresh": mode})
	l.webhook, l.created = l.protocol.Adopt(l.webhook), l.protocol.Adopt(l.created)
}

// refresh reads the webhook, and reports whether that succeeded. If the state changes,
// an earlier plan is out of date.
func (l *life) refresh() bool {
	before := l.webhook.State()
	diags := l.sending(nil, func() acctest.Diagnostics { return l.webhook.Refresh(l.t.Context()) })
	if diags.Errors() != "" {
		return false
	}
	if !reflect.DeepEqual(before, l.webhook.State()) {
		l.saved = nil
	}
	l.unseen = l.unseen && (l.blind() || diags.Warnings() != "")
	return true
}

func (l *life) plan() {
	l.run(l.mode)
	config := l.anyConfig()
	if !l.refresh() {
		return
	}
	l.saved = &savedPlan{l.planned(l.webhook, config), config}
}

// planned plans, which must succeed.
func (l *life) planned(r *acctest.Resource, config acctest.Values) (plan acctest.Plan) {
	diags := l.sending(nil, func() (diags acctest.Diagnostics) {
		plan, diags = r.Plan(l.t.Context(), config)
		return diags
	})
	if diags.Errors() != "" {
		l.fail("planning said %s", diags)
	}
	return plan
}

// applyPlan applies the saved plan, possibly in another mode than that of the plan.
func (l *life) applyPlan() {
	saved := l.saved
	l.saved = nil
	if saved == nil || saved.Empty && l.webhook.State() != nil {
		return
	}
	before := l.webhook.State()
	if before == nil {
		l.long = saved.config["merchant_id"] != nil
	}
	l.run(one(l.rt, "webhook_refresh of the apply", l.mode, l.mode, "get", "patch", "off"))
	diags := l.sending(saved.config, func() acctest.Diagnostics { return l.webhook.ApplyPlan(l.t.Context(), saved.Plan) })
	sent := slices.ContainsFunc(l.Requests(fakeservice.ByMethod("PATCH")), func(r fakeservice.Request) bool { return string(r.Body) != "{}" })
	l.run(l.mode)
	if diags.Errors() != "" {
		l.unseen = true
		l.expectUnchanged(before, diags)
		return
	}
	l.config = saved.config
	l.expectApplied(sent)
}

// importIt imports the webhook unless it is in the state, with its merchant or not.
func (l *life) importIt() {
	if l.webhook.State() != nil {
		l.rt.Skip("it is in the state")
	}
	l.run(l.mode)
	l.recovery()
	l.config, l.saved, l.unseen = plain.decoded(), nil, l.blind()
	l.long = one(l.rt, "through the merchant", true, false)
	id := importID
	if l.long {
		id = fakeservice.DefaultMerchantID + "/" + importID
	}
	diags := l.sending(nil, func() acctest.Diagnostics { return l.webhook.Import(l.t.Context(), id) })
	if hidden := l.mode == "get" && l.getStatus == 404; (diags.Errors() != "") != hidden {
		l.fail("importing said %s", diags)
	} else if hidden { // as if there were no such webhook
		return
	}
	l.expectApplied(false)
}

// destroy changes nothing, so it also stands for the end of a resource that was renamed.
func (l *life) destroy() {
	if l.webhook.State() == nil {
		l.rt.Skip("it is not in the state")
	}
	l.run(l.mode)
	l.saved, l.config = nil, plain.decoded()
	before, _ := l.Webhook(webhookID)
	diags := l.webhook.ApplyPlan(l.t.Context(), l.planned(l.webhook, nil))
	if after, _ := l.Webhook(webhookID); diags.Errors() != "" || l.webhook.State() != nil || !reflect.DeepEqual(after, before) {
		l.fail("destroying changed the service from %v to %v, and said %s", before, after, diags)
	}
}

// end is one apply by a provider that can read the webhook, once the service works.
func (l *life) end() {
	l.recovery()
	l.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 0 })
	l.mode, l.answersGet = "get", true
	l.run(l.mode)
	if l.webhook.State() == nil {
		l.long = l.config["merchant_id"] != nil
	}
	if diags := l.sending(l.config, func() acctest.Diagnostics { return l.webhook.Apply(l.t.Context(), l.config) }); diags.Errors() != "" {
		l.fail("the last apply said %s", diags)
	}
	l.expectApplied(true)
	l.expectAtService(l.webhook.State())
}

// sending does something that sends the settings of a configuration and nothing else,
// through the path of the webhook.
func (l *life) sending(config acctest.Values, do func() acctest.Diagnostics) acctest.Diagnostics {
	l.ResetRequests()
	diags := do()
	for _, r := range l.Requests(fakeservice.ByMethod("PATCH")) {
		if strings.Contains(r.Path, "/merchants/") != l.long {
			l.fail("PATCH %s was sent; through the merchant: %t", r.Path, l.long)
		}
		for name, value := range r.JSON() {
			got, _ := json.Marshal(value)
			want, _ := json.Marshal(config[name])
			if config[name] == nil || string(got) != string(want) {
				l.fail("%s %s was sent, configured is %s", name, got, want)
			}
		}
	}
	return diags
}

// expectUnchanged expects the state before an apply that failed.
func (l *life) expectUnchanged(before acctest.Values, diags acctest.Diagnostics) {
	if !reflect.DeepEqual(l.webhook.State(), before) || strings.Contains(diags.Errors(), "Provider produced") {
		l.fail("a failed apply changed the state from %v to %v, and said %s", before, l.webhook.State(), diags)
	}
}

// expectApplied expects that state, service and the next plan agree, except for changes
// that no refresh could see: the next update, which sends all settings, corrects those.
func (l *life) expectApplied(sent bool) {
	if sent || !l.unseen {
		l.expectAtService(l.config)
	}
	declaresAll := l.config["active"] != nil && l.config["url"] != nil && l.config["triggers"] != nil
	l.unseen = l.unseen && (!sent || !declaresAll)
	unseen := l.unseen
	l.recovery()
	if !l.refresh() {
		l.fail("refreshing failed")
	}
	if plan := l.planned(l.webhook, l.config); !plan.Empty && !unseen {
		l.fail("the plan after the apply is %v; the state is %v", plan.Values, l.webhook.State())
	}
}

// spelling replaces one of the two spellings of a URL by the other.
var spelling = strings.NewReplacer("HOOKS", "hooks", ":443", "")

// expectAtService expects the settings that a configuration or a state has.
func (l *life) expectAtService(values acctest.Values) {
	is, _ := l.Webhook(webhookID)
	for name, had := range map[string]any{"active": is.Active, "url": is.URL, "auth_token": is.AuthToken, "triggers": slices.Sorted(slices.Values(is.Triggers))} {
		got, want := spelling.Replace(fmt.Sprint(had)), spelling.Replace(fmt.Sprint(values[name]))
		if values[name] != nil && got != want {
			l.fail("the service has %s %s, not %s", name, got, want)
		}
	}
}

const createdURL = "https://created.example.com/"

// createdIDs returns the webhooks that the service has created.
func (l *life) createdIDs() map[string]fakeservice.Webhook {
	ids := map[string]fakeservice.Webhook{}
	for _, w := range l.Webhooks() {
		if w.URL == createdURL {
			ids[w.ID] = w
		}
	}
	return ids
}

// create applies a configuration that creates a webhook. It is sent once, and never
// while the service's list shows the webhook of an earlier try.
func (l *life) create() {
	l.run(l.mode)
	config := l.creation()
	l.created.IgnoreChanges = one(l.rt, "ignore_changes", nil, nil, []string{"webhook_id"}, []string{"webhook_id", "active", "delete_on_destroy", "url", "triggers"})
	before, had := l.createdIDs(), l.created.State()
	_, exists := before[fmt.Sprint(had["webhook_id"])]
	mayCreate := (!exists || l.misleads) && !l.shows(before) // an invented 404 means that it is gone
	diags := l.created.Apply(l.t.Context(), config)
	after, state := l.createdIDs(), l.created.State()
	most := len(before)
	if mayCreate {
		most++
	}
	if len(after) < len(before) || len(after) > most || state != nil && state["webhook_id"] == nil {
		l.fail("an apply from %v to %v made %d webhooks of %d, and said %s", had, state, len(after), len(before), diags)
	}
	if diags.Errors() != "" {
		return
	}
	made, ok := after[fmt.Sprint(state["webhook_id"])]
	isNew := had == nil && state["webhook_id"] != inventedID // an old one may be deleted, and the state not know it
	ignored := had != nil && len(l.created.IgnoreChanges) > 1
	if !ok && isNew || ok && config["active"] != nil && made.Active != config["active"] && !l.blind() && !ignored {
		l.fail("configured is %v, and the service has %+v", config, made)
	}
	if plan, diags := l.created.Plan(l.t.Context(), config); !plan.Empty {
		l.fail("the plan after the apply is %v, and says %s", plan.Values, diags)
	}
}

// delete destroys the webhook that was created: it is gone if the state says so, and
// if that succeeded.
func (l *life) delete() {
	had, before := l.created.State(), l.createdIDs()
	if had == nil {
		l.rt.Skip("none was created")
	}
	l.run(l.mode)
	diags := l.created.ApplyPlan(l.t.Context(), l.planned(l.created, nil))
	_, exists := l.createdIDs()[fmt.Sprint(had["webhook_id"])]
	switch {
	case diags.Errors() != "" && !reflect.DeepEqual(l.created.State(), had):
		l.fail("a failed deletion changed the state to %v", l.created.State())
	case diags.Errors() == "" && had["delete_on_destroy"] == true && exists && !l.misleads:
		l.fail("the webhook still exists")
	case had["delete_on_destroy"] != true && len(l.createdIDs()) != len(before):
		l.fail("a webhook was deleted that was to stay")
	}
}
