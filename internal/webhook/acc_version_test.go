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

// TestAccWebhook_anyNumberIsAVersion: the version of a token may be a time, a
// fraction or a number of any size. A different one, however close, sends the token.
func TestAccWebhook_anyNumberIsAVersion(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.11.0")
	for _, version := range []string{"1.5", "0.1", "-1", "9223372036854775808", "9223372036854775809", "1e30"} {
		e.ResetRequests()
		cli.Write("main.tf", fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = "token of %s"
  auth_token_wo_version = %s
}
`, e.webhook.StoreID, e.webhook.ID, version, version))
		cli.Run("apply", "-auto-approve")
		if got := len(e.Requests(fakeservice.ByMethod("PATCH"))); got != 1 || e.now(t).AuthToken != "token of "+version {
			t.Errorf("version %s: %d updates, the service has %q", version, got, e.now(t).AuthToken)
		}
		if said := cli.Run("plan"); !strings.Contains(said, "No changes.") {
			t.Errorf("version %s is planned again:\n%s", version, said)
		}
	}
}
