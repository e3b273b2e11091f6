// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func ptr[T any](v T) *T { return &v }

// oddCharges are charges that an encoding may stumble over.
func oddCharges() map[string]paymentapi.Charge {
	long := strings.Repeat("ü", 70_000)
	many := make(map[string]*string, 70)
	for i := range 70 {
		many[strings.Repeat("k", i)] = ptr(strings.Repeat("v", i))
	}
	list := map[string]paymentapi.Charge{
		"nothing but an id": {ID: "c"},
		"all fields": {
			ID: "c", StoreID: ptr("s"), TransactionTokenID: ptr("t"), TransactionTokenType: ptr("one_time"),
			SubscriptionID: ptr("u"), MerchantTransactionID: ptr("m"),
			RequestedAmount: wholeNumber(1000), RequestedCurrency: ptr("JPY"), RequestedAmountFormatted: ptr(json.Number("1000")),
			ChargedAmount: wholeNumber(1001), ChargedCurrency: ptr("USD"), ChargedAmountFormatted: ptr(json.Number("10.01")),
			FeeAmount: wholeNumber(-3), FeeCurrency: ptr("EUR"), FeeAmountFormatted: ptr(json.Number("-0.03")),
			OnlyDirectCurrency: ptr(true), CaptureAt: ptr("2025-01-31T00:00:00Z"), Descriptor: ptr("d"),
			DescriptorPhoneNumber: ptr("0312345678"), Status: ptr("successful"), Error: ptr("{}"),
			Metadata: map[string]*string{"b": ptr("2"), "a": nil, "": ptr("")}, Mode: ptr("live"),
			CreatedOn: ptr("2025-01-31T00:00:00.000000Z"), Redirect: map[string]*string{}, MerchantName: ptr("M"), StoreName: ptr("S"),
		},
		"empty texts":     {ID: "", Status: ptr(""), Error: ptr(""), OnlyDirectCurrency: ptr(false)},
		"long texts":      {ID: long, Descriptor: ptr(long[:62]), StoreName: ptr(long[:510]), MerchantName: ptr(long[:512])},
		"a large map":     {ID: "c", Metadata: many},
		"control, quotes": {ID: "\x00\"\\\n\u2028", Status: ptr("🙂\ufffd")},
	}
	for _, n := range []int64{0, 1, -1, 127, 128, -32, -33, 255, 256, 65535, 65536, math.MaxInt32, 1 << 32, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		list["whole "+wholeNumber(n).String()] = paymentapi.Charge{ID: "c", RequestedAmount: wholeNumber(n)}
	}
	for _, text := range []string{
		"0", "0.1", "0.5", "-0.25", "0.75", "0.15", "0.125", "0.35", "1000", "123456789012345678901234567890", "9223372036854775808", "-9223372036854775808",
		"0.0000001", "3.14159265358979323846264338327950288", "1" + strings.Repeat("0", 300), "0." + strings.Repeat("0", 299) + "1", strings.Repeat("9", 150),
		"4503599627370497.5", "18446744073709551616.25", "0." + strings.Repeat("3", 148) + "25",
	} {
		list["decimal "+text] = paymentapi.Charge{ID: "c", FeeAmountFormatted: ptr(json.Number(text))}
	}
	return list
}

func wholeNumber(n int64) *json.Number { return ptr(json.Number(strconv.FormatInt(n, 10))) }

// elementType is the type of the elements of a list in a data source's schema.
func elementType(t testing.TB, source datasource.DataSource, list string) attr.Type {
	t.Helper()
	var resp datasource.SchemaResponse
	source.Schema(t.Context(), datasource.SchemaRequest{}, &resp)
	typ, ok := resp.Schema.Attributes[list].GetType().(types.ListType)
	if !ok {
		t.Fatalf("%s is no list", list)
	}
	return typ.ElementType()
}

// libraryEncoding encodes charges with the library for values of the protocol.
func libraryEncoding(t testing.TB, list []paymentapi.Charge) []byte {
	t.Helper()
	objects := make([]map[string]any, len(list))
	for i := range list {
		objects[i] = list[i].Fields()
	}
	text, err := json.Marshal(objects)
	check(t, err)
	typ := types.ListType{ElemType: elementType(t, charges.NewDataSource(), "charges")}.TerraformType(t.Context())
	value, err := tfprotov6.RawState{JSON: text}.Unmarshal(typ)
	check(t, err)
	encoded, err := tfprotov6.NewDynamicValue(typ, value)
	check(t, err)
	return encoded.MsgPack
}

