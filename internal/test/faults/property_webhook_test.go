// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestProperty_webhook lets anything happen to a webhook that is adopted, and to one that is
// created. A write contains only settings that are configured. An apply that fails leaves the
// state as it was, and one that succeeds leaves the service as configured, and an empty plan.
// No second webhook is created, and none is deleted unless its state says so.
func TestProperty_webhook(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var ended any
		synctest.Test(t, func(t *testing.T) {
			defer func() { ended = recover() }()
			l := newLife(t, rt)
			rt.Repeat(map[string]func(*rapid.T){
				"adopt":   l.adopt,
				"let go":  l.letGo,
				"create":  l.create,
				"destroy": l.destroy,
				"import":  l.importIt,
				"drift":   l.drift,
			})
		})
		switch ended := ended.(type) {
		case nil:
		case problem:
			rt.Fatal(ended)
		default:
			panic(ended) // rapid's own, which expects it in its own goroutine
		}
	})
}

// problem is what a check has found.
type problem string

func fail(format string, arguments ...any) { panic(problem(fmt.Sprintf(format, arguments...))) }

// life is the life of a webhook that is adopted, and of one beside it that is created.
type life struct {
	*harness

	t       *testing.T
	rt      *rapid.T
	mode    string // webhook_refresh
	adopted *acctest.Resource
	created *acctest.Resource
}

func newLife(t *testing.T, rt *rapid.T) *life {
	t.Helper()
	l := &life{
		harness: newHarness(t, nil),
		t:       t,
		rt:      rt,
		mode:    one(rt, "webhook_refresh", "get", "patch"),
	}
	unique := one(rt, "unique URLs", true, false)
	l.Set(func(b *fakeservice.Behavior) { b.UniqueURLs = unique })
	l.adopted = l.webhook
	l.created = l.protocol.NewResource(webhook.name)
	return l
}

// one draws one of the values.
func one[V any](rt *rapid.T, label string, values ...V) V {
	return rapid.SampledFrom(values).Draw(rt, label)
}

const createdURL = "https://created.example.com/"

var (
	someURLs = []string{
		"https://hooks.example.com/a",
		"https://hooks.example.com/b?x=1&y=<2>",
		"https://hooks.example.com/c?q=ü",
	}
	someTriggers = [][]string{{"charge_finished"}, {"charge_finished", "refund_finished"}, {"token_created"}}
	someTokens   = []string{"Bearer one", "Basic two"}
	// After some of them, the service has done what was asked for. None says that there is
	// no webhook.
	someFaults = []fakeservice.Fault{
		{Break: fakeservice.BreakReset},
		{Break: fakeservice.BreakReset, AfterHandling: true},
		{Break: fakeservice.BreakClose, CutAt: 10},
		{Break: fakeservice.BreakHang},
		{Status: http.StatusTooManyRequests},
		{Status: http.StatusServiceUnavailable},
		{Status: http.StatusInternalServerError, AfterHandling: true},
		{Status: http.StatusBadRequest},
		{Status: http.StatusForbidden},
		{Status: http.StatusConflict},
		{Status: http.StatusOK, Body: []byte(`<html>`), AfterHandling: true},
	}
)

// withSome returns a configuration with some of the arguments.
func (l *life) withSome(some, config acctest.Values) acctest.Values {
	for _, name := range slices.Sorted(maps.Keys(some)) {
		if one(l.rt, "with "+name, true, false) {
			config[name] = some[name]
		}
	}
	return config
}

// faulty does something twice: while requests fail, in up to two ways one after the other,
// and once the service works again.
func (l *life) faulty(do func(works bool)) {
	for range rapid.IntRange(0, 2).Draw(l.rt, "faults") {
		fault := one(l.rt, "fault", someFaults...)
		fault.Times = rapid.IntRange(1, 4).Draw(l.rt, "times")
		l.Inject(fault)
	}
	do(false)
	l.ClearFaults()
	do(true)
}

// run begins a command of the CLI, which starts a new process of the provider.
func (l *life) run() {
	l.protocol = l.provider(l.t, acctest.Values{"webhook_refresh": l.mode})
	l.adopted = l.protocol.Adopt(l.adopted)
	l.created = l.protocol.Adopt(l.created)
}

// apply applies a configuration, nil to destroy, and reports whether that succeeded.
func (l *life) apply(which **acctest.Resource, config acctest.Values) bool {
	l.run()
	if diags := (*which).Refresh(l.t.Context()); diags.Errors() != "" {
		return false
	}
	before := (*which).State()
	plan, diags := (*which).Plan(l.t.Context(), config)
	if diags.Errors() == "" && !plan.Empty {
		l.run()
		l.ResetRequests()
		diags = (*which).ApplyPlan(l.t.Context(), plan)
		l.expectConfigured(config)
	}
	failed := diags.Errors() != ""
	after := (*which).State()
	if failed && before != nil && !reflect.DeepEqual(after, before) {
		fail("a failed apply changed the state from %v to %v, and said %s", before, after, diags)
	}
	return !failed
}

