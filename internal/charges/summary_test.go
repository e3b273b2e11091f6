// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"strings"
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
		service.Set(func(b *fakeservice.Behavior) {
			b.Rewrite = func(charge map[string]any) {
				charge["fee_amount"], charge["fee_currency"], charge["fee_amount_formatted"] = json.Number("-3"), "EUR", "-0.03"
			}
		})
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

// Days are those of UTC unless another zone is given.
func TestSummary_utc(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 0, nil)
		service.AddCharges(fakeservice.Charge{CreatedOn: time.Date(2025, 5, 31, 23, 59, 59, 0, time.UTC)}, fakeservice.Charge{CreatedOn: time.Date(2025, 5, 31, 0, 0, 0, 0, time.UTC)})
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": []string{"day"}})
		if got, err := json.Marshal(result["groups"]); len(diags) > 0 || err != nil || strings.Count(string(got), `"key":{"day":"2025-05-31"}`) != 1 || strings.Count(string(got), `"key"`) != 1 {
			t.Errorf("the groups are %s, error %v, diagnostics: %s", got, err, diags)
		}
	})
}

// What parts have added up is forgotten if one cursor reads the list again.
func TestSummary_readAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 700, nil)
		service.Inject(fakeservice.Fault{Match: func(r fakeservice.Request) bool { return r.Query.Get("limit") == "20" && r.Query.Has("cursor") }, Nth: 9, Times: 1, Status: 403})
		result, diags := summary(t.Context(), p, acctest.Values{"page_size": 20})
		begun := service.Requests(func(r fakeservice.Request) bool { return len(r.Query) == 1 })
		if len(diags) > 0 || len(begun) != 2 || fmt.Sprint(result["charge_count"]) != "700" {
			t.Errorf("the list was begun %d times, and has %v charges; diagnostics: %s", len(begun), result["charge_count"], diags)
		}
	})
}

// Without charges there are no figures, and without a grouping no groups.
func TestSummary_empty(t *testing.T) {
	t.Parallel()
	type row struct {
		charges int
		config  acctest.Values
		want    string
	}
	bubble.Each(t, map[string]row{
		"no charges":         {0, acctest.Values{"group_by": []string{"day"}}, `["0",{},{},{},[],null,null]`},
		"not grouped":        {5, nil, `["5",`},
		"grouped by no name": {5, acctest.Values{"group_by": []string{}}, `["5",`},
	}, func(t *testing.T, tt row) {
		_, p := inBubble(t, tt.charges, nil)
		result, diags := summary(t.Context(), p, tt.config)
		groups, ok := result["groups"].([]any)
		got, err := json.Marshal([]any{result["charge_count"], result["requested"], result["charged"], result["fees"], groups, result["oldest_created_on"], result["newest_created_on"]})
		if err != nil || len(diags) > 0 || !ok || len(groups) > 0 || !strings.HasPrefix(string(got), tt.want) {
			t.Errorf("got %s, want %s, error %v, diagnostics: %s", got, tt.want, err, diags)
		}
	})
}
