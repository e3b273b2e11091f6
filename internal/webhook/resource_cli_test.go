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

// The options -target and -replace, which terraform-plugin-testing does not have, stop no webhook
// and leave an empty plan.
func TestAccWebhook_targetAndReplace(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: testAccURL, Active: true})
	cli := acctest.NewCLI(t, server, "1.0")

	cli.Write("main.tf", testAccWebhookConfig_adopted("test", webhook))
	cli.Run("apply", "-auto-approve")
	cli.Run("apply", "-auto-approve", "-replace=paymentservice_webhook.test")
	cli.Write("main.tf", testAccWebhookConfig_adopted("renamed", webhook))
	cli.Run("apply", "-auto-approve", "-target=paymentservice_webhook.renamed")
	cli.Run("apply", "-auto-approve")
	acctest.ExpectWrites(t, service, testAccPatch+`{}`, testAccPatch+`{}`, testAccPatch+`{}`)()

	cli.Run("plan", "-detailed-exitcode") // fails unless the plan is empty
	now, _ := service.Webhook(webhook.ID)
	if !now.Active {
		t.Error("the webhook is stopped")
	}
}

// A webhook that was created and not stopped is tainted. The command untaint, which
// terraform-plugin-testing does not have either, lets the next apply finish it.
func TestAccWebhook_untaint(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.0")
	cli.Write("main.tf", testAccWebhookConfig_created("test", testAccURL, testAccDeletes, "active = false"))
	service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Times: 1})
	mustRefuse(t, cli, []string{"terraform untaint"}, "apply", "-auto-approve")

	cli.Run("untaint", "paymentservice_webhook.test")
	cli.Run("apply", "-auto-approve")
	cli.Run("plan", "-detailed-exitcode") // fails unless the plan is empty
	left := service.Webhooks()
	if len(left) != 1 || left[0].Active {
		t.Errorf("the webhooks are %+v", left)
	}
}

// A CLI folds warnings that have the same title and a path, even if each webhook has a token, but shows
// which settings an adoption overwrites for each webhook.
func TestAccWebhook_manyWarnings(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.11.0")
	var ids []string
	for range 5 {
		webhook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/old"})
		ids = append(ids, fmt.Sprintf("%q", webhook.ID))
	}
	cli.Write("main.tf", fmt.Sprintf(`
locals {
  ids = [%s]
}

resource "paymentservice_webhook" "test" {
  count      = length(local.ids)
  store_id   = %q
  webhook_id = local.ids[count.index]
  url        = "https://hooks.example.com/${count.index}"
  auth_token = %q
}
`, strings.Join(ids, ", "), fakeservice.DefaultStoreID, "Bearer "+secretText))

	said := cli.Run("plan")
	wantTimes(t, said, "Warning: Webhook Token Kept in State", 1)
	wantTimes(t, said, "Warning: Adopting Changes a Webhook", len(ids)) // each of another webhook's settings
	cli.Run("apply", "-auto-approve")
	said = cli.Run("plan", "-destroy")
	wantTimes(t, said, "Warning: Webhook Not Deleted", 1)

	output := cli.Traces()["output.txt"]
	if strings.Contains(output, secretText) {
		t.Errorf("the CLI showed the token:\n%s", output)
	}
}

// wantTimes checks how often a CLI has said something.
func wantTimes(t *testing.T, said, text string, want int) {
	t.Helper()
	got := strings.Count(said, text)
	if got != want {
		t.Errorf("it says %d times %q, want %d times:\n%s", got, text, want, said)
	}
}
