// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const posted = "POST {url:/b,triggers:[charge_finished]}"

// TestCreate: a creation is a look at the list and one POST, and what the service has
// created is recorded at once.
func TestCreate(t *testing.T) {
	t.Parallel()
	post := func(f fakeservice.Fault) *fakeservice.Fault {
		f.Method = http.MethodPost
		return &f
	}
	list := func(f fakeservice.Fault) *fakeservice.Fault {
		f.Method, f.Path = http.MethodGet, "/stores/{storeId}/webhooks"
		return &f
	}
	body := func(fields string) []byte { return []byte(`{"id":"` + otherID + `"` + fields + `}`) }
	for name, tc := range map[string]struct {
		config  acctest.Values
		fault   *fakeservice.Fault
		once    *fakeservice.Fault // before that
		exists  *fakeservice.Webhook
		unique  bool
		noList  bool
		calls   string
		says    []string // an error
		records bool     // although there is an error
		then    string   // the calls of the next apply, once it is untainted: by the path that was recorded
	}{
		"created":                         {calls: "GET list; " + posted + "; GET"},
		"through the merchant":            {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "GET long list; POST long {url:/b,triggers:[charge_finished]}; GET long"},
		"stopped":                         {config: acctest.Values{"active": false}, calls: "GET list; " + posted + "; PATCH {active:false}; GET"},
		"with a token":                    {config: acctest.Values{"auth_token": "x"}, calls: "GET list; POST {url:/b,triggers:[charge_finished],auth_token:x}; GET"},
		"a token that is part of the id":  {config: acctest.Values{"auth_token": "Bearer 9999"}, fault: post(fakeservice.Fault{Status: 201, Body: body("")}), calls: "GET list; POST {url:/b,triggers:[charge_finished],auth_token:Bearer 9999}; GET"},
		"an answer of ids alone":          {fault: post(fakeservice.Fault{Status: 200, Body: body("")}), calls: "GET list; " + posted + "; GET"},
		"stopped, an answer of ids":       {config: acctest.Values{"active": false}, noList: true, exists: &fakeservice.Webhook{ID: otherID, Active: true}, fault: post(fakeservice.Fault{Status: 201, Body: body("")}), calls: "GET list; GET list; " + posted + "; PATCH {active:false}; GET"},
		"created as it is to be":          {config: acctest.Values{"active": false}, fault: post(fakeservice.Fault{Status: 201, Body: body(`,"active":false`)}), calls: "GET list; " + posted + "; GET"},
		"a token that is null":            {config: acctest.Values{"auth_token_wo_version": 1}, calls: "GET list", says: []string{"Missing Webhook Token", "the old one may be deleted already"}},
		"a service without a list":        {noList: true, calls: "GET list; GET list; " + posted + "; GET"},
		"it exists, through the merchant": {exists: &fakeservice.Webhook{ID: otherID, URL: urlB}, config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "GET long list", says: []string{"terraform import ADDRESS " + fakeservice.DefaultMerchantID + "/" + storeID + "/" + otherID}},
		"it exists":                       {exists: &fakeservice.Webhook{ID: otherID, URL: "https://HOOKS.example.com/b"}, calls: "GET list", says: []string{"already has a webhook", "Its id is " + otherID, "terraform import ADDRESS " + storeID + "/" + otherID, "`webhook_id = \"" + otherID + "\"`", "apply again", "the old one must be deleted first", "`create_before_destroy`"}},
		"other triggers":                  {exists: &fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"a"}}, calls: "GET list; " + posted + "; GET"},
		"other triggers, URLs are unique": {exists: &fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"a"}}, unique: true, calls: "GET list; " + posted + "; GET list", says: []string{"Its id is " + otherID, "If only the triggers differ, declare one webhook with the triggers of both", "If this apply changes or deletes that webhook, apply again"}},
		"another store's":                 {exists: &fakeservice.Webhook{ID: otherID, URL: urlB, StoreID: otherID}, calls: "GET list; " + posted + "; GET"},
		"a list that fails":               {fault: list(fakeservice.Fault{Status: 503}), calls: "GET list; GET list; GET list", says: []string{"so that there are never two", "No webhook was created"}},
		"a store that is gone":            {fault: list(fakeservice.Fault{Status: 410}), calls: "GET list; GET list", says: []string{"No webhook was created"}},
		"an answer cut after its id":      {fault: post(fakeservice.Fault{Status: 201, Body: body(`,"active":true`), Break: fakeservice.BreakClose, CutAt: 48}), calls: "GET list; " + posted, says: []string{"Unable to Finish Webhook", "ended too early", "`terraform untaint`"}, records: true},
		"no such call":                    {fault: post(fakeservice.Fault{Status: 405}), calls: "GET list; " + posted, says: []string{"creates no webhooks by its API"}},
		"refused":                         {fault: post(fakeservice.Fault{Status: 400}), calls: "GET list; " + posted, says: []string{"Unable to Create Webhook", "No webhook was created"}},
		"unclear, nothing created":        {fault: post(fakeservice.Fault{Status: 500}), calls: "GET list; " + posted + "; GET list", says: []string{"It is unclear whether the service created", "has none with this URL"}},
		"unclear, created":                {fault: post(fakeservice.Fault{Status: 500, AfterHandling: true}), calls: "GET list; " + posted + "; GET list", says: []string{"It is unclear whether the service created", "The store has a webhook with this URL. Its id is", "terraform import"}},
		"unclear, no list":                {noList: true, fault: post(fakeservice.Fault{Break: fakeservice.BreakClose, CutAt: 5}), calls: "GET list; GET list; " + posted + "; GET list", says: []string{"could not read the list", "console"}},
		"an answer without an id":         {fault: post(fakeservice.Fault{Status: 201, Body: []byte(`{"url":"x"}`)}), calls: "GET list; " + posted + "; GET list", says: []string{"no webhook with an id"}},
		"an id that was listed before":    {exists: &fakeservice.Webhook{ID: otherID}, fault: post(fakeservice.Fault{Status: 200, Body: body("")}), calls: "GET list; " + posted, says: []string{"a webhook that existed before", "Its id is " + otherID, "Nothing was saved"}},
		"not finished":                    {config: acctest.Values{"active": false}, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 400}, calls: "GET list; " + posted + "; PATCH {active:false}", says: []string{"Unable to Finish Webhook", "`terraform untaint`"}, records: true, then: "GET; PATCH {active:false,url:/b,triggers:[charge_finished]}"},
		"not there for its PATCH":         {config: acctest.Values{"active": false}, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404}, calls: "GET list; " + posted + "; PATCH {active:false}", says: []string{"Unable to Finish Webhook", "`terraform untaint`"}, records: true},
		"not there after a 503":           {config: acctest.Values{"active": false}, once: &fakeservice.Fault{Method: http.MethodPatch, Status: 503, Times: 1}, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404}, calls: "GET list; " + posted + "; PATCH {active:false}; PATCH {active:false}", says: []string{"Unable to Finish Webhook", "`terraform untaint`"}, records: true},
		"and through the merchant":        {config: acctest.Values{"active": false, "merchant_id": fakeservice.DefaultMerchantID}, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 400}, calls: "GET long list; POST long {url:/b,triggers:[charge_finished]}; PATCH long {active:false}", says: []string{"Unable to Finish Webhook"}, records: true, then: "GET long; PATCH long {active:false,url:/b,triggers:[charge_finished]}"},
		"a URL that was not taken on":     {config: acctest.Values{"active": false}, fault: post(fakeservice.Fault{Status: 201, Body: body(`,"url":"` + urlA + `"`)}), calls: "GET list; " + posted, says: []string{"at the service the same host, but another path", "`terraform untaint`"}, records: true},
		"another store":                   {fault: post(fakeservice.Fault{Status: 201, Body: body(`,"store_id":"` + otherID + `"`)}), calls: "GET list; " + posted, says: []string{"`store_id`", "`terraform untaint`"}, records: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList, b.UniqueURLs = !tc.noList, tc.unique })
			if tc.exists != nil {
				e.AddWebhook(*tc.exists)
			}
			e.inject(tc.once, tc.fault)
			r, config := e.resource(), creating(tc.config)
			diags := r.Apply(t.Context(), config)
			e.wantCalls(t, tc.calls)
			wantText(t, diags.Errors(), tc.says...)
			wantNoToken(t, diags.String())
			if records := tc.says == nil || tc.records; (r.State() != nil) != records || records && r.Identity(t.Context())["webhook_id"] != r.State()["id"] {
				t.Fatalf("the state has %v", r.State())
			}
			if e.ClearFaults(); tc.says == nil {
				mustBeSettled(t, r, config)
			}
			e.NextRun(t)
			if name == "refused" { // and corrected
				mustApply(t, r, config)
			}
			if tc.then != "" {
				e.calls()
				mustApply(t, r, config)
				e.wantCalls(t, tc.then)
				if now, _ := e.Webhook(e.only(t, urlB)); now.Active {
					t.Error("the webhook is not stopped")
				}
			}
		})
	}
}

