// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestProperty_webhook: after any steps, an update sends only what is configured.
// An apply that succeeds leaves the service as configured, and an empty plan. One
// that fails leaves the state as it was, but for nulls in what it was to change.
// A rename stops no webhook, and a destroy changes nothing. In the end, state, plan
// and service agree. A webhook beside it is created once, and deleted only if its state
// says so.
func TestProperty_webhook(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(rt *rapid.T) {
		kind := anyService(rt)
		steps := rapid.SliceOfN(rapid.Custom(anyStep), 3, 20).Draw(rt, "steps")
		var problem error
		synctest.Test(t, func(t *testing.T) {
			l := newLife(t, kind)
			for i, s := range steps {
				if err := l.take(t, s); err != nil {
					problem = fmt.Errorf("step %d, %s %s %v %s %t: %w", i+1, s.kind, s.way, s.config, s.mode, s.yes, err)
					return
				}
			}
			problem = l.end(t)
		})
		if problem != nil {
			rt.Fatal(problem)
		}
	})
}

// life is the life of a webhook.
type life struct {
	*harness
	kindOfService

	others map[string]*acctest.Protocol // the provider, by webhook_refresh
	config acctest.Values               // of the last apply that succeeded
	saved  *savedPlan
	long   bool // the webhook is addressed through its merchant
	lags   bool // a GET is answered as before the last update
	// unseen says that others or a failed update changed the service, and that
	// maybe no refresh has seen it.
	unseen bool
	// created is a webhook beside this one, and misleads says that the answers of a
	// fault may hide it.
	created  *acctest.Resource
	misleads bool
}

type savedPlan struct {
	acctest.Plan
	config acctest.Values
}

func newLife(t *testing.T, kind kindOfService) *life {
	t.Helper()
	l := &life{
		harness: newHarness(t, acctest.Values{"webhook_refresh": kind.mode}), kindOfService: kind,
		others: map[string]*acctest.Protocol{}, config: webhookConfig(acctest.Values{"active": nil}),
	}
	for _, mode := range someModes {
		l.others[mode] = l.provider(t, acctest.Values{"webhook_refresh": mode})
	}
	l.others[""] = l.protocol
	l.created = l.protocol.NewResource("paymentservice_webhook")
	l.Set(func(b *fakeservice.Behavior) {
		b.WebhookGetStatus, b.WebhookGetTimes = kind.noGet, kind.getTimes
		b.WebhookList, b.UniqueURLs = kind.lists, kind.unique
	})
	return l
}

// blind reports whether a refresh may miss what the service has.
func (l *life) blind() bool {
	return l.mode == "off" || l.mode == "get" && (l.noGet != 0 || l.lags)
}

func (l *life) take(t *testing.T, s step) error {
	t.Helper()
	time.Sleep(time.Second) // some answers to GET have whole seconds only
	if now, _ := l.Webhook(webhookID); l.lags && time.Since(now.UpdatedOn) > 5*time.Minute {
		l.lag(false)
	}
	l.protocol.NextRun(t)
	l.ResetRequests()
	switch s.kind {
	case "apply":
		return l.apply(t, s.config, s.mode)
	case "save":
		return l.save(t, s.config)
	case "apply saved":
		return l.applySaved(t, s.mode)
	case "drift":
		l.ChangeWebhook(webhookID, s.drift)
		l.unseen = l.unseen || l.blind()
	case "fault":
		for _, fault := range s.faults {
			l.Inject(fault)
			l.misleads = l.misleads || fault.Status >= 200 && fault.Status < 429
		}
	case "recover":
		l.ClearFaults()
		l.misleads = false
	case "lag":
		l.lag(s.yes)
	case "refresh":
		l.refresh(t)
		return l.checkSent(nil)
	case "create":
		return l.create(t, s.config)
	case "delete":
		return l.delete(t)
	case "destroy":
		return l.leave(t)
	case "import":
		return l.imports(t, s.yes)
	case "rename":
		return l.rename(t, s.way, s.yes)
	case "replace":
		return l.replace(t, s.yes)
	}
	return nil
}

func (l *life) lag(on bool) {
	l.lags = on
	l.Set(func(b *fakeservice.Behavior) { b.WebhookGetLags = on })
}

// refresh reads the webhook, and reports whether that succeeded. If the state
// changes, an earlier plan is out of date.
func (l *life) refresh(t *testing.T) bool {
	t.Helper()
	before := l.webhook.State()
	if diags := l.webhook.Refresh(t.Context()); diags.Errors() != "" {
		return false
	}
	if !reflect.DeepEqual(before, l.webhook.State()) {
		l.saved = nil
	}
	l.unseen = l.unseen && l.blind()
	return true
}

func (l *life) save(t *testing.T, config acctest.Values) error {
	t.Helper()
	if !l.refresh(t) {
		return nil
	}
	plan, diags := l.webhook.Plan(t.Context(), config)
	if diags.Errors() != "" {
		return fmt.Errorf("planning said %s", diags)
	}
	l.saved = &savedPlan{plan, config}
	return l.checkSent(nil)
}

func (l *life) apply(t *testing.T, config acctest.Values, mode string) error {
	t.Helper()
	if err := l.save(t, config); err != nil || l.saved == nil {
		return err // without a plan, the refresh failed: a later step may succeed
	}
	return l.applySaved(t, mode)
}

