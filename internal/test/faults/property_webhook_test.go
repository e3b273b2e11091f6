// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// step is something that happens to a webhook, or to the service.
type step struct {
	kind   string
	config acctest.Values // of an apply
	drift  func(*fakeservice.Webhook)
	faults []fakeservice.Fault
	// yes chooses between two ways: create or adopt first, import long or short.
	yes bool
}

var (
	someURLs     = []string{"https://hooks.example.com/a", "https://hooks.example.com/b?x=1&y=<2>", "https://HOOKS.example.com:443/c?q=ü"}
	someTriggers = [][]string{{}, {"charge_finished"}, {"refund_finished", "charge_finished"}, {"token_created"}}
	someTokens   = []string{"Bearer one", "Basic two"}
	someFaults   = []fakeservice.Fault{
		{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakReset, AfterHandling: true}, {Break: fakeservice.BreakCut, CutAt: 10},
		{Break: fakeservice.BreakHang}, {Status: 429}, {Status: 503}, {Status: 500, AfterHandling: true}, {Status: 400}, {Status: 403},
		{Status: 200, Body: []byte(`{"id":"99999999-9999-4999-8999-999999999999"}`)}, {Status: 200, Body: []byte(`<html>`), AfterHandling: true},
	}
	someKinds = []string{
		"apply", "apply", "apply", "drift", "drift", "fault", "recover", "refresh", "destroy", "import", "rename", "replace",
	}
)

func anyStep(rt *rapid.T) step {
	s := step{kind: rapid.SampledFrom(someKinds).Draw(rt, "kind")}
	switch s.kind {
	case "apply":
		s.config = anyConfig(rt)
	case "drift":
		active, url, triggers := rapid.Bool().Draw(rt, "active"), rapid.SampledFrom(someURLs).Draw(rt, "url"), rapid.SampledFrom(someTriggers).Draw(rt, "triggers")
		s.drift = func(w *fakeservice.Webhook) { w.Active, w.URL, w.Triggers = active, url, triggers }
	case "fault": // one after the other, so that the last attempt of a call can end in another way than the first
		for range rapid.IntRange(1, 2).Draw(rt, "faults") {
			fault := rapid.SampledFrom(someFaults).Draw(rt, "fault")
			fault.Times = rapid.IntRange(1, 4).Draw(rt, "times")
			s.faults = append(s.faults, fault)
		}
	case "import", "rename", "replace":
		s.yes = rapid.Bool().Draw(rt, "yes")
	}
	return s
}

func anyConfig(rt *rapid.T) acctest.Values {
	config := webhookConfig(acctest.Values{"active": nil})
	maybe := func(name string, value any) {
		if rapid.Bool().Draw(rt, "with "+name) {
			config[name] = value
		}
	}
	maybe("active", rapid.Bool().Draw(rt, "active"))
	maybe("url", rapid.SampledFrom(someURLs).Draw(rt, "url"))
	maybe("triggers", rapid.SampledFrom(someTriggers).Draw(rt, "triggers"))
	maybe("auth_token", rapid.SampledFrom(someTokens).Draw(rt, "token"))
	maybe("merchant_id", fakeservice.DefaultMerchantID)
	maybe("deactivate_on_destroy", rapid.Bool().Draw(rt, "deactivate"))
	return config
}

// kindOfService is what differs between services.
type kindOfService struct {
	mode     string // the provider's webhook_refresh
	noGet    int    // the status of a GET, if it is not answered
	getTimes string
}

func anyService(rt *rapid.T) kindOfService {
	return kindOfService{
		mode:     rapid.SampledFrom([]string{"get", "get", "get", "patch", "off"}).Draw(rt, "refresh"),
		noGet:    rapid.SampledFrom([]int{0, 0, 404, 405}).Draw(rt, "GET"),
		getTimes: rapid.SampledFrom([]string{"", "2006-01-02T15:04:05Z07:00"}).Draw(rt, "times of GET"),
	}
}

// TestProperty_webhook: whatever happened before, an apply that succeeds leaves
// the service as configured and an empty plan, one that fails leaves the state
// alone, a replacement and a rename change nothing, and nothing is ever sent
// that was not asked for, or on another path than before.
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
					problem = fmt.Errorf("step %d, %s %v %t: %w", i+1, s.kind, s.config, s.yes, err)
					return
				}
			}
		})
		if problem != nil {
			rt.Fatal(problem)
		}
	})
}

// life is the life of a webhook.
type life struct {
	*world
	kindOfService

	config acctest.Values // of the last apply that succeeded
	long   bool           // the webhook is addressed through its merchant
	// drifted says that the service was changed by others and no refresh can see
	// it; failed says that an apply failed since the last update.
	drifted, failed bool
}

