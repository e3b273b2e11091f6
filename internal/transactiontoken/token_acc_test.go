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

// accOnline has the arguments of a token that needs few of them.
const accOnline = `
  type = "one_time"
  online {
    brand       = "pay_pay_online"
    call_method = "http_post"
  }`

// accOnlyInApply is a value of `create` with which only an apply creates a token.
func accOnlyInApply(t *testing.T) string {
	t.Helper()
	if acctest.FindCLI(t).OpenTofu {
		return `timestamp() != ""`
	}
	return "terraform.applying"
}

// accToken is the configuration of a token, whose results come into the state of echo.test.
func accToken(create, arguments string) string {
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

// accNeedsEphemeral skips a test if the CLI has no ephemeral resources.
func accNeedsEphemeral() []tfversion.TerraformVersionCheck {
	return []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.10", "1.11")}
}

// Only the apply creates a token, and the plans before and after it do not. Its results are those
// of the service. Every broken rule is reported at once, and nothing is sent.
func TestAccTransactionToken_onlyInApply(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	data := tfjsonpath.New("data")

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   accNeedsEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config:      accToken("true", strings.Replace(accOnline, "one_time", "recurring", 1)+"\nip_address = \"1\""),
			ExpectError: acctest.ErrorContains("`online` is allowed only if `type` is `one_time`", "`ip_address` must be an IPv4 address"),
		}, {
			Config: accToken(accOnlyInApply(t), `email = "customer@example.com"`+accOnline),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue("echo.test", data),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("id"), knownvalue.StringFunc(func(id string) error {
					if tokens := service.Tokens(); len(tokens) != 1 || tokens[0].ID != id {
						return fmt.Errorf("the service has the tokens %v", tokens)
					}
					return nil
				})),
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("payment_type"), knownvalue.StringExact("online")),
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("email"), knownvalue.StringExact("customer@example.com")),
				statecheck.ExpectKnownValue("echo.test", data.AtMapKey("active"), knownvalue.Bool(true)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service,
				`POST /tokens {"data":{"brand":"pay_pay_online","call_method":"http_post"},"email":"customer@example.com","payment_type":"online","type":"one_time"}`),
		}},
	})
}

var accExampleName = regexp.MustCompile(`ephemeral "paymentservice_transaction_token" "(\w+)"`)

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
			example := strings.ReplaceAll(string(text), "terraform.applying", accOnlyInApply(t))
			service, server := acctest.Start(t)

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				TerraformVersionChecks:   accNeedsEphemeral(),
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				Steps: []resource.TestStep{{
					Config: example + fmt.Sprintf(`
resource "terraform_data" "user" {
  depends_on = [ephemeral.paymentservice_transaction_token.%s]
}
`, accExampleName.FindStringSubmatch(example)[1]),
					ConfigVariables: accVariables,
				}},
			})
			if n := len(service.Tokens()); n != 1 {
				t.Errorf("%d tokens were created", n)
			}
		})
	}
}

// accVariables are the variables of the examples. A CLI ignores those that an example lacks.
var accVariables = config.Variables{
	"card": config.ObjectVariable(map[string]config.Variable{
		"cardholder": config.StringVariable(cardholder), "number": config.StringVariable(cardNumber), "cvv": config.StringVariable(cvv),
		"exp_month": config.StringVariable("12"), "exp_year": config.StringVariable("2031"),
	}),
	"paidy_token": config.StringVariable("tok_918273"),
}

// A misspelt name in a block is an error, which does not show the value of a variable.
func TestAccTransactionToken_misspelt(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	var said string

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   accNeedsEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		ErrorCheck:               func(err error) error { said = err.Error(); return nil }, // ExpectError cannot look for what must be absent
		Steps: []resource.TestStep{{
			Config: accToken("true", `
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
	if !acctest.ErrorContains(`"card_nmber" is not expected here`).MatchString(said) || strings.Contains(said, cardNumber) {
		t.Errorf("the CLI said %s", said)
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
		return accToken(accOnlyInApply(t), arguments) + fmt.Sprintf(`
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
		TerraformVersionChecks:   accNeedsEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{Config: ordered("first")},
			{Config: ordered("second"), ConfigVariables: config.Variables{"card": config.StringVariable(cardNumber)}},
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
