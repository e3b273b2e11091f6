// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
)

// TestPeriod: periods.txt has calls of the function, and as their verdict from and to, or
// the position of the argument that is refused.
func TestPeriod(t *testing.T) {
	t.Parallel()
	golden.Situations(t, "periods.txt", func(t *testing.T, line string) (verdict, words string) {
		_, arguments, _ := strings.Cut(line, ": ")
		values := strings.Split(arguments, ", ")
		n, _, err := big.ParseFloat(values[2], 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		f := period.NewFunction()
		var defined function.DefinitionResponse
		f.Definition(t.Context(), function.DefinitionRequest{}, &defined)
		result, refused := defined.Definition.Return.NewResultData(t.Context())
		resp := function.RunResponse{Result: result, Error: refused}
		f.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{
			types.StringValue(values[0]), types.StringValue(values[1]), types.NumberValue(n), types.StringValue(values[3]),
		})}, &resp)
		if resp.Error != nil {
			return fmt.Sprintf("argument %d is refused", *resp.Error.FunctionArgument), resp.Error.Text
		}
		bounds := resp.Result.Value().(types.Object).Attributes() //nolint:forcetypeassert // an object is what it is defined to return
		return strings.ReplaceAll(bounds["from"].String()+" to "+bounds["to"].String(), `"`, ""), ""
	})
}

// The function needs no credentials. What is not known yet makes its result unknown, and
// null is refused.
func TestAccPeriod(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	if found := acctest.FindCLI(t); !found.AtLeast("1.8", "1.7") {
		t.Skipf("version %s of the CLI has no functions", found.Version)
	}
	cli := acctest.NewCLI(t, server, "1.7")
	const month = `
output "month" {
  value = provider::paymentservice::period("month", "2025-06-15T00:00:00Z", -1, "Asia/Tokyo")
}
`
	cli.Write("main.tf", month+`
resource "terraform_data" "zone" {
  input = "Asia/Tokyo"
}

output "later" {
  value = provider::paymentservice::period("day", "2025-06-15T00:00:00Z", 0, terraform_data.zone.output).to
}
`)
	if said := cli.Run("plan"); !strings.Contains(said, "later = (known after apply)") {
		t.Errorf("the plan says %s", said)
	}
	said := cli.Run("apply", "-auto-approve")
	for _, want := range []string{`"from" = "2025-05-01T00:00:00+09:00"`, `"to" = "2025-06-01T00:00:00+09:00"`, `later = "2025-06-16T00:00:00+09:00"`} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is missing in what the apply says: %s", want, said)
		}
	}
	for wrong, says := range map[string]string{
		`"JST")`: "Asia/Tokyo",
		`null)`:  "argument must not be null",
	} {
		cli.Write("main.tf", strings.Replace(month, `"Asia/Tokyo")`, wrong, 1))
		if said, ok := cli.Try("plan"); ok || !strings.Contains(said, says) || !strings.Contains(said, "time_zone") {
			t.Errorf("%s: the plan says %s", wrong, said)
		}
	}
	if n := len(service.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}