// applySaved applies a plan, possibly in another mode than that of the plan.
func (l *life) applySaved(t *testing.T, mode string) error {
	t.Helper()
	saved := l.saved
	l.saved = nil
	if saved == nil || saved.Empty && l.webhook.State() != nil {
		return nil
	}
	l.ResetRequests()
	before := l.webhook.State()
	if before == nil {
		l.long = saved.config["merchant_id"] != nil
	}
	process := l.others[mode].Adopt(l.webhook)
	diags := process.ApplyPlan(t.Context(), saved.Plan)
	l.webhook = l.protocol.Adopt(process)
	if err := l.checkSent(saved.config); err != nil {
		return err
	}
	if diags.Errors() != "" {
		l.unseen = true
		return l.checkFailure(before, saved.config, diags)
	}
	l.config = saved.config
	return l.checkSuccess(t)
}

// imports imports the webhook unless it is in the state, with its merchant or not.
func (l *life) imports(t *testing.T, long bool) error {
	t.Helper()
	if l.webhook.State() != nil {
		return nil
	}
	l.ClearFaults()
	l.long, l.saved, l.unseen = long, nil, l.unseen || l.blind()
	l.config = webhookConfig(acctest.Values{"active": nil})
	if diags := l.webhook.Import(t.Context(), l.importID()); diags.Errors() != "" {
		return fmt.Errorf("importing said %s", diags)
	}
	if err := l.checkSent(nil); err != nil {
		return err
	}
	return l.checkSuccess(t)
}

func (l *life) importID() string {
	if l.long {
		return fakeservice.DefaultMerchantID + "/" + importID
	}
	return importID
}

// rename gives the resource another address: with a moved block; by one apply
// that adopts and destroys, in any order; by an apply of the new address alone
// (with -target, or because the rest failed) and a later one of the old; or by
// an import block. Faults may come in between.
func (l *life) rename(t *testing.T, way string, adoptFirst bool) error {
	t.Helper()
	if l.webhook.State() == nil || way == "moved" {
		return nil // a CLI tells the provider nothing of it
	}
	l.saved = nil
	old, renamed := l.webhook, l.protocol.NewResource("paymentservice_webhook")
	before, _ := l.Webhook(webhookID)
	destroy := func() error { return l.leaveAs(t, old) }
	if !adoptFirst && way == "at once" {
		if err := destroy(); err != nil {
			return err
		}
	}
	var diags acctest.Diagnostics
	if way == "imported" {
		diags = renamed.Import(t.Context(), l.importID())
	}
	if diags.Errors() == "" {
		l.long = l.long && way == "imported" || l.config["merchant_id"] != nil && way != "imported"
		diags = renamed.Apply(t.Context(), l.config)
	}
	if err := l.checkSent(l.config); err != nil {
		return err
	}
	if diags.Errors() != "" {
		l.unseen = true
	}
	l.webhook = renamed
	if way == "targeted" { // a later run destroys the old one
		l.protocol.NextRun(t)
	}
	if adoptFirst || way != "at once" {
		l.ResetRequests()
		if err := destroy(); err != nil {
			return err
		}
	}
	if after, _ := l.Webhook(webhookID); before.Active && !after.Active && l.config["active"] != false {
		return fmt.Errorf("the rename stopped the webhook")
	}
	return nil
}

func (l *life) replace(t *testing.T, createFirst bool) error {
	t.Helper()
	if l.webhook.State() == nil {
		return nil
	}
	was := l.long
	l.saved, l.long = nil, l.config["merchant_id"] != nil
	diags := l.webhook.Replace(t.Context(), l.config, createFirst)
	if err := l.checkSent(l.config); err != nil {
		return err
	}
	if diags.Errors() != "" {
		if l.webhook.State() != nil { // that of the old one, if the new one was to come first
			l.long = was
		}
		l.unseen = true
		return nil
	}
	return l.checkSuccess(t)
}

// leave destroys the resource, which changes nothing.
func (l *life) leave(t *testing.T) error {
	t.Helper()
	if l.webhook.State() == nil {
		return nil
	}
	l.saved, l.config = nil, webhookConfig(acctest.Values{"active": nil})
	return l.leaveAs(t, l.webhook)
}

func (l *life) leaveAs(t *testing.T, r *acctest.Resource) error {
	t.Helper()
	before, _ := l.Webhook(webhookID)
	plan, diags := r.Plan(t.Context(), nil)
	if diags = append(diags, r.ApplyPlan(t.Context(), plan)...); diags.Errors() != "" || r.State() != nil {
		return fmt.Errorf("destroying said %s", diags)
	}
	if after, _ := l.Webhook(webhookID); !reflect.DeepEqual(after, before) {
		return fmt.Errorf("destroying changed the service from %v to %v", before, after)
	}
	return nil
}

// end: once the service works, one apply by a provider that can read the webhook
// makes state, plan and service agree.
func (l *life) end(t *testing.T) error {
	t.Helper()
	l.ClearFaults()
	l.lag(false)
	time.Sleep(time.Second)
	l.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus, b.WebhookGetTimes = 0, "" })
	process := l.others["get"].Adopt(l.webhook)
	if l.webhook.State() == nil {
		l.long = l.config["merchant_id"] != nil
	}
	if diags := process.Apply(t.Context(), l.config); diags.Errors() != "" {
		return fmt.Errorf("the last apply said %s", diags)
	}
	if diags := process.Refresh(t.Context()); diags.Errors() != "" {
		return fmt.Errorf("the last refresh said %s", diags)
	}
	if plan, diags := process.Plan(t.Context(), l.config); !plan.Empty || diags.Errors() != "" {
		return fmt.Errorf("the last plan is %v, and said %s; the state is %v", plan.Values, diags, process.State())
	}
	for name, values := range map[string]acctest.Values{"configured": l.config, "in the state": process.State()} {
		if err := l.checkService(values); err != nil {
			return fmt.Errorf("in the end, %s: %w", name, err)
		}
	}
	return nil
}
