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

// oneLiners are configurations in JSON, in which a whole object stands on the
// line that a CLI prints beside whatever is wrong with it.
var oneLiners = map[string]struct{ config, says string }{
	"a customer's data": {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"one_time","email":"{email address}","konbini":{"customer_name":"{konbini name}","phone_number":{"country_code":"81","local_number":"{konbini phone}"},"convenience_store":"kiosk"}}}}}`, "convenience_store"},
	"an address":        {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"","email":"{email address}","bank_transfer":{"brand":"some_bank"}}}}}`, "aozora_bank"},
	"a device":          {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"recurring","online":{"brand":"we_chat_online","call_method":"sdk","user_identifier":"{consumer}"}}}}}`, "one_time"},
	"a card":            {`{"ephemeral":{"paymentservice_transaction_token":{"test":{"create":true,"type":"one_time","email":"{email address}","card":{"card_number":"{card number}","exp_month":"7","exp_year":"2031","country":"xx","zip":"{card zip}"}}}}}`, "country"},
	"a webhook's url":   {`{"resource":{"paymentservice_webhook":{"test":{"store_id":"none","webhook_id":"{hook}","url":"https://u:{consumer}@hooks.example.com"}}}}`, "store_id"},
	"a webhook's token": {`{"resource":{"paymentservice_webhook":{"test":{"store_id":"none","webhook_id":"{hook}","auth_token":"{consumer}"}}}}`, "store_id"},
	"a base url":        {`{"provider":{"paymentservice":{"base_url":"https://u:{consumer}@api.example.com","max_retries":-1}},"resource":{"paymentservice_webhook":{"test":{"store_id":"{store}","webhook_id":"{hook}"}}}}`, "max_retries"},
	"filters":           {`{"data":{"paymentservice_charges":{"test":{"phone":"{filter phone}","currency":"yen"}}}}`, "currency"},
}

// TestAccSecrecy_oneLine: no argument that is wrong makes a CLI print the line
// that also holds a secret.
func TestAccSecrecy_oneLine(t *testing.T) {
	t.Parallel()

	fill := []string{"{store}", fakeservice.DefaultStoreID, "{hook}", webhookID}
	for name, secret := range secrets {
		fill = append(fill, "{"+name+"}", inJSON(secret))
	}
	for name, tc := range oneLiners {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			cli.Write("main.tf.json", strings.NewReplacer(fill...).Replace(tc.config))
			cli.Try("validate")
			cli.Try("validate", "-json")
			if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, tc.says) {
				t.Errorf("the CLI said %s", said)
			}
			for name, text := range cli.Traces() {
				expectNoSecret(t, name, text)
			}
		})
	}
}
