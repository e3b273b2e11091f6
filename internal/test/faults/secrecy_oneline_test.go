// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func inHCL(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) }

// credentials is what stands on the same line as all else.
const credentials = `"provider":{"paymentservice":{"secret":"{secret}","app_token":"{app token}"}}`

// oneLiners are configurations in JSON, in which a whole object stands on the
// line that a CLI prints beside whatever is wrong with it.
var oneLiners = map[string]struct{ config, says string }{
	"a customer's data":  {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"one_time","email":"{email address}","konbini":{"customer_name":"{konbini name}","phone_number":{"country_code":"81","local_number":"{konbini phone}"},"convenience_store":"kiosk"}}}}}`, "convenience_store"},
	"an address":         {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"","email":"{email address}","bank_transfer":{"brand":"some_bank"}}}}}`, "aozora_bank"},
	"a device":           {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"recurring","online":{"brand":"we_chat_online","call_method":"sdk","user_identifier":"{consumer}"}}}}}`, "one_time"},
	"a card":             {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"one_time","email":"{email address}","card":{"card_number":"{card number}","exp_month":"7","exp_year":"2031","country":"xx","zip":"{card zip}"}}}}}`, "country"},
	"a webhook's url":    {`{"resource":{"paymentservice_webhook":{"test":{"store_id":"none","webhook_id":"{hook}","url":"https://u:{consumer}@hooks.example.com"}}}}`, "store_id"},
	"a webhook's token":  {`{"resource":{"paymentservice_webhook":{"test":{"store_id":"none","webhook_id":"{hook}","auth_token":"{consumer}"}}}}`, "store_id"},
	"a base url":         {`{"provider":{"paymentservice":{"base_url":"https://u:{consumer}@api.example.com","max_retries":-1}},"resource":{"paymentservice_webhook":{"test":{"store_id":"{store}","webhook_id":"{hook}"}}}}`, "max_retries"},
	"a neighbor's token": {`{` + credentials + `,"resource":{"paymentservice_webhook":{"test":{"store_id":"none","webhook_id":"{hook}"},"other":{"store_id":"{store}","webhook_id":"{hook}","auth_token":"{consumer}"}}}}`, "store_id"},
	"a refused request":  {`{` + credentials + `,"resource":{"paymentservice_webhook":{"test":{"store_id":"{store}","webhook_id":"{hook}","url":"https://hooks.example.com"}}}}`, "401"},
	"credentials":        {`{` + credentials + `,"data":{"paymentservice_charges":{"test":{"currency":"yen"}}}}`, "currency"},
	"a number":           {`{` + credentials + `,"data":{"paymentservice_charges":{"test":{"page_size":1.5}}}}`, "page_size"},
	"filters":            {`{"data":{"paymentservice_charges":{"test":{"phone":"{filter phone}","currency":"yen"}}}}`, "currency"},
}

// asked is a data source that makes the CLI configure the provider.
const asked = "\ndata \"paymentservice_charges\" \"asked\" {}\n"

// oneLineBlocks are configurations in native syntax with a secret on the first
// line of a block. The environment has a max_retries that is wrong.
var oneLineBlocks = map[string]struct{ config, says string }{
	"a filter":    {`data "paymentservice_charges" "test" { phone = "{filter phone}" }`, "max_retries"},
	"a secret":    {`provider "paymentservice" { secret = "{secret}" }` + asked, "max_retries"},
	"a token":     {`provider "paymentservice" { app_token = "{app token}" }` + asked, "max_retries"},
	"an address":  {`provider "paymentservice" { base_url = "https://u:{consumer}@api.example.com" }` + asked, "base_url"},
	"own lines":   {"data \"paymentservice_charges\" \"test\" {\n  phone    = \"{filter phone}\"\n  currency = \"yen\"\n}", `currency = "yen"`},
	"many groups": {"ephemeral \"paymentservice_transaction_token\" \"test\" {\n  email = \"{email address}\"\n  type = \"recurring\"\n  konbini {\n    customer_name = \"{konbini name}\"\n    convenience_store = \"kiosk\"\n  }\n}", "convenience_store"},
}

// TestAccSecrecy_oneLine: no argument that is wrong makes a CLI print the line
// that also holds a secret.
func TestAccSecrecy_oneLine(t *testing.T) {
	t.Parallel()

	for name, tc := range oneLiners {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			expectHiddenLine(t, cli, "main.tf.json", tc.config, tc.says)
		})
	}
}

func TestAccSecrecy_oneLineBlock(t *testing.T) {
	t.Parallel()

	for name, tc := range oneLineBlocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "many")
			expectHiddenLine(t, cli, "main.tf", tc.config, tc.says)
		})
	}
}

// expectHiddenLine expects a configuration to be refused with a message, and
// none of its secrets to be shown.
func expectHiddenLine(t *testing.T, cli *acctest.CLI, file, config, says string) {
	t.Helper()
	fill := []string{"{store}", fakeservice.DefaultStoreID, "{hook}", webhookID}
	for name, secret := range secrets {
		fill = append(fill, "{"+name+"}", inJSON(secret))
	}
	cli.Write(file, strings.NewReplacer(fill...).Replace(config))
	cli.Try("validate")
	cli.Try("validate", "-json")
	if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, says) {
		t.Errorf("the CLI said %s", said)
	}
	for name, text := range cli.Traces() {
		expectNoSecret(t, name, text)
	}
}
