// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
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

// A created webhook is replaced, protected and left as the guide says.
func TestAccGuide_createWebhooks(t *testing.T) {
	t.Parallel()
	page := load(t, createWebhooks)
	start := filesOf(page.section(t, "Create several webhooks"))
	u := newUser(t, start)
	u.runs("apply -auto-approve", ends("2 added", "POST", "POST"))
	u.runs(`apply -auto-approve -replace=paymentservice_webhook.shop["refunds"]`, ends("1 added, 0 changed, 1 destroyed", "DELETE", "POST"))

	fragment := page.section(t, "Protect webhooks from deletion").blocks[0].text
	protected := strings.Replace(start["main.tf"], "delete_on_destroy = true\n", fragment, 1)
	u.write(map[string]string{"main.tf": protected})
	u.runs("apply -auto-approve", ends("0 added, 2 changed"))
	fewer := regexp.MustCompile(`(?m)^ +refunds .*\n`).ReplaceAllString(start["webhooks.tf"], "")
	u.write(map[string]string{"webhooks.tf": fewer})
	u.runs("plan", ends("cannot be destroyed").failing())

	u.write(map[string]string{"main.tf": strings.Replace(start["main.tf"], "delete_on_destroy = true", "delete_on_destroy = false", 1), "webhooks.tf": start["webhooks.tf"]})
	u.runs(`apply -auto-approve -replace=paymentservice_webhook.shop["refunds"]`, ends("terraform import").failing()) // the webhook stays

	kept, _, _ := strings.Cut(protected, "\nresource")
	u.write(map[string]string{"main.tf": kept})
	u.runs("apply -auto-approve", ends("1 destroyed"))
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
	u.runs("apply -auto-approve", ends("1 added", "POST a-token"))
	isCreated := func(w fakeservice.Webhook) bool { return path.Base(w.URL) == "orders" }
	created := u.Webhooks()[slices.IndexFunc(u.Webhooks(), isCreated)]

	importer := newUserOf(t, u.Service, map[string]string{"main.tf": receiver("orders", deletes)})
	importer.runs("import paymentservice_webhook.orders "+created.StoreID+"/"+created.ID, ends("Import successful!"))
	importer.runs("apply -auto-approve", ends("0 added, 1 changed")) // the state gets delete_on_destroy
	importer.runs("plan -detailed-exitcode", ends("No changes"))

	const address = "paymentservice_webhook.orders"
	u.runs("state mv -state-out=moved.tfstate "+address+" "+address, ends("moved 1 object"))
	mover := newUserOf(t, u.Service, with)
	mover.Write("terraform.tfstate", u.Traces()["moved.tfstate"])
	mover.runs("plan -detailed-exitcode", ends("No changes")) // without the token
}

