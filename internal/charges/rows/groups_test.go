// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestEncodeGroups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"mode", "status"}, nil)
	check(t, added.Add([]paymentapi.Charge{
		{
			Mode: ptr("live"), RequestedAmount: wholeNumber(1), RequestedCurrency: ptr("JPY"),
			ChargedAmount: wholeNumber(200), ChargedCurrency: ptr("USD"), ChargedAmountFormatted: ptr(json.Number("2.01")), FeeAmount: wholeNumber(-3),
		},
		{Mode: ptr("live"), ChargedAmount: wholeNumber(1), ChargedCurrency: ptr("USD"), ChargedAmountFormatted: ptr(json.Number("0.5"))},
	}))
	var group map[string]any
	check(t, msgpack.Unmarshal(rows.EncodeGroups(added.Groups()), &group))
	const want = "map[charged:map[USD:map[amount:201 amount_formatted:2.51 count:2]] count:2 fees:map[unknown:map[amount:-3 amount_formatted:<nil> count:1]] " +
		"key:map[mode:live status:<nil>] requested:map[JPY:map[amount:1 amount_formatted:<nil> count:1]]]"
	if got := fmt.Sprint(group); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What the library decodes, it encodes to the same bytes.
func TestEncodeGroups_asTheLibrary(t *testing.T) {
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
	typ := types.ListType{ElemType: elementType(t, charges.NewSummaryDataSource(), "groups")}.TerraformType(t.Context())
	for name, groupBy := range map[string][]string{
		"no groups": nil, "one name": {"status"}, "several names": {"day", "status", "requested_currency", "charged_currency"}, "only null": {"mode"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added := totals.New(groupBy, nil)
			check(t, added.Add(list))
			groups := added.Groups()
			got := asList(t, len(groups), rows.EncodeGroups(groups))
			value, err := tfprotov6.DynamicValue{MsgPack: got}.Unmarshal(typ)
			check(t, err)
			want, err := tfprotov6.NewDynamicValue(typ, value)
			check(t, err)
			expectSame(t, got, want.MsgPack)
		})
	}
}
