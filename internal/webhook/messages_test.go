// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// situation is what an operation meets, as a line of messages.golden has it.
type situation struct {
	Provider map[string]any
	Import   string         // what was imported, before the first apply if there is one
	Before   map[string]any // what was applied before
	Earlier  map[string]any // what another resource has created in this run
	Unread   bool           // until then, the service answers no GET for a webhook
	OldCLI   bool           // it has no write-only arguments
	New      bool           // the webhook was created a moment ago

	Service json.RawMessage      // changes of fakeservice.Behavior
	Answer  map[string]any       // what fields of webhooks have instead
	Other   *fakeservice.Webhook // a second one
	Gone    bool                 // the service has the webhook no longer
	Stopped bool                 // the service has stopped it, after failed notifications
	Taint   bool
	Faults  []fault

	Config      map[string]any // of the operation
	Ignore      []string       // ignore_changes
	Refresh     bool           // before an update
	Revert      bool           // the next run has the configuration from before
	Final       map[string]any // what the apply knows of what a plan did not
	CreateFirst bool           // for a replacement, create_before_destroy is set

	IgnoreChanges []string
}

type fault struct {
	fakeservice.Fault        // its path may omit the beginning, up to the store
	Break, Body       string // one of breaks
	Proxy             bool
}

var (
	breaks       = map[string]fakeservice.Break{"cut": fakeservice.BreakCut, "close": fakeservice.BreakClose, "reset": fakeservice.BreakReset, "endless": fakeservice.BreakEndless}
	placeholders = strings.NewReplacer("HOOK", hookID, "OTHER", otherID, "STORE", fakeservice.DefaultStoreID, "MERCHANT", fakeservice.DefaultMerchantID)
)

const hookID = "44444444-4444-4444-8444-444444444441"

// TestMessages: messages.golden has operations, each with a situation. Its verdict says,
// for each step that does something, what is sent, the titles of messages, and what
// changes in the state. If something fails, the next run is a step, too. What is recorded
// is the text of the messages.
func TestMessages(t *testing.T) {
	t.Parallel()
	golden.Situations(t, "messages.golden", func(t *testing.T, line string) (verdict, words string) {
		name, input, found := strings.Cut(line, " {")
		operation, _, named := strings.Cut(name, ":")
		var s situation
		decoder := json.NewDecoder(strings.NewReader("{" + placeholders.Replace(input)))
		decoder.DisallowUnknownFields()
		decoder.UseNumber()
		if err := decoder.Decode(&s); err != nil || !found || !named || operations[operation] == nil && operation != "reads" {
			t.Fatalf("%s: %v", line, err)
		}
		if operation == "reads" {
			return s.reads(t)
		}
		st := s.arrange(t, operation)
		operations[operation](st)
		return st.outcome()
	})
}

// reads reads the webhook in three ways: by GET, once it is readable and before that, and
// by PATCH. After an error, the next read is as if there had been none.
func (s situation) reads(t *testing.T) (verdict, words string) {
	t.Helper()
	for _, way := range []string{"get", "unread", "patch"} {
		in := s
		if in.Unread = way == "unread"; way == "patch" {
			in.Provider = map[string]any{"webhook_refresh": "patch"}
		}
		st := in.arrange(t, "read")
		diags := st.Refresh(t.Context())
		st.record(way, diags)
		said, text := st.outcome()
		verdict, words = verdict+said+"\n", words+text+"\n"
		st.nextRun()
		if again := st.Refresh(t.Context()); diags.Errors() != "" && len(again) > 0 {
			t.Errorf("%s: after that, a refresh says %s", way, again)
		}
	}
	return strings.TrimSpace(verdict), strings.TrimSpace(words)
}

