// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"encoding/json"
	"fmt"
	"math"
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

// What the library decodes, it encodes to the same bytes.
func TestEncodeGroups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"mode", "status"}, time.UTC)
	check(t, added.Add([]paymentapi.Charge{
		{
			Mode: ptr("live"), RequestedAmount: wholeNumber(math.MaxInt64), RequestedCurrency: ptr("JPY"),
			ChargedAmount: wholeNumber(200), ChargedCurrency: ptr("USD"), ChargedAmountFormatted: ptr(json.Number("2.01")), FeeAmount: wholeNumber(-3),
		},
		{
			Mode: ptr("live"), RequestedAmount: wholeNumber(1), RequestedCurrency: ptr("JPY"),
			ChargedAmount: wholeNumber(1), ChargedCurrency: ptr("USD"), ChargedAmountFormatted: ptr(json.Number("0.5")),
		},
	}))
	encoded := rows.EncodeGroups(added.Groups())
	var group map[string]any
	check(t, msgpack.Unmarshal(encoded, &group))
	const want = "map[charged:map[USD:map[amount:201 amount_formatted:2.51 count:2]] count:2 fees:map[unknown:map[amount:-3 amount_formatted:<nil> count:1]] " +
		"key:map[mode:live status:<nil>] requested:map[JPY:map[amount:9223372036854775808 amount_formatted:<nil> count:2]]]"
	if got := fmt.Sprint(group); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	typ := types.ListType{ElemType: elementType(t, charges.NewSummaryDataSource(), "groups")}.TerraformType(t.Context())
	list := asList(t, 1, encoded)
	value, err := tfprotov6.DynamicValue{MsgPack: list}.Unmarshal(typ)
	check(t, err)
	again, err := tfprotov6.NewDynamicValue(typ, value)
	check(t, err)
	expectSame(t, list, again.MsgPack)
}
