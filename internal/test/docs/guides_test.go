// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"maps"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// written finds the files that commands write.
var written = regexp.MustCompile(`(?s)cat > (\S+) <<'EOT'\n(.*?\n)EOT\n`)

// filesOf returns the files that the commands of a part write.
func filesOf(p part) map[string]string {
	all := map[string]string{}
	for _, script := range p.commands() {
		for _, match := range written.FindAllStringSubmatch(script, -1) {
			all[match[1]] = match[2]
		}
	}
	return all
}

// Created webhooks are protected and left as the guide says.
func TestAccGuide_createWebhooks(t *testing.T) {
	t.Parallel()
	page := load(t, createWebhooks)
	start := filesOf(page.section(t, "Create several webhooks"))
	u := newUser(t, start)
	u.runs("apply -auto-approve", outcome{says: "2 added", writes: []string{"POST", "POST"}})

	fragment := page.section(t, "Protect webhooks from deletion").blocks[0].text
	protected := strings.Replace(start["main.tf"], "delete_on_destroy = true\n", fragment, 1)
	u.write(map[string]string{"main.tf": protected})
	u.runs("apply -auto-approve", outcome{says: "0 added, 2 changed"})

	withoutBlock, _, _ := strings.Cut(protected, "\nresource")
	u.write(map[string]string{"main.tf": withoutBlock})
	u.runs("apply -auto-approve", outcome{says: "2 destroyed"}) // and both stay at the service
}

// A webhook with a managed token moves to another state without a write: by an import if both
// arguments of the token are left out, or with `state mv`, which takes the version along.
func TestAccGuide_takeOver(t *testing.T) {
	t.Parallel()
	const (
		variable = "variable \"token\" {\n  ephemeral = true\n  default   = null\n}\n"
		token    = "auth_token_wo = var.token\n  auth_token_wo_version = 1"
		deletes  = "delete_on_destroy = true"
		setToken = "TF_VAR_token=a-token"
	)
	with := map[string]string{"main.tf": variable + receiver("orders", deletes+"\n  "+token)}
	u := newUser(t, maps.Clone(with))
	u.Environment = append(u.Environment, setToken)
	u.runs("apply -auto-approve", outcome{says: "1 added", writes: []string{"POST a-token"}})
	isCreated := func(w fakeservice.Webhook) bool { return path.Base(w.URL) == "orders" }
	created := u.Webhooks()[slices.IndexFunc(u.Webhooks(), isCreated)]

	importer := newUserOf(t, u.Service, map[string]string{"main.tf": receiver("orders", deletes)})
	command := "import paymentservice_webhook.orders " + created.StoreID + "/" + created.ID
	importer.runs(command, outcome{says: "Import successful!"})
	importer.expectApplied(outcome{says: "0 added, 1 changed"}, nil) // the state gets delete_on_destroy

	const address = "paymentservice_webhook.orders"
	u.runs("state mv -state-out=moved.tfstate "+address+" "+address, outcome{says: "moved 1 object"})
	mover := newUserOf(t, u.Service, with)
	mover.Write("terraform.tfstate", u.Traces()["moved.tfstate"])
	mover.runs("plan -detailed-exitcode", outcome{says: "No changes"}) // without the token
}

// The policies of the examples say what a plan does to each webhook, and what has become of each.
func TestAccGuide_policies(t *testing.T) {
	t.Parallel()
	const deletes = "delete_on_destroy = true"
	created := receiver("stopped", "active = true\n  "+deletes) +
		receiver("changed", deletes) +
		receiver("both", deletes) +
		receiver("vanished", deletes) +
		receiver("unchanged", deletes) +
		receiver("inactive", "active = false\n  "+deletes)
	removed := receiver("deleted", deletes) + receiver("left", "delete_on_destroy = false")
	u := newUser(t, map[string]string{"main.tf": created + removed})
	posts := slices.Repeat([]string{"POST"}, 8)
	u.runs("apply -auto-approve", outcome{says: "8 added", writes: append([]string{"PATCH"}, posts...)})

	for _, w := range u.Webhooks() {
		switch path.Base(w.URL) {
		case "stopped":
			u.ChangeWebhook(w.ID, func(w *fakeservice.Webhook) { w.Active = false })
		case "changed":
			u.ChangeWebhook(w.ID, func(w *fakeservice.Webhook) { w.Triggers = []string{"refund_finished"} })
		case "both":
			u.ChangeWebhook(w.ID, func(w *fakeservice.Webhook) {
				w.Active = false
				w.URL = "https://hooks.example.com/other"
			})
		case "inactive":
			u.ChangeWebhook(w.ID, func(w *fakeservice.Webhook) { w.Active = true })
		case "vanished":
			u.DeleteWebhook(w.ID)
		}
	}
	u.write(map[string]string{
		"main.tf": created +
			receiver("adopted", `webhook_id = "`+webhookID+`1"`) +
			receiver("created", "delete_on_destroy = false") +
			receiver("imported", `webhook_id = "`+webhookID+`2"`) +
			receiver("unknown", `delete_on_destroy = terraform_data.x.id == "a"`),
		"more.tf": `
resource "terraform_data" "x" {}

import {
  to = paymentservice_webhook.imported
  id = "` + fakeservice.DefaultStoreID + "/" + webhookID + `2"
}
`,
	})
	u.runs("plan -out=plan.tfplan", outcome{})

	plan := u.runs("show -json plan.tfplan", outcome{})
	for name, tt := range map[string]struct {
		line string // what is printed of an element
		want []string
	}{
		"webhooks.jq": {
			line: `"\(.address): \(.does | join(", "))"`,
			want: []string{
				"paymentservice_webhook.adopted: adopt",
				"paymentservice_webhook.both: update",
				"paymentservice_webhook.changed: update",
				"paymentservice_webhook.created: create",
				"paymentservice_webhook.deleted: delete",
				"paymentservice_webhook.imported: import, update",
				"paymentservice_webhook.inactive: update",
				"paymentservice_webhook.left: leave",
				"paymentservice_webhook.stopped: update",
				"paymentservice_webhook.unchanged: ",
				"paymentservice_webhook.unknown: adopt or create",
				"paymentservice_webhook.vanished: create",
			},
		},
		"drift.jq": {
			line: `"\(.address): \(.became | join(", "))"`,
			want: []string{
				"paymentservice_webhook.both: stopped, changed",
				"paymentservice_webhook.changed: changed",
				"paymentservice_webhook.inactive: resumed",
				"paymentservice_webhook.stopped: stopped",
				"paymentservice_webhook.vanished: deleted",
			},
		},
	} {
		if got := u.judge(plan, name, tt.line); !slices.Equal(got, tt.want) {
			t.Errorf("%s says %q, want %q", name, got, tt.want)
		}
	}
}

