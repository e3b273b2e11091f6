// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// groupModel and sumModel are a group as the framework's reflection wants it.
type groupModel struct {
	Key       map[string]*string  `tfsdk:"key"`
	Count     int64               `tfsdk:"count"`
	Requested map[string]sumModel `tfsdk:"requested"`
	Charged   map[string]sumModel `tfsdk:"charged"`
	Fees      map[string]sumModel `tfsdk:"fees"`
}

type sumModel struct {
	Count           int64      `tfsdk:"count"`
	Amount          *big.Float `tfsdk:"amount"`
	AmountFormatted *big.Float `tfsdk:"amount_formatted"`
}

func sums(t totals.Sums) map[string]sumModel {
	byCurrency := map[string]sumModel{}
	for currency, sum := range t {
		byCurrency[currency] = sumModel{sum.Count, number(ptr(sum.Amount())), number(sum.Formatted())}
	}
	return byCurrency
}

// number returns a number as the framework's models have it.
func number(text *json.Number) *big.Float {
	if text == nil {
		return nil
	}
	n, _, err := big.ParseFloat(text.String(), 10, 512, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return n
}

// byFramework encodes the groups through the framework.
func byFramework(t *testing.T, added *totals.Totals) []byte {
	t.Helper()
	var resp datasource.SchemaResponse
	charges.NewSummaryDataSource().Schema(t.Context(), datasource.SchemaRequest{}, &resp)
	list, ok := resp.Schema.Attributes["groups"].GetType().(types.ListType)
	if !ok {
		t.Fatal("groups is no list")
	}
	models := []groupModel{}
	for _, group := range added.Groups() {
		m := groupModel{map[string]*string{}, group.Count, sums(group.Requested), sums(group.Charged), sums(group.Fees)}
		for i, name := range added.Names() {
			m.Key[name] = group.Key[i]
		}
		models = append(models, m)
	}
	value, diags := types.ListValueFrom(t.Context(), list.ElementType(), models)
	if diags.HasError() {
		t.Fatal(diags)
	}
	return sortedEncoding(t, value)
}

// The groups are encoded to the same bytes as by the framework.
func TestEncodeGroups_asTheFramework(t *testing.T) {
	t.Parallel()
	var list []paymentapi.Charge
	for i, n := range []int64{0, 1, -1, 127, 128, 70_000, 1<<53 + 1, math.MaxInt64, math.MaxInt64, math.MinInt64} {
		for j, decimal := range []string{"0", "0.5", "0.1", "-12.34", "123456789012345678901234567890.5", "9223372036854775808", "100000000000000000000"} {
			number, amount := json.Number(decimal), wholeNumber(n)
			c := paymentapi.Charge{ID: "c", RequestedAmount: amount, RequestedCurrency: ptr(fmt.Sprint("C", j)), RequestedAmountFormatted: &number}
			if i%2 == 0 {
				c.Status, c.ChargedAmount, c.ChargedAmountFormatted = ptr(fmt.Sprint("status ", i)), amount, &number
			}
			if i%3 == 0 {
				c.CreatedOn, c.FeeAmount, c.FeeCurrency = ptr(time.Unix(int64(i)*1e6, 0).UTC().Format(time.RFC3339)), amount, ptr(strings.Repeat("ü", 40))
			}
			list = append(list, c)
		}
	}
	for name, groupBy := range map[string][]string{
		"no groups": nil, "one name": {"status"}, "several names": {"day", "status", "requested_currency", "charged_currency"}, "only null": {"mode"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added := totals.New(groupBy, time.UTC)
			check(t, added.Add(list))
			groups := added.Groups()
			encoded, err := rows.EncodeGroups(added.Names(), groups)
			check(t, err)
			if got, want := asList(t, len(groups), encoded), byFramework(t, added); !bytes.Equal(got, want) {
				t.Errorf("encoded as\n%q\nthe framework has\n%q", got, want)
			}
		})
	}
}
