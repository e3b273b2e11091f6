// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestValidate: what a configuration must not say, and what it should not.
func TestValidate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		says   []string
	}{
		"an adoption":                       {config: adopting(nil)},
		"a creation":                        {config: creating(nil)},
		"neither id nor life cycle":         {config: acctest.Values{"store_id": storeID}, says: []string{"Either `webhook_id` or `delete_on_destroy` must be set"}},
		"both":                              {config: adopting(acctest.Values{"delete_on_destroy": false}), says: []string{"cannot both be set"}},
		"a module passes both on":           {config: adopting(acctest.Values{"webhook_id": acctest.Unknown, "delete_on_destroy": acctest.Unknown})},
		"a module passes all tokens on":     {config: adopting(acctest.Values{"auth_token": acctest.Unknown, "auth_token_wo": acctest.Unknown, "auth_token_wo_version": acctest.Unknown})},
		"a creation without a URL":          {config: creating(acctest.Values{"url": nil}), says: []string{"requires both `url` and `triggers`"}},
		"a creation without triggers":       {config: creating(acctest.Values{"triggers": nil}), says: []string{"requires both `url` and `triggers`"}},
		"a store that is empty":             {config: adopting(acctest.Values{"store_id": ""}), says: []string{"`store_id` must not be empty or blank (a CI secret"}},
		"an id that is empty":               {config: adopting(acctest.Values{"webhook_id": ""}), says: []string{"`webhook_id` must not be empty or blank; to leave it unset, omit it"}},
		"a local URL":                       {config: adopting(acctest.Values{"url": "http://localhost/hook"}), says: []string{"must be reachable from the internet"}},
		"an id with a blank":                {config: adopting(acctest.Values{"webhook_id": hookID + " "}), says: []string{"`webhook_id` must not have white space"}},
		"no triggers":                       {config: adopting(acctest.Values{"triggers": []string{}}), says: []string{"triggers", "at least 1"}},
		"a null trigger":                    {config: adopting(acctest.Values{"triggers": []any{nil}}), says: []string{"null value"}},
		"a trigger with a blank":            {config: adopting(acctest.Values{"triggers": []string{"charge_finished", " refund_finished"}}), says: []string{"must not have white space"}},
		"a misspelled trigger":              {config: adopting(acctest.Values{"triggers": []string{"charge_finshed"}}), says: []string{"looks like a misspelling of `charge_finished`"}},
		"two letters that change places":    {config: adopting(acctest.Values{"triggers": []string{"refund_finsihed"}}), says: []string{"looks like a misspelling of `refund_finished`"}},
		"a trigger in capitals":             {config: adopting(acctest.Values{"triggers": []string{"CHARGE_FINISHED"}}), says: []string{"looks like a misspelling of `charge_finished`"}},
		"three letters":                     {config: adopting(acctest.Values{"triggers": []string{"charges_finish"}})},
		"a trigger of this service":         {config: adopting(acctest.Values{"triggers": []string{"token_created", "?"}})},
		"an empty token":                    {config: adopting(acctest.Values{"auth_token": ""}), says: []string{"`auth_token` must not be empty or blank"}},
		"a blank token that is not kept":    {config: adopting(acctest.Values{"auth_token_wo": " ", "auth_token_wo_version": 1}), says: []string{"`auth_token_wo` must not be empty or blank"}},
		"a token with a blank after it":     {config: adopting(acctest.Values{"auth_token": "Bearer n0t-t0-be-seen "}), says: []string{"`auth_token` must not have white space at its beginning or end"}},
		"a blank before a token not kept":   {config: adopting(acctest.Values{"auth_token_wo": " Bearer n0t-t0-be-seen", "auth_token_wo_version": 1}), says: []string{"`auth_token_wo` must not have white space at its beginning or end"}},
		"a token with a line break":         {config: adopting(acctest.Values{"auth_token_wo": "n0t-t0-be-seen\n", "auth_token_wo_version": 1}), says: []string{"`auth_token_wo`"}},
		"a token without its version":       {config: adopting(acctest.Values{"auth_token_wo": "n0t-t0-be-seen"}), says: []string{"requires `auth_token_wo_version`"}},
		"a version whose token comes later": {config: adopting(acctest.Values{"auth_token_wo_version": 1})},
		"a token in the state":              {config: adopting(acctest.Values{"auth_token": "n0t-t0-be-seen"}), says: []string{"Webhook Token Kept in State", "use `auth_token_wo`"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := start(t, nil).resource().Validate(t.Context(), tc.config).String()
			wantText(t, said, tc.says...)
			wantNoToken(t, said)
		})
	}
}

