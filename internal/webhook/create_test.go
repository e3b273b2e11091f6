// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	longPath = "/merchants/" + fakeservice.DefaultMerchantID
	oneURL   = `{"url":"` + urlB + `","triggers":["a"]}`
)

// newWebhook is a fake service without webhooks, and a resource that creates one.
type newWebhook struct {
	env
	*acctest.Resource
	t        *testing.T
	protocol *acctest.Protocol
	config   acctest.Values
}

func creating(t *testing.T, provider, more acctest.Values) newWebhook {
	t.Helper()
	service, server := acctest.Start(t)
	all := acctest.Values{"max_retries": 1}
	maps.Copy(all, provider)
	config := acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": true, "url": urlB, "triggers": []string{"a"}}
	maps.Copy(config, more)
	p := acctest.Configured(t, server, all)
	r := p.NewResource("paymentservice_webhook")
	r.WriteOnly = false
	return newWebhook{env{Service: service, server: server}, r, t, p, config}
}

// with returns the configuration with more arguments; nil takes one out.
func (n newWebhook) with(more acctest.Values) acctest.Values {
	all := maps.Clone(n.config)
	maps.Copy(all, more)
	return all
}

// calls returns the methods, paths and bodies of the requests since the last call; the
// ids of stores and webhooks are left out.
func (n newWebhook) calls() string {
	var all []string
	for _, r := range n.Requests() {
		_, path, _ := strings.Cut(r.Path, fakeservice.DefaultStoreID)
		if strings.HasPrefix(r.Path, "/merchants") {
			path = "/long" + path
		}
		if _, id, ok := strings.Cut(path, "/webhooks/"); ok {
			path = strings.Replace(path, id, "ID", 1)
		}
		all = append(all, strings.TrimSpace(r.Method+" "+path+" "+string(r.Body)))
	}
	n.ResetRequests()
	return strings.Join(all, "; ")
}

func (n newWebhook) wantCalls(want string) {
	n.t.Helper()
	if got := n.calls(); got != want {
		n.t.Errorf("the calls are\n%s, want\n%s", got, want)
	}
}

// only returns the one webhook that the service has.
func (n newWebhook) only() fakeservice.Webhook {
	n.t.Helper()
	all := n.Webhooks()
	if len(all) != 1 {
		n.t.Fatalf("the service has %d webhooks", len(all))
	}
	return all[0]
}