// The policy of the examples says what a plan does to each webhook.
func TestAccGuide_policies(t *testing.T) {
	t.Parallel()
	u := newUser(t, map[string]string{
		"main.tf": receiver("deleted", "delete_on_destroy = true") + receiver("left", "delete_on_destroy = false"),
	})
	u.runs("apply -auto-approve", ends("2 added", "POST", "POST"))
	u.write(map[string]string{
		"main.tf": receiver("adopted", `webhook_id = "`+webhookID+`1"`) +
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
	u.runs("plan -out=plan.tfplan", ends(""))

	got := u.judge("examples/policies/webhooks.jq", `"\(.address): \(.does | join(", "))"`)
	want := []string{
		"paymentservice_webhook.adopted: adopt",
		"paymentservice_webhook.created: create",
		"paymentservice_webhook.deleted: delete",
		"paymentservice_webhook.imported: import, update",
		"paymentservice_webhook.left: leave",
		"paymentservice_webhook.unknown: adopt or create",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the policy says %q, want %q", got, want)
	}
}

// A job tells apart what has become of webhooks.
func TestAccGuide_drift(t *testing.T) {
	t.Parallel()
	names := []string{"stopped", "changed", "both", "deleted", "unchanged", "inactive"}
	text := ""
	for _, name := range names {
		text += receiver(name, fmt.Sprintf("active = %t\n  delete_on_destroy = true", name != "inactive"))
	}
	u := newUser(t, map[string]string{"main.tf": text})
	u.runs("apply -auto-approve", ends("6 added", "PATCH", "POST", "POST", "POST", "POST", "POST", "POST"))
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
		case "deleted":
			u.DeleteWebhook(w.ID)
		}
	}
	u.runs("plan -out=plan.tfplan", ends(""))

	got := u.judge("examples/policies/drift.jq", `"\(.address): \(.became | join(", "))"`)
	want := []string{
		"paymentservice_webhook.both: stopped, changed",
		"paymentservice_webhook.changed: changed",
		"paymentservice_webhook.deleted: deleted",
		"paymentservice_webhook.inactive: resumed",
		"paymentservice_webhook.stopped: stopped",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the job says %q, want %q", got, want)
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

// judge returns what a jq file says of the last plan: a line for each element.
func (u user) judge(file, line string) []string {
	u.t.Helper()
	jq, err := exec.LookPath("jq")
	if err != nil {
		u.t.Skip("the file is for jq, which is not on PATH")
	}
	plan := u.runs("show -json plan.tfplan", ends(""))
	command := exec.CommandContext(u.t.Context(), jq, "-r", read(u.t, file)+"| .[] | "+line) //nolint:gosec // the project's own file
	command.Stdin = strings.NewReader(plan[strings.Index(plan, "{"):])
	said, err := command.CombinedOutput()
	if err != nil {
		u.t.Fatalf("%v: %s", err, said)
	}
	return strings.Split(strings.TrimSpace(string(said)), "\n")
}

// A secret that does not exist, which GitHub passes as an empty text, fails before
// anything is sent: in the workflow's check, and in a plan.
func TestAccGuide_emptySecret(t *testing.T) {
	t.Parallel()
	page := load(t, webhooksInCI)
	u := newUser(t, configuration(t, "", page.section(t, "Rotate the token without storing it").configuration()))
	u.Environment = append(u.Environment, "TF_VAR_webhook_token=")
	u.runs("plan", ends("`auth_token_wo`").failing())
	for _, script := range page.section(t, "Set up the workflows").commands() {
		if strings.Contains(script, "TF_VAR_webhook_token") {
			u.expect(ends("The secret WEBHOOK_TOKEN is missing.").failing(), script, func() (string, error) { return u.Script(t.Context(), script) })
		}
	}
}

// A configuration for both modes refuses the credentials of the other one.
func TestAccGuide_testToLive(t *testing.T) {
	t.Parallel()
	page := load(t, "docs/guides/test-to-live.md").section(t, "Use one configuration and two states")
	u := newUser(t, configuration(t, "", page.configuration()))
	u.write(map[string]string{"live.tfvars": page.blocks[1].text})
	u.Environment = append(u.Environment, "TF_VAR_mode=test", "TF_VAR_store_id="+fakeservice.DefaultStoreID, "TF_VAR_receiver=hooks.example.com")
	u.runs("apply -auto-approve -var-file=live.tfvars", ends("Unexpected Application Token").failing())
	acctest.ExpectNoRequests(t, u.Service)
	test := u.Environment
	u.Environment = append(slices.Clone(test), "PAYMENTSERVICE_SECRET="+fakeservice.LiveSecret, "PAYMENTSERVICE_APP_TOKEN="+fakeservice.LiveAppToken)
	u.runs("apply -auto-approve -state=live.tfstate -var-file=live.tfvars", ends("1 added", "POST"))
	u.Environment = test
	u.runs("apply -auto-approve", ends("1 added", "POST"))
}

// A list has sensitive filters, so the whole of it cannot be an output.
func TestAccGuide_outputsSingleAttributes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		value string
		want  outcome
	}{
		"the whole list": {value: "data.paymentservice_charges.june", want: ends("Output refers to sensitive values").failing()},
		"its charges":    {value: "data.paymentservice_charges.june.charges", want: ends("")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := filesAt(t, reportToFinance+"#Write a CSV")
			files["more.tf"] = "output \"more\" {\n  value = " + tc.value + "\n}\n"
			newUser(t, files).runs("plan", tc.want)
		})
	}
}