// expectConfigured expects that every write contains only settings of a configuration.
func (l *life) expectConfigured(config acctest.Values) {
	for _, r := range l.Requests() {
		for name, value := range r.JSON() {
			got, _ := json.Marshal(value)
			want, _ := json.Marshal(config[name])
			if string(got) != string(want) {
				fail("%s %s was sent, configured is %s", name, got, want)
			}
		}
	}
}

// expectApplied expects the settings of a configuration at the service, and an empty plan.
func (l *life) expectApplied(r *acctest.Resource, config acctest.Values) {
	id := fmt.Sprint(r.State()["webhook_id"])
	is, exists := l.Webhook(id)
	if !exists {
		fail("the webhook %s does not exist, configured is %v", id, config)
	}
	has := acctest.Values{
		"active":     is.Active,
		"url":        is.URL,
		"auth_token": is.AuthToken,
		"triggers":   is.Triggers,
	}
	for name, want := range config {
		if got, isSetting := has[name]; isSetting && !reflect.DeepEqual(got, want) {
			fail("the service has %+v, configured is %v", is, config)
		}
	}
	refreshed := r.Refresh(l.t.Context())
	if plan, diags := r.Plan(l.t.Context(), config); !plan.Empty || refreshed.Errors()+diags.Errors() != "" {
		fail("the plan after the apply is %v, and says %s%s", plan.Values, refreshed, diags)
	}
}

func (l *life) drift(*rapid.T) {
	l.ChangeWebhook(webhookID, func(w *fakeservice.Webhook) {
		w.Active = one(l.rt, "active", true, false)
		w.URL = one(l.rt, "url", someURLs...)
		w.Triggers = one(l.rt, "triggers", someTriggers...)
	})
}

func (l *life) adopt(*rapid.T) {
	config := l.withSome(acctest.Values{
		"active":     one(l.rt, "active", true, false),
		"url":        one(l.rt, "url", someURLs...),
		"triggers":   one(l.rt, "triggers", someTriggers...),
		"auth_token": one(l.rt, "token", someTokens...),
	}, maps.Clone(plain))
	l.faulty(func(works bool) {
		ok := l.apply(&l.adopted, config)
		if !works {
			return
		}
		if !ok {
			fail("the webhook could not be adopted as %v", config)
		}
		l.expectApplied(l.adopted, config)
	})
}

// letGo ends the management of the adopted webhook, which changes nothing.
func (l *life) letGo(*rapid.T) {
	l.faulty(func(works bool) {
		before, _ := l.Webhook(webhookID)
		ok := l.apply(&l.adopted, nil)
		after, _ := l.Webhook(webhookID)
		isChanged := l.mode == "get" && !reflect.DeepEqual(after, before)
		if works && !ok || isChanged {
			fail("destroying changed the service from %v to %v", before, after)
		}
	})
}

func (l *life) importIt(*rapid.T) {
	if l.adopted.State() != nil {
		l.rt.Skip("it is in the state")
	}
	l.run()
	if diags := l.adopted.Import(l.t.Context(), importID); diags.Errors() != "" {
		fail("importing said %s", diags)
	}
	l.expectApplied(l.adopted, plain)
}

// createdOnes are the webhooks that the service has created.
func (l *life) createdOnes() []fakeservice.Webhook {
	return slices.DeleteFunc(l.Webhooks(), func(w fakeservice.Webhook) bool { return w.URL != createdURL })
}

// create creates a webhook, or updates it. One that was created before and is not in the
// state is imported then, as the error says.
func (l *life) create(*rapid.T) {
	config := l.withSome(acctest.Values{"active": one(l.rt, "active", true, false)}, with(inStore, acctest.Values{
		"delete_on_destroy": one(l.rt, "deletes", true, false),
		"url":               createdURL,
		"triggers":          []string{"charge_finished"},
	}))
	l.faulty(func(works bool) {
		existing := l.createdOnes()
		ok := l.apply(&l.created, config)
		if works && !ok && l.created.State() == nil && len(existing) == 1 {
			diags := l.created.Import(l.t.Context(), fakeservice.DefaultStoreID+"/"+existing[0].ID)
			if diags.Errors() != "" {
				fail("importing said %s", diags)
			}
			ok = l.apply(&l.created, config)
		}
		all := l.createdOnes()
		isLost := len(all) < len(existing)
		if len(all) > 1 || isLost || works && !ok {
			fail("there were %v, and are %v; the apply succeeded: %t", existing, all, ok)
		}
		if works {
			l.expectApplied(l.created, config)
		}
	})
}

func (l *life) destroy(*rapid.T) {
	if l.created.State() == nil {
		l.rt.Skip("none was created")
	}
	deletes := l.created.State()["delete_on_destroy"] == true
	l.faulty(func(works bool) {
		ok := l.apply(&l.created, nil)
		left := len(l.createdOnes())
		isWronglyDeleted := !deletes && left == 0
		isWronglyLeft := deletes && works && left > 0
		if works && !ok || isWronglyDeleted || isWronglyLeft {
			fail("with delete_on_destroy %t, %d webhooks are left; the destroy succeeded: %t", deletes, left, ok)
		}
	})
}
