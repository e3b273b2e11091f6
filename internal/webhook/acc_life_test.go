// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// block is the webhook's resource block with further arguments.
func (e env) block(name string, arguments ...string) string {
	return fmt.Sprintf("resource \"paymentservice_webhook\" %q {\n  store_id   = %q\n  webhook_id = %q\n  %s\n}\n",
		name, e.webhook.StoreID, e.webhook.ID, strings.Join(arguments, "\n  "))
}

func apply(cli *acctest.CLI, more ...string) string {
	return cli.Run(append([]string{"apply", "-auto-approve", "-input=false"}, more...)...)
}

// warnings counts the provider's warnings, without the CLI's own one about a test
// build.
func warnings(said string) int {
	return strings.Count(said, "Warning:") - strings.Count(said, "Warning: Provider development overrides")
}

func wantEmptyPlan(t *testing.T, cli *acctest.CLI) {
	t.Helper()
	if said := cli.Run("plan", "-input=false"); !strings.Contains(said, "No changes.") || warnings(said) > 0 {
		t.Errorf("the plan says %s", said)
	}
}

// The configuration that an import generates names the merchant, and updates
// still use the path of the import.
func TestAccWebhook_updatesWhatWasImported(t *testing.T) {
	t.Parallel()
	for name, long := range map[string]bool{"short": false, "through the merchant": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			// A service that has one of the two paths only.
			e.Inject(fakeservice.Fault{Status: http.StatusNotFound, Match: func(r fakeservice.Request) bool {
				return strings.Contains(r.Path, "/merchants/") != long
			}})
			cli := acctest.NewCLI(t, e.server, "1.5")
			id := e.webhook.StoreID + "/" + e.webhook.ID
			if long {
				id = e.webhook.MerchantID + "/" + id
			}
			imports := func(provider string) string {
				return "import {\n  to = paymentservice_webhook.test\n  id = \"" + id + "\"\n" + provider + "}\n"
			}
			cli.Write("import.tf", imports("  provider = paymentservice\n"))
			cli.Run("plan", "-generate-config-out=generated.tf")
			cli.Write("import.tf", imports(""))
			apply(cli)
			generated := cli.File("generated.tf")
			if !strings.Contains(generated, e.webhook.MerchantID) {
				t.Errorf("the generated configuration does not name the merchant:\n%s", generated)
			}
			cli.Write("generated.tf", strings.Replace(generated, urlA, urlB, 1))
			apply(cli)
			if got := e.now(t).URL; got != urlB {
				t.Errorf("the URL is %s", got)
			}
			wantEmptyPlan(t, cli)
		})
	}
}

// No way of renaming or replacing a resource stops its webhook, and the last plan
// is empty.
func TestAccWebhook_refactorings(t *testing.T) {
	t.Parallel()
	target := []string{"-target=paymentservice_webhook.renamed"}
	for name, tc := range map[string]struct {
		minimum   string
		after     string // the new name
		arguments []string
		more      string // another block, with the ids of the webhook
		first     []string
		fault     fakeservice.Fault // during the first apply
	}{
		"replaced":               {after: "test", first: []string{"-replace=paymentservice_webhook.test"}},
		"replaced, create first": {after: "test", arguments: []string{"lifecycle {\n    create_before_destroy = true\n  }"}, first: []string{"-replace=paymentservice_webhook.test"}},
		"renamed":                {after: "renamed"},
		"renamed, with moved":    {minimum: "1.1", after: "renamed", more: "moved {\n  from = paymentservice_webhook.test\n  to = paymentservice_webhook.renamed\n}\n"},
		"renamed, target first":  {after: "renamed", first: target},
		"renamed, with an error": {after: "renamed", arguments: []string{`url = "` + urlB + `"`}, fault: fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusInternalServerError}},
		"renamed, by an import":  {minimum: "1.5", after: "renamed", more: "import {\n  to = paymentservice_webhook.renamed\n  id = %q\n}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			if tc.minimum == "" {
				tc.minimum = "1.0"
			}
			cli := acctest.NewCLI(t, e.server, tc.minimum)
			cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "0")
			cli.Write("main.tf", e.block("test", tc.arguments...))
			apply(cli)
			more := strings.Replace(tc.more, "%q", fmt.Sprintf("%q", e.webhook.StoreID+"/"+e.webhook.ID), 1)
			cli.Write("main.tf", e.block(tc.after, tc.arguments...)+more)
			if tc.fault.Status != 0 {
				e.Inject(tc.fault)
			}
			if _, ok := cli.Try(append([]string{"apply", "-auto-approve", "-input=false"}, tc.first...)...); ok == (tc.fault.Status != 0) {
				t.Errorf("the first apply succeeded: %t", ok)
			}
			e.ClearFaults()
			apply(cli)
			for _, r := range e.Requests(fakeservice.ByMethod(http.MethodPatch)) {
				if strings.Contains(string(r.Body), "active") {
					t.Errorf("sent %s", r.Body)
				}
			}
			if !e.now(t).Active {
				t.Error("the webhook was stopped")
			}
			wantEmptyPlan(t, cli)
		})
	}
}

