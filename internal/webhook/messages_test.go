// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// scene makes the provider say something in its last step. If first is not nil, the
// webhook was adopted with it before.
type scene struct {
	provider acctest.Values
	first    acctest.Values
	arrange  func(env)      // before the last step
	config   acctest.Values // it is applied, unless there is an act
	act      func(*stage) acctest.Diagnostics
}

// stage is what an act can use.
type stage struct {
	*testing.T
	env
	*acctest.Resource

	protocol *acctest.Protocol
	config   func(acctest.Values) acctest.Values
}

func refresh(s *stage) acctest.Diagnostics { return s.Refresh(s.Context()) }

func importing(id string) func(*stage) acctest.Diagnostics {
	return func(s *stage) acctest.Diagnostics { return s.Import(s.Context(), id) }
}

func validating(arguments acctest.Values) func(*stage) acctest.Diagnostics {
	return func(s *stage) acctest.Diagnostics { return s.Validate(s.Context(), s.config(arguments)) }
}

func listing(s *stage) acctest.Diagnostics {
	_, diags := s.protocol.Read(s.Context(), dataSource, storeConfig(nil))
	return diags
}

func querying(s *stage) acctest.Diagnostics {
	_, diags := s.protocol.List(s.Context(), listed, storeConfig(nil), acctest.Listing{Limit: 1})
	return diags
}

// deleting destroys a webhook that is created as configured.
func deleting(created acctest.Values) func(*stage) acctest.Diagnostics {
	return func(s *stage) acctest.Diagnostics {
		mustApply(s.T, s.Resource, s.config(created))
		plan, diags := s.Plan(s.Context(), nil)
		return append(diags, s.ApplyPlan(s.Context(), plan)...)
	}
}

// replanning plans another configuration of it.
func replanning(created, next acctest.Values) func(*stage) acctest.Diagnostics {
	return func(s *stage) acctest.Diagnostics {
		mustApply(s.T, s.Resource, s.config(created))
		_, diags := s.Plan(s.Context(), s.config(next))
		return diags
	}
}

func resuming(s *stage) acctest.Diagnostics {
	progress, diags := s.protocol.Invoke(s.Context(), resumeAction, acctest.Values{"store_id": s.webhook.StoreID, "webhook_id": s.webhook.ID})
	var all acctest.Diagnostics
	for _, line := range progress {
		all = append(all, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityInvalid, Summary: line})
	}
	return append(all, diags...)
}

func faults(list ...fakeservice.Fault) func(env) {
	return func(e env) {
		for _, fault := range list {
			e.Inject(fault)
		}
	}
}

func answers(fields map[string]any) func(env) { return func(e env) { e.answer(fields) } }

// forOne is a fault of calls to one webhook.
func forOne(f fakeservice.Fault) fakeservice.Fault {
	f.Match = func(r fakeservice.Request) bool { return strings.Contains(r.Path, "/webhooks/") }
	return f
}

