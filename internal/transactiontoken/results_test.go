// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// set puts a value into the data of an answer, leaving shared parts alone.
func set(token map[string]any, value any, steps ...string) {
	at, name := token, "data"
	for _, step := range steps {
		inner, _ := at[name].(map[string]any)
		inner = maps.Clone(inner)
		at[name] = inner
		at, name = inner, step
	}
	at[name] = value
}

// shown returns the result with a dotted name in the form of its String method.
func shown(t *testing.T, resp ephemeral.OpenResponse, name string) string {
	t.Helper()
	var value attr.Value
	if diags := resp.Result.GetAttribute(t.Context(), resultPath(name), &value); diags.HasError() {
		t.Fatal(diags)
	}
	return value.String()
}

func TestOpen_results(t *testing.T) {
	t.Parallel()

	service, data := start(t)
	resp := open(t, data, with("card", object{
		"create": true, "card/exp_month": "07", "card/line1": "1-2-3", "card/country": "JP",
		"card/phone_number": object{"country_code": "81", "local_number": "9012345678"},
	}))
	if resp.Diagnostics.HasError() {
		t.Fatal(resp.Diagnostics)
	}
	token := service.Tokens()[0]
	for name, want := range map[string]string{
		"id":                                     token.ID,
		"store_id":                               token.StoreID,
		"email":                                  "customer@example.com",
		"payment_type":                           "card",
		"mode":                                   "test",
		"type":                                   "one_time",
		"data.card.cardholder":                   cardholder,
		"data.card.card_bin":                     cardNumber[:6],
		"data.card.last_four":                    cardNumber[12:],
		"data.card.brand":                        "visa",
		"data.billing.line1":                     "1-2-3",
		"data.billing.country":                   "JP",
		"data.billing.phone_number.local_number": "9012345678",
	} {
		if got := resultOf[types.String](t, resp, name); got.ValueString() != want {
			t.Errorf("%s is %v, want %q", name, got, want)
		}
	}
	for name, want := range map[string]int64{
		"data.card.exp_month": 7, "data.card.exp_year": 2031, "data.billing.phone_number.country_code": 81,
	} {
		if got := resultOf[types.Int64](t, resp, name); got.ValueInt64() != want {
			t.Errorf("%s is %v, want %d", name, got, want)
		}
	}
	for _, name := range []string{"usage_limit", "confirmed", "last_used_on", "data.card.category", "data.billing.line2", "data.cvv_authorize_check.status"} {
		if got := resultOf[types.String](t, resp, name); !got.IsNull() {
			t.Errorf("%s is %v, want null", name, got)
		}
	}
	if got := resultOf[types.Map](t, resp, "metadata"); got.IsNull() || len(got.Elements()) != 0 {
		t.Errorf("metadata is %v, want an empty map", got)
	}
	if !resultOf[types.Bool](t, resp, "active").ValueBool() || resultOf[types.Bool](t, resp, "data.cvv_authorize.enabled").ValueBool() {
		t.Error("a bool came wrong")
	}
	if !json.Valid([]byte(resultOf[types.String](t, resp, "data_json").ValueString())) {
		t.Error("data_json is not JSON")
	}
}

// What services answer in other forms than the description shows.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		mutate func(map[string]any)
		result string
		want   string // of its String method
	}{
		"country code as a string": {func(m map[string]any) { set(m, "81", "billing", "phone_number", "country_code") }, "data.billing.phone_number.country_code", "81"},
		"year as a fraction":       {func(m map[string]any) { set(m, json.RawMessage("2031.0"), "card", "exp_year") }, "data.card.exp_year", "2031"},
		"year as a word":           {func(m map[string]any) { set(m, "soon", "card", "exp_year") }, "data.card.exp_year", "<null>"},
		"year beyond all":          {func(m map[string]any) { set(m, json.RawMessage("1e400"), "card", "exp_year") }, "data.card.exp_year", "<null>"},
		"card type as a number":    {func(m map[string]any) { set(m, 7, "card", "card_type") }, "data.card.card_type", `"7"`},
		"category as an object":    {func(m map[string]any) { set(m, map[string]any{"a": 1}, "card", "category") }, "data.card.category", "<null>"},
		"no billing":               {func(m map[string]any) { set(m, nil, "billing") }, "data.billing", "<null>"},
		"billing a string":         {func(m map[string]any) { set(m, "none", "billing") }, "data.billing", "<null>"},
		"no data":                  {func(m map[string]any) { delete(m, "data") }, "data", "<null>"},
		"no data, as JSON":         {func(m map[string]any) { m["data"] = nil }, "data_json", "<null>"},
		"data a list":              {func(m map[string]any) { m["data"] = []int{1} }, "data", "<null>"},
		"data a list, as JSON":     {func(m map[string]any) { m["data"] = []int{1} }, "data_json", `"[1]"`},
		"confirmed a bool":         {func(m map[string]any) { m["confirmed"] = true }, "confirmed", `"true"`},
		"limit an object":          {func(m map[string]any) { m["usage_limit"] = map[string]any{"count": 3} }, "usage_limit", `"{\"count\":3}"`},
		"active a word":            {func(m map[string]any) { m["active"] = "yes" }, "active", "<null>"},
		"metadata with a number":   {func(m map[string]any) { m["metadata"] = map[string]any{"a": 1} }, "metadata", `{"a":"1"}`},
		"metadata a list":          {func(m map[string]any) { m["metadata"] = []int{1} }, "metadata", "<null>"},
		"metadata an empty list":   {func(m map[string]any) { m["metadata"] = []int{} }, "metadata", "{}"},
		"no metadata":              {func(m map[string]any) { delete(m, "metadata") }, "metadata", "<null>"},
		"another e-mail":           {func(m map[string]any) { m["email"] = "other@example.com" }, "email", `"customer@example.com"`},
		"further fields":           {func(m map[string]any) { m["further"] = 1 }, "payment_type", `"card"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			service.Set(func(b *fakeservice.Behavior) { b.TokenMutator = tc.mutate })
			resp := open(t, data, with("card", object{"create": true, "card/phone_number": object{"country_code": "1", "local_number": "2"}}))
			if resp.Diagnostics.HasError() {
				t.Fatal(resp.Diagnostics)
			}
			if got := shown(t, resp, tc.result); got != tc.want {
				t.Errorf("%s is %s, want %s", tc.result, got, tc.want)
			}
		})
	}
}