// expectSame compares encodings apart from the order of keys in maps, which is random: as
// values of the types that they are encoded as, and by their lengths.
func expectSame(t testing.TB, got, want []byte) {
	t.Helper()
	var have, wanted any
	check(t, errors.Join(msgpack.Unmarshal(got, &have), msgpack.Unmarshal(want, &wanted)))
	if !reflect.DeepEqual(have, wanted) || len(got) != len(want) {
		t.Errorf("encoded as\n%q\nthe library has\n%q", got, want)
	}
}

// asList returns elements with the header of a list that the splice adds.
func asList(t testing.TB, n int, elements []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	check(t, msgpack.NewEncoder(&out).EncodeArrayLen(n))
	return append(out.Bytes(), elements...)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// encodeList is the encoding under test.
func encodeList(t testing.TB, list []paymentapi.Charge) []byte {
	t.Helper()
	elements, err := rows.NewEncoder(nil, math.MaxInt64).Encode(list)
	check(t, err)
	return asList(t, len(list), elements)
}

func TestEncode_asTheLibrary(t *testing.T) {
	t.Parallel()
	var all []paymentapi.Charge
	for name, charge := range oddCharges() {
		all = append(all, charge)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := []paymentapi.Charge{charge}
			expectSame(t, encodeList(t, list), libraryEncoding(t, list))
		})
	}
	t.Run("together", func(t *testing.T) {
		t.Parallel()
		expectSame(t, encodeList(t, all), libraryEncoding(t, all))
	})
}

func decoded(t *testing.T, encoder *rows.Encoder, charge paymentapi.Charge) map[string]any {
	t.Helper()
	encoded, err := encoder.Encode([]paymentapi.Charge{charge})
	check(t, err)
	var object map[string]any
	check(t, msgpack.Unmarshal(encoded, &object))
	return object
}

// Chosen fields are encoded as they are without a choice, and all others are null.
func TestEncode_fields(t *testing.T) {
	t.Parallel()
	choices := map[string][]string{"none": {}, "all": rows.Fields()}
	for _, field := range rows.Fields() {
		choices[field] = []string{field}
		choices["all but "+field] = slices.DeleteFunc(rows.Fields(), func(f string) bool { return f == field })
	}
	full := oddCharges()["all fields"]
	all := decoded(t, rows.NewEncoder(nil, math.MaxInt64), full)
	for name, fields := range choices {
		want := maps.Clone(all)
		for field := range want {
			if !slices.Contains(fields, field) {
				want[field] = nil
			}
		}
		if got := decoded(t, rows.NewEncoder(fields, math.MaxInt64), full); !reflect.DeepEqual(got, want) || len(got) != len(rows.Fields()) {
			t.Errorf("%s is encoded as %v, want %v", name, got, want)
		}
	}
}

// The limit counts all that is encoded, for all pages together. Fields that are left
// out do not count.
func TestEncode_limit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	page := []paymentapi.Charge{{ID: "a", Descriptor: &long}, {ID: "b", Descriptor: &long}}
	short, err := rows.NewEncoder([]string{"id"}, math.MaxInt64).Encode(page)
	check(t, err)
	for name, tt := range map[string]struct {
		fields []string
		limit  int
		fits   bool
	}{
		"all fields":                 {nil, 2*len(short) + 100, false},
		"without the long one":       {[]string{"id"}, 2 * len(short), true},
		"a byte more than the limit": {[]string{"id"}, 2*len(short) - 1, false},
	} {
		encoder := rows.NewEncoder(tt.fields, int64(tt.limit))
		_, first := encoder.Encode(page)
		_, second := encoder.Encode(page)
		var tooLong *rows.TooLongError
		if err := errors.Join(first, second); errors.As(err, &tooLong) == tt.fits {
			t.Errorf("%s: error %v", name, err)
		}
		if errors.As(second, &tooLong) && tooLong.Charges != 4 {
			t.Errorf("%s: %+v", name, tooLong)
		}
	}
}