// Without an id, the webhook is created with one POST, and what it is then is in the
// state.
func TestWebhook_creates(t *testing.T) {
	t.Parallel()
	const list, post, get = "GET /webhooks", "POST /webhooks " + oneURL, "GET /webhooks/ID"
	for name, tc := range map[string]struct {
		provider, config acctest.Values
		arrange          func(newWebhook)
		calls            string
	}{
		"read by GET":      {calls: list + "; " + post + "; " + get},
		"GET not answered": {arrange: func(n newWebhook) { n.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 405 }) }, calls: list + "; " + post + "; " + get},
		"read by PATCH":    {provider: acctest.Values{"webhook_refresh": "patch"}, calls: list + "; " + post},
		"not read":         {provider: acctest.Values{"webhook_refresh": "off"}, calls: list + "; " + post},
		"listed":           {arrange: func(n newWebhook) { n.Set(func(b *fakeservice.Behavior) { b.WebhookList = true }) }, calls: list + "; " + post + "; " + get},
		"active":           {config: acctest.Values{"active": true}, calls: list + "; " + post + "; " + get},
		"stopped":          {config: acctest.Values{"active": false}, calls: list + "; " + post + `; PATCH /webhooks/ID {"active":false}; ` + get},
		"left in place":    {config: acctest.Values{"delete_on_destroy": false}, calls: list + "; " + post + "; " + get},
		"a merchant":       {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "GET /long/webhooks; POST /long/webhooks " + oneURL + "; GET /long/webhooks/ID"},
		"a token":          {config: acctest.Values{"auth_token": "Bearer x-y-z"}, calls: list + `; POST /webhooks {"url":"` + urlB + `","triggers":["a"],"auth_token":"Bearer x-y-z"}; ` + get},
		"a write-only one": {config: acctest.Values{"auth_token_wo": "Bearer x-y-z", "auth_token_wo_version": 1}, calls: list + `; POST /webhooks {"url":"` + urlB + `","triggers":["a"],"auth_token":"Bearer x-y-z"}; ` + get},
		"a short answer": {arrange: func(n newWebhook) {
			n.Set(func(b *fakeservice.Behavior) {
				b.Rewrite = fakeservice.Without("url", "triggers", "active", "store_id", "merchant_id")
			})
		}, calls: list + "; " + post + "; " + get},
		"stopped, short": {config: acctest.Values{"active": false}, arrange: func(n newWebhook) { n.Set(func(b *fakeservice.Behavior) { b.Rewrite = fakeservice.Without("active") }) }, calls: list + "; " + post + `; PATCH /webhooks/ID {"active":false}; ` + get},
		"200": {arrange: func(n newWebhook) {
			n.Inject(fakeservice.Fault{Method: http.MethodPost, Status: http.StatusOK, AfterHandling: true})
		}, calls: list + "; " + post + "; " + get},
		"a rate limit": {arrange: func(n newWebhook) {
			n.Inject(fakeservice.Fault{Method: http.MethodPost, Status: http.StatusTooManyRequests, Times: 1})
		}, calls: list + "; " + post + "; " + post + "; " + get},
		"may not list": {arrange: func(n newWebhook) {
			n.Inject(fakeservice.Fault{Path: "/stores/{storeId}/webhooks", Method: http.MethodGet, Status: http.StatusForbidden})
		}, calls: list + "; " + post + "; " + get},
		"same URL, other triggers": {arrange: func(n newWebhook) {
			n.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			n.DeleteWebhook(n.AddWebhook(fakeservice.Webhook{URL: urlB, Triggers: []string{"b"}}).ID)
			n.AddWebhook(fakeservice.Webhook{StoreID: otherID, URL: urlB, Triggers: []string{"a"}})
		}, calls: list + "; " + post + "; " + get},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, tc.provider, tc.config)
			if tc.arrange != nil {
				tc.arrange(n)
			}
			plan, diags := n.Plan(t.Context(), n.config)
			if len(diags) > 0 || len(n.Requests()) > 0 || plan.Values["webhook_id"] != acctest.Unknown {
				t.Errorf("the plan sends %d requests, says %s, and is %v", len(n.Requests()), diags, plan.Values)
			}
			if diags := n.ApplyPlan(t.Context(), plan); len(diags) > 0 {
				t.Fatal(diags)
			}
			n.wantCalls(tc.calls)
			made := n.Webhooks()[0]
			wantState(t, n.Resource, acctest.Values{"webhook_id": made.ID, "id": made.ID, "active": made.Active, "url": urlB, "delete_on_destroy": tc.config["delete_on_destroy"] == nil})
			if id := n.Identity(t.Context()); id["webhook_id"] != made.ID || id["merchant_id"] != tc.config["merchant_id"] {
				t.Errorf("the identity is %v", id)
			}
			n.ClearFaults()
			n.Refresh(t.Context())
			mustBeSettled(t, n.Resource, n.config)
		})
	}
}

