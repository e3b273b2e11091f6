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

// resource returns the webhook as a managed resource over the plugin protocol,
// and a configuration of it.
func (e env) resource(t *testing.T, provider acctest.Values) (*acctest.Resource, func(acctest.Values) acctest.Values) {
	t.Helper()
	config := func(more acctest.Values) acctest.Values {
		all := acctest.Values{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}
		maps.Copy(all, more)
		return all
	}
	p := acctest.Configured(t, e.server, provider)
	return p.NewResource("paymentservice_webhook"), config
}

func mustApply(t *testing.T, r *acctest.Resource, config acctest.Values) {
	t.Helper()
	if diags := r.Apply(t.Context(), config); diags.Errors() != "" {
		t.Fatalf("apply: %s", diags)
	}
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("got the message\n%s\nwant %q in it", got, want)
	}
}

func TestWebhook_destroyWarns(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(nil))
	e.ResetRequests()

	plan, diags := r.Plan(t.Context(), nil)
	wantText(t, diags.Warnings(), "webhook "+e.webhook.ID+" of store "+e.webhook.StoreID+" stays at the payment service")
	if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 {
		t.Errorf("the apply repeats what the plan said: %s", diags)
	}
	if len(e.Requests()) > 0 {
		t.Error("destroying sent something")
	}
}

// A plan cannot know of -replace, so the destroy itself says that the webhook
// stays.
func TestWebhook_replacingOnDemandWarns(t *testing.T) {
	t.Parallel()
	for name, createFirst := range map[string]bool{"destroy first": false, "create first": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			mustApply(t, r, config(nil))
			diags := r.Replace(t.Context(), config(nil), createFirst)
			if n := strings.Count(diags.String(), "stays at the payment service"); n != 1 {
				t.Errorf("said %d times that the webhook stays: %s", n, diags)
			}
		})
	}
}

func TestWebhook_replacementWarns(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		deactivate bool
		warns      bool
	}{"stays": {false, true}, "is stopped": {true, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			other := e.AddWebhook(fakeservice.Webhook{})
			r, config := e.resource(t, nil)
			mustApply(t, r, config(acctest.Values{"deactivate_on_destroy": tc.deactivate}))
			plan, diags := r.Plan(t.Context(), config(acctest.Values{"webhook_id": other.ID}))
			if !plan.Replaces {
				t.Fatal("another webhook_id does not replace the resource")
			}
			if warns := strings.Contains(diags.Warnings(), e.webhook.ID); warns != tc.warns {
				t.Errorf("the plan warns of the webhook that stays: %t, want %t", warns, tc.warns)
			}
		})
	}
}

func TestWebhook_deactivatingOneThatIsGone(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"deactivate_on_destroy": true}))
	r.NextRun(t)
	plan, _ := r.Plan(t.Context(), nil)
	e.DeleteWebhook(e.webhook.ID)
	if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 {
		t.Errorf("destroying a webhook that is gone says %s", diags)
	}
}

func TestWebhook_tokenInState(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Set(func(b *fakeservice.Behavior) { b.EchoAuthToken = true })
	r, config := e.resource(t, nil)
	first := config(acctest.Values{"auth_token": "Bearer first"})

	const suggestion = "keep the token out of the plan and the state, use `auth_token_wo` with `auth_token_wo_version`"
	r.WriteOnly = false
	if diags := r.Apply(t.Context(), first); len(diags) > 0 {
		t.Errorf("a CLI without write-only arguments is told %s", diags)
	}
	r.WriteOnly = true
	if diags := r.Apply(t.Context(), first); len(diags) > 0 {
		t.Errorf("an unchanged token says %s", diags)
	}
	wantText(t, r.Apply(t.Context(), config(acctest.Values{"auth_token": "Bearer other"})).Warnings(), suggestion)
	mustApply(t, r, first)
	if got := e.now(t).AuthToken; got != "Bearer first" {
		t.Errorf("the service has the token %q", got)
	}
	e.ResetRequests()
	mustApply(t, r, config(acctest.Values{"auth_token": "Bearer first", "active": false}))
	e.expectLast(t, `{"active":false}`)
	mustApply(t, r, config(acctest.Values{"auth_token": "Bearer second", "active": false}))
	e.expectLast(t, `{"auth_token":"Bearer second"}`)

	e.ResetRequests()
	plan, diags := r.Plan(t.Context(), config(acctest.Values{"active": false}))
	wantText(t, diags.Warnings(), "still sends the old value")
	if r.ApplyPlan(t.Context(), plan); len(e.Requests()) > 0 {
		t.Error("taking auth_token out of the configuration sent something")
	}
	if plan, diags = r.Plan(t.Context(), config(acctest.Values{"active": false})); !plan.Empty || len(diags) > 0 {
		t.Errorf("the plan after it is not empty, or says %s", diags)
	}
}

