// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

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
			charge["fee_amount"], charge["fee_currency"], charge["fee_amount_formatted"] = json.Number("123456789012345678901234567890"), "EUR", "1234567890123456789012345678.90"
		}))
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": []string{"status", "day"}, "time_zone": "Asia/Tokyo"})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if whole(result["charge_count"]) != 3 || whole(result["total_hits"]) != 3 {
			t.Errorf("count %v, total_hits %v", result["charge_count"], result["total_hits"])
		}
		if result["oldest_created_on"] != "2025-05-31T14:59:59.999999Z" || result["newest_created_on"] != "2025-05-31T16:00:00.000000Z" {
			t.Errorf("from %v to %v", result["oldest_created_on"], result["newest_created_on"])
		}
		for sums, want := range map[string]string{
			"requested": "JPY 1: 500 500, USD 2: 18446744073709551614 184467440737095516.14", "charged": "USD 2: 18446744073709551614 184467440737095516.14",
			"fees": "EUR 3: 370370367037037036703703703670 3703703670370370367037037036.7",
		} {
			if got := sumsIn(result[sums]); got != want {
				t.Errorf("%s: %s, want %s", sums, got, want)
			}
		}
		if got := groupsIn(result, "day", "status"); got != "2025-05-31 failed 1, 2025-06-01 successful 2" {
			t.Errorf("groups %s", got)
		}
		groups, _ := result["groups"].([]any)
		if got := sumsIn(object(groups[0])["fees"]); got != "EUR 1: 123456789012345678901234567890 1234567890123456789012345678.9" {
			t.Errorf("fees of a group: %s", got)
		}
	})
}

// sumsIn lists sums by their currencies.
func sumsIn(value any) string {
	var list []string
	for _, currency := range slices.Sorted(maps.Keys(object(value))) {
		sum := object(object(value)[currency])
		amount, _ := sum["amount"].(*big.Float)
		formatted, _ := sum["amount_formatted"].(*big.Float)
		list = append(list, fmt.Sprintf("%s %d: %s %s", currency, whole(sum["count"]), amount.Text('f', 0), formatted.Text('f', -1)))
	}
	return strings.Join(list, ", ")
}

// groupsIn lists the groups of a summary by names of their keys.
func groupsIn(result acctest.Values, names ...string) string {
	var groups []string
	list, _ := result["groups"].([]any)
	for _, group := range list {
		text := ""
		for _, name := range names {
			text += fmt.Sprint(object(object(group)["key"])[name], " ")
		}
		groups = append(groups, fmt.Sprint(text, whole(object(group)["count"])))
	}
	return strings.Join(groups, ", ")
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
