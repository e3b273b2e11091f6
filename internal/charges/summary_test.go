// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// whole returns a whole number of a result.
func whole(value any) int64 {
	number, ok := value.(*big.Float)
	if !ok {
		return -1
	}
	n, _ := number.Int64()
	return n
}

func object(value any) map[string]any {
	o, _ := value.(map[string]any)
	return o
}

func TestSummary(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	june := time.Date(2025, 5, 31, 15, 0, 0, 0, time.UTC) // its beginning in Tokyo
	const large = 1<<63 - 1
	service.AddCharges(
		fakeservice.Charge{RequestedAmount: large, RequestedCurrency: "USD", CreatedOn: june},
		fakeservice.Charge{RequestedAmount: large, RequestedCurrency: "USD", CreatedOn: june.Add(time.Hour)},
		fakeservice.Charge{RequestedAmount: 500, RequestedCurrency: "JPY", CreatedOn: june.Add(-time.Microsecond), Status: "failed"},
	)
	result, diags := readSummary(acctest.Configured(t, server, nil), t, acctest.Values{"group_by": []string{"status", "day"}, "time_zone": "Asia/Tokyo"})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if whole(result["charge_count"]) != 3 || whole(result["total_hits"]) != 3 {
		t.Errorf("count %v, total_hits %v", result["charge_count"], result["total_hits"])
	}
	if result["oldest_created_on"] != "2025-05-31T14:59:59.999999Z" || result["newest_created_on"] != "2025-05-31T16:00:00.000000Z" {
		t.Errorf("from %v to %v", result["oldest_created_on"], result["newest_created_on"])
	}
	dollars := object(object(result["charged"])["USD"])
	if got := fmt.Sprintf("%.0f %.2f", dollars["amount"], dollars["amount_formatted"]); got != "18446744073709551614 184467440737095516.14" {
		t.Errorf("dollars %s", got)
	}
	if yen := object(result["charged"])["JPY"]; yen != nil || whole(object(object(result["requested"])["JPY"])["amount"]) != 500 {
		t.Errorf("charged in yen: %v; requested: %v", yen, result["requested"])
	}
	var groups []string
	list, _ := result["groups"].([]any)
	for _, group := range list {
		key := object(object(group)["key"])
		groups = append(groups, fmt.Sprintf("%s %s %d", key["day"], key["status"], whole(object(group)["count"])))
	}
	if got := strings.Join(groups, ", "); got != "2025-05-31 failed 1, 2025-06-01 successful 2" {
		t.Errorf("groups %s", got)
	}
}

// Without charges there are no figures, and without a grouping no groups.
// An amount of any size is added up exactly, and listed as it is.
func TestRead_amountsBeyond64Bits(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.AddCharges(fakeservice.Charge{RequestedAmount: 1, RequestedCurrency: "JPY"}, fakeservice.Charge{RequestedAmount: 2, RequestedCurrency: "JPY"})
	service.Set(func(b *fakeservice.Behavior) {
		b.ChargeMutator = func(charge map[string]any) { charge["requested_amount"] = json.RawMessage("99999999999999999999") }
	})
	p := acctest.Configured(t, server, nil)
	result, diags := readSummary(p, t, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if got := fmt.Sprintf("%.0f", object(object(result["requested"])["JPY"])["amount"]); got != "199999999999999999998" {
		t.Errorf("the sum is %s", got)
	}
	list, diags := p.Read(t.Context(), typeName, acctest.Values{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	charges, _ := list["charges"].([]any)
	if len(charges) != 2 || fmt.Sprintf("%.0f", object(charges[0])["requested_amount"]) != "99999999999999999999" {
		t.Errorf("charges %v", charges)
	}
}

func TestSummary_empty(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	for name, config := range map[string]acctest.Values{
		"not grouped":          {"mode": "live"},
		"grouped":              {"mode": "live", "group_by": []string{"day"}},
		"grouped by no name":   {"group_by": []string{}},
		"charges, not grouped": {},
	} {
		service.SeedCharges(1, fakeservice.SeedOptions{Seed: 1})
		result, diags := readSummary(acctest.Configured(t, server, nil), t, config)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if groups, ok := result["groups"].([]any); !ok || len(groups) != 0 && name != "grouped" {
			t.Errorf("%s: groups %v", name, result["groups"])
		}
		for _, sums := range []string{"requested", "charged", "fees"} {
			if _, ok := result[sums].(map[string]any); !ok {
				t.Errorf("%s: %s is %v", name, sums, result[sums])
			}
		}
	}
}

// A page that fails for good leaves no figures.
func TestSummary_allOrNothing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault   fakeservice.Fault
		charges int
	}{
		"the last of three pages":   {fakeservice.Fault{Nth: 3, Status: http.StatusInternalServerError}, 257},
		"in the middle of many":     {fakeservice.Fault{Nth: 20, Status: http.StatusServiceUnavailable}, 5000},
		"no right to the next page": {fakeservice.Fault{Nth: 2, Status: http.StatusForbidden}, 257},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(tt.charges, fakeservice.SeedOptions{})
			service.Inject(tt.fault)
			result, diags := readSummary(acctest.Configured(t, server, nil), t, acctest.Values{"store_id": storeID})
			if result["charge_count"] != nil || result["requested"] != nil {
				t.Errorf("figures of a part: %v", result)
			}
			if !strings.Contains(diags.Errors(), "Unable to Read Charges") || !strings.Contains(diags.Errors(), "The error occurred on page") {
				t.Errorf("diagnostics: %s", diags)
			}
		})
	}
}