func TestWebhook_writeOnlyToken(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	token := func(token any, version any) acctest.Values {
		return config(acctest.Values{"auth_token_wo": token, "auth_token_wo_version": version, "active": true})
	}
	mustApply(t, r, token("Bearer first", 1))
	e.expectLast(t, `{"active":true,"auth_token":"Bearer first"}`)

	e.ResetRequests()
	if plan, _ := r.Plan(t.Context(), token("Bearer second", 1)); !plan.Empty {
		t.Error("another token with the same version is planned as a change")
	}
	mustApply(t, r, token("Bearer second", 2))
	e.expectLast(t, `{"auth_token":"Bearer second"}`)

	// An ephemeral token is unknown to a plan, or null if nothing made one.
	plan, diags := r.Plan(t.Context(), token(nil, 3))
	if diags.Errors() != "" {
		t.Fatalf("a version without a token does not plan: %s", diags)
	}
	e.ResetRequests()
	wantText(t, r.ApplyPlan(t.Context(), plan).Errors(), "The version was not recorded and nothing was sent")
	if len(e.Requests()) > 0 {
		t.Error("a version without a token sent something")
	}
	mustApply(t, r, token("Bearer third", 3))
	e.expectLast(t, `{"auth_token":"Bearer third"}`)

	_, diags = r.Plan(t.Context(), config(acctest.Values{"active": true}))
	wantText(t, diags.Warnings(), "still sends the old value")
	if text := diags.String(); strings.Contains(text, "Bearer third") {
		t.Errorf("a message shows the token: %s", text)
	}
}

// An empty id comes from a variable of a shell that is not set.
func TestWebhook_importOfNothing(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, _ := e.resource(t, nil)
	diags := r.Import(t.Context(), "")
	wantText(t, diags.Errors(), "Invalid Import ID")
	wantText(t, diags.Errors(), "The import ID is empty; expected `STORE_ID/WEBHOOK_ID`")
	if strings.Contains(diags.Errors(), "Value Conversion") {
		t.Errorf("said %s", diags)
	}
}

func TestWebhook_importWarnsWhereUnread(t *testing.T) {
	t.Parallel()
	for name, provider := range map[string]acctest.Values{"get": nil, "off": {"webhook_refresh": "off"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookGet, b.WebhookList = false, false })
			r, config := e.resource(t, provider)
			diags := r.Import(t.Context(), e.webhook.MerchantID+"/"+e.webhook.StoreID+"/"+e.webhook.ID)
			wantText(t, diags.Warnings(), "The import recorded the ids of webhook "+e.webhook.ID)
			if got := r.State()["merchant_id"]; got != e.webhook.MerchantID {
				t.Errorf("merchant_id is %v after an import that names it", got)
			}
			mustApply(t, r, config(acctest.Values{"active": false}))
			if diags := r.Refresh(t.Context()); len(diags) > 0 {
				t.Errorf("a later refresh still says %s", diags)
			}
		})
	}
}

// A 404 of the service itself is more likely about the ids than about a call that
// it does not have.
func TestWebhook_importOfUnknownIDs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault fakeservice.Fault
		says  string
	}{
		"the service":    {fakeservice.Fault{Status: http.StatusNotFound}, "answered the GET for this webhook with status 404. The ids may be wrong or in the wrong order"},
		"gone":           {fakeservice.Fault{Status: http.StatusGone}, "with status 410"},
		"a proxy":        {fakeservice.ProxyNotFound(), "does not answer a GET for this webhook"},
		"not such calls": {fakeservice.Fault{Status: http.StatusMethodNotAllowed}, "does not answer a GET for this webhook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Inject(tc.fault)
			r, _ := e.resource(t, nil)
			wantText(t, r.Import(t.Context(), e.webhook.ID+"/"+e.webhook.StoreID).Warnings(), tc.says)
		})
	}
}

func TestWebhook_removalWarns(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"get", "patch"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
			mustApply(t, r, config(nil))
			if diags := r.Refresh(t.Context()); len(diags) > 0 {
				t.Fatalf("a refresh says %s", diags)
			}
			e.DeleteWebhook(e.webhook.ID)
			said := r.Refresh(t.Context()).Warnings()
			wantText(t, said, "no longer has webhook "+e.webhook.ID)
			if doubts := strings.Contains(said, "stopped answering a GET"); doubts != (mode == "get") {
				t.Errorf("said %q", said)
			}
			if r.State() != nil {
				t.Error("a webhook that is gone stays in the state")
			}
		})
	}
}

