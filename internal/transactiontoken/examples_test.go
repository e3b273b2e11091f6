// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

var exampleName = regexp.MustCompile(`ephemeral "paymentservice_transaction_token" "(\w+)"`)

// Every example creates one token as it stands.
func TestAccTransactionToken_examples(t *testing.T) {
	t.Parallel()

	files, err := filepath.Glob("../../examples/ephemeral-resources/paymentservice_transaction_token/*.tf")
	if err != nil || len(files) <= len(groups) {
		t.Fatalf("found %q, %v; want more than one example for each payment type", files, err)
	}
	variables := map[string]config.Variable{
		"card": config.ObjectVariable(map[string]config.Variable{
			"cardholder": config.StringVariable(cardholder), "number": config.StringVariable(cardNumber),
			"exp_month": config.StringVariable("12"), "exp_year": config.StringVariable("2031"), "cvv": config.StringVariable(cvv),
		}),
		"paidy_token": config.StringVariable("tok_918273"),
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			example := strings.ReplaceAll(string(text), "terraform.applying", onlyInApply())
			used := config.Variables{}
			for name, value := range variables {
				if strings.Contains(example, `variable "`+name+`"`) {
					used[name] = value
				}
			}
			service, server := acctest.Start(t)
			run(t, resource.TestStep{
				Config:          acctest.Provider(server) + example + strings.ReplaceAll(echo, ".test\n", "."+exampleName.FindStringSubmatch(example)[1]+"\n"),
				ConfigVariables: used,
				Check:           expectTokens(service, 1),
			})
		})
	}
}