// There are never two: a creation that fails is not sent again, neither by this run
// nor by the next one if the service lists its webhooks. The error names the webhook
// that has the URL.
func TestWebhook_notCreated(t *testing.T) {
	t.Parallel()
	post := func(f fakeservice.Fault) []fakeservice.Fault {
		f.Method = http.MethodPost
		return []fakeservice.Fault{f}
	}
	for name, tc := range map[string]struct {
		set    func(*fakeservice.Behavior)
		taken  bool // the store has a webhook with the URL, and other triggers
		faults []fakeservice.Fault
		config acctest.Values
		posts  int
		acted  bool
		says   []string
	}{
		"500, acted":       {faults: post(fakeservice.Fault{Status: 500, AfterHandling: true}), posts: 1, acted: true, says: []string{"It is unclear whether the service created the webhook", "The store has a webhook with this URL. Its id is ID."}},
		"500":              {faults: post(fakeservice.Fault{Status: 500}), posts: 1, says: []string{"It is unclear", "has none with this URL at the moment", "Wait a few minutes"}},
		"cut":              {faults: post(fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 9}), posts: 1, acted: true, says: []string{"It is unclear", "Its id is ID."}},
		"reset":            {faults: post(fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}), posts: 1, acted: true, says: []string{"It is unclear", "Its id is ID."}},
		"no id":            {faults: post(fakeservice.Fault{Body: []byte(`{"url":"` + urlB + `"}`)}), posts: 1, acted: true, says: []string{"It is unclear", "Its id is ID."}},
		"not listed":       {set: func(b *fakeservice.Behavior) { b.WebhookList = false }, faults: post(fakeservice.Fault{Status: 500}), posts: 1, says: []string{"could not read the list of the store's webhooks"}},
		"an old id":        {taken: true, faults: post(fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + otherID + `","url":"` + urlB + `"}`)}), posts: 1, says: []string{"answered with a webhook that existed before", "Its id is ID.", "Nothing was saved in the state."}},
		"a URL is taken":   {set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, taken: true, posts: 1, says: []string{"The store has a webhook with this URL. Its id is ID.", "import it with", "set `webhook_id` instead"}},
		"too many":         {faults: post(fakeservice.Fault{Status: 400, Body: []byte(`{"code":"RESOURCE_LIMIT_REACHED"}`)}), posts: 1, says: []string{"RESOURCE_LIMIT_REACHED", "No webhook was created."}},
		"404":              {faults: post(fakeservice.Fault{Status: 404}), posts: 1, says: []string{"creates no webhooks by its API", "set `webhook_id` instead"}},
		"405":              {faults: post(fakeservice.Fault{Status: 405}), posts: 1, says: []string{"creates no webhooks by its API"}},
		"501":              {faults: post(fakeservice.Fault{Status: 501}), posts: 1, says: []string{"creates no webhooks by its API"}},
		"404, a merchant":  {faults: post(fakeservice.Fault{Status: 404}), config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, posts: 1, says: []string{"omit `merchant_id`"}},
		"the list fails":   {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 503}}, says: []string{"so that there are never two", "Nothing was sent"}},
		"the list is HTML": {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 200, Body: []byte("<html>")}}, says: []string{"so that there are never two", "Nothing was sent"}},
		"list refused":     {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 401}}, says: []string{"so that there are never two", "`secret` and `app_token`"}},
		"firewall":         {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 403, Body: []byte("<html>")}}, says: []string{"so that there are never two"}},
		"a gateway's 403":  {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 403, Body: []byte(`{"message":"Forbidden"}`)}}, says: []string{"so that there are never two"}},
		"page 2 refused":   {faults: []fakeservice.Fault{{Method: http.MethodGet, Times: 1, Status: 200, Body: []byte(`{"items":[{"id":"` + otherID + `"}],"has_more":true}`)}, {Method: http.MethodGet, Status: 403, Body: []byte(`{"code":"FORBIDDEN"}`)}}, says: []string{"so that there are never two"}},
		"page 2 missing":   {faults: []fakeservice.Fault{{Method: http.MethodGet, Times: 1, Status: 200, Body: []byte(`{"items":[{"id":"` + otherID + `"}],"has_more":true}`)}, {Method: http.MethodGet, Status: 404}}, says: []string{"so that there are never two"}},
		"of another store": {faults: []fakeservice.Fault{{Method: http.MethodGet, Status: 200, Body: []byte(`{"items":[{"id":"` + otherID + `","store_id":"` + otherID + `"}],"has_more":false}`)}}, says: []string{"so that there are never two", "other values than requested"}},
		"no token":         {config: acctest.Values{"auth_token_wo_version": 1}, says: []string{"but `auth_token_wo` is null"}},
		"the very webhook": {taken: true, config: acctest.Values{"triggers": []string{"b"}}, says: []string{"already has a webhook with this URL and these triggers", "Its id is ID.", "create_before_destroy"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, nil, tc.config)
			n.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			if tc.set != nil {
				n.Set(tc.set)
			}
			if tc.taken {
				n.AddWebhook(fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"b"}})
			}
			before := len(n.Webhooks())
			for _, fault := range tc.faults {
				n.Inject(fault)
			}
			said := mustFail(t, n.Resource, n.config)
			for _, want := range tc.says {
				if all := n.Webhooks(); len(all) > 0 {
					want = strings.Replace(want, "ID.", all[0].ID+".", 1)
				}
				wantText(t, said, want)
			}
			if posts := len(n.Requests(fakeservice.ByMethod(http.MethodPost))); posts != tc.posts || n.State() != nil {
				t.Errorf("%d POSTs were sent, and the state is %v", posts, n.State())
			}
			if acted := len(n.Webhooks()) > before; acted != tc.acted {
				t.Errorf("the service created a webhook: %t", acted)
			}
			if tc.acted {
				n.ClearFaults()
				n.protocol.NextRun(t)
				wantText(t, mustFail(t, n.Resource, n.config), "already has a webhook with this URL and these triggers")
				n.only()
			}
		})
	}
}