// A summary warns of what a list warns of, in the same words.
func TestSummary_warnsAsTheList(t *testing.T) {
	t.Parallel()
	for name, mutate := range sample.Of(3, map[string]func(*fakeservice.Behavior){
		"fewer than counted": func(b *fakeservice.Behavior) {
			b.PageMutator = func(_ fakeservice.Request, page *fakeservice.Page) { *page.TotalHits += 7 }
		},
		"more than counted": func(b *fakeservice.Behavior) {
			b.PageMutator = func(_ fakeservice.Request, page *fakeservice.Page) { *page.TotalHits -= 7 }
		},
		"whole days": func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true },
	}) {
		for _, charges := range []int{16, 500} {
			t.Run(fmt.Sprintf("%s, %d", name, charges), func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(charges, fakeservice.SeedOptions{})
				service.Set(mutate)
				p := acctest.Configured(t, server, nil)
				config := acctest.Values{"from": "2025-01-01T12:00:00Z", "to": "2025-12-31T12:00:00Z", "page_size": 20}
				read, warnedOfList := p.Read(t.Context(), typeName, config)
				result, diags := readSummary(p, t, config)
				if diags.String() != warnedOfList.String() || diags.Errors() != "" {
					t.Errorf("the summary says %q, the list %q", diags, warnedOfList)
				}
				if whole(result["charge_count"]) != int64(len(list(t, read))) {
					t.Errorf("count %v of %d charges", result["charge_count"], len(list(t, read)))
				}
			})
		}
	}
}

func TestSummary_tooManyGroups(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	charges := make([]fakeservice.Charge, 10_200)
	for i := range charges {
		charges[i] = fakeservice.Charge{Status: strconv.Itoa(i)}
	}
	service.AddCharges(charges...)
	result, diags := readSummary(acctest.Configured(t, server, nil), t, acctest.Values{"group_by": []string{"status"}})
	if result["charge_count"] != nil || !strings.Contains(diags.Errors(), "Unable to Group Charges") || !strings.Contains(diags.Errors(), "Remove a name from `group_by`") {
		t.Errorf("diagnostics: %s", diags)
	}
}

// A list that must be read again is counted once.
func TestSummary_readAgain(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(2000, fakeservice.SeedOptions{})
	service.Set(func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true })
	result, diags := readSummary(acctest.Configured(t, server, nil), t, acctest.Values{"group_by": []string{"mode"}})
	if diags.Errors() != "" {
		t.Fatal(diags)
	}
	grouped := int64(0)
	groups, _ := result["groups"].([]any)
	for _, group := range groups {
		grouped += whole(object(group)["count"])
	}
	if whole(result["charge_count"]) != 2000 || grouped != 2000 {
		t.Errorf("count %v, %d in groups", result["charge_count"], grouped)
	}
}
