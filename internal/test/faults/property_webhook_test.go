// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestProperty_webhook lets anything happen to a webhook. At every moment, requests
// contain only settings that are being applied. An apply that succeeds leaves the
// service as configured, and an empty plan. One that fails leaves the state as it was. A
// destroy changes nothing. In the end, one
// apply makes state, plan and service agree. A webhook beside it is created once, and
// deleted only if its state says so.
func TestProperty_webhook(t *testing.T) {
	t.Parallel()

	rapid.Check(t, func(rt *rapid.T) {
		var ended any
		synctest.Test(t, func(t *testing.T) {
			defer func() { ended = recover() }()
			l := newLife(t, rt)
			rt.Repeat(l.events())
			l.end()
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

// fail ends the test with a problem.
func (l *life) fail(format string, arguments ...any) {
	panic(problem(fmt.Sprintf(format, arguments...)))
}

// life is the life of a webhook that is adopted, and of one beside it that is created.
type life struct {
	*harness

	t  *testing.T
	rt *rapid.T

	mode       string // webhook_refresh
	answersGet bool
	getStatus  int
	lists      bool // the webhooks of a store

	config acctest.Values // of the last apply that succeeded
	saved  *savedPlan
	long   bool // the webhook is addressed through its merchant
	// unseen says that others or a failed update changed the service, and that maybe no
	// refresh has seen it. One that warns may have kept the state as it was.
	unseen bool

	created  *acctest.Resource
	misleads bool // the answers of a fault may hide a webhook that was created
}

type savedPlan struct {
	acctest.Plan
	config acctest.Values
}

func newLife(t *testing.T, rt *rapid.T) *life {
	t.Helper()
	l := &life{
		harness: newHarness(t, nil), t: t, rt: rt, config: plain.decoded(),
		mode: one(rt, "webhook_refresh", "get", "get", "get", "patch", "off"), lists: one(rt, "lists", true, false),
	}
	getStatus, unique := one(rt, "status of GET", 0, 0, 404, 405), one(rt, "unique URLs", true, false)
	l.answersGet, l.getStatus = getStatus == 0, getStatus
	l.Set(func(b *fakeservice.Behavior) {
		b.WebhookGetStatus = getStatus
		b.WebhookList, b.UniqueURLs = l.lists, unique
	})
	l.created = l.protocol.NewResource("paymentservice_webhook")
	return l
}

// one draws one of the values.
func one[V any](rt *rapid.T, label string, values ...V) V {
	return rapid.SampledFrom(values).Draw(rt, label)
}

// events are what may happen. Before each, a second passes.
func (l *life) events() map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){"": func(*rapid.T) { time.Sleep(time.Second) }}
	for name, event := range map[string]func(){
		"plan": l.plan, "apply": func() { l.plan(); l.applyPlan() }, "apply the plan": l.applyPlan,
		"refresh": func() { l.run(l.mode); l.refresh() }, "import": l.importIt, "destroy": l.destroy,
		"create": l.create, "delete": l.delete, "replace": l.replace, "rename": l.rename, "mistyped import": l.importMistyped,
		"drift": l.drift, "fault": l.fault, "recovery": l.recovery,
	} {
		all[name] = func(*rapid.T) { event() }
	}
	return all
}

func (l *life) drift() {
	l.ChangeWebhook(webhookID, func(w *fakeservice.Webhook) {
		w.Active, w.URL, w.Triggers = one(l.rt, "active", true, false), one(l.rt, "url", someURLs...), one(l.rt, "triggers", someTriggers...)
	})
	l.unseen = true
}

// fault makes requests fail, in two ways one after the other, so that the last attempt
// of a call can end in another way than the first.
func (l *life) fault() {
	for range rapid.IntRange(1, 2).Draw(l.rt, "faults") {
		fault := one(l.rt, "fault", someFaults...)
		fault.Times = rapid.IntRange(1, 4).Draw(l.rt, "times")
		l.Inject(fault)
		l.misleads = l.misleads || fault.Status >= 200 && fault.Status < 429
	}
}

func (l *life) recovery() {
	l.ClearFaults()
	l.misleads = false
}

// blind reports whether a refresh may miss what the service has.
func (l *life) blind() bool {
	return l.mode == "off" || l.mode == "get" && !l.answersGet
}

const inventedID = "99999999-9999-4999-8999-999999999999" // in an answer to anything

var (
	someURLs     = []string{"https://hooks.example.com/a", "https://hooks.example.com/b?x=1&y=<2>", "https://HOOKS.example.com:443/c?q=ü", "https://hooks.example.com/c?q=ü"}
	someTriggers = [][]string{{"charge_finished"}, {"charge_finished", "refund_finished"}, {"token_created"}}
	someTokens   = []string{"Bearer one", "Basic two"}
	someFaults   = []fakeservice.Fault{
		{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakReset, AfterHandling: true}, {Break: fakeservice.BreakCut, CutAt: 10},
		{Break: fakeservice.BreakHang}, {Status: 429}, {Status: 503}, {Status: 500, AfterHandling: true}, {Status: 400}, {Status: 403}, {Status: 404}, {Status: 409},
		{Status: 200, Body: []byte(`{"id":"` + inventedID + `"}`)}, {Status: 200, Body: []byte(`<html>`), AfterHandling: true},
	}
)

// with returns a configuration with some of the arguments.
func (l *life) with(some, config acctest.Values) acctest.Values {
	for _, name := range slices.Sorted(maps.Keys(some)) {
		if one(l.rt, "with "+name, true, false) {
			config[name] = some[name]
		}
	}
	return config
}

func (l *life) anyConfig() acctest.Values {
	return l.with(acctest.Values{
		"active": one(l.rt, "active", true, false), "url": one(l.rt, "url", someURLs...), "triggers": one(l.rt, "triggers", someTriggers...),
		"auth_token": one(l.rt, "token", someTokens...), "merchant_id": fakeservice.DefaultMerchantID,
	}, plain.decoded())
}