// Without the defaults that the guide gives a mock, the provider refuses what the mock invents.
func TestAccGuide_mocks(t *testing.T) {
	t.Parallel()
	mock := ""
	for _, b := range load(t, testModules).blocks() {
		if strings.Contains(b.text, "mock_data") {
			mock = b.text
		}
	}
	for name, tc := range map[string]struct {
		mock string
		want outcome
	}{
		"with the defaults":    {mock: mock, want: ends("1 passed, 0 failed")},
		"without the defaults": {mock: "mock_provider \"paymentservice\" {}\n", want: ends("Invalid UUID").failing()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, map[string]string{
				"unit.tftest.hcl": tc.mock + "\nrun \"applies\" {}\n",
				"main.tf": `
data "paymentservice_caller_identity" "me" {}

resource "paymentservice_webhook" "orders" {
  store_id          = data.paymentservice_caller_identity.me.store_id
  url               = "https://hooks.example.com/orders"
  triggers          = ["charge_finished"]
  delete_on_destroy = true
}
`,
			})
			u.runs("init", ends(""))
			u.runs("test", tc.want)
		})
	}
}

// What the page says about credentials: only OpenTofu configures the provider for a
// function.
func TestAccGuide_periodWithoutCredentials(t *testing.T) {
	t.Parallel()
	u := newUser(t, map[string]string{"main.tf": "provider \"paymentservice\" {}\n\noutput \"june\" {\n  value = provider::paymentservice::period(\"month\", \"2025-06-10T00:00:00Z\", 0, \"UTC\").from\n}\n"})
	u.Environment = u.Environment[:1] // the CLI's own
	want := ends("2025-06-01T00:00:00Z")
	if u.OpenTofu {
		want = ends("Missing Provider Configuration").failing()
	}
	u.runs("plan", want)
}

// The first configuration adopts a webhook as it is, and the page stays short.
func TestAccReadme_firstScreen(t *testing.T) {
	t.Parallel()
	text := read(t, "README.md")
	if words := len(strings.Fields(text)); words > 1000 {
		t.Errorf("README.md has %d words, more than 1,000", words)
	}
	u := newUser(t, map[string]string{"main.tf": load(t, "README.md").parts[1].configuration()})
	u.runs("apply -auto-approve", ends("1 added, 0 changed", `PATCH "url":"https://hooks.example.com/orders"`))
	u.runs("plan -detailed-exitcode", ends("No changes"))
}

// A build of one's own is installed although the CLI configuration names a mirror, which
// has no build of it.
func TestAccReadme_installsBesideMirror(t *testing.T) {
	t.Parallel()
	readme := load(t, "README.md")
	added := ""
	for _, b := range readme.section(t, "Install your own build").blocks {
		if strings.HasPrefix(b.text, "filesystem_mirror") {
			added = b.text
		}
	}
	mirror := "network_mirror {\nurl = \"https://127.0.0.1:9/\"\n%s\n}\n" // nothing listens at this port
	for name, tc := range map[string]struct {
		config string
		want   outcome
	}{
		"with the block":    {added + fmt.Sprintf(mirror, `exclude = ["payment-service/paymentservice"]`), ends("successfully initialized!")},
		"without the block": {fmt.Sprintf(mirror, ""), ends("provider packages").failing()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, map[string]string{"main.tf": readme.parts[1].configuration()})
			plugins := filepath.ToSlash(filepath.Join(filepath.Dir(u.ConfigFile), "plugins"))
			u.Write("company.tfrc", "provider_installation {\n"+strings.ReplaceAll(tc.config, "/home/you/.terraform.d/plugins", plugins)+"}\n")
			u.Environment = append(u.Environment, "TF_CLI_CONFIG_FILE="+filepath.Join(u.Directory, "company.tfrc"))
			u.runs("init", tc.want)
		})
	}
}
