// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// These stories begin where a webhook, or the token of one, could be lost without a word.

// mustRefuse runs a command that must fail, and say all of these texts.
func mustRefuse(t *testing.T, cli *acctest.CLI, says []string, arguments ...string) {
	t.Helper()
	said, ok := cli.Try(arguments...)
	if ok {
		t.Errorf("%s succeeded", strings.Join(arguments, " "))
	}
	wantText(t, said, says...)
}

// With somebody else's credentials, at a service that answers 404 to them, a webhook is not destroyed, and
// its state is kept.
func TestAccWebhook_foreignCredentials(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.Scope = fakeservice.ScopeNotFound })
	foreign := service.AddAccount(fakeservice.Account{MerchantID: anotherMerchant})
	cli := acctest.NewCLI(t, server, "1.0")
	cli.Write("main.tf", testAccWebhookConfig_created("test", urlB, testAccDeletes))
	cli.Run("apply", "-auto-approve")

	own := cli.Environment
	cli.Environment = append(cli.Environment,
		"PAYMENTSERVICE_SECRET="+foreign.Secret,
		"PAYMENTSERVICE_APP_TOKEN="+foreign.AppToken)
	doubt := []string{"does not show that the webhook is gone", "`app_token`", "`terraform state rm`"}
	mustRefuse(t, cli, doubt, "destroy", "-auto-approve")
	mustRefuse(t, cli, doubt, "destroy", "-auto-approve", "-refresh=false")
	mustRefuse(t, cli, doubt, "plan")
	mustRefuse(t, cli, doubt, "apply", "-auto-approve")
	if len(service.Webhooks()) != 1 {
		t.Errorf("the service has %v", service.Webhooks())
	}

	cli.Environment = own
	said := cli.Run("destroy", "-auto-approve")
	wantText(t, said, "1 destroyed")
	if len(service.Webhooks()) != 0 {
		t.Errorf("the service has %v", service.Webhooks())
	}
}

// A service that has no DELETE for webhooks, and says so in its own error format, keeps its webhook, and
// so does the state.
func TestAccWebhook_deleteNotOffered(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookDelete = false })
	cli := acctest.NewCLI(t, server, "1.0")
	cli.Write("main.tf", testAccWebhookConfig_created("test", urlB, testAccDeletes))
	cli.Run("apply", "-auto-approve")

	says := []string{"a service that has no such call answers alike", "`delete_on_destroy = false`"}
	mustRefuse(t, cli, says, "destroy", "-auto-approve")
	mustRefuse(t, cli, says, "apply", "-auto-approve", "-replace=paymentservice_webhook.test")
	wantText(t, cli.Run("state", "list"), "paymentservice_webhook.test")
	if len(service.Webhooks()) != 1 {
		t.Errorf("the service has %v", service.Webhooks())
	}
}

// A replacement whose token is missing is refused before it deletes anything; a rename is said to need it.
func TestAccWebhook_replaceWithoutToken(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.11.0")
	const variable = `
variable "token" {
  type      = string
  default   = null
  ephemeral = true
}
`
	token := []string{testAccDeletes, "auth_token_wo = var.token", "auth_token_wo_version = 1"}
	cli.Write("main.tf", variable+testAccWebhookConfig_created("test", urlB, token...))
	wantText(t, cli.Run("plan"), "Missing Webhook Token", "`terraform.applying ? var.token : null`")
	cli.Run("apply", "-auto-approve", "-var=token="+secretText)
	service.ResetRequests()

	says := []string{"Missing Webhook Token", "The old webhook would be deleted first"}
	mustRefuse(t, cli, says, "apply", "-auto-approve", "-replace=paymentservice_webhook.test")
	acctest.ExpectWrites(t, service)()
	cli.Write("main.tf", variable+testAccWebhookConfig_created("renamed", testAccOtherURL, token...))
	wantText(t, cli.Run("plan"), "Missing Webhook Token", "Webhook Deleted")
	cli.Run("apply", "-auto-approve", "-var=token="+secretText)
	if len(service.Webhooks()) != 1 || service.Webhooks()[0].AuthToken != secretText {
		t.Errorf("the service has %v", service.Webhooks())
	}
}