// TestValidate_olderCLI: a CLI without write-only arguments is not told to use one.
func TestValidate_olderCLI(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	config := acctest.Encode(e.Schemas.ResourceSchemas[listed], adopting(acctest.Values{"auth_token": "n0t-t0-be-seen"}))
	said, err := e.Server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: listed, Config: config})
	if err != nil || len(said.Diagnostics) > 0 {
		t.Errorf("it says %s, %v", acctest.Diagnostics(said.Diagnostics), err)
	}
}

// wantNoToken checks that a message does not show the token of these tests.
func wantNoToken(t *testing.T, said string) {
	t.Helper()
	for _, part := range []string{"n0t-t0-be-seen", "hooks.example.com/"} {
		if strings.Contains(said, part) {
			t.Errorf("a message shows %s:\n%s", part, said)
		}
	}
}

// TestPlan_update: what is not configured stays as in the state, and only updated_on is
// unknown, if something is to be sent.
func TestPlan_update(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		before, after acctest.Values
		ignoring      []string
		sends         string // by the apply
		warns         []string
	}{
		"nothing":                         {},
		"active alone":                    {after: acctest.Values{"active": false}, sends: "PATCH {active:false}"},
		"triggers":                        {after: acctest.Values{"triggers": []string{"b", "a"}}, sends: "PATCH {triggers:[a,b]}"},
		"all that is declared":            {before: acctest.Values{"active": true, "url": urlA}, after: acctest.Values{"active": false, "url": urlA}, sends: "PATCH {active:false,url:/a}"},
		"an argument less":                {before: acctest.Values{"active": true, "url": urlA}, after: acctest.Values{"url": urlA}},
		"the merchant":                    {after: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}},
		"the merchant, and active":        {after: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID, "active": false}, sends: "PATCH {active:false}"}, // by the path of the adoption
		"another spelling":                {before: acctest.Values{"url": "https://hooks.example.com:443/a"}, after: acctest.Values{"url": urlA}, sends: "PATCH {url:/a}"},
		"what is ignored":                 {before: acctest.Values{"active": true}, after: acctest.Values{"active": false, "url": urlB}, ignoring: []string{"active"}, sends: "PATCH {url:/b}"},
		"URL and triggers are ignored":    {before: acctest.Values{"active": true}, after: acctest.Values{"active": false, "url": urlB, "triggers": []string{"a"}}, ignoring: []string{"url", "triggers"}, sends: "PATCH {active:false}"},
		"to be deleted":                   {after: acctest.Values{"webhook_id": nil, "delete_on_destroy": true, "url": urlA, "triggers": []string{"charge_finished"}}},
		"to be deleted, all ignored":      {before: acctest.Values{"url": urlA}, after: acctest.Values{"webhook_id": nil, "delete_on_destroy": true, "url": urlA, "triggers": []string{"charge_finished"}}, ignoring: []string{"webhook_id"}},
		"a new token":                     {before: acctest.Values{"auth_token": "one"}, after: acctest.Values{"auth_token": "two"}, sends: "PATCH {auth_token:two}"},
		"a new token that is not kept":    {before: acctest.Values{"auth_token_wo": "one", "auth_token_wo_version": 1}, after: acctest.Values{"auth_token_wo": "two", "auth_token_wo_version": 2}, sends: "PATCH {auth_token:two}"},
		"a token without a new version":   {before: acctest.Values{"auth_token_wo": "one", "auth_token_wo_version": 1}, after: acctest.Values{"auth_token_wo": "two", "auth_token_wo_version": 1}},
		"a token less":                    {before: acctest.Values{"auth_token": "one"}, warns: []string{"Webhook Token Stays at the Service", "The service keeps it"}},
		"a token that is not kept, less":  {before: acctest.Values{"auth_token_wo": "one", "auth_token_wo_version": 1}, warns: []string{"The service keeps it"}},
		"one form of a token for another": {before: acctest.Values{"auth_token": "one"}, after: acctest.Values{"auth_token_wo": "two", "auth_token_wo_version": 1}, sends: "PATCH {auth_token:two}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			mustApply(t, r, adopting(tc.before))
			e.NextRun(t)
			e.calls()
			r.IgnoreChanges = tc.ignoring
			config := adopting(tc.after)
			plan, diags := r.Plan(t.Context(), config)
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), tc.warns...)
			for attribute, value := range plan.Values {
				if unknown := attribute == "updated_on" && tc.sends != ""; (value == acctest.Unknown) != unknown {
					t.Errorf("in the plan, %s is %v", attribute, value)
				}
			}
			wantText(t, r.ApplyPlan(t.Context(), plan).String())
			e.wantCalls(t, tc.sends)
			mustBeSettled(t, r, config)
		})
	}
}

