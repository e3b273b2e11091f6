// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const (
	upper = "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"
	lower = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
)

// A token says whose it is, as far as it has ids and a mode in the usual form. Nothing
// else of it is returned, and nothing is sent.
func TestCallerIdentity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		token string
		want  acctest.Values
		says  string // of the error
	}{
		"all of it":          {token: jwt(`{"merchant_id": "` + upper + `", "store_id": "` + lower + `", "mode": "test", "sub": "leak"}`), want: acctest.Values{"merchant_id": lower, "store_id": lower, "mode": "test"}},
		"a merchant's token": {token: jwt(`{"merchant_id": "` + lower + `"}`), want: acctest.Values{"merchant_id": lower}},
		"an empty mode":      {token: jwt(`{"mode": ""}`), want: acctest.Values{}},
		"no texts":           {token: jwt(`{"merchant_id": 5, "store_id": ["` + lower + `"], "mode": {"test": true}}`), want: acctest.Values{}},
		"no UUIDs":           {token: jwt(`{"merchant_id": "leak", "store_id": "{` + lower + `}", "mode": "Test mode"}`), want: acctest.Values{"mode": "Test mode"}},
		"names in capitals":  {token: jwt(`{"Merchant_ID": "` + lower + `", "MODE": "live"}`), want: acctest.Values{}},
		"no JWT":             {token: "leak-leak-leak", says: "three parts"},
		"a name twice":       {token: jwt(`{"mode": "live", "mode": "test"}`), says: "repeated names"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			p := acctest.Configured(t, server, acctest.Values{"app_token": tt.token})
			got, diags := p.Read(t.Context(), "paymentservice_caller_identity", acctest.Values{})
			maps.DeleteFunc(got, func(_ string, value any) bool { return value == nil })
			if said := diags.Errors(); (said == "") != (tt.says == "") || !strings.Contains(said, tt.says) || strings.Contains(said, "leak") ||
				said != "" && !strings.Contains(said, "`app_token`") {
				t.Errorf("it says %s", diags)
			}
			if !maps.Equal(got, tt.want) {
				t.Errorf("it returns %v, want %v", got, tt.want)
			}
			if n := len(service.Requests()); n > 0 {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}

// It needs the token. No other argument that is unknown stops it.
func TestCallerIdentity_unknown(t *testing.T) {
	t.Parallel()
	read := func(unknown string) (acctest.Values, acctest.Diagnostics) {
		return configured(t, acctest.Values{unknown: acctest.Unknown}).Read(t.Context(), "paymentservice_caller_identity", nil)
	}
	for _, name := range []string{"secret", "base_url", "max_retries", "allowed_modes"} {
		if got, diags := read(name); len(diags) > 0 || got["mode"] != "test" {
			t.Errorf("%s: it returns %v, and says %s", name, got, diags)
		}
	}
	if _, diags := read("app_token"); !strings.Contains(diags.Errors(), "The value of the provider's `app_token` is not known") {
		t.Errorf("it says %s", diags)
	}
}