// If something goes wrong after the POST, the state has the webhook, and the error says
// how to keep it. An apply after `terraform untaint` finishes it.
func TestWebhook_unfinished(t *testing.T) {
	t.Parallel()
	patch := func(f fakeservice.Fault) fakeservice.Fault { f.Method = http.MethodPatch; return f }
	const answer = `{"id":"` + otherID + `","store_id":"` + otherID + `"}`
	for name, tc := range map[string]struct {
		fault  fakeservice.Fault
		config acctest.Values
		active any // in the state
		says   string
		posts  bool // the fault is of the POST, so the service has another id
	}{
		"refused":        {fault: patch(fakeservice.Fault{Status: 400}), active: true, says: "Without that, the next apply deletes it"},
		"in doubt":       {fault: patch(fakeservice.Fault{Status: 500, AfterHandling: true}), says: "terraform untaint"},
		"reset":          {fault: patch(fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}), says: "terraform untaint"},
		"not taken over": {fault: patch(fakeservice.Fault{Status: 200, Body: []byte(`{"active":true}`), AfterHandling: true}), says: "`active`: requested false, returned true"},
		"left in place":  {fault: patch(fakeservice.Fault{Status: 400}), config: acctest.Values{"delete_on_destroy": false}, active: true, says: "the next apply leaves it and creates a second one"},
		"another store":  {fault: fakeservice.Fault{Method: http.MethodPost, Status: 201, Body: []byte(answer)}, active: true, says: "`store_id`: requested", posts: true},
		"an odd field":   {fault: fakeservice.Fault{Method: http.MethodPost, Status: 201, Body: []byte(`{"id":"` + otherID + `","active":7}`)}, active: true, says: "terraform untaint", posts: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"webhook_refresh": "off"}, tc.config)
			n.Inject(tc.fault)
			stopped := n.with(acctest.Values{"active": false})
			said := mustFail(t, n.Resource, stopped)
			id := otherID
			if !tc.posts {
				id = n.only().ID
			}
			wantText(t, said, tc.says)
			wantText(t, said, "The service has created webhook "+id+" of store")
			wantState(t, n.Resource, acctest.Values{"webhook_id": id, "id": id, "active": tc.active, "url": urlB})
			for attribute, value := range n.State() {
				if value == acctest.Unknown {
					t.Errorf("%s is unknown", attribute)
				}
			}
			if tc.posts {
				return
			}
			n.ClearFaults()
			n.calls()
			mustApply(t, n.Resource, stopped)
			n.wantCalls(`PATCH /webhooks/ID {"active":false,"url":"` + urlB + `","triggers":["a"]}`)
			if n.only().Active {
				t.Error("the webhook is not stopped")
			}
		})
	}
}

