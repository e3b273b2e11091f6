// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// step is something that happens to a webhook, or to the service.
type step struct {
	kind   string
	config acctest.Values // of an apply, or of a plan that is saved
	drift  func(*fakeservice.Webhook)
	faults []fakeservice.Fault
	way    string // of a rename
	mode   string // webhook_refresh in the apply of a plan
	yes    bool   // lag or not, import long or short, create or destroy first
}

var (
	someURLs     = []string{"https://hooks.example.com/a", "https://hooks.example.com/b?x=1&y=<2>", "https://HOOKS.example.com:443/c?q=ü", "https://hooks.example.com/c?q=ü"}
	someTriggers = [][]string{{}, {"charge_finished"}, {"refund_finished", "charge_finished"}, {"token_created"}}
	someTokens   = []string{"Bearer one", "Basic two"}
	someModes    = []string{"get", "patch", "off"}
	someWays     = []string{"moved", "at once", "targeted", "imported"}
	someFaults   = []fakeservice.Fault{
		{Break: fakeservice.BreakReset}, {Break: fakeservice.BreakReset, AfterHandling: true}, {Break: fakeservice.BreakCut, CutAt: 10},
		{Break: fakeservice.BreakHang}, {Status: 429}, {Status: 503}, {Status: 500, AfterHandling: true}, {Status: 400}, {Status: 403}, {Status: 404}, {Status: 409},
		{Status: 200, Body: []byte(`{"id":"99999999-9999-4999-8999-999999999999"}`)}, {Status: 200, Body: []byte(`<html>`), AfterHandling: true},
	}
	someKinds = []string{
		"apply", "apply", "apply", "save", "apply saved", "drift", "drift", "fault", "recover", "lag", "refresh", "destroy", "import", "rename", "rename", "replace", "create", "create", "delete",
	}
)

func anyStep(rt *rapid.T) step {
	s := step{
		kind: rapid.SampledFrom(someKinds).Draw(rt, "kind"), yes: rapid.Bool().Draw(rt, "yes"),
		mode: rapid.SampledFrom(append(someModes, "", "", "")).Draw(rt, "mode"),
	}
	switch s.kind {
	case "apply", "save":
		s.config = anyConfig(rt)
	case "create":
		s.config = anyCreated(rt)
	case "drift":
		active, url, triggers := rapid.Bool().Draw(rt, "active"), rapid.SampledFrom(someURLs).Draw(rt, "url"), rapid.SampledFrom(someTriggers).Draw(rt, "triggers")
		s.drift = func(w *fakeservice.Webhook) { w.Active, w.URL, w.Triggers = active, url, triggers }
	case "fault": // one after the other, so that the last attempt of a call can end in another way than the first
		for range rapid.IntRange(1, 2).Draw(rt, "faults") {
			fault := rapid.SampledFrom(someFaults).Draw(rt, "fault")
			fault.Times = rapid.IntRange(1, 4).Draw(rt, "times")
			s.faults = append(s.faults, fault)
		}
	case "rename":
		s.way = rapid.SampledFrom(someWays).Draw(rt, "way")
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
	return config
}

// kindOfService is what differs between services, and between providers.
type kindOfService struct {
	mode     string // the provider's webhook_refresh
	noGet    int    // the status of a GET, if it is not answered
	getTimes string
	lists    bool // the store's webhooks
	unique   bool // URLs
}

func anyService(rt *rapid.T) kindOfService {
	return kindOfService{
		mode:     rapid.SampledFrom([]string{"get", "get", "get", "patch", "off"}).Draw(rt, "refresh"),
		noGet:    rapid.SampledFrom([]int{0, 0, 404, 405}).Draw(rt, "GET"),
		lists:    rapid.Bool().Draw(rt, "lists"),
		unique:   rapid.Bool().Draw(rt, "unique"),
		getTimes: rapid.SampledFrom([]string{"", "2006-01-02T15:04:05Z07:00"}).Draw(rt, "times of GET"),
	}
}
