// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"fmt"
	"regexp"
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
	u := newUser(t, withCLI(t), start)
	u.runs("apply -auto-approve", ends("2 added", "POST", "POST"))
	u.runs(`apply -auto-approve -replace=paymentservice_webhook.shop["refunds"]`, ends("1 added, 0 changed, 1 destroyed", "DELETE", "POST"))

	fragment := page.section(t, "Protect webhooks from deletion").blocks[0].text
	protected := strings.Replace(start["main.tf"], "delete_on_destroy = true\n", fragment, 1)
	u.write(map[string]string{"main.tf": protected})
	u.runs("apply -auto-approve", ends("0 added, 2 changed"))
	fewer := regexp.MustCompile(`(?m)^ +refunds .*\n`).ReplaceAllString(start["webhooks.tf"], "")
	u.write(map[string]string{"webhooks.tf": fewer})
	u.runs("plan", ends("cannot be destroyed").failing())

	kept, _, _ := strings.Cut(protected, "\nresource")
	u.write(map[string]string{"main.tf": kept})
	u.runs("apply -auto-approve", ends("2 destroyed"))
}

// A policy recognizes what a plan does to a webhook by what the guide names.
func TestAccGuide_policies(t *testing.T) {
	t.Parallel()
	webhook := func(name, arguments string) string {
		return fmt.Sprintf("resource \"paymentservice_webhook\" %q {\n  store_id = %q\n  url = \"https://hooks.example.com/%s\"\n  triggers = [\"charge_finished\"]\n  %s\n}\n", name, fakeservice.DefaultStoreID, name, arguments)
	}
	id := func(number int) string { return fmt.Sprintf("webhook_id = \"%s%d\"", webhookID, number) }
	u := newUser(t, withCLI(t), map[string]string{"providers.tf": acctest.Requirement, "main.tf": webhook("deleted", "delete_on_destroy = true")})
	u.runs("apply -auto-approve", ends("1 added", "POST"))
	u.write(map[string]string{"main.tf": webhook("adopted", id(1)) + webhook("created", "delete_on_destroy = false") + webhook("imported", id(2)) +
		fmt.Sprintf("import {\n  to = paymentservice_webhook.imported\n  id = \"%s/%s2\"\n}\n", fakeservice.DefaultStoreID, webhookID)})
	u.runs("plan -out=plan.tfplan", ends("1 to import, 2 to add, 1 to change, 1 to destroy"))
	text := u.runs("show -json plan.tfplan", ends(""))
	var plan struct {
		Changes []struct {
			Name   string
			Change struct {
				Actions       []string
				Importing     any
				Before, After struct {
					Delete *bool `json:"delete_on_destroy"`
				}
			}
		} `json:"resource_changes"`
	}
	if err := json.NewDecoder(strings.NewReader(text[strings.Index(text, "{"):])).Decode(&plan); err != nil || len(plan.Changes) != 4 {
		t.Fatalf("%v: %s", err, text)
	}
	for _, c := range plan.Changes {
		action, change := c.Change.Actions[0], c.Change
		created := change.After.Delete != nil
		recognized := map[string]bool{
			"adopted":  action == "create" && !created,
			"created":  action == "create" && created,
			"imported": action == "update" && change.Importing != nil,
			"deleted":  action == "delete" && change.Before.Delete != nil && *change.Before.Delete,
		}
		for name, matches := range recognized {
			if matches != (name == c.Name) {
				t.Errorf("the change of %q looks like %q: %t", c.Name, name, matches)
			}
		}
	}
}

// OpenTofu refreshes a module whose output reads an instance of a token only if it is
// read as the guide says. Terraform needs no such care.
func TestAccGuide_tokenInModule(t *testing.T) {
	t.Parallel()
	const token = "ephemeral.paymentservice_transaction_token.order"
	c := withCLI(t)
	if !strings.Contains(read(t, "docs/guides/tokens-without-a-trace.md"), "Write `one(….order[*].id)`") {
		t.Error("the guide does not say what to write")
	}
	for expression, want := range map[string]outcome{
		token + "[0].id":           {Outcome: ends("").Outcome, fails: c.OpenTofu},
		"one(" + token + "[*].id)": ends(""),
	} {
		t.Run(expression, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, c, map[string]string{
				"main.tf": acctest.Requirement + "module \"shop\" {\n  source = \"./shop\"\n}\n",
				"shop/main.tf": acctest.Requirement + `ephemeral "paymentservice_transaction_token" "order" {
  count  = 1
  create = timestamp() != ""
  type   = "one_time"

  online {
    brand       = "pay_pay_online"
    call_method = "http_post"
  }
}

output "token" {
  value     = ` + expression + `
  ephemeral = true
}
`,
			})
			u.runs("init", ends("initialized"))
			u.runs("plan", ends(""))
			u.runs("plan -refresh-only", want)
		})
	}
}
