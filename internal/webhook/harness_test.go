// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	urlA    = "https://hooks.example.com/a"
	urlB    = "https://hooks.example.com/b"
	otherID = "99999999-9999-4999-8999-999999999999"
)

// env is a fake service with one webhook to adopt.
type env struct {
	*fakeservice.Service
	server  *fakeservice.Server
	webhook fakeservice.Webhook
	options []provider.Option
}

// oldWebhook is one that has existed for so long that every replica knows it, even when a
// bubble begins, in 2000.
func oldWebhook() fakeservice.Webhook {
	return fakeservice.Webhook{URL: urlA, Active: true, CreatedOn: time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func start(t *testing.T) env {
	t.Helper()
	service, server := acctest.Start(t)
	return env{Service: service, server: server, webhook: service.AddWebhook(oldWebhook())}
}

// startInBubble is start in a synctest bubble, so that time passes at once.
func startInBubble(t *testing.T) env {
	t.Helper()
	service := fakeservice.New()
	pipe, options := acctest.Pipe(t, service)
	return env{Service: service, server: pipe, webhook: service.AddWebhook(oldWebhook()), options: options}
}

// stop does what the service does after failed notifications.
func (e env) stop() { e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.Active = false }) }

func (e env) now(t *testing.T) fakeservice.Webhook {
	t.Helper()
	w, ok := e.Webhook(e.webhook.ID)
	if !ok {
		t.Fatal("the service has no such webhook any more")
	}
	return w
}

// answer makes the service answer with other fields for the webhook.
func (e env) answer(fields map[string]any) {
	e.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(w map[string]any) { maps.Copy(w, fields) } })
}

// sent returns the bodies of the updates since the last call, and other requests that
// change something.
func (e env) sent() string {
	var all []string
	for _, r := range e.Requests() {
		switch r.Method {
		case http.MethodGet:
		case http.MethodPatch:
			all = append(all, string(r.Body))
		default:
			all = append(all, strings.TrimSpace(r.Method+" "+string(r.Body)))
		}
	}
	e.ResetRequests()
	return strings.Join(all, " ")
}

// calls returns the methods, paths and bodies of the requests since the last call; the
// ids of stores and webhooks are left out.
func (e env) calls() string {
	var all []string
	for _, r := range e.Requests() {
		_, path, _ := strings.Cut(r.Path, fakeservice.DefaultStoreID)
		if strings.HasPrefix(r.Path, "/merchants") {
			path = "/long" + path
		}
		if _, id, ok := strings.Cut(path, "/webhooks/"); ok {
			path = strings.Replace(path, id, "ID", 1)
		}
		all = append(all, strings.TrimSpace(r.Method+" "+path+" "+string(r.Body)))
	}
	e.ResetRequests()
	return strings.Join(all, "; ")
}

func (e env) wantSent(t *testing.T, want string) {
	t.Helper()
	if got := e.sent(); got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

// resource returns the webhook as a managed resource over the plugin protocol,
// and a configuration of it.
func (e env) resource(t *testing.T, arguments acctest.Values) (*acctest.Resource, func(acctest.Values) acctest.Values) {
	t.Helper()
	config := func(more acctest.Values) acctest.Values {
		all := acctest.Values{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}
		maps.Copy(all, more)
		return all
	}
	return acctest.Configured(t, e.server, arguments, e.options...).NewResource("paymentservice_webhook"), config
}

// in returns the resource for a provider with this webhook_refresh.
func (e env) in(t *testing.T, mode any, r *acctest.Resource) *acctest.Resource {
	t.Helper()
	return acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": mode}).Adopt(r)
}

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

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("got the message\n%s\nwant %q in it", got, want)
	}
}

// wantState checks attributes of the state; nil is null.
func wantState(t *testing.T, r *acctest.Resource, want acctest.Values) {
	t.Helper()
	state := r.State()
	for name, value := range want {
		if list, ok := value.([]string); ok {
			all := make([]any, len(list))
			for i, text := range list {
				all[i] = text
			}
			value = all
		}
		if !r.HasAttribute(name) || !reflect.DeepEqual(state[name], value) {
			t.Errorf("%s is %v, want %v", name, state[name], value)
		}
	}
}

// newWebhook is a fake service without webhooks, and a resource that creates one.
type newWebhook struct {
	env
	*acctest.Resource
	t        *testing.T
	protocol *acctest.Protocol
	config   acctest.Values
}

func creating(t *testing.T, provider acctest.Values) newWebhook {
	t.Helper()
	service, server := acctest.Start(t)
	all := acctest.Values{"max_retries": 1}
	maps.Copy(all, provider)
	config := acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": true, "url": urlB, "triggers": []string{"a"}}
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

// only returns the one webhook that the service has.
func (n newWebhook) only() fakeservice.Webhook {
	n.t.Helper()
	all := n.Webhooks()
	if len(all) != 1 {
		n.t.Fatalf("the service has %d webhooks", len(all))
	}
	return all[0]
}
