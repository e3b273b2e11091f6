// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A replacement that fails halfway leaves the webhook on, or says that it is
// off, and what to do.
func TestAccWebhook_failedReplacement(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		refused string // what a refused update sends
		title   string
		active  bool
	}{
		"resumed":       {refused: `"url"`, title: "Webhook Resumed After a Failure", active: true},
		"left inactive": {refused: `true`, title: "Webhook Left Inactive"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			cli := acctest.NewCLI(t, e.server, "1.0")
			const url, stop = `url = "` + urlB + `"`, `deactivate_on_destroy = true`
			cli.Write("main.tf", e.block("test", url, stop))
			apply(cli)
			e.Inject(fakeservice.Fault{Match: sends(tc.refused), Status: http.StatusBadRequest})
			said, ok := cli.Try("apply", "-auto-approve", "-input=false", "-replace=paymentservice_webhook.test")
			if ok || strings.Contains(said, asBefore) || !strings.Contains(said, tc.title) {
				t.Errorf("said %s", said)
			}
			if got := e.now(t).Active; got != tc.active {
				t.Errorf("the webhook is active: %t, want %t", got, tc.active)
			}
			e.ClearFaults()
			if !tc.active { // as the message says
				cli.Write("main.tf", e.block("test", url, stop, `active = true`))
			}
			apply(cli)
			if !e.now(t).Active {
				t.Error("the webhook is off after the next apply")
			}
			wantEmptyPlan(t, cli)
		})
	}
}

// The correction of a spelling is applied once, and then settled.
func TestAccWebhook_correctedSpelling(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.0")
	cli.Write("main.tf", e.block("test", `triggers = ["Charge_Finished"]`, `url = "https://x.example.com"`))
	apply(cli)
	wantEmptyPlan(t, cli)
	cli.Write("main.tf", e.block("test", `triggers = ["charge_finished"]`, `url = "https://x.example.com/"`))
	apply(cli)
	if now := e.now(t); now.URL != "https://x.example.com/" || now.Triggers[0] != "charge_finished" {
		t.Errorf("the webhook is %+v", now)
	}
	wantEmptyPlan(t, cli)
}