// TestPlan_unknownID: an id that is unknown in a plan keeps that of the state. If the apply
// has the same one, nothing else happens; if it has another one, nothing is sent.
func TestPlan_unknownID(t *testing.T) {
	t.Parallel()
	for _, argument := range []string{"store_id", "webhook_id", "merchant_id"} {
		for name, change := range map[string]acctest.Values{"alone": {}, "with an update": {"active": false}} {
			t.Run(argument+" "+name, func(t *testing.T) {
				t.Parallel()
				e := start(t, nil)
				r, before := e.resource(), adopting(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID})
				mustApply(t, r, before)
				known := with(before, change)
				other := with(known, acctest.Values{argument: otherID})
				plan, diags := r.Plan(t.Context(), with(known, acctest.Values{argument: acctest.Unknown}))
				if plan.Replaces || len(diags) > 0 || plan.Empty != (len(change) == 0) {
					t.Fatalf("the plan is %v, replaces the webhook: %t, and says %s", plan.Values, plan.Replaces, diags)
				}
				e.calls()
				plan.Config = other
				if said := r.ApplyPlan(t.Context(), plan); len(change) > 0 {
					wantText(t, said.Errors(), "inconsistent final plan")
				}
				if calls := e.calls(); strings.Contains(calls, "PATCH") {
					t.Errorf("the calls are %s", calls)
				}
				plan.Config = known
				wantText(t, r.ApplyPlan(t.Context(), plan).String())
				mustBeSettled(t, r, known)
				if next, _ := r.Plan(t.Context(), other); !next.Replaces {
					t.Error("the next plan does not replace the webhook")
				}
			})
		}
	}
}

// TestPlan_adoption: the plan of an adoption says what that overwrites, or why it may fail;
// but not if a service without a GET for webhooks answers so.
func TestPlan_adoption(t *testing.T) {
	t.Parallel()
	html := []byte("<html>")
	for name, tc := range map[string]struct {
		config acctest.Values
		mode   string
		fault  *fakeservice.Fault
		calls  string
		says   []string
	}{
		"overwrites nothing":          {config: acctest.Values{"active": true, "url": "HTTPS://Hooks.example.com/a"}, calls: "GET"},
		"overwrites settings":         {config: acctest.Values{"active": false, "triggers": []string{"a", "b"}}, calls: "GET", says: []string{"Adopting Changes a Webhook", "`active`: configured false, at the service true", "`triggers`: configured [a b], at the service [charge_finished]"}},
		"overwrites the path":         {config: acctest.Values{"url": urlB}, calls: "GET", says: []string{"`url`: configured `https://hooks.example.com`, at the service the same host, but another path"}},
		"through the merchant":        {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "GET long"},
		"an id is unknown":            {config: acctest.Values{"active": false, "webhook_id": acctest.Unknown}},
		"the merchant is unknown":     {config: acctest.Values{"active": false, "merchant_id": acctest.Unknown}},
		"no such webhook":             {fault: &notFound, calls: "GET", says: []string{"Adoption May Fail", "status 404"}},
		"credentials refused":         {fault: &fakeservice.Fault{Status: 401}, calls: "GET", says: []string{"Adoption May Fail", "app_token"}},
		"the service is down":         {fault: &fakeservice.Fault{Status: 503}, calls: "GET", says: []string{"Adoption May Fail", "503"}},
		"a page of a proxy":           {fault: &fakeservice.Fault{Status: 200, Body: html}, calls: "GET", says: []string{"Adoption May Fail"}},
		"another webhook":             {fault: &fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + otherID + `"}`)}, calls: "GET", says: []string{"Adoption May Fail", "`id`: configured " + hookID}},
		"no GET, 405":                 {fault: &fakeservice.Fault{Status: 405}, calls: "GET"},
		"no GET, a 404 of an ingress": {fault: &fakeservice.Fault{Status: 404, Body: html}, calls: "GET"},
		"too many requests":           {fault: &fakeservice.Fault{Status: 429}, calls: "GET"},
		"read by PATCH":               {config: acctest.Values{"active": false}, mode: "patch"},
		"not read":                    {config: acctest.Values{"active": false}, mode: "off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tc.mode, "get")})
			e.inject(tc.fault)
			_, diags := e.resource().Plan(t.Context(), adopting(tc.config))
			e.wantCalls(t, tc.calls)
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), tc.says...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestPlan_adoptionTakesTime: a service that does not answer holds a plan up for five seconds. If the
// rate leaves no time to read a webhook, the plan says nothing of it.
func TestPlan_adoptionTakesTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"max_requests_per_minute": 1})
		e.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
		for _, warning := range []string{"took longer than 5s", ""} {
			started := time.Now()
			_, diags := e.resource().Plan(t.Context(), adopting(nil))
			if took := time.Since(started); took > 5*time.Second || (len(diags) == 0) != (warning == "") || strings.Contains(diags.String(), "request_timeout") {
				t.Errorf("the plan took %s: %s", took, diags)
			}
			wantText(t, diags.Warnings(), warning)
		}
		e.wantCalls(t, "GET")
	})
}

