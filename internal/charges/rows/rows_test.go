// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// fullCharge has a value in every field.
func fullCharge() paymentapi.Charge {
	return paymentapi.Charge{
		ID:                       "c",
		StoreID:                  new("s"),
		TransactionTokenID:       new("t"),
		TransactionTokenType:     new("one_time"),
		SubscriptionID:           new("u"),
		MerchantTransactionID:    new("m"),
		RequestedAmount:          wholeNumber(1000),
		RequestedCurrency:        new("JPY"),
		RequestedAmountFormatted: new(json.Number("1000")),
		ChargedAmount:            wholeNumber(1001),
		ChargedCurrency:          new("USD"),
		ChargedAmountFormatted:   new(json.Number("10.01")),
		FeeAmount:                wholeNumber(-3),
		FeeCurrency:              new("EUR"),
		FeeAmountFormatted:       new(json.Number("-0.03")),
		OnlyDirectCurrency:       new(true),
		CaptureAt:                new("2025-01-31T00:00:00Z"),
		Descriptor:               new("d"),
		DescriptorPhoneNumber:    new("0312345678"),
		Status:                   new("successful"),
		Error:                    new("{}"),
		Metadata:                 map[string]*string{"b": new("2"), "a": nil, "": new("")},
		Mode:                     new("live"),
		CreatedOn:                new("2025-01-31T00:00:00.000000Z"),
		Redirect:                 map[string]*string{},
		MerchantName:             new("M"),
		StoreName:                new("S"),
	}
}

// oddCharges are charges that an encoding may stumble over.
func oddCharges() map[string]paymentapi.Charge {
	long := strings.Repeat("ü", 70_000)
	many := make(map[string]*string, 70)
	for i := range 70 {
		many[strings.Repeat("k", i)] = new(strings.Repeat("v", i))
	}
	list := map[string]paymentapi.Charge{
		"nothing but an id": {ID: "c"},
		"all fields":        fullCharge(),
		"empty texts": {
			ID:                 "",
			Status:             new(""),
			Error:              new(""),
			OnlyDirectCurrency: new(false),
		},
		"long texts": {
			ID:           long,
			Descriptor:   new(long[:62]),
			StoreName:    new(long[:510]),
			MerchantName: new(long[:512]),
		},
		"a large map": {
			ID:       "c",
			Metadata: many,
		},
		"control characters and quotes": {
			ID:     "\x00\"\\\n\u2028",
			Status: new("🙂\ufffd"),
		},
	}
	for _, n := range wholeNumbers {
		list[fmt.Sprint("whole ", n)] = paymentapi.Charge{ID: "c", RequestedAmount: wholeNumber(n)}
	}
	for _, text := range decimals {
		list["decimal "+text] = paymentapi.Charge{ID: "c", FeeAmountFormatted: new(json.Number(text))}
	}
	return list
}

// wholeNumbers are at the limits of the encodings that MessagePack has for them.
var wholeNumbers = []int64{
	0, 1, -1, 127, 128, -32, -33, 255, 256, 65535, 65536,
	math.MaxInt32, 1 << 32, 1<<53 + 1, math.MaxInt64, math.MinInt64,
}

// decimals are whole, have exactly the value of a float, or not, or more digits than a float has.
var decimals = []string{
	"0",
	"0.1",
	"0.5",
	"-0.25",
	"0.75",
	"0.15",
	"0.125",
	"0.35",
	"1000",
	"123456789012345678901234567890",
	"9223372036854775808",
	"-9223372036854775808",
	"0.0000001",
	"3.14159265358979323846264338327950288",
	"1" + strings.Repeat("0", 300),
	"0." + strings.Repeat("0", 299) + "1",
	strings.Repeat("9", 150),
	"4503599627370497.5",
	"18446744073709551616.25",
	"0." + strings.Repeat("3", 148) + "25",
}

func wholeNumber(n int64) *json.Number { return new(json.Number(strconv.FormatInt(n, 10))) }

// listType is the type of a list in a data source's schema, as the protocol has it.
func listType(t testing.TB, source datasource.DataSource, list string) tftypes.Type {
	t.Helper()
	var resp datasource.SchemaResponse
	source.Schema(t.Context(), datasource.SchemaRequest{}, &resp)
	return resp.Schema.Attributes[list].GetType().TerraformType(t.Context())
}