// A destroy deletes the webhook if the state says so, and only with proof that it is
// gone.
func TestWebhook_deletes(t *testing.T) {
	t.Parallel()
	const del, long, list, get, charges = "DELETE /webhooks/ID", "DELETE /long/webhooks/ID", "GET /webhooks", "GET /webhooks/ID", "GET /charges"
	missing := []byte(`{"status":"error","code":"NOT_FOUND"}`)
	deletion := func(f fakeservice.Fault) fakeservice.Fault { f.Method = http.MethodDelete; return f }
	listed := func(n newWebhook) { n.Set(func(b *fakeservice.Behavior) { b.WebhookList = true }) }
	gone := func(n newWebhook) { n.DeleteWebhook(n.only().ID) }
	inject := func(faults ...fakeservice.Fault) func(newWebhook) {
		return func(n newWebhook) {
			for _, fault := range faults {
				n.Inject(fault)
			}
		}
	}
	both := func(all ...func(newWebhook)) func(newWebhook) {
		return func(n newWebhook) {
			for _, one := range all {
				one(n)
			}
		}
	}
	for name, tc := range map[string]struct {
		provider, config acctest.Values
		arrange          func(newWebhook)
		forget           bool // the record, as CLIs do for a tainted webhook
		calls, says      string
	}{
		"204":               {calls: del},
		"200":               {arrange: inject(deletion(fakeservice.Fault{Status: 200, AfterHandling: true, Body: []byte("{}")})), calls: del},
		"left in place":     {config: acctest.Values{"delete_on_destroy": false}},
		"a doubt, then 404": {arrange: inject(deletion(fakeservice.Fault{Status: 500, AfterHandling: true, Times: 1})), calls: del + "; " + del + "; " + list},
		"a doubt, a gateway": {
			arrange: inject(deletion(fakeservice.Fault{Status: 503, Times: 1}), deletion(fakeservice.Fault{Status: 404, Body: []byte(`{"message":"no Route matched"}`)})),
			calls:   del + "; " + del + "; " + list + "; " + get, says: "This does not show that the webhook is gone",
		},
		"a doubt, listed": {arrange: both(listed, inject(deletion(fakeservice.Fault{Status: 503, Times: 1}), deletion(fakeservice.Fault{Status: 404, Body: missing}))), calls: del + "; " + del + "; " + list, says: "The service still lists the webhook"},
		"only doubts":     {arrange: inject(deletion(fakeservice.Fault{Status: 500})), calls: del + "; " + del, says: "You can safely destroy the resource again"},
		"403":             {arrange: inject(deletion(fakeservice.Fault{Status: 403})), calls: del, says: "status 403"},
		"405":             {arrange: inject(deletion(fakeservice.Fault{Status: 405})), calls: del, says: "apply `delete_on_destroy = false`"},
		"501":             {arrange: inject(deletion(fakeservice.Fault{Status: 501})), calls: del, says: "`terraform untaint`"},

		"gone, not in the list":    {arrange: both(listed, gone), calls: del + "; " + list},
		"404, still in the list":   {arrange: both(listed, inject(deletion(fakeservice.Fault{Status: 404, Body: missing}))), calls: del + "; " + list, says: "The service still lists the webhook"},
		"gone, by GET and charges": {arrange: gone, calls: del + "; " + list + "; " + get + "; " + charges},
		"404, GET still answers":   {arrange: inject(deletion(fakeservice.Fault{Status: 404, Body: missing})), calls: del + "; " + list + "; " + get, says: "This does not show that the webhook is gone"},
		"gone, never readable":     {provider: acctest.Values{"webhook_refresh": "off"}, arrange: gone, calls: del + "; " + list, says: "This does not show that the webhook is gone"},
		"404 of a proxy":           {arrange: inject(deletion(fakeservice.ProxyNotFound())), calls: del, says: "The answer did not have the service's own format"},
		"the list fails":           {arrange: both(gone, inject(fakeservice.Fault{Method: http.MethodGet, Status: 503})), calls: del + "; " + list + "; " + list, says: "This does not show that the webhook is gone"},

		"through the merchant":  {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: long},
		"tainted":               {forget: true, calls: del},
		"tainted, the merchant": {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, forget: true, arrange: inject(fakeservice.Fault{Path: "/stores/{storeId}/webhooks/{webhookId}", Status: 405}), calls: del + "; " + long},
		"tainted, gone":         {forget: true, arrange: both(listed, gone), calls: del + "; " + long + "; " + list},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, tc.provider, tc.config)
			mustApply(t, n.Resource, n.config)
			if tc.arrange != nil {
				tc.arrange(n)
			}
			if tc.forget {
				n.Taint()
			}
			n.protocol.NextRun(t)
			n.calls()
			plan, diags := n.Plan(t.Context(), nil)
			if want := map[bool]string{true: "Webhook Not Deleted", false: "deletes webhook " + fmt.Sprint(n.State()["id"]) + " of store " + fakeservice.DefaultStoreID + " (hooks.example.com)"}[tc.config["delete_on_destroy"] == false]; len(diags) != 1 || !strings.Contains(diags.Warnings(), want) {
				t.Errorf("the plan says %s, want %s", diags, want)
			}
			said := n.ApplyPlan(t.Context(), plan)
			n.wantCalls(tc.calls)
			wantText(t, said.String(), tc.says)
			if failed := tc.says != ""; failed != (said.Errors() != "") || failed != (n.State() != nil) {
				t.Errorf("said %s; the state is %v", said, n.State())
			}
			if tc.says == "" && tc.config["delete_on_destroy"] == nil && len(n.Webhooks()) > 0 {
				t.Error("the webhook still exists")
			}
		})
	}
}