// operations act and record what comes of it.
var operations = map[string]func(*stage){
	"adopt": (*stage).apply, "create": (*stage).apply, "update": (*stage).apply, "delete": (*stage).destroy,
	"read":     func(s *stage) { s.record("read", s.Refresh(s.Context())) },
	"validate": func(s *stage) { s.record("validate", s.Validate(s.Context(), s.config)) },
	"plan":     func(s *stage) { s.plan() },
	"replace":  func(s *stage) { s.record("apply", s.Replace(s.Context(), s.config, s.given.CreateFirst)) },
	"import": func(s *stage) {
		s.record("import", s.Import(s.Context(), fmt.Sprint(s.config["id"])))
		if s.State() != nil {
			s.protocol.NextRun(s.T)
			s.record("read", s.Refresh(s.Context()))
		}
	},
	"identity": func(s *stage) { s.record("import", s.importIdentity()) },
	"list":     (*stage).list,
	"query": func(s *stage) {
		_, diags := s.protocol.List(s.Context(), listed, s.config, acctest.Listing{Limit: 1})
		s.record("query", diags)
	},
	"resume": func(s *stage) { s.record("resume", s.protocol.Invoke(s.Context(), resumeAction, s.config)) },
}

// stage is a situation in which an operation acts.
type stage struct {
	*testing.T
	env
	*acctest.Resource

	protocol *acctest.Protocol
	config   acctest.Values
	before   acctest.Values // the state at the last step
	created  string         // the id of a webhook in the state before
	given    situation
	said     []string // messages so far
	verdict  []string
	words    []string
}

// configuring returns a configuration of a webhook that is adopted, or created if
// delete_on_destroy is configured.
func configuring(more map[string]any) acctest.Values {
	all := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": hookID}
	if more["delete_on_destroy"] != nil {
		all = acctest.Values{"store_id": fakeservice.DefaultStoreID, "url": urlB, "triggers": []any{"a"}}
	}
	maps.Copy(all, acctest.FromJSON(more))
	return all
}

// arrange brings about the situation.
func (s situation) arrange(t *testing.T, operation string) *stage {
	t.Helper()
	service, server := acctest.Start(t)
	hook := oldWebhook()
	if hook.ID = hookID; s.New {
		hook.CreatedOn = time.Time{} // now
	}
	provider := acctest.Values{"max_retries": 1}
	maps.Copy(provider, acctest.FromJSON(s.Provider))
	p := acctest.Configured(t, server, provider)
	e := env{Service: service, server: server, webhook: service.AddWebhook(hook)}
	st := &stage{T: t, env: e, Resource: p.NewResource(listed), protocol: p}
	st.WriteOnly = !s.OldCLI
	switch operation {
	case "create":
		s.Config = with(map[string]any{"delete_on_destroy": true}, s.Config)
	case "replace":
		s.Before = with(map[string]any{"delete_on_destroy": true}, s.Config)
		s.Config = s.Before
	case "delete":
		s.Before = with(map[string]any{"delete_on_destroy": true}, s.Before)
	case "read":
		s.Before = with(map[string]any{"active": true, "url": urlA}, s.Before)
	}
	st.given, st.IgnoreChanges = s, s.IgnoreChanges
	if st.config = configuring(s.Config); operation == "list" || operation == "query" {
		st.config = storeConfig(acctest.FromJSON(s.Config))
	}
	if s.Import != "" {
		st.Import(t.Context(), s.Import)
	}
	if s.Before != nil {
		if s.Unread {
			e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = http.StatusMethodNotAllowed })
		}
		mustApply(t, st.Resource, configuring(s.Before))
		e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 0 })
	}
	st.before = st.State()
	st.created, _ = st.before["id"].(string)
	if s.Other != nil {
		e.AddWebhook(*s.Other)
	}
	if s.Answer != nil {
		e.answer(s.Answer)
	}
	if s.Gone {
		e.DeleteWebhook(hookID)
		e.DeleteWebhook(st.created)
	}
	if s.Stopped {
		e.stop()
	}
	if s.Taint {
		st.Taint()
	}
	st.IgnoreChanges = s.Ignore
	e.Set(func(b *fakeservice.Behavior) {
		if err := json.Unmarshal(s.Service, b); s.Service != nil && err != nil {
			t.Error(err)
		}
	})
	for _, f := range s.Faults {
		e.Inject(f.injected())
	}
	p.NextRun(t)
	if s.Earlier != nil {
		mustApply(t, p.NewResource(listed), configuring(s.Earlier))
	}
	e.ResetRequests()
	return st
}

// with adds arguments that win over what is there.
func with(all, more map[string]any) map[string]any {
	maps.Copy(all, more)
	return all
}

