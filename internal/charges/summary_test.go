// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The figures of all charges and of each group, all of them exact, with the times as the
// service writes them.
func TestSummary(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 0, nil)
		june := time.Date(2025, 5, 31, 15, 0, 0, 0, time.UTC) // its beginning in Tokyo
		const large = 1<<63 - 1
		service.AddCharges(
			fakeservice.Charge{RequestedAmount: large, RequestedCurrency: "USD", CreatedOn: june},
			fakeservice.Charge{RequestedAmount: large, RequestedCurrency: "USD", CreatedOn: june.Add(time.Hour)},
			fakeservice.Charge{RequestedAmount: 500, RequestedCurrency: "JPY", CreatedOn: june.Add(-time.Microsecond), Status: "failed"},
		)
		service.Set(mutated(func(charge map[string]any) {
			charge["fee_amount"], charge["fee_currency"], charge["fee_amount_formatted"] = json.Number("-3"), "EUR", "-0.03"
		}))
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": []string{"status", "day"}, "time_zone": "Asia/Tokyo"})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		const dollars = `"USD":{"amount":"1.8446744073709551614e+19","amount_formatted":"1.8446744073709551614e+17","count":"2"}`
		for name, want := range map[string]string{
			"charge_count":      `"3"`,
			"total_hits":        `"3"`,
			"oldest_created_on": `"2025-05-31T14:59:59.999999Z"`,
			"newest_created_on": `"2025-05-31T16:00:00.000000Z"`,
			"requested":         `{"JPY":{"amount":"500","amount_formatted":"500","count":"1"},` + dollars + `}`,
			"charged":           `{` + dollars + `}`,
			"fees":              `{"EUR":{"amount":"-9","amount_formatted":"-0.09","count":"3"}}`,
			"groups": `[{"charged":{},"count":"1","fees":{"EUR":{"amount":"-3","amount_formatted":"-0.03","count":"1"}},"key":{"day":"2025-05-31","status":"failed"},"requested":{"JPY":{"amount":"500","amount_formatted":"500","count":"1"}}},` +
				`{"charged":{` + dollars + `},"count":"2","fees":{"EUR":{"amount":"-6","amount_formatted":"-0.06","count":"2"}},"key":{"day":"2025-06-01","status":"successful"},"requested":{` + dollars + `}}]`,
		} {
			if got, err := json.Marshal(result[name]); string(got) != want {
				t.Errorf("%s: %s, want %s, error %v", name, got, want, err)
			}
		}
	})
}

// Without charges there are no figures, and without a grouping no groups.
func TestSummary_empty(t *testing.T) {
	t.Parallel()
	type row struct {
		charges int
		config  acctest.Values
	}
	bubble.Each(t, map[string]row{
		"not grouped":         {0, nil},
		"grouped":             {0, acctest.Values{"group_by": []string{"day"}}},
		"grouped by no name":  {5, acctest.Values{"group_by": []string{}}},
		"charges, no groups":  {5, nil},
		"no charges in store": {5, acctest.Values{"store_id": uuidText, "group_by": []string{"day"}}},
	}, func(t *testing.T, tt row) {
		service, p := inBubble(t, tt.charges, nil)
		service.AddWebhook(fakeservice.Webhook{StoreID: uuidText})
		result, diags := summary(t.Context(), p, tt.config)
		if groups, ok := result["groups"].([]any); len(diags) > 0 || !ok || len(groups) != 0 {
			t.Errorf("groups %v, diagnostics: %s", result["groups"], diags)
		}
		for _, sums := range []string{"requested", "charged", "fees"} {
			if _, ok := result[sums].(map[string]any); !ok {
				t.Errorf("%s is %v", sums, result[sums])
			}
		}
		if none := result["oldest_created_on"] == nil && result["newest_created_on"] == nil; none != (whole(result["charge_count"]) == 0) {
			t.Errorf("from %v to %v", result["oldest_created_on"], result["newest_created_on"])
		}
	})
}
