// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"slices"
	"testing"
)

// TestRequest_secrets: the secrets of a request are the values that the schema marks
// as sensitive, at any depth, and no others.
func TestRequest_secrets(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		config values
		want   []string
	}{
		"card": {
			values{"type": "one_time", "usage_limit": "monthly", "email": "a@b.c", "card": values{
				"cardholder": "T", "card_number": "4000", "exp_month": "12", "exp_year": "31", "cvv": "917", "line1": "l1", "line2": "l2", "state": "s",
				"city": "c", "country": "JP", "zip": "z", "phone_number": values{"country_code": "81", "local_number": "90"},
				"cvv_authorize": values{"enabled": true, "currency": "JPY"}, "three_ds": values{"redirect_endpoint": "https://example.com"},
			}},
			[]string{"12", "31", "4000", "90", "917", "T", "a@b.c", "c", "l1", "l2", "s", "z"},
		},
		"konbini": {
			values{"konbini": values{"customer_name": "Taro", "convenience_store": "lawson", "phone_number": values{"country_code": "81", "local_number": "90"}}},
			[]string{"90", "Taro"},
		},
		"online": {values{"ip_address": "8.8.8.8", "metadata": values{"a": "b"}, "online": values{"brand": "x", "user_identifier": "u"}}, []string{"u"}},
		"paidy":  {values{"paidy": values{"token": "tok", "list": []any{7, true, nil, values{"deep": "d"}}}}, []string{"7", "d", "tok"}},
	} {
		secrets := modelOf(tc.config).request().Secrets
		slices.Sort(secrets)
		if !slices.Equal(secrets, tc.want) {
			t.Errorf("%s: the secrets are %q, want %q", name, secrets, tc.want)
		}
	}
}