func (f fault) injected() fakeservice.Fault {
	if f.Proxy {
		proxy := fakeservice.ProxyNotFound()
		f.Status, f.Header, f.Body = proxy.Status, proxy.Header, string(proxy.Body)
	}
	if f.Path != "" && !strings.HasPrefix(f.Path, "/") {
		f.Path = "/stores/{storeId}/" + f.Path
	}
	if f.Fault.Break = breaks[f.Break]; f.Body != "" {
		f.Fault.Body = []byte(f.Body)
	}
	return f.Fault
}

// plan validates the configuration and plans, and reports whether both succeeded.
func (s *stage) plan() (acctest.Plan, bool) {
	invalid := s.Validate(s.Context(), s.config)
	if len(invalid) > 0 {
		s.record("validate", invalid)
	}
	plan, diags := s.Plan(s.Context(), s.config)
	step := "plan"
	if plan.Replaces {
		step = "plan of a replacement"
	}
	s.record(step, diags)
	return plan, invalid.Errors() == "" && diags.Errors() == ""
}

// apply plans and applies. After a success, the next run has nothing to do. After a
// failure, it is recorded, without what went wrong before.
func (s *stage) apply() {
	if s.given.Refresh {
		s.record("refresh", s.Refresh(s.Context()))
	}
	plan, ok := s.plan()
	if !ok {
		return
	}
	maps.Copy(s.config, acctest.FromJSON(s.given.Final))
	diags := s.ApplyKnown(s.Context(), plan, s.config)
	s.record("apply", diags)
	for name, value := range s.State() {
		if value == acctest.Unknown {
			s.Errorf("%s is unknown in the state", name)
		}
	}
	s.nextRun()
	if diags.Errors() != "" {
		if s.given.Revert {
			s.config = configuring(s.given.Before)
		}
		s.record("next run", s.Apply(s.Context(), s.config))
		return
	}
	first := s.config // which decides on the path
	if s.given.Before != nil {
		first = configuring(s.given.Before)
	}
	if merchant, _, long := strings.Cut(s.given.Import, "/"+fakeservice.DefaultStoreID+"/"); s.given.Import != "" {
		if first = (acctest.Values{}); long {
			first["merchant_id"] = merchant
		}
	}
	if id := s.Identity(s.Context()); id["webhook_id"] != s.State()["id"] || id["merchant_id"] != first["merchant_id"] {
		s.Errorf("the identity is %v", id)
	}
	s.Refresh(s.Context())
	mustBeSettled(s.T, s.Resource, s.config)
}

func (s *stage) destroy() {
	plan, diags := s.Plan(s.Context(), nil)
	s.record("plan", diags)
	diags = s.ApplyPlan(s.Context(), plan)
	s.record("apply", diags)
	if diags.Errors() != "" {
		s.nextRun()
		s.record("next run", s.Apply(s.Context(), nil))
	}
}

func (s *stage) nextRun() {
	s.ClearFaults()
	s.Set(func(b *fakeservice.Behavior) { b.Rewrite = nil })
	s.protocol.NextRun(s.T)
	s.ResetRequests()
}

// list lists in both ways, which send the same and say the same.
func (s *stage) list() {
	s.Helper()
	read, diags := s.protocol.Read(s.Context(), dataSource, s.config)
	s.record("list", diags)
	found, more := s.protocol.List(s.Context(), listed, s.config, acctest.Listing{Limit: 1000, IncludeResource: true})
	if said := more.String(); said != diags.String() || len(found) > 0 || read["webhooks"] != nil {
		s.Errorf("the list resource says %s, and there are results: %v, %v", said, read, found)
	}
}

// importIdentity imports by the configured ids as an identity.
func (s *stage) importIdentity() acctest.Diagnostics {
	typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"merchant_id": tftypes.String, "store_id": tftypes.String, "webhook_id": tftypes.String}}
	data, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, map[string]tftypes.Value{
		"merchant_id": tftypes.NewValue(tftypes.String, nil), "store_id": tftypes.NewValue(tftypes.String, s.config["store_id"]), "webhook_id": tftypes.NewValue(tftypes.String, s.config["webhook_id"]),
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
