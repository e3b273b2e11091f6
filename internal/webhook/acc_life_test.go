// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
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

// warnings counts what the provider warns of; the CLI warns that a test build is
// used.
func warnings(said string) int {
	return strings.Count(said, "Warning:") - strings.Count(said, "Warning: Provider development overrides")
}

func wantEmptyPlan(t *testing.T, cli *acctest.CLI) {
	t.Helper()
	if said := cli.Run("plan", "-input=false"); !strings.Contains(said, "No changes.") || warnings(said) > 0 {
		t.Errorf("the plan says %s", said)
	}
}

// A module passes both tokens on, from variables that are null by default.
func TestAccWebhook_moduleWithBothTokens(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.11")
	cli.Write("main.tf", `
variable "token" {
  type      = string
  default   = null
  sensitive = true
}

variable "token_wo" {
  type      = string
  default   = null
  ephemeral = true
}

variable "token_wo_version" {
  type    = number
  default = null
}

`+e.block("test", `auth_token = var.token`, `auth_token_wo = var.token_wo`, `auth_token_wo_version = var.token_wo_version`))
	cli.Run("validate")
	apply(cli)
	wantEmptyPlan(t, cli)
	wantText(t, apply(cli, "-var=token=Bearer kept-in-state"), "Webhook Token Kept in State")
	if said := cli.Run("plan", "-input=false", "-var=token=Bearer kept-in-state"); warnings(said) > 0 {
		t.Errorf("an unchanged token says %s", said)
	}
	apply(cli, "-var=token_wo=Bearer never-kept", "-var=token_wo_version=1")
	if got := e.now(t).AuthToken; got != "Bearer never-kept" {
		t.Errorf("the service has the token %q", got)
	}
	said, ok := cli.Try("plan", "-var=token=Bearer one", "-var=token_wo=Bearer two", "-var=token_wo_version=1")
	if ok {
		t.Error("two tokens at once are planned")
	}
	wantText(t, said, "Conflicting Webhook Tokens")
}

// The configuration that an import generates names the merchant, and the
// webhook stays on the path that it was imported by.
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

// Many webhooks with a token make no noise that would hide something else.
func TestAccWebhook_thirtyWithToken(t *testing.T) {
	t.Parallel()
	const many = 30
	e := start(t)
	ids := make([]string, many)
	for i := range ids {
		ids[i] = fmt.Sprintf("%q", e.AddWebhook(fakeservice.Webhook{}).ID)
	}
	cli := acctest.NewCLI(t, e.server, "1.0")
	cli.Write("main.tf", fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  for_each   = toset([%s])
  store_id   = %q
  webhook_id = each.key
  auth_token = "Bearer n0t-t0-be-seen"
}
`, strings.Join(ids, ", "), fakeservice.DefaultStoreID))
	adopted := apply(cli)
	wantEmptyPlan(t, cli)
	destroyed := cli.Run("destroy", "-auto-approve", "-input=false")
	if n := warnings(destroyed); n > many || n == 0 {
		t.Errorf("destroying them prints %d warnings", n)
	}
	if strings.Contains(adopted+destroyed, "n0t-t0-be-seen") {
		t.Error("the token is shown")
	}
}