// If an update failed but may have acted, a CLI keeps the nulls that it leaves in
// the state, and shows them as changes even without a refresh.
func TestAccWebhook_doubt(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.11")
	cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "0")
	block := func(url, token string, version int) string {
		return e.block("test", `url = "`+url+`"`, `active = true`, `auth_token_wo = "`+token+`"`, fmt.Sprintf("auth_token_wo_version = %d", version))
	}
	cli.Write("main.tf", block(urlA, "Bearer n0t-t0-be-seen", 1))
	apply(cli)
	e.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusInternalServerError, AfterHandling: true})
	cli.Write("main.tf", block(urlB, "Bearer never-t0-be-seen", 2))
	if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, "the new `url` and `auth_token_wo_version`, so the provider cleared these values in the state") {
		t.Errorf("said %s", said)
	}
	state := cli.File("terraform.tfstate")
	for _, secret := range []string{"n0t-t0-be-seen", "never-t0-be-seen", `"tainted"`} {
		if strings.Contains(state, secret) {
			t.Errorf("%s is in the state:\n%s", secret, state)
		}
	}
	e.ClearFaults()
	cli.Write("main.tf", block(urlA, "Bearer n0t-t0-be-seen", 1)) // the user reverts the change
	wantText(t, cli.Run("plan", "-input=false", "-refresh=false"), "1 to change")
	apply(cli, "-refresh=false")
	if now := e.now(t); now.URL != urlA || now.AuthToken != "Bearer n0t-t0-be-seen" {
		t.Errorf("the webhook is %+v", now)
	}
	wantEmptyPlan(t, cli)
}

// A webhook is created, replaced, renamed, finished after a failure, given up and
// deleted, with any CLI.
func TestAccWebhook_createdAndDeleted(t *testing.T) {
	t.Parallel()
	n := creating(t, nil)
	n.Set(func(b *fakeservice.Behavior) { b.WebhookList, b.UniqueURLs = true, true })
	cli := acctest.NewCLI(t, n.server, "1.7")
	created := func(name, url string, arguments ...string) string {
		return fmt.Sprintf("resource \"paymentservice_webhook\" %q {\n  store_id          = %q\n  delete_on_destroy = true\n  url               = %q\n  triggers          = [\"charge_finished\"]\n  %s\n}\n",
			name, fakeservice.DefaultStoreID, url, strings.Join(arguments, "\n  "))
	}
	cli.Write("main.tf", created("first", urlA))
	apply(cli)
	first := n.only().ID
	wantEmptyPlan(t, cli)
	apply(cli, "-replace=paymentservice_webhook.first")
	if n.only().ID == first {
		t.Error("the webhook was not replaced")
	}
	first = n.only().ID

	moved := "moved {\n  from = paymentservice_webhook.first\n  to = paymentservice_webhook.renamed\n}\n"
	cli.Write("main.tf", created("renamed", urlA)+moved+created("stopped", urlB, "active = false"))
	n.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Times: 1})
	if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, "terraform untaint") {
		t.Errorf("said %s", said)
	}
	stopped := n.Webhooks()[0].ID
	cli.Run("untaint", "paymentservice_webhook.stopped")
	apply(cli)
	if now, _ := n.Webhook(stopped); now.Active {
		t.Error("the second webhook was not finished")
	}
	wantEmptyPlan(t, cli)
	cli.Run("taint", "paymentservice_webhook.stopped")
	apply(cli)
	if _, kept := n.Webhook(stopped); kept || len(n.Webhooks()) != 2 {
		t.Errorf("a tainted webhook was not replaced: there are %d", len(n.Webhooks()))
	}

	cli.Write("main.tf", created("stopped", urlB, "active = false")+"removed {\n  from = paymentservice_webhook.renamed\n  lifecycle {\n    destroy = false\n  }\n}\n")
	apply(cli)
	if _, kept := n.Webhook(first); !kept {
		t.Error("the webhook that was removed from the state was deleted")
	}
	wantText(t, cli.Run("plan", "-destroy", "-input=false"), "Webhook Deleted")
	cli.Run("destroy", "-auto-approve")
	if n.only().ID != first {
		t.Error("the destroy left its own webhook")
	}
}

