// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// testAccOnline has the arguments of a token that needs few of them.
const testAccOnline = `
  type = "one_time"
  online {
    brand       = "pay_pay_online"
    call_method = "http_post"
  }`

// testAccOnlyInApply is a value of `create` with which only an apply creates a token.
func testAccOnlyInApply(t *testing.T) string {
	t.Helper()
	if acctest.FindCLI(t).OpenTofu {
		return `timestamp() != ""`
	}
	return "terraform.applying"
}

// testAccTransactionTokenConfig_echoed is the configuration of a token, whose results come into the
// state of echo.test.
func testAccTransactionTokenConfig_echoed(create, arguments string) string {
	return fmt.Sprintf(`
ephemeral "paymentservice_transaction_token" "test" {
  create = %s
  %s
}
provider "echo" {
  data = ephemeral.paymentservice_transaction_token.test
}
resource "echo" "test" {}
`, create, arguments)
}

// testAccHasEphemeral skips a test if the CLI has no ephemeral resources.
func testAccHasEphemeral() []tfversion.TerraformVersionCheck {
	return []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.10", "1.11")}
}

// Only the apply creates a token, and the plans before and after it do not. Its results are those
// of the service.
func TestAccTransactionToken_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	data := tfjsonpath.New("data")
	isCreated := func(id string) error {
		if tokens := service.Tokens(); len(tokens) != 1 || tokens[0].ID != id {
			return fmt.Errorf("the service has the tokens %v", tokens)
		}
		return nil
	}
	result := func(name string, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("echo.test", data.AtMapKey(name), check)
	}

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   testAccHasEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: testAccTransactionTokenConfig_echoed(testAccOnlyInApply(t),
				`email = "customer@example.com"`+testAccOnline),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue("echo.test", data),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				result("id", knownvalue.StringFunc(isCreated)),
				result("payment_type", knownvalue.StringExact("online")),
				result("email", knownvalue.StringExact("customer@example.com")),
				result("active", knownvalue.Bool(true)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service, `POST /tokens {`+
				`"data":{"brand":"pay_pay_online","call_method":"http_post"},"email":"customer@example.com",`+
				`"payment_type":"online","type":"one_time"}`),
		}},
	})
}

var testAccExampleName = regexp.MustCompile(`ephemeral "paymentservice_transaction_token" "(\w+)"`)

// Every example creates one token. There is one for each payment type.
func TestAccTransactionToken_examples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../examples/ephemeral-resources/paymentservice_transaction_token/*.tf")
	if err != nil || len(files) < 5 {
		t.Fatalf("found the examples %q, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			example := strings.ReplaceAll(string(text), "terraform.applying", testAccOnlyInApply(t))
			service, server := acctest.Start(t)

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				TerraformVersionChecks:   testAccHasEphemeral(),
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				Steps: []resource.TestStep{{
					Config: example + fmt.Sprintf(`
resource "terraform_data" "user" {
  depends_on = [ephemeral.paymentservice_transaction_token.%s]
}
`, testAccExampleName.FindStringSubmatch(example)[1]),
					ConfigVariables: testAccVariables,
				}},
			})
			if created := len(service.Tokens()); created != 1 {
				t.Errorf("%d tokens were created", created)
			}
		})
	}
}

// testAccVariables are the variables of the examples. A CLI ignores those that an example lacks.
var testAccVariables = config.Variables{
	"card": config.ObjectVariable(map[string]config.Variable{
		"cardholder": config.StringVariable(cardholder),
		"cvv":        config.StringVariable(cvv),
		"exp_month":  config.StringVariable("12"),
		"exp_year":   config.StringVariable("2031"),
		"number":     config.StringVariable(cardNumber),
	}),
	"paidy_token": config.StringVariable("tok_918273"),
}

// A misspelled name in a block is an error, which does not show the value of a variable.
func TestAccTransactionToken_misspelledName(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	var said string

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   testAccHasEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		ErrorCheck: func(err error) error { // ExpectError cannot look for what must be absent
			said = err.Error()
			return nil
		},
		Steps: []resource.TestStep{{
			Config: testAccTransactionTokenConfig_echoed("true", `
  type = "one_time"
  card {
    card_nmber = var.number
  }`) + `
variable "number" {
  default = "` + cardNumber + `"
}
`,
		}},
	})
	if !acctest.ErrorContains(`"card_nmber" is not expected here`).MatchString(said) {
		t.Errorf("the CLI says %s", said)
	}
	if strings.Contains(said, cardNumber) {
		t.Errorf("the CLI shows the card number: %s", said)
	}
	acctest.ExpectNoRequests(t, service)
}

// Dynamic blocks choose the payment type by values that are not known in a plan, and by ephemeral
// ones.
func TestAccTransactionToken_dynamicBlocks(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	arguments := `
  type  = "one_time"
  email = "customer@example.com"
  dynamic "card" {
    for_each = var.card == null ? [] : [var.card]
    content {
      card_number = card.value
      exp_month   = "7"
      exp_year    = "2031"
    }
  }
  dynamic "bank_transfer" {
    for_each = terraform_data.order.output == "" || var.card != null ? [] : [1]
    content {
      brand = "aozora_bank"
    }
  }`
	ordered := func(order string) string {
		return testAccTransactionTokenConfig_echoed(testAccOnlyInApply(t), arguments) + fmt.Sprintf(`
variable "card" {
  type      = string
  default   = null
  ephemeral = true
  sensitive = true
}
resource "terraform_data" "order" {
  input = %q
}
`, order)
	}

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   testAccHasEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config: ordered("first"),
			},
			{
				Config:          ordered("second"),
				ConfigVariables: config.Variables{"card": config.StringVariable(cardNumber)},
			},
		},
	})
	var types []string
	for _, token := range service.Tokens() {
		types = append(types, token.PaymentType)
	}
	if !slices.Equal(types, []string{"bank_transfer", "card"}) {
		t.Errorf("the tokens are for %v", types)
	}
}
