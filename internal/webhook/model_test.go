// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestModelWithAnswer(t *testing.T) {
	t.Parallel()

	before := model{WebhookID: types.StringValue("w"), answerModel: answerModel{
		Active: types.BoolValue(true), URL: types.StringValue("https://Example.com"),
		Triggers: triggerSet([]string{"a"}), MerchantID: types.StringValue("M"), UpdatedOn: types.StringValue("1"), PlatformID: types.StringValue("p"),
	}}
	got := before.withAnswer(&paymentapi.Webhook{
		Active: new(false), URL: new("https://example.com/"), Triggers: &[]string{"A", "a"}, MerchantID: new("m"), UpdatedOn: new("2"),
	})
	want := before
	want.ID, want.Active, want.UpdatedOn = types.StringValue("w"), types.BoolValue(false), types.StringValue("2")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("withAnswer = %+v, want %+v", got, want)
	}
	moved := before.withAnswer(&paymentapi.Webhook{URL: new("https://example.org/"), Triggers: &[]string{"b", "b"}})
	if moved.URL.ValueString() != "https://example.org/" || !moved.Triggers.Equal(triggerSet([]string{"b"})) {
		t.Errorf("withAnswer = %+v does not have the answer's URL and triggers", moved)
	}
}

func TestMismatch(t *testing.T) {
	t.Parallel()

	ref := paymentapi.WebhookRef{MerchantID: "m", StoreID: "s", WebhookID: "w"}
	wanted := paymentapi.WebhookPatch{Active: new(true), URL: new("https://example.com"), Triggers: &[]string{"a"}}
	for name, tc := range map[string]struct {
		answer paymentapi.Webhook
		want   []string
	}{
		"nothing said":   {paymentapi.Webhook{}, nil},
		"as asked for":   {paymentapi.Webhook{ID: new("W"), StoreID: new("S"), MerchantID: new("M"), Active: new(true), URL: new("https://example.com/"), Triggers: &[]string{"a", "a"}}, nil},
		"another object": {paymentapi.Webhook{ID: new("x"), StoreID: new("y"), MerchantID: new("z")}, []string{"id", "store_id", "merchant_id"}},
		"other settings": {paymentapi.Webhook{Active: new(false), URL: new("https://example.org"), Triggers: &[]string{}}, []string{"active", "url", "triggers"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, d := range mismatch(ref, wanted, &tc.answer) {
				got = append(got, d.field)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("mismatch = %q, want %q", got, tc.want)
			}
		})
	}
}
