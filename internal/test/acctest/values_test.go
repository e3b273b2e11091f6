// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// TestConfig_misspelt: an argument that the schema does not have, and a value of another type, is
// an error that names both and fails the row that has it.
func TestConfig_misspelt(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	type doing func(context.Context, acctest.Values) acctest.Diagnostics
	resource := func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
		return p.NewResource("paymentservice_webhook").Apply(ctx, config)
	}
	for name, tc := range map[string]struct {
		do     doing
		config acctest.Values
		says   []string
	}{
		"provider": {
			do:     p.Configure,
			config: acctest.Values{"base_ulr": "https://api.example.com"},
			says:   []string{"provider: there is no base_ulr; there are ", "base_url, "},
		},
		"resource": {
			do:     resource,
			config: acctest.Values{"webhok_id": "x"},
			says: []string{
				"paymentservice_webhook: there is no webhok_id; there are active, auth_token, ",
				"webhook_id",
			},
		},
		"resource, plan": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				_, diags := p.NewResource("paymentservice_webhook").Plan(ctx, config)
				return diags
			},
			config: acctest.Values{"webhok_id": "x"},
			says:   []string{"there is no webhok_id"},
		},
		"resource, another type": {
			do:     resource,
			config: acctest.Values{"active": "x"},
			says:   []string{"paymentservice_webhook: active is x, which is no tftypes.Bool"},
		},
		"resource, no list": {
			do:     resource,
			config: acctest.Values{"triggers": "x"},
			says:   []string{"triggers is x, which is no tftypes.Set"},
		},
		"resource, a list of another type": {
			do:     resource,
			config: acctest.Values{"triggers": []any{1}},
			says:   []string{"triggers[0] is 1, which is no tftypes.String"},
		},
		"data source, in an object": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				_, diags := p.Read(ctx, "paymentservice_charges", config)
				return diags
			},
			config: acctest.Values{"card": acctest.Values{"last_for": "0042"}},
			says:   []string{"data source paymentservice_charges: there is no card.last_for; there are exp_month, "},
		},
		"data source that there is not": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				_, diags := p.Read(ctx, "paymentservice_charge", config)
				return diags
			},
			says: []string{"the provider has no data source paymentservice_charge"},
		},
		"ephemeral resource, in a block": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				_, diags := p.Open(ctx, "paymentservice_transaction_token", config)
				return diags
			},
			config: acctest.Values{"card": acctest.Values{"card_nmber": "4"}},
			says:   []string{"ephemeral resource paymentservice_transaction_token: there is no card.card_nmber"},
		},
		"list resource": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				_, diags := p.List(ctx, "paymentservice_webhook", config, 1, false)
				return diags
			},
			config: acctest.Values{"store": "x"},
			says: []string{
				"list resource paymentservice_webhook: there is no store; there are merchant_id, store_id",
			},
		},
		"action": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				return p.Invoke(ctx, "paymentservice_resume_webhook", config)
			},
			config: acctest.Values{"store": "x"},
			says:   []string{"action paymentservice_resume_webhook: there is no store"},
		},
		"action that there is not": {
			do: func(ctx context.Context, config acctest.Values) acctest.Diagnostics {
				return p.Invoke(ctx, "paymentservice_stop_webhook", config)
			},
			says: []string{"the provider has no action paymentservice_stop_webhook"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := tc.do(t.Context(), tc.config)
			for _, text := range tc.says {
				if !strings.Contains(diags.Errors(), text) {
					t.Errorf("it says %s, want %q", diags, text)
				}
			}
		})
	}
}

// TestEncode: what is encoded comes back.
func TestEncode(t *testing.T) {
	t.Parallel()
	schema := acctest.NewProtocol(t).Schemas.EphemeralResourceSchemas["paymentservice_transaction_token"]
	values := acctest.Values{
		"create":   acctest.Unknown,
		"type":     "one_time",
		"metadata": acctest.Values{"order": "1"},
		"card":     acctest.Values{"three_ds": acctest.Values{"enabled": true}},
		"paidy": acctest.Values{
			"paidy_token": "tok_1",
			"phones":      []any{"1", true},
		},
	}
	if got := acctest.Decode(schema, acctest.Encode(t, schema, values)); !reflect.DeepEqual(got, values) {
		t.Errorf("it comes back as %v, want %v", got, values)
	}
}
