// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookType = "paymentservice_webhook"

	urlA       = "https://hooks.example.com/a"
	urlB       = "https://hooks.example.com/b"
	hookID     = "44444444-4444-4444-8444-444444444441"
	otherID    = "99999999-9999-4999-8999-999999999999"
	storeID    = fakeservice.DefaultStoreID
	merchantID = fakeservice.DefaultMerchantID

	// The paths of requests, as route templates.
	webhookPath         = "/stores/{storeId}/webhooks/{webhookId}"
	listPath            = "/stores/{storeId}/webhooks"
	merchantWebhookPath = "/merchants/{merchantId}" + webhookPath
	merchantListPath    = "/merchants/{merchantId}" + listPath
	chargesPath         = "/stores/{storeId}/charges"

	secretText = "n0t-t0-be-seen" // which no message may show
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
	return with(acctest.Values{
		"store_id":          storeID,
		"delete_on_destroy": true,
		"url":               urlB,
		"triggers":          []string{"charge_finished"},
	}, more)
}

// resource returns a resource that does not exist yet.
func (e env) resource() *acctest.Resource { return e.NewResource(webhookType) }

// in returns the resource for another provider, with this webhook_refresh.
func (e env) in(t *testing.T, mode any, r *acctest.Resource) *acctest.Resource {
	t.Helper()
	arguments := acctest.Values{"webhook_refresh": mode, "max_retries": 1}
	return acctest.Configured(t, e.server, arguments, e.options...).Adopt(r)
}

// rewrite makes the service answer with other fields for webhooks.
func (e env) rewrite(fields map[string]any) {
	e.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(w map[string]any) { maps.Copy(w, fields) }
	})
}

// inject injects the faults that are not nil.
func (e env) inject(faults ...*fakeservice.Fault) {
	for _, f := range faults {
		if f != nil {
			e.Inject(*f)
		}
	}
}

// request is one request that the service got, or is to get.
type request struct {
	Method string
	Path   string         // a route template
	Body   acctest.Values // nil if it has none
}

// The reads that most rows expect.
var (
	getWebhook = request{Method: "GET", Path: webhookPath}
	getList    = request{Method: "GET", Path: listPath}
	getCharges = request{Method: "GET", Path: chargesPath}
)

// String returns the request in one line, with the fields of its body sorted.
func (r request) String() string {
	line := r.Method + " " + r.Path
	if r.Body == nil {
		return line
	}
	body, err := json.Marshal(r.Body)
	if err != nil {
		return line + " " + err.Error()
	}
	return line + " " + string(body)
}

// requests returns the requests since the last call, or since they were reset.
func (e env) requests() []request {
	var all []request
	for _, r := range e.Requests() {
		_, path, _ := strings.Cut(r.Route, " ")
		all = append(all, request{
			Method: r.Method,
			Path:   path,
			Body:   r.JSON(),
		})
	}
	e.ResetRequests()
	return all
}

// wantRequests checks the requests since the last call, or since they were reset.
func (e env) wantRequests(t *testing.T, want ...request) {
	t.Helper()
	got := e.requests()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the requests are%s\nwant%s", linesOf(got), linesOf(want))
	}
}

// wantWrites is wantRequests without the reads.
func (e env) wantWrites(t *testing.T, want ...request) {
	t.Helper()
	isRead := func(r request) bool { return r.Method == http.MethodGet }
	got := slices.DeleteFunc(e.requests(), isRead)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the writes are%s\nwant%s", linesOf(got), linesOf(want))
	}
}

func linesOf(all []request) string {
	var b strings.Builder
	for _, r := range all {
		b.WriteString("\n\t" + r.String())
	}
	return b.String()
}

// webhookJSON returns the body of an answer that is a webhook with these fields.
func webhookJSON(fields acctest.Values) []byte {
	body, err := json.Marshal(fields)
	if err != nil {
		panic(err) // a test wrote what no JSON has
	}
	return body
}

// htmlPage is the body of an answer that does not come from the service.
var htmlPage = []byte("<html>")

// notFound is the service's own answer for what it does not have.
var notFound = fakeservice.Fault{Status: http.StatusNotFound}

func mustApply(t *testing.T, r *acctest.Resource, config acctest.Values) {
	t.Helper()
	diags := r.Apply(t.Context(), config)
	if diags.Errors() != "" {
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
	plan, diags := r.Plan(t.Context(), config)
	if !plan.Empty || len(diags) > 0 {
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
		if text == "" {
			t.Fatal("the test expects an empty text, which is in every message")
		}
		if !strings.Contains(got, text) {
			t.Errorf("got the message\n%s\nwant %q in it", got, text)
		}
	}
}

// wantErrors checks that the errors have all of these texts, and each error at least one of them: without
// any, there must be none.
func wantErrors(t *testing.T, diags acctest.Diagnostics, texts ...string) {
	t.Helper()
	wantMessages(t, diags, tfprotov6.DiagnosticSeverityError, texts)
}

// wantWarnings is wantErrors for warnings.
func wantWarnings(t *testing.T, diags acctest.Diagnostics, texts ...string) {
	t.Helper()
	wantMessages(t, diags, tfprotov6.DiagnosticSeverityWarning, texts)
}

func wantMessages(t *testing.T, diags acctest.Diagnostics, severity tfprotov6.DiagnosticSeverity, texts []string) {
	t.Helper()
	var all strings.Builder
	for _, one := range diags {
		if one.Severity != severity {
			continue
		}
		message := one.Summary + "\n" + one.Detail + "\n"
		all.WriteString(message)
		isWanted := func(text string) bool { return strings.Contains(message, text) }
		if !slices.ContainsFunc(texts, isWanted) {
			t.Errorf("nobody expected the %s\n%s", severity, message)
		}
	}

	for _, text := range texts {
		if text == "" {
			t.Fatal("the test expects an empty text, which is in every message")
		}
		if !strings.Contains(all.String(), text) {
			t.Errorf("want a message of severity %s with %q, got\n%s", severity, text, all.String())
		}
	}
}

// wantNoToken checks that a message shows neither the token of these tests nor the path of a webhook's URL.
func wantNoToken(t *testing.T, said string) {
	t.Helper()
	for _, part := range []string{secretText, "hooks.example.com/"} {
		if strings.Contains(said, part) {
			t.Errorf("a message shows %s:\n%s", part, said)
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
