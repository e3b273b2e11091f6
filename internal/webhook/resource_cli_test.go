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

// The options -target and -replace, and the command untaint, which terraform-plugin-testing does
// not have, stop no webhook and leave an empty plan.
func TestAccWebhook_commands(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL, Active: true})
	cli := acctest.NewCLI(t, server, "1.0")
	apply := func(options ...string) {
		t.Helper()
		cli.Run(append([]string{"apply", "-auto-approve"}, options...)...)
	}

	cli.Write("main.tf", accAdopted("test", webhook))
	apply()
	apply("-replace=paymentservice_webhook.test")
	cli.Write("main.tf", accAdopted("renamed", webhook))
	apply("-target=paymentservice_webhook.renamed")
	apply()
	acctest.ExpectWrites(t, service, accPatch+`{}`, accPatch+`{}`, accPatch+`{}`)()

	cli.Write("main.tf", accAdopted("renamed", webhook)+accCreated("stopped", accOtherURL, true, "active = false"))
	service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Times: 1})
	if said, ok := cli.Try("apply", "-auto-approve"); ok || !strings.Contains(said, "terraform untaint") {
		t.Errorf("said %s", said)
	}
	cli.Run("untaint", "paymentservice_webhook.stopped")
	apply()
	cli.Run("plan", "-detailed-exitcode") // fails unless the plan is empty
	if now := service.Webhooks(); len(now) != 2 || now[0].Active || !now[1].Active {
		t.Errorf("the webhooks are %+v", now)
	}
}

// TestAccWebhook_manyWarnings: a CLI folds warnings that have the same title and a path, even if
// each webhook has a token, but shows which settings an adoption overwrites for each webhook.
func TestAccWebhook_manyWarnings(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.11.0")
	var ids []string
	for range 5 {
		ids = append(ids, fmt.Sprintf("%q", service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/old"}).ID))
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
  auth_token = "Bearer n0t-t0-be-seen"
}
`, strings.Join(ids, ", "), fakeservice.DefaultStoreID))
	want := func(n int, title, said string) {
		t.Helper()
		if got := strings.Count(said, "Warning: "+title); got != n {
			t.Errorf("%d warnings %q, want %d:\n%s", got, title, n, said)
		}
	}
	said := cli.Run("plan")
	want(1, "Webhook Token Kept in State", said)
	want(len(ids), "Adopting Changes a Webhook", said) // each of another webhook's settings
	cli.Run("apply", "-auto-approve")
	want(1, "Webhook Not Deleted", cli.Run("plan", "-destroy"))
	if output := cli.Traces()["output.txt"]; strings.Contains(output, "n0t-t0-be-seen") {
		t.Errorf("the CLI showed the token:\n%s", output)
	}
}
