// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"os/exec"
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

// A guide that begins in an empty directory requires the provider there, and so does a
// configuration of a guide that configures it. (To other blocks, the tests add that
// themselves.)
func TestGuide_requiresProvider(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		_, rest, begins := strings.Cut(read(t, page.path), "\ncd .sandbox/")
		if begins && !requires.MatchString(rest) {
			t.Errorf("%s does not require the provider", page.path)
		}
		for _, b := range page.blocks() {
			if strings.HasPrefix(page.path, "docs/guides/") && strings.Contains(b.text, "\nprovider \"") && !requires.MatchString(b.text) {
				t.Errorf("%s does not require the provider in the block that begins with %.40q", page.path, b.text)
			}
		}
	}
}

// The policy file of the examples says what a plan does to each webhook.
func TestAccGuide_policies(t *testing.T) {
	t.Parallel()
	jq, err := exec.LookPath("jq")
	if err != nil {
		t.Skip("the policy is for jq, which is not on PATH")
	}
	webhook := func(name, arguments string) string {
		return fmt.Sprintf("resource \"paymentservice_webhook\" %q {\n  store_id = %q\n  url = \"https://hooks.example.com/%s\"\n  triggers = [\"charge_finished\"]\n  %s\n}\n", name, fakeservice.DefaultStoreID, name, arguments)
	}
	id := func(number int) string { return fmt.Sprintf("webhook_id = \"%s%d\"", webhookID, number) }
	u := newUser(t, map[string]string{
		"main.tf": webhook("deleted", "delete_on_destroy = true") + webhook("left", "delete_on_destroy = false"),
	})
	u.runs("apply -auto-approve", ends("2 added", "POST", "POST"))
	u.write(map[string]string{"main.tf": webhook("adopted", id(1)) + webhook("created", "delete_on_destroy = false") + webhook("imported", id(2)) +
		"resource \"terraform_data\" \"x\" {}\n" + webhook("unknown", "delete_on_destroy = terraform_data.x.id == \"a\"") +
		fmt.Sprintf("import {\n  to = paymentservice_webhook.imported\n  id = \"%s/%s2\"\n}\n", fakeservice.DefaultStoreID, webhookID)})
	u.runs("plan -out=plan.tfplan", ends(""))
	plan := u.runs("show -json plan.tfplan", ends(""))
	command := exec.CommandContext(t.Context(), jq, "-r", read(t, "examples/policies/webhooks.jq")+`| .[] | "\(.address): \(.does | join(", "))"`) //nolint:gosec // the project's own file
	command.Stdin = strings.NewReader(plan[strings.Index(plan, "{"):])
	said, err := command.CombinedOutput()
	if want := strings.ReplaceAll(`*.adopted: adopt
*.created: create
*.deleted: delete
*.imported: import, update
*.left: leave
*.unknown: adopt or create
`, "*", "paymentservice_webhook"); err != nil || string(said) != want {
		t.Errorf("%v: the policy says\n%swant\n%s", err, said, want)
	}
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

// A configuration for both modes refuses the credentials of the other one. A figure
// beside a webhook looks like drift, and one that cannot be read blocks a destroy.
func TestAccGuide_testToLive(t *testing.T) {
	t.Parallel()
	page := load(t, "docs/guides/test-to-live.md").section(t, "Use one configuration and two states")
	u := newUser(t, configuration(t, "", page.configuration()))
	u.write(map[string]string{"live.tfvars": page.blocks[1].text})
	u.Environment = append(u.Environment, "TF_VAR_mode=test", "TF_VAR_store_id="+fakeservice.DefaultStoreID, "TF_VAR_receiver=hooks.example.com", "PAYMENTSERVICE_MAX_RETRIES=0")
	u.runs("apply -auto-approve -var-file=live.tfvars", ends("Unexpected Application Token").failing())
	acctest.ExpectNoRequests(t, u.Service)
	test := u.Environment
	u.Environment = append(slices.Clone(test), "PAYMENTSERVICE_SECRET="+fakeservice.LiveSecret, "PAYMENTSERVICE_APP_TOKEN="+fakeservice.LiveAppToken)
	u.runs("apply -auto-approve -state=live.tfstate -var-file=live.tfvars", ends("1 added", "POST"))
	u.Environment = test
	u.runs("apply -auto-approve", ends("1 added", "POST"))
	u.write(map[string]string{"report.tf": "data \"paymentservice_charge_summary\" \"all\" {}\n\noutput \"charges\" {\n  value = data.paymentservice_charge_summary.all.charge_count\n}\n"})
	u.runs("apply -auto-approve", ends(""))
	u.runs("plan -detailed-exitcode", ends("No changes"))
	u.AddCharges(fakeservice.Charge{})
	u.runs("plan -detailed-exitcode", ends("Changes to Outputs").failing())
	u.Inject(fakeservice.Fault{Path: "/charges", Status: 500})
	u.runs("plan -destroy", ends("Unable to Read Charges").failing())
}

// claim is what a page says of a configuration: a command does this after others.
type claim struct {
	files   map[string]string
	before  []string
	command string
	want    outcome
}

// What the pages say of configurations that readers write themselves.
func TestAccGuides_claims(t *testing.T) {
	t.Parallel()
	c := acctest.FindCLI(t)
	onlyOpenTofu := func(wrong, right outcome) outcome {
		if c.OpenTofu {
			return wrong
		}
		return right
	}
	report := func(value string) map[string]string {
		more := "\noutput \"more\" {\n  value = " + strings.ReplaceAll(value, "CHARGES", "data.paymentservice_charges.june.charges") + "\n}\n"
		return map[string]string{"main.tf": load(t, reportToFinance).section(t, "Write a CSV").configuration() + more}
	}
	const summary, check = "data \"paymentservice_charge_summary\" \"all\" {}\n", "check \"any\" {\n%s  assert {\n    condition     = data.paymentservice_charge_summary.all.charge_count > 0\n    error_message = \"None.\"\n  }\n}\n"
	mocked := func(mock, more string) map[string]string {
		return map[string]string{"unit.tftest.hcl": mock + "\nrun \"applies\" {}\n", "main.tf": more + `
data "paymentservice_caller_identity" "me" {}

resource "paymentservice_webhook" "orders" {
  store_id          = data.paymentservice_caller_identity.me.store_id
  url               = "https://hooks.example.com/orders"
  triggers          = ["charge_finished"]
  delete_on_destroy = true
}
`}
	}
	mock := ""
	for _, b := range load(t, testModules).blocks() {
		if strings.Contains(b.text, "mock_data") {
			mock = b.text
		}
	}
	const imports = "import {\n  to = paymentservice_webhook.orders\n  id = \"33333333-3333-4333-8333-333333333333/44444444-4444-4444-8444-444444444441\"\n}\n"
	token := func(expression string) map[string]string {
		return map[string]string{"main.tf": acctest.Requirement + "module \"shop\" {\n  source = \"./shop\"\n}\n", "shop/main.tf": acctest.Requirement + `ephemeral "paymentservice_transaction_token" "order" {
  count  = 1
  create = timestamp() != ""
  type   = "one_time"

  online {
    brand       = "pay_pay_online"
    call_method = "http_post"
  }
}

output "token" {
  value     = ` + strings.ReplaceAll(expression, "TOKEN", "ephemeral.paymentservice_transaction_token.order") + `
  ephemeral = true
}
`}
	}
	applied, initialized := []string{"apply -auto-approve"}, []string{"init"}
	for name, tc := range map[string]claim{
		"a list has a sensitive filter":      {report("data.paymentservice_charges.june"), nil, "plan", ends("Output refers to sensitive values").failing()},
		"an attribute of a list has none":    {report("CHARGES[0].created_on"), nil, "plan", ends("")},
		"a charge can lack a metadata key":   {report(`CHARGES[*].metadata["order"]`), nil, "plan", ends("Invalid index").failing()},
		"sums of decimals are not exact":     {report(`sum([for c in CHARGES : c.charged_amount_formatted if c.charged_currency == "USD"])`), nil, "plan", ends("0000000000")},
		"data in a check is read again":      {map[string]string{"main.tf": fmt.Sprintf(check, summary)}, applied, "plan -detailed-exitcode", ends("will be read during apply").failing()},
		"data outside of a check is not":     {map[string]string{"main.tf": summary + fmt.Sprintf(check, "")}, applied, "plan -detailed-exitcode", ends("No changes")},
		"mocks with ids":                     {mocked(mock, ""), initialized, "test", ends("1 passed, 0 failed")},
		"mocks without ids":                  {mocked("mock_provider \"paymentservice\" {}\n", ""), initialized, "test", ends("Invalid UUID").failing()},
		"mocks and imports":                  {mocked(mock, imports), initialized, "test", ends("").failing()},
		"an instance of a token in a module": {token("TOKEN[0].id"), []string{"init", "plan"}, "plan -refresh-only", onlyOpenTofu(ends("").failing(), ends(""))},
		"one(…) of a token in a module":      {token("one(TOKEN[*].id)"), []string{"init", "plan"}, "plan -refresh-only", ends("")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, tc.files)
			for _, command := range tc.before {
				u.runs(command, ends(""))
			}
			u.runs(tc.command, tc.want)
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