// TestPlan_replacement: a replacement says what happens to the old webhook, and is refused
// if it could only delete it.
func TestPlan_replacement(t *testing.T) {
	t.Parallel()
	const otherStore = "33333333-3333-4333-8333-333333333334"
	list := "/stores/{storeId}/webhooks"
	inOther := func(status int) *fakeservice.Fault {
		return &fakeservice.Fault{Status: status, Match: func(r fakeservice.Request) bool { return strings.Contains(r.Path, otherStore) }}
	}
	for name, tc := range map[string]struct {
		before, after acctest.Values
		ignoring      []string
		fault         *fakeservice.Fault
		answer        map[string]any // other fields of each webhook
		applied       string         // by this webhook_refresh, "get" unless given
		planned       string         // by this webhook_refresh, "get" unless given
		fails         bool
		says          []string
	}{
		"an adopted one stays":                 {before: adopting(nil), after: adopting(acctest.Values{"webhook_id": otherID}), says: []string{"Destroying this resource does not delete webhook " + hookID, "apply `active = false` first"}},
		"and what comes next is read":          {before: adopting(nil), after: adopting(acctest.Values{"webhook_id": otherID, "active": false}), says: []string{"Webhook Not Deleted", "Adoption May Fail"}},
		"one of another merchant is read":      {before: adopting(nil), after: adopting(acctest.Values{"webhook_id": otherID, "store_id": otherStore, "active": false}), says: []string{"Webhook Not Deleted", "Adopting Changes a Webhook"}},
		"a created one is deleted":             {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), says: []string{"Destroying this resource deletes webhook", "apply `delete_on_destroy = false` first"}},
		"a created one stays":                  {before: creating(acctest.Values{"delete_on_destroy": false}), after: creating(acctest.Values{"delete_on_destroy": false, "store_id": otherStore}), says: []string{"does not delete"}},
		"without a token":                      {before: creating(acctest.Values{"auth_token_wo": "n0t-t0-be-seen", "auth_token_wo_version": 1}), after: creating(acctest.Values{"auth_token_wo_version": 1, "store_id": otherStore}), fails: true, says: []string{"Missing Webhook Token"}},
		"an adopted one, without a token":      {before: adopting(acctest.Values{"auth_token_wo": "n0t-t0-be-seen", "auth_token_wo_version": 1}), after: adopting(acctest.Values{"auth_token_wo_version": 1, "webhook_id": otherID}), says: []string{"Missing Webhook Token", "`terraform.applying ? var.token : null`"}},
		"a store that does not exist":          {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), fault: inOther(404), fails: true, says: []string{"Replacement Would Only Delete"}},
		"no such store, and no token either":   {before: creating(acctest.Values{"auth_token_wo": "n0t-t0-be-seen", "auth_token_wo_version": 1}), after: creating(acctest.Values{"auth_token_wo_version": 1, "store_id": otherStore}), fault: inOther(404), fails: true, says: []string{"Missing Webhook Token", "Replacement Would Only Delete"}},
		"a store that is not permitted":        {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), fault: inOther(403), fails: true, says: []string{"Replacement Would Only Delete"}},
		"credentials that do not hold there":   {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), fault: inOther(401), fails: true, says: []string{"Replacement Would Only Delete"}},
		"a merchant that is not permitted":     {before: creating(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}), after: creating(acctest.Values{"merchant_id": otherStore}), fault: inOther(403), fails: true, says: []string{"Replacement Would Only Delete"}},
		"a store that has it already":          {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore, "url": urlA}), fails: true, says: []string{"Replacement Would Only Delete", "Its id is " + otherID}},
		"to adopt what the store has already":  {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID, "store_id": otherStore, "url": urlA, "triggers": []string{"charge_finished"}}), says: []string{"Webhook Deleted"}},
		"the same store, by its merchant":      {before: creating(nil), after: creating(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}), answer: map[string]any{"merchant_id": otherID}, says: []string{"Webhook Deleted"}},
		"a service without a list":             {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), fault: &fakeservice.Fault{Status: 404, Path: list}, says: []string{"Webhook Deleted"}},
		"a store that cannot be looked at now": {before: creating(nil), after: creating(acctest.Values{"store_id": otherStore}), fault: inOther(503), says: []string{"Webhook Deleted"}},
		"a webhook that does not exist":        {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID}), fails: true, says: []string{"Replacement Would Only Delete"}},
		"and none can be read":                 {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID}), planned: "off", says: []string{"Webhook Deleted"}},
		"but the old one was never read":       {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID}), applied: "off", says: []string{"Webhook Deleted", "Adoption May Fail"}},
		"to adopt, and the rest is ignored":    {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID, "store_id": otherStore}), ignoring: []string{"delete_on_destroy"}, says: []string{"Webhook Deleted"}},
		"a webhook that is refused":            {before: creating(nil), after: adopting(acctest.Values{"webhook_id": otherID}), fault: &fakeservice.Fault{Status: 403, Method: http.MethodGet}, says: []string{"Webhook Deleted", "Adoption May Fail"}},
		"what says so is ignored":              {before: adopting(nil), after: creating(acctest.Values{"url": urlA}), ignoring: []string{"delete_on_destroy"}},
		"the same one, to adopt":               {before: creating(nil), after: creating(acctest.Values{"webhook_id": "SAME", "delete_on_destroy": nil})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			e.AddWebhook(fakeservice.Webhook{ID: otherID, StoreID: otherStore, MerchantID: otherStore, URL: urlA, Active: true})
			e.answer(tc.answer)
			r := e.in(t, cmp.Or(tc.applied, "get"), e.resource())
			mustApply(t, r, tc.before)
			r.IgnoreChanges = tc.ignoring
			if tc.after["webhook_id"] == "SAME" {
				tc.after["webhook_id"] = r.State()["id"]
			}
			e.inject(tc.fault)
			plan, diags := e.in(t, cmp.Or(tc.planned, "get"), r).Plan(t.Context(), tc.after)
			if said := diags.Errors(); (said != "") != tc.fails || plan.Replaces == (tc.fails || len(tc.says) == 0) {
				t.Errorf("it replaces the webhook: %t; said %s", plan.Replaces, said)
			}
			wantText(t, diags.String(), tc.says...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestPlan_withoutClient: what needs no call is planned even if an argument of the provider
// is unknown, and a refresh keeps the state.
func TestPlan_withoutClient(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	created := e.resource()
	mustApply(t, created, creating(nil))
	e.calls()
	unknown := acctest.Configured(t, e.server, acctest.Values{"secret": acctest.Unknown})
	r := unknown.Adopt(created)
	wantText(t, r.Refresh(t.Context()).String())
	mustBeSettled(t, r, creating(nil))
	wantText(t, planned(t, r, creating(acctest.Values{"url": urlA})))
	wantText(t, planned(t, r, creating(acctest.Values{"store_id": otherID}))) // a replacement
	wantText(t, planned(t, unknown.NewResource(listed), adopting(nil)))
	e.wantCalls(t, "")
}

// TestPlan_spelling: another letter case of an id is the same id, and where the service spells
// a URL or triggers in another way, the state keeps the configured spelling.
func TestPlan_spelling(t *testing.T) {
	t.Parallel()
	const store, hook, merchant = "cccccccc-cdef-4bcd-8fab-cdefabcdefab", "abcdefab-cdef-4bcd-8fab-cdefabcdefab", "bbbbbbbb-cdef-4bcd-8fab-cdefabcdefab"
	ids := acctest.Values{"store_id": store, "webhook_id": hook}
	for name, tc := range map[string]struct {
		first, second acctest.Values
		answer        map[string]any
	}{
		"ids":                {second: acctest.Values{"store_id": strings.ToUpper(store), "webhook_id": strings.ToUpper(hook)}},
		"the merchant":       {second: acctest.Values{"merchant_id": strings.ToUpper(merchant)}},
		"an answer's ids":    {answer: map[string]any{"id": strings.ToUpper(hook), "merchant_id": strings.ToUpper(merchant)}},
		"a URL":              {first: acctest.Values{"url": "https://x.example.com"}, second: acctest.Values{"url": "https://x.example.com"}, answer: map[string]any{"url": "https://X.example.com:443/"}},
		"case of a trigger":  {first: acctest.Values{"triggers": []string{"a"}}, second: acctest.Values{"triggers": []string{"a"}}, answer: map[string]any{"triggers": []string{"A"}}},
		"order of triggers":  {first: acctest.Values{"triggers": []string{"a", "b"}}, second: acctest.Values{"triggers": []string{"b", "a"}}, answer: map[string]any{"triggers": []string{"b", "a"}}},
		"a trigger repeated": {first: acctest.Values{"triggers": []string{"a"}}, second: acctest.Values{"triggers": []string{"a"}}, answer: map[string]any{"triggers": []string{"a", "a"}}},
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t, "s.a") // which name no merchant
				service.AddWebhook(fakeservice.Webhook{ID: hook, MerchantID: merchant, StoreID: store})
				e := env{Service: service, server: server}
				e.Protocol = acctest.Configured(t, server, acctest.Values{"secret": "s", "app_token": "a", "webhook_refresh": mode})
				e.answer(tc.answer)
				r := e.resource()
				mustApply(t, r, with(ids, tc.first))
				state := r.State()
				wantText(t, r.Refresh(t.Context()).String())
				wantState(t, r, acctest.Values{"url": state["url"], "triggers": state["triggers"], "merchant_id": state["merchant_id"]})
				mustBeSettled(t, r, with(ids, tc.second))
			})
		}
	}
}

