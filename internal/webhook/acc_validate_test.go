// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestAccWebhook_refusesBadInput(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ argument, says string }{
		"local url":         {`url = "https://localhost/x"`, "`url` must be reachable from the internet, but \"localhost\" has no domain. If you omit it, the webhook keeps its URL, so delete the line if it was generated for an import."},
		"private url":       {`url = "https://10.1.2.3/x"`, "`url` must be reachable from the internet, but its host is a private address"},
		"url user info":     {`url = "https://user:pass@hooks.example.com/x"`, "`url` must not contain a user name or password"},
		"url scheme":        {`url = "ftp://hooks.example.com/x"`, "`url` must be an absolute http or https URL"},
		"url relative":      {`url = "/x"`, "`url` must be an absolute http or https URL"},
		"url port":          {`url = "https://hooks.example.com:0/x"`, "`url` must have a port from 1 to 65535"},
		"merchant id":       {`merchant_id = "m-1"`, "`merchant_id` must be a UUID"},
		"empty trigger":     {`triggers = ["charge_finished", ""]`, "one of them is empty"},
		"blank trigger":     {`triggers = ["  "]`, "one of them is empty. If `triggers` was generated for an import, delete the whole argument: if you omit it, the webhook keeps its triggers."},
		"null trigger":      {`triggers = [null]`, "one of them is null"},
		"token line break":  {`auth_token = "a\nb"`, "`auth_token` must not contain line breaks or control characters"},
		"token control":     {`auth_token = "a\u0000b"`, "`auth_token` must not contain line breaks or control characters"},
		"wo token break":    {"auth_token_wo = \"a\\rb\"\n auth_token_wo_version = 1", "`auth_token_wo` must not contain line breaks"},
		"both tokens":       {"auth_token = \"a\"\n auth_token_wo = \"b\"\n auth_token_wo_version = 1", "cannot both be set"},
		"wo without number": {`auth_token_wo = "a"`, "`auth_token_wo` requires `auth_token_wo_version`"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			run(t, resource.TestStep{Config: e.config(tc.argument), PlanOnly: true, ExpectError: acctest.Message(tc.says)})
			if sent := e.Requests(); len(sent) > 0 {
				t.Errorf("%d requests were sent for a configuration that is wrong", len(sent))
			}
		})
	}
}

func TestAccWebhook_refusesBadIDs(t *testing.T) {
	t.Parallel()
	e := start(t)
	for name, tc := range map[string]struct{ config, says string }{
		"store id":   {`store_id = "s"` + "\n" + `webhook_id = "` + e.webhook.ID + `"`, "`store_id` must be a UUID"},
		"webhook id": {`webhook_id = "{` + e.webhook.ID + `}"` + "\n" + `store_id = "` + e.webhook.StoreID + `"`, "`webhook_id` must be a UUID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, resource.TestStep{
				Config:   acctest.Provider(e.server) + "resource \"paymentservice_webhook\" \"test\" {\n" + tc.config + "\n}\n",
				PlanOnly: true, ExpectError: acctest.Message(tc.says),
			})
		})
	}
}
