// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
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