// The value of the last apply decides: a change alone, or a switch between the two
// arguments for the same webhook, sends nothing.
func TestWebhook_switches(t *testing.T) {
	t.Parallel()
	n := creating(t, nil, nil)
	mustApply(t, n.Resource, n.config)
	id := n.only().ID
	for _, step := range []struct {
		change  acctest.Values
		deletes any
	}{
		{acctest.Values{"delete_on_destroy": false}, false},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": id}, nil},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": strings.ToUpper(id)}, nil},
		{acctest.Values{"delete_on_destroy": true}, true},
		{acctest.Values{"delete_on_destroy": true, "webhook_id": acctest.Unknown}, true},
	} {
		plan, diags := n.Plan(t.Context(), n.with(step.change))
		if diags.Errors() != "" || plan.Replaces || plan.Values["webhook_id"] != id {
			t.Errorf("the plan for %v is %v, and says %s", step.change, plan.Values, diags)
		}
		if step.change["webhook_id"] != acctest.Unknown {
			n.calls()
			mustApply(t, n.Resource, n.with(step.change))
			n.wantCalls("GET /webhooks/ID")
		}
		wantState(t, n.Resource, acctest.Values{"webhook_id": id, "delete_on_destroy": step.deletes})
	}
	// An import into a configuration without an id, too.
	imported := n.Resource
	imported.Import(t.Context(), fakeservice.DefaultStoreID+"/"+id)
	n.calls()
	mustApply(t, imported, n.config)
	n.wantCalls("GET /webhooks/ID")
	mustBeSettled(t, imported, n.config)
	// An id that is not known yet may be that of the webhook that a replacement deletes.
	if _, diags := n.Plan(t.Context(), n.with(acctest.Values{"delete_on_destroy": nil, "webhook_id": acctest.Unknown})); !strings.Contains(diags.Errors(), "may be the id of this very webhook") {
		t.Errorf("said %s", diags)
	}
}