// Only a webhook that was readable once is taken for gone.
func TestWebhook_readableRefusesLater(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(nil))
	if diags := r.Refresh(t.Context()); len(diags) > 0 {
		t.Fatalf("a refresh says %s", diags)
	}
	e.Set(func(b *fakeservice.Behavior) { b.WebhookGet, b.WebhookGetStatus = false, http.StatusNotImplemented })
	wantText(t, r.Refresh(t.Context()).Errors(), "status 501")
	if r.State() == nil {
		t.Error("a webhook that can't be read was taken out of the state")
	}
}

// A refresh by update keeps the time that is only its own doing.
func TestWebhook_refreshByPatchKeepsUpdatedOn(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"webhook_refresh": "patch"})
	mustApply(t, r, config(nil))
	before := r.State()["updated_on"]
	r.Refresh(t.Context())
	if after := r.State()["updated_on"]; after != before {
		t.Errorf("updated_on moved from %v to %v by reading", before, after)
	}
	e.stop()
	r.Refresh(t.Context())
	if after := r.State(); after["updated_on"] == before || after["active"] != false {
		t.Errorf("a change at the service does not show: %v", after)
	}
}

func TestWebhook_unknownProvider(t *testing.T) {
	t.Parallel()
	e := start(t)
	known, config := e.resource(t, nil)
	mustApply(t, known, config(acctest.Values{"active": true}))

	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": e.server.URL, "secret": acctest.Unknown, "app_token": "x"}); len(diags) > 0 {
		t.Fatalf("configuring with an unknown secret: %s", diags)
	}
	r := p.NewResource("paymentservice_webhook")
	plan, diags := r.Plan(t.Context(), config(acctest.Values{"active": true}))
	if len(diags) > 0 {
		t.Fatalf("planning with an unknown secret: %s", diags)
	}
	e.ResetRequests()
	wantText(t, r.ApplyPlan(t.Context(), plan).Errors(), "The value of the provider's `secret` is not known before the apply")
	if r.State() != nil || len(e.Requests()) > 0 {
		t.Error("an apply without credentials left something behind")
	}
}

// A token that comes back in a fact counts as not answered.
func TestWebhook_echoedTokenIsNotKept(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"id", "store_id", "platform_id", "updated_on", "created_on"} {
		for _, token := range []string{"Bearer secret-token", "tok"} {
			t.Run(field+", "+token, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				e.Set(func(b *fakeservice.Behavior) {
					b.WebhookMutator = func(w map[string]any) {
						if now, _ := e.Webhook(e.webhook.ID); now.AuthToken != "" { // before, the service can't know it
							w[field] = now.AuthToken
						}
					}
				})
				r, config := e.resource(t, nil)
				mustApply(t, r, config(acctest.Values{"auth_token": token}))
				state := r.State()
				if _, ok := state[field].(string); ok && state[field] == token || state["auth_token"] != token {
					t.Errorf("the state is %v", state)
				}
				r.NextRun(t)
				if diags := r.Refresh(t.Context()); diags.Errors() != "" || r.State()[field] == token {
					t.Errorf("the state is %v, said %s", r.State(), diags)
				}
			})
		}
	}
}

// A service may repeat the credentials without their scheme.
func TestWebhook_refusedTokenIsNotShown(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Inject(fakeservice.Fault{Status: http.StatusBadRequest, Body: []byte(`{"code":"BAD_TOKEN","errors":[{"field":"auth_token","reason":"Bearer: n0t-t0-be-seen is no token"}]}`)})
	r, config := e.resource(t, nil)
	diags := r.Apply(t.Context(), config(acctest.Values{"auth_token_wo": "Bearer n0t-t0-be-seen", "auth_token_wo_version": 1}))
	wantText(t, diags.Errors(), "auth_token: Bearer: … is no token")
}

// A service may repeat a token in the answer to another call, of this run or a
// later one.
func TestWebhook_rememberedTokenIsNotShown(t *testing.T) {
	t.Parallel()
	const token = "Bearer n0t-t0-be-seen"
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"auth_token": token}))
	e.Inject(fakeservice.Fault{Status: http.StatusForbidden, Body: []byte(`{"code":"X","errors":["after ` + token + `"]}`)})

	sameRun := r.Refresh(t.Context())
	wantText(t, sameRun.Errors(), "after Bearer …")
	laterRun := acctest.Configured(t, e.server, nil).Adopt(r)
	wantText(t, laterRun.Refresh(t.Context()).Errors(), "after Bearer …")
}

func TestWebhook_deactivatingFails(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"deactivate_on_destroy": true}))
	r.NextRun(t)
	e.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusForbidden})
	wantText(t, r.Apply(t.Context(), nil).Errors(), "The resource of webhook "+e.webhook.ID+" of store "+e.webhook.StoreID+" is still in the state")
	if r.State() == nil {
		t.Error("a webhook that could not be stopped left the state")
	}
	e.ClearFaults()
	mustApply(t, r, nil)
	if r.State() != nil || e.now(t).Active {
		t.Error("destroying again did not stop the webhook")
	}
}
