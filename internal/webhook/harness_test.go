// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	listed  = "paymentservice_webhook"
	urlA    = "https://hooks.example.com/a"
	urlB    = "https://hooks.example.com/b"
	hookID  = "44444444-4444-4444-8444-444444444441"
	otherID = "99999999-9999-4999-8999-999999999999"
	storeID = fakeservice.DefaultStoreID
)

// env is a fake service with one webhook to adopt, and a provider.
type env struct {
	*fakeservice.Service

	server  *fakeservice.Server
	options []provider.Option

	*acctest.Protocol
}

// start serves a fake service and configures a provider for it, with more arguments. Its
// calls are attempted twice at most.
func start(t *testing.T, arguments acctest.Values) env {
	t.Helper()
	service, server := acctest.Start(t)
	return env{Service: service, server: server}.configured(t, arguments)
}

// startInBubble is start in a synctest bubble, so that time passes at once.
func startInBubble(t *testing.T, arguments acctest.Values) env {
	t.Helper()
	service := fakeservice.NewExtended()
	pipe, options := acctest.Pipe(t, service)
	return env{Service: service, server: pipe, options: options}.configured(t, arguments)
}

func (e env) configured(t *testing.T, arguments acctest.Values) env {
	t.Helper()
	e.AddWebhook(fakeservice.Webhook{ID: hookID, URL: urlA, Active: true})
	e.Protocol = acctest.Configured(t, e.server, with(acctest.Values{"max_retries": 1}, arguments), e.options...)
	return e
}

// with returns values with more of them, which win. Nil takes one out.
func with(values, more acctest.Values) acctest.Values {
	all := maps.Clone(values)
	maps.Copy(all, more)
	return all
}

// adopting is the configuration that adopts the webhook, with more arguments.
func adopting(more acctest.Values) acctest.Values {
	return with(acctest.Values{"store_id": storeID, "webhook_id": hookID}, more)
}

// creating is the configuration of a webhook that is created, with more arguments.
func creating(more acctest.Values) acctest.Values {
	return with(acctest.Values{"store_id": storeID, "delete_on_destroy": true, "url": urlB, "triggers": []string{"charge_finished"}}, more)
}

// resource returns a resource that does not exist yet.
func (e env) resource() *acctest.Resource { return e.NewResource(listed) }

// in returns the resource for another provider, with this webhook_refresh.
func (e env) in(t *testing.T, mode any, r *acctest.Resource) *acctest.Resource {
	t.Helper()
	return acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": mode, "max_retries": 1}, e.options...).Adopt(r)
}

// answer makes the service answer with other fields for webhooks.
func (e env) answer(fields map[string]any) {
	e.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(w map[string]any) { maps.Copy(w, fields) } })
}

// inject injects the faults that are not nil.
func (e env) inject(faults ...*fakeservice.Fault) {
	for _, f := range faults {
		if f != nil {
			e.Inject(*f)
		}
	}
}

// shortly leaves ids out of a request, and the path of a single webhook through its store.
var shortly = strings.NewReplacer(
	"POST /stores/{storeId}/webhooks", "POST", "POST /merchants/{merchantId}/stores/{storeId}/webhooks", "POST long",
	" /stores/{storeId}/webhooks/{webhookId}", "", " /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}", " long",
	" /stores/{storeId}/webhooks", " list", " /merchants/{merchantId}/stores/{storeId}/webhooks", " long list",
	" /stores/{storeId}/charges", " charges",
	`"`, "", "https://hooks.example.com", "",
)

// calls returns the methods, paths and bodies of the requests since the last call.
func (e env) calls() string {
	var all []string
	for _, r := range e.Requests() {
		all = append(all, strings.TrimSpace(shortly.Replace(r.Route+" "+string(r.Body))))
	}
	e.ResetRequests()
	return strings.Join(all, "; ")
}

func (e env) wantCalls(t *testing.T, want string) {
	t.Helper()
	if got := e.calls(); got != want {
		t.Errorf("the calls are\n%s, want\n%s", got, want)
	}
}

// notFound is the service's own answer for what it does not have.
var notFound = fakeservice.Fault{Status: http.StatusNotFound}

func mustApply(t *testing.T, r *acctest.Resource, config acctest.Values) {
	t.Helper()
	if diags := r.Apply(t.Context(), config); diags.Errors() != "" {
		t.Fatalf("apply: %s", diags)
	}
}

func mustFail(t *testing.T, r *acctest.Resource, config acctest.Values) string {
	t.Helper()
	errors := r.Apply(t.Context(), config).Errors()
	if errors == "" {
		t.Fatal("the apply succeeded")
	}
	return errors
}

// mustBeSettled checks that the plan for a configuration is empty and silent.
func mustBeSettled(t *testing.T, r *acctest.Resource, config acctest.Values) {
	t.Helper()
	if plan, diags := r.Plan(t.Context(), config); !plan.Empty || len(diags) > 0 {
		t.Errorf("the plan is %v, and says %s; the state is %v", plan.Values, diags, r.State())
	}
}

// wantText checks that a message has all of these texts; without any, there must be none.
func wantText(t *testing.T, got string, want ...string) {
	t.Helper()
	if len(want) == 0 && got != "" {
		t.Errorf("got the message\n%s", got)
	}
	for _, text := range want {
		if !strings.Contains(got, text) {
			t.Errorf("got the message\n%s\nwant %q in it", got, text)
		}
	}
}

// wantState checks attributes of the state; nil is null.
func wantState(t *testing.T, r *acctest.Resource, want acctest.Values) {
	t.Helper()
	state := r.State()
	for name, value := range want {
		if !r.HasAttribute(name) || !reflect.DeepEqual(state[name], value) {
			t.Errorf("%s is %v, want %v", name, state[name], value)
		}
	}
}

// only returns the id of the one webhook with this URL; a failure if there is another number.
func (e env) only(t *testing.T, url string) string { //nolint:unparam // a test says which
	t.Helper()
	var ids []string
	for _, w := range e.Webhooks() {
		if w.URL == url {
			ids = append(ids, w.ID)
		}
	}
	if len(ids) != 1 {
		t.Fatalf("the service has %d webhooks with the URL %s", len(ids), url)
	}
	return ids[0]
}