// Exactly one of the two arguments is configured, as far as is known; an id that turns
// out null in the apply is checked before anything is sent.
func TestWebhook_adoptedOrCreated(t *testing.T) {
	t.Parallel()
	unknown := acctest.Unknown
	for name, tc := range map[string]struct {
		id, deletes, url, triggers any
		says                       string
	}{
		"adopted":             {id: otherID},
		"created":             {deletes: false, url: urlA, triggers: []string{"a"}},
		"both":                {id: otherID, deletes: false, url: urlA, triggers: []string{"a"}, says: "cannot both be set"},
		"neither":             {says: "Either `webhook_id` or `delete_on_destroy` must be set"},
		"no URL":              {deletes: true, triggers: []string{"a"}, says: "requires both `url` and `triggers`"},
		"no triggers":         {deletes: true, url: urlA, says: "requires both `url` and `triggers`"},
		"settings unknown":    {deletes: true, url: unknown, triggers: unknown},
		"id unknown":          {id: unknown},
		"id unknown, deletes": {id: unknown, deletes: true},
		"id, deletes unknown": {id: otherID, deletes: unknown},
		"deletes unknown":     {deletes: unknown, url: urlA, triggers: []string{"a"}},
		"both unknown":        {id: unknown, deletes: unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"webhook_refresh": "off"}, nil)
			config := n.with(acctest.Values{"webhook_id": tc.id, "delete_on_destroy": tc.deletes, "url": tc.url, "triggers": tc.triggers})
			_, diags := n.Plan(t.Context(), config)
			for _, said := range []string{n.Validate(t.Context(), config).Errors(), diags.Errors()} {
				if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
					t.Errorf("said %s, want %q", said, tc.says)
				}
			}
		})
	}
	for name, tc := range map[string]struct {
		id, deletes any
		says, calls string
	}{
		"null, and deletes":    {deletes: true, calls: "GET /webhooks; POST /webhooks " + oneURL},
		"null, and nothing":    {says: "Either `webhook_id` or `delete_on_destroy` must be set"},
		"a value, and deletes": {id: otherID, deletes: true, says: "cannot both be set"},
	} {
		t.Run("in the apply: "+name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"webhook_refresh": "off"}, nil)
			plan, _ := n.Plan(t.Context(), n.with(acctest.Values{"webhook_id": unknown, "delete_on_destroy": tc.deletes}))
			diags := n.ApplyKnown(t.Context(), plan, n.with(acctest.Values{"webhook_id": tc.id, "delete_on_destroy": tc.deletes}))
			if said := diags.Errors(); (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
				t.Errorf("said %s", diags)
			}
			n.wantCalls(tc.calls)
		})
	}
}

// A replacement deletes the old webhook and creates a new one. With
// create_before_destroy, the service or its list shows the old one, and nothing is
// deleted.
func TestWebhook_replacesCreated(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		set         func(*fakeservice.Behavior)
		createFirst bool
		taint       bool
		deletes     bool
		says        string
	}{
		"replaced":          {deletes: true},
		"listed":            {set: func(b *fakeservice.Behavior) { b.WebhookList, b.UniqueURLs = true, true }, deletes: true},
		"tainted":           {taint: true, deletes: true},
		"create first":      {createFirst: true, deletes: true},
		"create first, 409": {set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, createFirst: true, deletes: true, says: "If `create_before_destroy` is set"},
		"first, and listed": {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, createFirst: true, deletes: true, says: "If `create_before_destroy` is set"},
		"left, not listed":  {},
		"left, and listed":  {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, says: "already has a webhook with this URL and these triggers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, nil, acctest.Values{"delete_on_destroy": tc.deletes})
			if tc.set != nil {
				n.Set(tc.set)
			}
			mustApply(t, n.Resource, n.config)
			old := n.only().ID
			n.protocol.NextRun(t)
			if tc.taint {
				n.Taint()
			}
			said := n.Replace(t.Context(), n.config, tc.createFirst).Errors()
			if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
				t.Fatalf("said %s", said)
			}
			_, kept := n.Webhook(old)
			if wantKept := !tc.deletes || tc.says != ""; kept != wantKept {
				t.Errorf("the old webhook exists: %t, want %t", kept, wantKept)
			}
			if tc.says == "" && n.State()["id"] == old {
				t.Error("no webhook was created")
			}
		})
	}
}