// asList returns elements with the header of a list that the splice adds.
func asList(t testing.TB, n int, elements []byte) []byte {
	t.Helper()
	var list bytes.Buffer
	check(t, msgpack.NewEncoder(&list).EncodeArrayLen(n))
	return append(list.Bytes(), elements...)
}

// expectEncoding compares a list with the library's encoding of a value: apart from the
// order of keys in maps, which is random, as values of the types that they are encoded as,
// and by their lengths.
func expectEncoding(t testing.TB, got []byte, typ tftypes.Type, value tftypes.Value) {
	t.Helper()
	want, err := tfprotov6.NewDynamicValue(typ, value)
	check(t, err)
	var have, wanted any
	check(t, errors.Join(msgpack.Unmarshal(got, &have), msgpack.Unmarshal(want.MsgPack, &wanted)))
	if !reflect.DeepEqual(have, wanted) || len(got) != len(want.MsgPack) {
		t.Errorf("encoded as\n%q\nthe library has\n%q", got, want.MsgPack)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Charges are encoded as the library encodes them.
func TestEncode(t *testing.T) {
	t.Parallel()
	typ := listType(t, charges.NewDataSource(), "charges")
	lists := map[string][]paymentapi.Charge{}
	for name, charge := range oddCharges() {
		lists[name] = []paymentapi.Charge{charge}
		lists["all together"] = append(lists["all together"], charge)
	}
	for name, list := range lists {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			encoded, err := rows.NewEncoder(nil, math.MaxInt64).Encode(list)
			check(t, err)
			objects := make([]map[string]any, len(list))
			for i := range list {
				objects[i] = list[i].FieldPointers()
			}
			text, err := json.Marshal(objects)
			check(t, err)
			value, err := tfprotov6.RawState{JSON: text}.Unmarshal(typ)
			check(t, err)
			expectEncoding(t, asList(t, len(list), encoded), typ, value)
		})
	}
}

// A field that is not asked for is null, also if the charge has it.
func TestEncode_fields(t *testing.T) {
	t.Parallel()
	full := fullCharge()
	encoded, err := rows.NewEncoder([]string{"id", "status"}, math.MaxInt64).Encode([]paymentapi.Charge{full})
	check(t, err)

	only := paymentapi.Charge{ID: full.ID, Status: full.Status}
	want, err := rows.NewEncoder(nil, math.MaxInt64).Encode([]paymentapi.Charge{only})
	check(t, err)
	if !bytes.Equal(encoded, want) {
		t.Errorf("encoded as\n%q\nwant\n%q", encoded, want)
	}
}

// Groups are encoded as the library encodes what it decodes from that.
func TestEncodeGroups(t *testing.T) {
	t.Parallel()
	added := totals.New([]string{"mode", "status"}, time.UTC)
	full := fullCharge()
	check(t, added.Add([]paymentapi.Charge{full, full, {ID: "c", RequestedAmount: wholeNumber(1)}}))
	groups := added.Groups()
	list := asList(t, len(groups), rows.EncodeGroups(groups))
	typ := listType(t, charges.NewSummaryDataSource(), "groups")
	value, err := tfprotov6.DynamicValue{MsgPack: list}.Unmarshal(typ)
	check(t, err)
	expectEncoding(t, list, typ, value)
}

// The limit counts what is encoded of all pages together.
func TestEncode_limit(t *testing.T) {
	t.Parallel()
	page := []paymentapi.Charge{{ID: "a"}, {ID: "b"}}
	encoded, err := rows.NewEncoder(nil, math.MaxInt64).Encode(page)
	check(t, err)
	twoPages := int64(2 * len(encoded))

	exact := rows.NewEncoder(nil, twoPages)
	for range 2 {
		_, err := exact.Encode(page)
		check(t, err)
	}

	short := rows.NewEncoder(nil, twoPages-1)
	_, err = short.Encode(page)
	check(t, err)
	_, err = short.Encode(page)
	if tooLong, ok := errors.AsType[*rows.TooLongError](err); !ok || tooLong.Charges != 4 {
		t.Errorf("with one byte too little, the error is %v", err)
	}
}