// scenes bring every message of this package.
func scenes() map[string]scene {
	const one = "44444444-4444-4444-8444-444444444441"
	queue := func(account string) string { return "https://sqs.ap-northeast-1.amazonaws.com/" + account + "/prod" }
	store := fakeservice.DefaultStoreID
	refused := fakeservice.Fault{Status: http.StatusBadRequest, Body: []byte(`{"code":"VALIDATION_ERROR","errors":[{"field":"url","reason":"INVALID_URL"}]}`)}
	failed := fakeservice.Fault{Status: http.StatusInternalServerError, AfterHandling: true}
	status := func(code int) fakeservice.Fault { return fakeservice.Fault{Status: code} }
	gone := func(store fakeservice.Fault) func(env) {
		return func(e env) {
			e.DeleteWebhook(e.webhook.ID)
			if store.Status != 0 {
				store.Path = chargesOfStore
				e.Inject(store)
			}
		}
	}
	some := acctest.Values{"active": true, "url": urlA}
	other := acctest.Values{"active": false, "url": urlB, "auth_token_wo": "Bearer not-to-be-seen", "auth_token_wo_version": 1}
	patch, off := acctest.Values{"webhook_refresh": "patch"}, acctest.Values{"webhook_refresh": "off"}
	listed := func(change func(*fakeservice.Behavior), list ...fakeservice.Fault) func(env) {
		return func(e env) {
			e.Set(func(b *fakeservice.Behavior) {
				b.WebhookList = true
				if change != nil {
					change(b)
				}
			})
			e.AddWebhook(fakeservice.Webhook{})
			faults(list...)(e)
		}
	}
	created := func(more acctest.Values) acctest.Values {
		all := acctest.Values{"webhook_id": nil, "delete_on_destroy": true, "url": urlA, "triggers": []string{"a"}}
		maps.Copy(all, more)
		return all
	}
	stopped, made := created(acctest.Values{"active": false}), `{"id":"`+otherID+`","store_id":"`+store+`","active":true}`
	post := func(f fakeservice.Fault) fakeservice.Fault { f.Method = http.MethodPost; return f }
	deletion := func(f fakeservice.Fault) fakeservice.Fault { f.Method = http.MethodDelete; return f }
	unfinished := faults(post(fakeservice.Fault{Status: http.StatusCreated, Body: []byte(made)}), fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest})
	notFound := fakeservice.Fault{Status: http.StatusNotFound, Body: []byte(`{"code":"NOT_FOUND"}`)}

	return map[string]scene{
		"adopt: overwrites settings": {act: func(s *stage) acctest.Diagnostics {
			_, diags := s.Plan(s.Context(), s.config(acctest.Values{"active": false, "url": urlB, "triggers": []string{"a", "b"}}))
			return diags
		}},
		// Settings that are not sensitive are shown as they are, even long numbers.
		"adopt: overwrites numbers": {arrange: answers(map[string]any{"url": queue("210987654321")}), act: func(s *stage) acctest.Diagnostics {
			_, diags := s.Plan(s.Context(), s.config(acctest.Values{"url": queue("123456789012"), "triggers": []string{"order_1763800000000"}}))
			return diags
		}},
		"adopt: not found": {config: some, arrange: gone(fakeservice.Fault{})},
		"adopt: credentials refused": {arrange: faults(status(403)), act: func(s *stage) acctest.Diagnostics {
			_, diags := s.Plan(s.Context(), s.config(nil))
			return diags
		}},
		"adopt: not found by a proxy":  {config: some, arrange: faults(fakeservice.ProxyNotFound())},
		"adopt: refused":               {config: some, arrange: faults(refused)},
		"adopt: refused, no settings":  {arrange: faults(refused), config: acctest.Values{}},
		"adopt: failed":                {config: some, arrange: faults(failed)},
		"adopt: another webhook":       {config: some, arrange: answers(map[string]any{"id": otherID, "store_id": "no id of ours"})},
		"adopt: token and no version":  {config: acctest.Values{"auth_token_wo": "Bearer not-to-be-seen"}},
		"adopt: version and no token":  {config: acctest.Values{"auth_token_wo_version": 1}},
		"update: refused":              {first: some, config: other, arrange: faults(forOne(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusConflict}))},
		"update: failed":               {provider: off, first: some, config: other, arrange: faults(failed)},
		"update: failed, one setting":  {provider: off, first: some, config: acctest.Values{"active": true, "url": urlB}, arrange: faults(status(503))},
		"update: not found":            {provider: off, first: some, config: other, arrange: gone(fakeservice.Fault{})},
		"update: not found by a proxy": {provider: off, first: some, config: other, arrange: faults(fakeservice.ProxyNotFound())},
		"update: no webhook":           {provider: off, first: some, config: other, arrange: faults(fakeservice.Fault{Status: http.StatusOK, Body: []byte(`{"status":"error"}`)})},
		"update: not taken over":       {provider: off, first: some, config: acctest.Values{"active": false, "url": urlB, "triggers": []string{"a"}}, arrange: answers(map[string]any{"active": true, "url": "https://x.example.com/?key=a%20b\x1b[31m", "triggers": []string{"b", "c"}})},
		"update: token in the state":   {first: acctest.Values{}, config: acctest.Values{"auth_token": "Bearer not-to-be-seen"}},
		"update: token taken out":      {first: acctest.Values{"auth_token_wo": "Bearer not-to-be-seen", "auth_token_wo_version": 1}, config: acctest.Values{}},
		"create: refused":              {config: created(nil), arrange: faults(post(refused))},
		"create: not offered":          {config: created(nil), arrange: faults(post(status(405)))},
		"create: not found, merchant":  {config: created(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}), arrange: faults(post(status(404)))},
		"create: in doubt":             {config: created(nil), arrange: listed(nil, post(status(500)))},
		"create: in doubt, no list":    {config: created(nil), arrange: faults(post(status(500)))},
		"create: in doubt, none":       {config: created(acctest.Values{"url": urlB}), arrange: listed(nil, post(status(500)))},
		"create: URL taken":            {config: created(nil), arrange: listed(func(b *fakeservice.Behavior) { b.UniqueURLs = true })},
		"create: exists":               {config: created(acctest.Values{"triggers": []string{"charge_finished"}}), arrange: listed(nil)},
		"create: list fails":           {config: created(nil), arrange: faults(status(503))},
		"create: no id":                {config: created(nil), arrange: faults(post(fakeservice.Fault{Status: http.StatusCreated, Body: []byte(`{"active":true}`)}))},
		"create: version and no token": {config: created(acctest.Values{"auth_token_wo_version": 1})},
		"create: unfinished":           {config: stopped, arrange: unfinished},
		"create: unfinished, kept":     {config: created(acctest.Values{"active": false, "delete_on_destroy": false}), arrange: unfinished},
		"create: other values":         {config: created(nil), arrange: faults(post(fakeservice.Fault{Status: http.StatusCreated, Body: []byte(`{"id":"` + otherID + `","url":"https://x.example.com/"}`)}))},
		"delete":                       {first: some, act: deleting(created(nil))},
		"delete: not offered":          {first: some, arrange: faults(deletion(status(405))), act: deleting(created(nil))},
		"delete: failed":               {first: some, arrange: faults(deletion(failed)), act: deleting(created(nil))},
		"delete: still listed":         {first: some, arrange: listed(nil, deletion(notFound)), act: deleting(created(nil))},
		"delete: not proven":           {first: some, arrange: faults(deletion(notFound)), act: deleting(created(nil))},
		"delete: not found by a proxy": {first: some, arrange: faults(deletion(fakeservice.ProxyNotFound())), act: deleting(created(nil))},
		"plan: id unknown":             {first: some, act: replanning(created(nil), acctest.Values{"webhook_id": acctest.Unknown})},
		"destroy":                      {first: some, act: func(s *stage) acctest.Diagnostics { return s.Apply(s.Context(), nil) }},

		"read: gone, GET":              {first: some, arrange: gone(fakeservice.Fault{}), act: refresh},
		"read: not found, but listed":  {first: some, arrange: listed(nil, forOne(status(404))), act: refresh},
		"read: not found by a gateway": {first: some, arrange: faults(forOne(fakeservice.Fault{Status: http.StatusNotFound, Body: []byte(`{"message":"no Route matched with those values"}`)})), act: refresh},
		"read: not found, list refused": {first: some, arrange: func(e env) {
			gone(fakeservice.Fault{})(e)
			listed(nil, fakeservice.Fault{Match: func(r fakeservice.Request) bool { return strings.HasSuffix(r.Path, "/webhooks") }, Status: 403})(e)
		}, act: refresh},
		"read: not visible yet": {act: func(s *stage) acctest.Diagnostics {
			s.AddWebhook(fakeservice.Webhook{ID: otherID})
			mustApply(s.T, s.Resource, s.config(acctest.Values{"webhook_id": otherID}))
			s.DeleteWebhook(otherID)
			return s.Refresh(s.Context())
		}},
		"read: gone, PATCH":                    {provider: patch, first: some, arrange: gone(fakeservice.Fault{}), act: refresh},
		"read: not found by a proxy":           {first: some, arrange: faults(forOne(fakeservice.ProxyNotFound())), act: refresh},
		"read: not found, charges refused":     {first: some, arrange: gone(status(403)), act: refresh},
		"read: not found, credentials refused": {first: some, arrange: gone(status(401)), act: refresh},
		"read: not found, charges fail":        {first: some, arrange: gone(status(503)), act: refresh},
		"read: not found, store not found":     {first: some, arrange: gone(status(404)), act: refresh},
		"read: refused, GET":                   {first: some, arrange: faults(status(403)), act: refresh},
		"read: refused, PATCH":                 {provider: patch, first: some, arrange: faults(status(400)), act: refresh},
		"read: failed":                         {first: some, arrange: faults(status(503)), act: refresh},
		"read: no such call, once readable":    {first: some, arrange: faults(status(405)), act: refresh},
		"read: another webhook":                {first: some, arrange: answers(map[string]any{"id": otherID}), act: refresh},
		"read: no webhook, never readable":     {first: some, arrange: nil, act: readingHTML},
		"import: unread":                       {arrange: faults(status(405)), act: importing(store + "/" + one)},
		"import: off":                          {provider: off, act: importing(store + "/" + one)},
		"import: provider unknown":             {act: importingUnknown},
		"import: empty id":                     {act: importing("")},
		"import: one part":                     {act: importing("x")},
		"import: four parts":                   {act: importing("a/b/c/d")},
		"import: no UUID":                      {act: importing(store + "/x")},
		"import: identity":                     {act: importingIdentity},
		"validate: adopted and created":        {act: validating(acctest.Values{"delete_on_destroy": true})},
		"validate: neither of them":            {act: validating(acctest.Values{"webhook_id": nil})},
		"validate: nothing to create":          {act: validating(acctest.Values{"webhook_id": nil, "delete_on_destroy": true})},
		"validate: trigger":                    {act: validating(acctest.Values{"triggers": []string{" "}})},
		"validate: two tokens":                 {act: validating(acctest.Values{"auth_token": "a", "auth_token_wo": "b", "auth_token_wo_version": 1})},
		"validate: line break in a token":      {act: validating(acctest.Values{"auth_token": "a\nb"})},
		"validate: local URL":                  {act: validating(acctest.Values{"url": "http://localhost/"})},
		"validate: id":                         {act: validating(acctest.Values{"merchant_id": "m"})},
		"resume":                               {act: resuming},
		"resume: not found":                    {arrange: gone(fakeservice.Fault{}), act: resuming},
		"resume: not found by a proxy":         {arrange: faults(fakeservice.ProxyNotFound()), act: resuming},
		"resume: another webhook":              {arrange: answers(map[string]any{"id": otherID}), act: resuming},
		"resume: no webhook":                   {arrange: faults(fakeservice.Fault{Status: http.StatusOK, Body: []byte(`{"status":"error"}`)}), act: resuming},
		"resume: refused":                      {arrange: faults(status(403)), act: resuming},
		"resume: failed":                       {arrange: faults(failed), act: resuming},
		"resume: does not say":                 {arrange: answers(map[string]any{"active": nil}), act: resuming},
		"resume: still stopped":                {arrange: answers(map[string]any{"active": false}), act: resuming},
		"list: not listed":                     {arrange: faults(status(404)), act: listing},
		"list: refused":                        {arrange: faults(status(403)), act: listing},
		"list: failed later":                   {arrange: listed(func(b *fakeservice.Behavior) { b.PageSize = func(int) int { return 1 } }, fakeservice.Fault{Status: 500, Match: func(r fakeservice.Request) bool { return r.Query.Has("cursor") }}), act: listing},
		"list: no id":                          {arrange: listed(nil, fakeservice.Fault{Status: 200, Body: []byte(`{"items":[{"url":"x"}],"has_more":false}`)}), act: listing},
		"list: another store":                  {arrange: listed(nil, fakeservice.Fault{Status: 200, Body: []byte(`{"items":[{"id":"` + one + `","store_id":"` + otherID + `"}],"has_more":false}`)}), act: listing},
		"query: cut short":                     {arrange: listed(nil), act: querying},
	}
}