// TestPlan_replacementUnknown: as long as one of the new ids is unknown, a replacement reads
// nothing with that of the state in its place, and is not refused for the answer.
func TestPlan_replacementUnknown(t *testing.T) {
	t.Parallel()
	const otherStore, otherMerchant = "33333333-3333-4333-8333-333333333334", "22222222-2222-4222-8222-222222222223"
	for name, tc := range map[string]struct{ before, after acctest.Values }{
		"another webhook of an unknown store":  {creating(nil), adopting(acctest.Values{"webhook_id": otherID, "store_id": acctest.Unknown})},
		"another store of an unknown merchant": {creating(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}), creating(acctest.Values{"store_id": otherStore, "merchant_id": acctest.Unknown})},
		"an unknown store of another merchant": {creating(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}), creating(acctest.Values{"store_id": acctest.Unknown, "merchant_id": otherMerchant})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			e.AddWebhook(fakeservice.Webhook{ID: otherID, StoreID: otherStore, MerchantID: otherMerchant})
			r := e.resource()
			mustApply(t, r, tc.before)
			e.NextRun(t)
			e.calls()
			plan, diags := r.Plan(t.Context(), tc.after)
			wantText(t, diags.Errors())
			if !plan.Replaces {
				t.Error("the plan does not replace the webhook")
			}
			e.wantCalls(t, "")
		})
	}
}
