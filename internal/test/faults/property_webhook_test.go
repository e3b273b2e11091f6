// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
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
	fault  fakeservice.Fault
}

var (
	someURLs     = []string{"https://hooks.example.com/a", "https://hooks.example.com/b?x=1&y=<2>", "https://HOOKS.example.com:443/c"}
	someTriggers = [][]string{{}, {"charge_finished"}, {"refund_finished", "charge_finished"}, {"token_created"}}
	someTokens   = []string{"Bearer one", "Basic two"}
	someFaults   = []fakeservice.Fault{
		{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakReset, AfterHandling: true}, {Break: fakeservice.BreakCut, CutAt: 10},
		{Break: fakeservice.BreakHang}, {Status: 429}, {Status: 503}, {Status: 500, AfterHandling: true}, {Status: 400}, {Status: 403},
		{Status: 200, Body: []byte(`{"id":"99999999-9999-4999-8999-999999999999"}`)}, {Status: 200, Body: []byte(`<html>`), AfterHandling: true},
	}
)

func anyStep(rt *rapid.T) step {
	s := step{kind: rapid.SampledFrom([]string{"apply", "apply", "apply", "drift", "drift", "fault", "recover", "refresh", "destroy"}).Draw(rt, "kind")}
	switch s.kind {
	case "apply":
		s.config = anyConfig(rt)
	case "drift":
		active, url, triggers := rapid.Bool().Draw(rt, "active"), rapid.SampledFrom(someURLs).Draw(rt, "url"), rapid.SampledFrom(someTriggers).Draw(rt, "triggers")
		s.drift = func(w *fakeservice.Webhook) { w.Active, w.URL, w.Triggers = active, url, triggers }
	case "fault":
		s.fault = rapid.SampledFrom(someFaults).Draw(rt, "fault")
		s.fault.Times = rapid.IntRange(1, 5).Draw(rt, "times")
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

// TestProperty_webhook: whatever happened before, an apply that succeeds leaves
// the service as configured and an empty plan, one that fails leaves the state
// alone, and nothing is ever sent that was not asked for.
func TestProperty_webhook(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(rt *rapid.T) {
		mode := rapid.SampledFrom([]string{"get", "get", "patch", "off"}).Draw(rt, "refresh")
		steps := rapid.SliceOfN(rapid.Custom(anyStep), 3, 20).Draw(rt, "steps")
		var problem error
		synctest.Test(t, func(t *testing.T) {
			l := &life{world: newWorld(t, acctest.Values{"webhook_refresh": mode}), mode: mode}
			for i, s := range steps {
				if err := l.take(t, s); err != nil {
					problem = fmt.Errorf("step %d, %s %v: %w", i+1, s.kind, s.config, err)
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

	mode       string
	deactivate bool
}

func (l *life) take(t *testing.T, s step) error {
	t.Helper()
	l.ResetRequests()
	switch s.kind {
	case "apply":
		return l.apply(t, s.config)
	case "drift":
		if l.mode == "off" {
			return nil // nobody looks, so nobody can know
		}
		l.ChangeWebhook(webhookID, s.drift)
	case "fault":
		l.Inject(s.fault)
	case "recover":
		l.ClearFaults()
	case "refresh":
		if diags := l.webhook.Refresh(t.Context()); diags.Errors() == "" {
			return l.checkSent(nil)
		}
	case "destroy":
		return l.end(t)
	}
	return nil
}

func (l *life) apply(t *testing.T, config acctest.Values) error {
	t.Helper()
	if diags := l.webhook.Refresh(t.Context()); diags.Errors() != "" {
		return nil // the state stands, and the next step may go better
	}
	l.ResetRequests()
	before := l.webhook.State()
	diags := l.webhook.Apply(t.Context(), config)
	if err := l.checkSent(config); err != nil {
		return err
	}
	if diags.Errors() != "" {
		return l.checkFailure(before)
	}
	l.deactivate, _ = config["deactivate_on_destroy"].(bool)
	return l.checkSuccess(t, config)
}

// checkFailure: the refresh that an apply begins with may have moved
// updated_on, and nothing else differs.
func (l *life) checkFailure(before acctest.Values) error {
	after := maps.Clone(l.webhook.State())
	if after != nil && before != nil {
		after["updated_on"] = before["updated_on"]
	}
	if !reflect.DeepEqual(after, before) {
		return fmt.Errorf("an apply that failed changed the state from %v to %v", before, after)
	}
	return nil
}

func (l *life) checkSuccess(t *testing.T, config acctest.Values) error {
	t.Helper()
	service, _ := l.Webhook(webhookID)
	have := map[string]any{"active": service.Active, "url": service.URL, "auth_token": service.AuthToken, "triggers": sorted(service.Triggers)}
	for name, value := range config {
		if list, ok := value.([]string); ok {
			value = sorted(list)
		}
		if had, ok := have[name]; ok && value != nil && fmt.Sprint(had) != fmt.Sprint(value) {
			return fmt.Errorf("the service has %s %v, configured is %v", name, had, value)
		}
	}
	l.ClearFaults()
	if diags := l.webhook.Refresh(t.Context()); diags.Errors() != "" {
		return fmt.Errorf("refreshing said %s", diags)
	}
	plan, diags := l.webhook.Plan(t.Context(), config)
	if diags.Errors() != "" || !plan.Empty {
		return fmt.Errorf("the plan after the apply is %v, and said %s; the state is %v", plan.Values, diags, l.webhook.State())
	}
	return nil
}

// sorted returns a list in order; it is never nil, so that it stays a list.
func sorted(list []string) []string {
	return append([]string{}, slices.Sorted(slices.Values(list))...)
}

// checkSent: an update holds what is configured, and nothing else.
func (l *life) checkSent(config acctest.Values) error {
	for _, r := range l.Requests() {
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

func (l *life) end(t *testing.T) error {
	t.Helper()
	existed := l.webhook.State() != nil
	if !existed {
		return nil
	}
	before, _ := l.Webhook(webhookID)
	diags := l.destroy(t.Context())
	want := []string{}
	if l.deactivate {
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
		return nil
	case l.webhook.State() != nil:
		return fmt.Errorf("it is still in the state")
	case l.deactivate && after.Active:
		return fmt.Errorf("it is destroyed and still active")
	case !l.deactivate && !reflect.DeepEqual(after, before):
		return fmt.Errorf("destroying changed the service from %v to %v", before, after)
	}
	return nil
}