// readingHTML reads a webhook that was adopted while no GET was answered.
func readingHTML(s *stage) acctest.Diagnostics {
	s.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 405 })
	unread := s.protocol.NewResource(listed)
	mustApply(s.T, unread, s.config(nil))
	s.Inject(fakeservice.Fault{Status: http.StatusOK, Body: []byte("<html>"), Header: http.Header{"Content-Type": {"text/html"}}})
	return unread.Refresh(s.Context())
}

func importingUnknown(s *stage) acctest.Diagnostics {
	p := acctest.NewProtocol(s.T)
	if diags := p.Configure(s.Context(), acctest.Values{"base_url": s.server.URL, "secret": acctest.Unknown, "app_token": "x"}); len(diags) > 0 {
		s.Fatal(diags)
	}
	return p.NewResource(listed).Import(s.Context(), s.webhook.StoreID+"/"+s.webhook.ID)
}

func importingIdentity(s *stage) acctest.Diagnostics {
	typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"merchant_id": tftypes.String, "store_id": tftypes.String, "webhook_id": tftypes.String}}
	data, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, map[string]tftypes.Value{
		"merchant_id": tftypes.NewValue(tftypes.String, nil), "store_id": tftypes.NewValue(tftypes.String, "shop"), "webhook_id": tftypes.NewValue(tftypes.String, s.webhook.ID),
	}))
	if err != nil {
		s.Fatal(err)
	}
	imported, err := s.protocol.Server.ImportResourceState(s.Context(), &tfprotov6.ImportResourceStateRequest{
		TypeName: listed, Identity: &tfprotov6.ResourceIdentityData{IdentityData: &data},
	})
	if err != nil {
		s.Fatal(err)
	}
	return imported.Diagnostics
}

