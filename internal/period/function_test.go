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
