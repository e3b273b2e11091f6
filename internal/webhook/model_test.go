// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestModelPatch(t *testing.T) {
	t.Parallel()

	state := func(change func(*model)) model {
		m := model{
			Active: types.BoolValue(true), URL: types.StringValue("https://example.com/"),
			Triggers: triggerSet([]string{"a", "b"}), AuthToken: types.StringValue("x"),
		}
		change(&m)
		return m
	}
	same := func(*model) {}
	for name, tc := range map[string]struct {
		state, plan model
		want        string
	}{
		"nothing":          {state(same), state(same), `{}`},
		"active":           {state(same), state(func(m *model) { m.Active = types.BoolValue(false) }), `{"active":false}`},
		"url":              {state(same), state(func(m *model) { m.URL = types.StringValue("https://example.com/b") }), `{"url":"https://example.com/b"}`},
		"triggers, sorted": {state(same), state(func(m *model) { m.Triggers = triggerSet([]string{"c", "a"}) }), `{"triggers":["a","c"]}`},
		"no triggers":      {state(same), state(func(m *model) { m.Triggers = triggerSet(nil) }), `{"triggers":[]}`},
		"token":            {state(same), state(func(m *model) { m.AuthToken = types.StringValue("y") }), `{"auth_token":"y"}`},
		"token taken out":  {state(same), state(func(m *model) { m.AuthToken = types.StringNull() }), `{}`},
		"unconfigured": {state(same), state(func(m *model) {
			m.Active, m.URL, m.Triggers = types.BoolUnknown(), types.StringUnknown(), types.SetUnknown(types.StringType)
		}), `{}`},
		"from a state of ids": {emptyModel(), state(same), `{"active":true,"url":"https://example.com/","triggers":["a","b"],"auth_token":"x"}`},
		"other facts":         {state(same), state(func(m *model) { m.UpdatedOn, m.DeactivateOnDestroy = types.StringUnknown(), types.BoolValue(true) }), `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			patch := tc.plan.patch(tc.state)
			sent, err := json.Marshal(patch)
			if err != nil || string(sent) != tc.want {
				t.Errorf("patch = %s, %v, want %s", sent, err, tc.want)
			}
			if patch.IsEmpty() != (tc.want == `{}`) {
				t.Errorf("IsEmpty() = %t for %s", patch.IsEmpty(), sent)
			}
		})
	}
}

func TestModelWithAnswer(t *testing.T) {
	t.Parallel()

	before := model{
		WebhookID: types.StringValue("w"), Active: types.BoolValue(true), URL: types.StringValue("https://Example.com"),
		Triggers: triggerSet([]string{"a"}), MerchantID: types.StringValue("M"), UpdatedOn: types.StringValue("1"), PlatformID: types.StringValue("p"),
	}
	got := before.withAnswer(&paymentapi.Webhook{
		Active: new(false), URL: new("https://example.com/"), Triggers: &[]string{"A", "a"}, MerchantID: new("m"), UpdatedOn: new("2"),
	})
	want := before
	want.ID, want.Active, want.UpdatedOn = types.StringValue("w"), types.BoolValue(false), types.StringValue("2")
	if !got.equal(want) || !got.ID.Equal(want.ID) {
		t.Errorf("withAnswer = %+v, want %+v", got, want)
	}
	moved := before.withAnswer(&paymentapi.Webhook{URL: new("https://example.org/"), Triggers: &[]string{"b", "b"}})
	if moved.URL.ValueString() != "https://example.org/" || !moved.Triggers.Equal(triggerSet([]string{"b"})) {
		t.Errorf("withAnswer = %+v does not take on another URL or other triggers", moved)
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
			if got := names(mismatch(ref, wanted, &tc.answer)); !slices.Equal(got, tc.want) {
				t.Errorf("mismatch = %q, want %q", got, tc.want)
			}
		})
	}
}