func newLife(t *testing.T, kind kindOfService) *life {
	t.Helper()
	l := &life{world: newWorld(t, acctest.Values{"webhook_refresh": kind.mode}), kindOfService: kind}
	l.Set(func(b *fakeservice.Behavior) {
		b.WebhookGet, b.WebhookGetTimes = kind.noGet == 0, kind.getTimes
		b.WebhookGetStatus = kind.noGet
	})
	return l
}

// blind reports whether no refresh sees the webhook.
func (l *life) blind() bool { return l.mode == "off" || l.mode == "get" && l.noGet != 0 }

func (l *life) take(t *testing.T, s step) error {
	t.Helper()
	l.protocol.NextRun(t)
	l.ResetRequests()
	switch s.kind {
	case "apply":
		return l.apply(t, s.config)
	case "drift":
		l.ChangeWebhook(webhookID, s.drift)
		l.drifted = l.drifted || l.blind()
	case "fault":
		for _, fault := range s.faults {
			l.Inject(fault)
		}
	case "recover":
		l.ClearFaults()
	case "refresh":
		if diags := l.webhook.Refresh(t.Context()); diags.Errors() == "" {
			return l.checkSent(nil)
		}
	case "destroy":
		return l.end(t)
	case "import":
		return l.imports(t, s.yes)
	case "rename":
		return l.rename(t, s.yes)
	case "replace":
		return l.replace(t, s.yes)
	}
	return nil
}

func (l *life) apply(t *testing.T, config acctest.Values) error {
	t.Helper()
	if diags := l.webhook.Refresh(t.Context()); diags.Errors() != "" {
		return nil // the state stands, and the next step may go better
	}
	l.protocol.NextRun(t)
	l.ResetRequests()
	before := l.webhook.State()
	if before == nil {
		l.long = config["merchant_id"] != nil
	}
	diags := l.webhook.Apply(t.Context(), config)
	if err := l.checkSent(config); err != nil {
		return err
	}
	if diags.Errors() != "" {
		l.failed = true
		return l.checkFailure(before)
	}
	l.config = config
	return l.checkSuccess(t)
}

// checkFailure: the refresh that an apply begins with may have moved
// updated_on, and nothing else differs.
func (l *life) checkFailure(before acctest.Values) error {
	after := maps.Clone(l.webhook.State())
	if after["updated_on"] != nil && before != nil {
		after["updated_on"] = before["updated_on"]
	}
	if !reflect.DeepEqual(after, before) {
		return fmt.Errorf("an apply that failed changed the state from %v to %v", before, after)
	}
	return nil
}

// updated reports whether an update was sent since the last reset.
func (l *life) updated() bool {
	return slices.ContainsFunc(l.Requests(fakeservice.ByMethod("PATCH")), func(r fakeservice.Request) bool { return string(r.Body) != "{}" })
}

// checkSuccess: state, service and the next plan agree. A change that nobody
// could see is found by the next update.
func (l *life) checkSuccess(t *testing.T) error {
	t.Helper()
	if l.updated() {
		l.drifted, l.failed = false, false
	}
	if !l.drifted {
		if err := l.checkService(l.config); err != nil {
			return fmt.Errorf("configured: %w", err)
		}
	}
	l.ClearFaults()
	if diags := l.webhook.Refresh(t.Context()); diags.Errors() != "" {
		return fmt.Errorf("refreshing said %s", diags)
	}
	if !l.drifted && !l.failed {
		if err := l.checkService(l.webhook.State()); err != nil {
			return fmt.Errorf("in the state: %w", err)
		}
	}
	plan, diags := l.webhook.Plan(t.Context(), l.config)
	if diags.Errors() != "" || !plan.Empty {
		return fmt.Errorf("the plan after the apply is %v, and said %s; the state is %v", plan.Values, diags, l.webhook.State())
	}
	return nil
}

// checkService compares the service with the settings that values has.
func (l *life) checkService(values acctest.Values) error {
	service, _ := l.Webhook(webhookID)
	for name, had := range map[string]any{"active": service.Active, "url": service.URL, "auth_token": service.AuthToken, "triggers": sorted(service.Triggers)} {
		want := values[name]
		switch list := want.(type) {
		case []string:
			want = sorted(list)
		case []any:
			var texts []string
			for _, one := range list {
				texts = append(texts, fmt.Sprint(one))
			}
			want = sorted(texts)
		}
		if want != nil && fmt.Sprint(had) != fmt.Sprint(want) {
			return fmt.Errorf("the service has %s %v, not %v", name, had, want)
		}
	}
	return nil
}

// sorted returns a list in order; it is never nil, so that it stays a list.
func sorted(list []string) []string {
	return append([]string{}, slices.Sorted(slices.Values(list))...)
}