// receiver is a webhook of the name's own URL.
func receiver(name, arguments string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id = %q
  url      = "https://hooks.example.com/%s"
  triggers = ["charge_finished"]
  %s
}
`, name, fakeservice.DefaultStoreID, name, arguments)
}

// judge returns what a policy says of a plan: a line for each element.
func (u user) judge(plan, policy, line string) []string {
	u.t.Helper()
	jq, err := exec.LookPath("jq")
	if err != nil {
		u.t.Skip("the file is for jq, which is not on PATH")
	}
	program := read(u.t, "examples/policies/"+policy) + "| .[] | " + line
	command := exec.CommandContext(u.t.Context(), jq, "-r", program) //nolint:gosec // the project's own file
	command.Stdin = strings.NewReader(plan[strings.Index(plan, "{"):])
	said, err := command.CombinedOutput()
	if err != nil {
		u.t.Fatalf("%v: %s", err, said)
	}
	return strings.Split(strings.TrimSuffix(string(said), "\n"), "\n")
}

// A secret that does not exist, which GitHub passes as an empty text, fails before
// anything is sent: in the workflow's check, and in a plan.
func TestAccGuide_emptySecret(t *testing.T) {
	t.Parallel()
	page := load(t, webhooksInCI)
	u := newUser(t, configuration(t, "", page.section(t, "Rotate the token without storing it").configuration()))
	u.Environment = append(u.Environment, "TF_VAR_webhook_token=")
	u.runs("plan", outcome{says: "`auth_token_wo`", fails: true})
	for _, script := range page.section(t, workflows).commands() {
		if strings.Contains(script, "TF_VAR_webhook_token") {
			want := outcome{says: "The secret WEBHOOK_TOKEN is missing.", fails: true}
			u.expect(want, script, func() (string, error) { return u.Script(t.Context(), script) })
		}
	}
}

// A configuration for both modes refuses the credentials of the other one.
func TestAccGuide_testToLive(t *testing.T) {
	t.Parallel()
	page := load(t, "docs/guides/test-to-live.md").section(t, "Use one configuration and two states")
	u := newUser(t, configuration(t, "", page.configuration()))
	u.write(map[string]string{"live.tfvars": page.blocks[1].text})
	u.Environment = append(u.Environment,
		"TF_VAR_mode=test",
		"TF_VAR_store_id="+fakeservice.DefaultStoreID,
		"TF_VAR_receiver=hooks.example.com",
	)
	u.runs("apply -auto-approve -var-file=live.tfvars", outcome{says: "Unexpected Application Token", fails: true})
	acctest.ExpectNoRequests(t, u.Service)

	test := u.Environment
	u.Environment = append(slices.Clone(test),
		"PAYMENTSERVICE_SECRET="+fakeservice.LiveSecret,
		"PAYMENTSERVICE_APP_TOKEN="+fakeservice.LiveAppToken,
	)
	created := outcome{says: "1 added", writes: []string{"POST"}}
	u.runs("apply -auto-approve -state=live.tfstate -var-file=live.tfvars", created)
	u.Environment = test
	u.runs("apply -auto-approve", created)
}

// The first configuration adopts a webhook as it is, and the page stays short.
func TestAccReadme_firstScreen(t *testing.T) {
	t.Parallel()
	text := read(t, "README.md")
	if words := len(strings.Fields(text)); words > 1000 {
		t.Errorf("README.md has %d words, more than 1,000", words)
	}
	u := newUser(t, map[string]string{"main.tf": load(t, "README.md").parts[1].configuration()})
	u.expectApplied(outcome{
		says:   "1 added, 0 changed",
		writes: []string{`PATCH "url":"https://hooks.example.com/orders"`},
	}, []int{1})
}