// TestCreate_listedOnce: the list of a store is read once for a run; one that failed is read
// again.
func TestCreate_listedOnce(t *testing.T) {
	t.Parallel()
	for status, lists := range map[int]int{200: 1, 405: 2, 403: 2} { // of the first list
		e := start(t, nil)
		e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
		if status != 200 {
			e.Inject(fakeservice.Fault{Path: "/stores/{storeId}/webhooks", Status: status, Method: http.MethodGet, Times: 1})
		}
		e.resource().Apply(t.Context(), creating(nil))
		for _, url := range []string{urlB + "2", urlB + "3"} {
			mustApply(t, e.resource(), creating(acctest.Values{"url": url}))
		}
		if calls := e.calls(); strings.Count(calls, "GET list") != lists {
			t.Errorf("after %d, the calls are %s, want %d lists", status, calls, lists)
		}
	}
}

// TestCreate_storeSpelling: a store is one, however its id is spelled.
func TestCreate_storeSpelling(t *testing.T) {
	t.Parallel()
	const store = "cccccccc-cdef-4bcd-8fab-cdefabcdefab"
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	e.AddWebhook(fakeservice.Webhook{StoreID: store})
	mustApply(t, e.resource(), creating(acctest.Values{"store_id": store}))
	wantText(t, mustFail(t, e.resource(), creating(acctest.Values{"store_id": strings.ToUpper(store)})), "same URL and triggers")
	mustApply(t, e.resource(), creating(acctest.Values{"store_id": strings.ToUpper(store), "url": urlA}))
	if calls := e.calls(); strings.Count(calls, "GET list") != 1 {
		t.Errorf("the calls are %s, want one list", calls)
	}
}