// TestAccWebhook_manyWarningsAreOne: a CLI folds warnings that have the same
// title and a path, even if each webhook has a token.
func TestAccWebhook_manyWarningsAreOne(t *testing.T) {
	t.Parallel()

	const count = 30
	for name, source := range map[string]string{"in the configuration": "main.tf", "in a module": "module/main.tf"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			cli := acctest.NewCLI(t, e.server, "1.11.0")
			var ids []string
			for range count {
				ids = append(ids, fmt.Sprintf("%q", e.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/old"}).ID))
			}
			if source != "main.tf" {
				cli.Write("main.tf", "module \"hooks\" {\n  source = \"./module\"\n}\n")
				cli.Write("module/terraform.tf", acctest.Requirement)
			}
			cli.Write(source, fmt.Sprintf(`
locals {
  ids = [%s]
}
resource "paymentservice_webhook" "test" {
  count      = %d
  store_id   = %q
  webhook_id = local.ids[count.index]
  url        = "https://hooks.example.com/${count.index}"
  auth_token = "Bearer n0t-t0-be-seen"
}
`, strings.Join(ids, ", "), count, e.webhook.StoreID))
			if source != "main.tf" {
				cli.Run("get")
			}
			wantOnce := func(said string, titles ...string) {
				t.Helper()
				for _, title := range titles {
					if got := strings.Count(said, "Warning: "+title); got != 1 {
						t.Errorf("%d warnings %q:\n%s", got, title, said)
					}
				}
			}
			wantOnce(cli.Run("plan"), "Adopting Changes a Webhook", "Webhook Token Kept in State")
			cli.Run("apply", "-auto-approve")
			wantOnce(cli.Run("plan", "-destroy"), "Webhook Not Deleted")
			if output := cli.Traces()["output.txt"]; strings.Contains(output, "n0t-t0-be-seen") {
				t.Errorf("the CLI showed the token:\n%s", output)
			}
		})
	}
}

// A state of the other CLI, whose registry has another address, is taken over with a
// moved block.
func TestAccWebhook_movedFromAnotherAddress(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.8.0")
	const other = "registry.example.com/payment-service/paymentservice"
	cli.Install(other)
	cli.Write("main.tf", e.block("old", `active = true`))
	apply(cli)
	address := regexp.MustCompile(`provider\[\\"[^"]+\\"\]`)
	cli.Write("terraform.tfstate", address.ReplaceAllString(cli.File("terraform.tfstate"), `provider[\"`+other+`\"]`))
	cli.Write("main.tf", e.block("new", `active = true`)+"moved {\n  from = paymentservice_webhook.old\n  to   = paymentservice_webhook.new\n}\n")
	e.ResetRequests()
	wantText(t, apply(cli), "0 added, 0 changed, 0 destroyed")
	e.wantSent(t, "")
	wantEmptyPlan(t, cli)
}
