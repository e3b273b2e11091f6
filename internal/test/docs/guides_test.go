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

	u.write(map[string]string{"main.tf": strings.Replace(start["main.tf"], "delete_on_destroy = true", "delete_on_destroy = false", 1), "webhooks.tf": start["webhooks.tf"]})
	u.runs(`apply -auto-approve -replace=paymentservice_webhook.shop["refunds"]`, ends("Webhook Kept", "PATCH"))

	kept, _, _ := strings.Cut(protected, "\nresource")
	u.write(map[string]string{"main.tf": kept})
	u.runs("apply -auto-approve", ends("2 destroyed"))
}

// A guide that begins in an empty directory requires the provider there. (To the blocks
// of other pages, the tests add that themselves.)
func TestGuide_requiresProvider(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		_, rest, begins := strings.Cut(read(t, page.path), "\ncd .sandbox/")
		if begins && !requires.MatchString(rest) {
			t.Errorf("%s does not require the provider", page.path)
		}
	}
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

// What the guide says of values that a report stumbles over.
func TestAccGuide_reportToFinance(t *testing.T) {
	t.Parallel()
	report := load(t, reportToFinance).section(t, "Write a CSV").configuration()
	const all, first = "\noutput \"more\" {\n  value = data.paymentservice_charges.june", ".charges[0].created_on"
	for name, tc := range map[string]struct {
		more string
		want outcome
	}{
		"a whole list":        {all + "\n}\n", ends("Output refers to sensitive values").failing()},
		"an attribute of one": {all + first + "\n}\n", ends("")},
		"a missing key":       {all + ".charges[*].metadata[\"order\"]\n}\n", ends("Invalid index").failing()},
		"a sum of decimals":   {"\noutput \"more\" {\n  value = sum([for c in data.paymentservice_charges.june.charges : c.charged_amount_formatted if c.charged_currency == \"USD\"])\n}\n", ends("0000000000")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newUser(t, withCLI(t), configuration(t, "", report+tc.more)).runs("plan", tc.want)
		})
	}
}

// A plan that reads data within a check always has something to do, and one that reads
// it outside has not.
func TestAccGuide_checkInPipeline(t *testing.T) {
	t.Parallel()
	const data, check = "data \"paymentservice_charge_summary\" \"all\" {}\n", "check \"any\" {\n%s  assert {\n    condition     = data.paymentservice_charge_summary.all.charge_count > 0\n    error_message = \"None.\"\n  }\n}\n"
	for name, tc := range map[string]struct {
		text string
		want outcome
	}{
		"inside":  {fmt.Sprintf(check, data), ends("will be read during apply").failing()},
		"outside": {data + fmt.Sprintf(check, ""), ends("No changes")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, withCLI(t), configuration(t, "", tc.text))
			u.runs("apply -auto-approve", ends(""))
			u.runs("plan -detailed-exitcode", tc.want)
		})
	}
}