// A webhook that a second resource has adopted is not deleted when the first leaves the configuration.
func TestAccWebhook_sharedWithAnother(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.1")
	creator := testAccWebhookConfig_created("creator", urlB, testAccDeletes)
	cli.Write("main.tf", creator)
	cli.Run("apply", "-auto-approve")
	id := service.Webhooks()[0].ID
	adopter := testAccWebhookConfig_adopted("adopter", service.Webhooks()[0])
	cli.Write("main.tf", creator+adopter)
	wantText(t, cli.Run("plan"), "Webhook Managed Twice", id)
	cli.Run("apply", "-auto-approve")

	cli.Write("main.tf", adopter)
	says := []string{"Webhook Kept and Deleted", id, "`delete_on_destroy = false`", "-refresh=false"}
	mustRefuse(t, cli, says, "apply", "-auto-approve")
	mustRefuse(t, cli, says, "destroy", "-auto-approve")
	cli.Write("main.tf", creator+adopter)
	cli.Run("destroy", "-auto-approve")
	if len(service.Webhooks()) != 0 {
		t.Errorf("the service has %v", service.Webhooks())
	}
}

// A rename without a moved block is refused in the plan, also if the webhook would stay.
func TestAccWebhook_renamedWithoutMoved(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.1")
	for name, lifecycle := range map[string]string{
		"Webhook Left and Created":    testAccLeaves,
		"Webhook Created and Deleted": testAccDeletes,
	} {
		cli.Write("main.tf", testAccWebhookConfig_created("old", urlB, lifecycle))
		cli.Run("apply", "-auto-approve")
		service.ResetRequests()
		renamed := testAccWebhookConfig_created("new", urlB, lifecycle)
		cli.Write("main.tf", renamed)
		mustRefuse(t, cli, []string{name, "`moved` block"}, "apply", "-auto-approve")
		wantText(t, cli.Run("state", "list"), "paymentservice_webhook.old")
		acctest.ExpectWrites(t, service)()

		cli.Write("main.tf", renamed+testAccMoved("old", "new"))
		cli.Run("apply", "-auto-approve")
		cli.Write("main.tf", testAccWebhookConfig_created("new", urlB, testAccDeletes))
		cli.Run("apply", "-auto-approve")
		cli.Run("destroy", "-auto-approve")
	}
	if len(service.Webhooks()) != 0 {
		t.Errorf("the service has %v", service.Webhooks())
	}
}

// A test file creates a webhook in one run and adopts it in another. Its cleanup leaves nothing, also
// if one process of the provider serves all runs.
func TestAccWebhook_terraformTest(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.7")
	cli.Write("create/main.tf", acctest.Requirement+testAccWebhookConfig_created("test", urlB, testAccDeletes)+`
output "id" {
  value = paymentservice_webhook.test.id
}
`)
	cli.Write("adopt/main.tf", acctest.Requirement+`
variable "id" {
  type = string
}

resource "paymentservice_webhook" "test" {
  store_id   = "`+fakeservice.DefaultStoreID+`"
  webhook_id = var.id
  active     = true
}
`)
	cli.Write("webhooks.tftest.hcl", `
provider "paymentservice" {
}

run "one" {
  module {
    source = "./create"
  }
}

run "two" {
  module {
    source = "./adopt"
  }
  variables {
    id = run.one.id
  }
}
`)
	cli.Run("init")
	wantText(t, cli.Run("test"), "2 passed, 0 failed")
	if len(service.Webhooks()) != 0 {
		t.Errorf("after the test, the service has %v", service.Webhooks())
	}
}
