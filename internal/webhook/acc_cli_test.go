// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Generated configuration is valid as it is, and its plan is empty.
func TestAccWebhook_generatedConfiguration(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.5.0")
	// Newer CLIs require the provider argument if there is only the import block,
	// and refuse it once there is a resource block.
	block := func(provider string) string {
		return fmt.Sprintf("import {\n  to = paymentservice_webhook.imported\n  id = \"%s/%s\"\n%s}\n", e.webhook.StoreID, e.webhook.ID, provider)
	}
	cli.Write("import.tf", block("  provider = paymentservice\n"))
	said := cli.Run("plan", "-generate-config-out=generated.tf")
	if want := "1 to import, 0 to add, 0 to change, 0 to destroy"; !strings.Contains(said, want) {
		t.Errorf("the plan says %q, want %q", said, want)
	}
	cli.Write("import.tf", block(""))
	cli.Run("validate")
	cli.Run("apply", "-auto-approve")
	if said := cli.Run("plan"); !strings.Contains(said, "No changes.") {
		t.Errorf("the generated configuration is planned as a change:\n%s\n%s", cli.File("generated.tf"), said)
	}
	if updates := e.Requests(fakeservice.ByMethod("PATCH")); len(updates) > 0 {
		t.Errorf("importing sent the update %s", updates[0].Body)
	}
}

// The CLI prints, logs and writes nothing that contains a write-only token.
func TestAccWebhook_writeOnlyTokenLeavesNoTrace(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Set(func(b *fakeservice.Behavior) { b.EchoAuthToken = true })
	cli := acctest.NewCLI(t, e.server, "1.11.0")
	const secret = "Bearer n0t-t0-be-seen"
	cli.Write("main.tf", fmt.Sprintf(`
variable "token" {
  type      = string
  ephemeral = true
}
variable "version_of_token" {
  type = number
}
resource "paymentservice_webhook" "test" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = var.token
  auth_token_wo_version = var.version_of_token
}
`, e.webhook.StoreID, e.webhook.ID))
	cli.Setenv("TF_VAR_token", secret)
	for _, version := range []string{"1", "2"} {
		cli.Setenv("TF_VAR_version_of_token", version)
		cli.Run("plan", "-out=saved.tfplan")
		cli.Run("apply", "saved.tfplan")
	}
	cli.Run("show", "-json")
	if got := e.now(t).AuthToken; got != secret {
		t.Errorf("the service has the token %q", got)
	}
	e.Inject(fakeservice.Fault{Method: "PATCH", Status: 400, Body: []byte(`{"code":"BAD","errors":[{"field":"auth_token","reason":"` + secret + ` is no good"}]}`)})
	cli.Setenv("TF_VAR_version_of_token", "3")
	if said, ok := cli.Try("apply", "-auto-approve"); ok || !strings.Contains(said, "status 400") {
		t.Errorf("for a refused token, the CLI said %q", said)
	}
	e.ClearFaults()
	cli.Run("destroy", "-auto-approve")

	traces := cli.Traces()
	for name, text := range traces {
		if strings.Contains(text, "n0t-t0-be-seen") {
			t.Errorf("the token is in %s", name)
		}
	}
	for _, name := range []string{"output.txt", "trace.log", "terraform.tfstate", "saved.tfplan/tfplan"} {
		if traces[name] == "" {
			t.Errorf("there is no %s to look at", name)
		}
	}
}