// TestCreate_listEndsEarly: a list that is offered, and whose second page is not found, has failed.
func TestCreate_listEndsEarly(t *testing.T) {
	t.Parallel()
	e, _ := startList(t, 101)
	e.Inject(fakeservice.Fault{Status: 404, Match: func(r fakeservice.Request) bool { return r.Query.Has("cursor") }})
	wantText(t, mustFail(t, acctest.Configured(t, e.server, nil).NewResource(listed), creating(nil)), "No webhook was created")
}

// TestCreate_neverTwo: of two resources with one URL and triggers, one apply creates one
// webhook, also if they are created at the same time, and even if the service would have
// two. A list that was read before does not hide what was created since.
func TestCreate_neverTwo(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]time.Duration{"at once": 0, "meanwhile": time.Second, "afterwards": time.Minute} {
		for _, lists := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", listed: ", lists), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					e := startInBubble(t, nil)
					e.Set(func(b *fakeservice.Behavior) { b.WebhookList, b.Latency = lists, 2*time.Second })
					var (
						group sync.WaitGroup
						said  [2]string
						all   = [2]*acctest.Resource{e.resource(), e.resource()}
					)
					for i, r := range all {
						group.Go(func() {
							time.Sleep(time.Duration(i) * apart)
							said[i] = r.Apply(t.Context(), creating(acctest.Values{"active": i == 0})).Errors()
						})
					}
					group.Wait()
					id := e.only(t, urlB)
					if (all[0].State() == nil) == (all[1].State() == nil) {
						t.Errorf("the states have %v and %v", all[0].State(), all[1].State())
					}
					wantText(t, said[0]+said[1], "This one was not created", "same URL and triggers")
					if name == "afterwards" {
						wantText(t, said[1], "The id of the other resource's webhook is "+id)
					}
				})
			})
		}
	}
}

// TestCreate_sameAnswer: a service that creates or updates by URL may answer two creations
// with one webhook. Only one of them gets it.
func TestCreate_sameAnswer(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Inject(fakeservice.Fault{Method: http.MethodPost, Status: 200, Body: []byte(`{"id":"` + otherID + `"}`)})
	mustApply(t, e.resource(), creating(nil))
	second := e.resource()
	wantText(t, mustFail(t, second, creating(acctest.Values{"triggers": []string{"refund_finished"}})), "existed before", otherID)
	if second.State() != nil {
		t.Error("two resources have one webhook")
	}
}

// TestCreate_afterDeletion: a webhook that this run has deleted is not in the way of another one,
// even if the list was read before.
func TestCreate_afterDeletion(t *testing.T) {
	t.Parallel()
	c := startClaiming(t, true)
	mustApply(t, c.resource(), creating(acctest.Values{"url": urlB + "2"})) // reads the list
	c.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: 403, Times: 1})
	mustFail(t, c.old, nil)
	wantText(t, mustFail(t, c.resource(), creating(nil)), "already has a webhook") // which was not deleted
	mustApply(t, c.old, nil)
	mustApply(t, c.resource(), creating(nil))
}

// TestCreate_interrupted: a POST in flight runs to its end and is recorded, and nothing else
// is started.
func TestCreate_interrupted(t *testing.T) {
	t.Parallel()
	for _, says := range [][]string{nil, {"terraform untaint"}} {
		config := acctest.Values{}
		if says != nil {
			config["active"] = false // which takes another request
		}
		synctest.Test(t, func(t *testing.T) {
			e := startInBubble(t, nil)
			e.Inject(fakeservice.Fault{Method: http.MethodPost, Delay: 10 * time.Second})
			r := e.resource()
			plan, _ := r.Plan(t.Context(), creating(config))
			e.calls()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			wantText(t, r.ApplyPlan(ctx, plan).Errors(), says...)
			e.wantCalls(t, "GET list; "+posted)
			wantState(t, r, acctest.Values{"webhook_id": e.only(t, urlB)})
		})
	}
}