// play returns what the provider says in a scene.
func (s scene) play(t *testing.T) string {
	t.Helper()
	service, server := acctest.Start(t)
	old := oldWebhook()
	old.ID = "44444444-4444-4444-8444-444444444441"
	e := env{Service: service, server: server, webhook: service.AddWebhook(old)}
	provider := acctest.Values{"max_retries": 1}
	maps.Copy(provider, s.provider)
	p := acctest.Configured(t, server, provider)
	r := p.NewResource(listed)
	st := &stage{T: t, env: e, Resource: r, protocol: p, config: func(more acctest.Values) acctest.Values {
		all := acctest.Values{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}
		maps.Copy(all, more)
		return all
	}}
	if s.first != nil {
		mustApply(t, r, st.config(s.first))
	}
	if s.arrange != nil {
		s.arrange(e)
	}
	act := s.act
	if act == nil {
		act = func(st *stage) acctest.Diagnostics {
			all := st.Validate(t.Context(), st.config(s.config))
			if all.Errors() != "" {
				return all
			}
			plan, diags := st.Plan(t.Context(), st.config(s.config))
			if all = append(all, diags...); diags.Errors() != "" {
				return all
			}
			return append(all, st.ApplyPlan(t.Context(), plan)...)
		}
	}
	var b strings.Builder
	for _, d := range act(st) {
		if d.Severity == tfprotov6.DiagnosticSeverityInvalid {
			fmt.Fprintln(&b, d.Summary)
			continue
		}
		fmt.Fprintf(&b, "%s: %s", d.Severity, d.Summary)
		if d.Attribute != nil && len(d.Attribute.Steps()) > 0 {
			fmt.Fprintf(&b, " (at %s)", d.Attribute.LastStep())
		}
		fmt.Fprintf(&b, "\n%s\n", d.Detail)
	}
	return b.String()
}

// TestMessages compares every message with the golden file, in which they can be
// read as users see them. Run it with -update to write the file anew.
func TestMessages(t *testing.T) {
	t.Parallel()
	all := scenes()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		said := all[name].play(t)
		if said == "" {
			t.Errorf("%s: no message", name)
		}
		if strings.Contains(said, "not-to-be-seen") {
			t.Errorf("%s: the token is shown", name)
		}
		fmt.Fprintf(&b, "=== %s\n%s\n", name, said)
	}
	golden.Compare(t, "messages.golden", b.String())
}