// checkSent: an update holds what is configured, and nothing else, and a
// webhook has one path for life.
func (l *life) checkSent(config acctest.Values) error {
	for _, r := range l.Requests() {
		if long := strings.Contains(r.Path, "/merchants/"); long != l.long {
			return fmt.Errorf("%s %s was sent; through the merchant: %t", r.Method, r.Path, l.long)
		}
		if r.Method == "GET" && l.mode == "get" {
			continue
		}
		if r.Method != "PATCH" {
			return fmt.Errorf("%s %s was sent", r.Method, r.Path)
		}
		if string(r.Body) == "{}" {
			continue // how this mode reads, and what a webhook without settings is adopted with
		}
		for name, value := range r.JSON() {
			want, configured := config[name]
			if list, ok := want.([]string); ok {
				want = sorted(list)
			}
			got, _ := json.Marshal(value)
			asked, _ := json.Marshal(want)
			if !configured || string(got) != string(asked) {
				return fmt.Errorf("%s %s was sent, configured is %s", name, got, asked)
			}
		}
	}
	return nil
}

// imports takes the webhook that is in no state, through its merchant or not.
func (l *life) imports(t *testing.T, long bool) error {
	t.Helper()
	if l.webhook.State() != nil {
		return nil
	}
	l.ClearFaults()
	l.long, l.config = long, webhookConfig(acctest.Values{"active": nil})
	id := importID
	if long {
		id = fakeservice.DefaultMerchantID + "/" + id
	}
	if diags := l.webhook.Import(t.Context(), id); diags.Errors() != "" {
		return fmt.Errorf("importing said %s", diags)
	}
	if err := l.checkSent(nil); err != nil {
		return err
	}
	return l.checkSuccess(t)
}

// rename gives the resource another address, without a moved block: a CLI
// adopts it there and destroys it here, in any order.
func (l *life) rename(t *testing.T, adoptFirst bool) error {
	t.Helper()
	return l.keeps(t, func() acctest.Diagnostics {
		renamed := l.protocol.NewResource("paymentservice_webhook")
		creation, diags := renamed.Plan(t.Context(), l.config)
		destruction, more := l.webhook.Plan(t.Context(), nil)
		if diags = append(diags, more...); diags.Errors() != "" {
			return diags
		}
		if adoptFirst {
			diags = append(renamed.ApplyPlan(t.Context(), creation), l.webhook.ApplyPlan(t.Context(), destruction)...)
		} else {
			diags = append(l.webhook.ApplyPlan(t.Context(), destruction), renamed.ApplyPlan(t.Context(), creation)...)
		}
		l.webhook = renamed
		return diags
	})
}

func (l *life) replace(t *testing.T, createFirst bool) error {
	t.Helper()
	return l.keeps(t, func() acctest.Diagnostics { return l.webhook.Replace(t.Context(), l.config, createFirst) })
}

// keeps takes the resource to another one for the same webhook, and checks that
// the webhook is as it was, but for what is configured.
func (l *life) keeps(t *testing.T, change func() acctest.Diagnostics) error {
	t.Helper()
	if l.webhook.State() == nil {
		return nil
	}
	l.ClearFaults()
	if diags := l.webhook.Apply(t.Context(), l.config); diags.Errors() != "" {
		return fmt.Errorf("applying said %s", diags)
	}
	l.protocol.NextRun(t)
	if err := l.checkSuccess(t); err != nil {
		return err
	}
	l.long = l.config["merchant_id"] != nil
	before, _ := l.Webhook(webhookID)
	known := !l.drifted && !l.failed && l.webhook.State()["active"] != nil
	if diags := change(); diags.Errors() != "" {
		return fmt.Errorf("said %s", diags)
	}
	l.ResetRequests()
	if after, _ := l.Webhook(webhookID); known && after.Active != before.Active {
		return fmt.Errorf("it was active: %t, and is now: %t", before.Active, after.Active)
	}
	l.drifted, l.failed = false, false
	return l.checkSuccess(t)
}

func (l *life) end(t *testing.T) error {
	t.Helper()
	state := l.webhook.State()
	if state == nil {
		return nil
	}
	deactivate, _ := state["deactivate_on_destroy"].(bool)
	before, _ := l.Webhook(webhookID)
	diags := l.destroy(t.Context())
	want := []string{}
	if deactivate {
		want = []string{`{"active":false}`}
	}
	for _, r := range l.Requests() {
		if !slices.Contains(want, string(r.Body)) {
			return fmt.Errorf("%s %s was sent to destroy", r.Method, r.Body)
		}
	}
	after, _ := l.Webhook(webhookID)
	switch {
	case diags.Errors() != "" && l.webhook.State() == nil:
		return fmt.Errorf("it left the state though destroying failed: %s", diags)
	case diags.Errors() != "":
		l.failed = true
		return nil
	case l.webhook.State() != nil:
		return fmt.Errorf("it is still in the state")
	case deactivate && after.Active:
		return fmt.Errorf("it is destroyed and still active")
	case !deactivate && !reflect.DeepEqual(after, before):
		return fmt.Errorf("destroying changed the service from %v to %v", before, after)
	}
	l.drifted, l.failed = false, false // a new life begins
	return nil
}
