// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// query makes requests for charges with the parameter, which is left out for
// the value "none".
func query(name string, more ...string) func(string) request {
	return func(value string) request {
		values := url.Values{}
		for i := 0; i < len(more); i += 2 {
			values.Set(more[i], more[i+1])
		}
		if values.Set(name, value); value == "none" {
			values.Del(name)
		}
		return request{method: http.MethodGet, path: "/charges?" + values.Encode()}
	}
}

// API description, sections 4.2, 4.4 and 8.
func TestRules_charges(t *testing.T) {
	t.Parallel()
	times := rule{
		obeyed: []string{
			"none", "2025-03-01", "20250301", "2024-02-29", "2025-03-01T05:00:00Z", "2025-03-01T05:00:00.123456Z", "2025-03-01T05:00:00,5Z", "2025-03-01T05:00Z",
			"2025-03-01T24:00:00Z", "2025-03-01T05:00:00+09:00", "2025-03-01T05:00:00-23:59", "2025-03-01T05:00:00+09", "20250301T050000Z", "20250301T0500+0900",
		},
		broken: []string{
			"", "2025", "2025-3-1", "2025-13-01", "2025-00-01", "2025-02-29", "2025-04-31", "2025-03-00", "25-03-01", "2025-0301",
			"2025-03-01T5:00:00Z", "2025-03-01T25:00:00Z", "2025-03-01T24:00:01Z", "2025-03-01T05:60:00Z", "2025-03-01T05:00:60Z", "2025-03-01T05:00:00", "2025-03-01T05:00:00z",
			"2025-03-01T05:00:00+24:00", "2025-03-01T05:00:00+14:60", "2025-03-01T05:00:00 09:00", "2025-03-01T05:00:00+9", "2025-03-01T05:00:00+0900", "20250301T05:00:00Z",
			"2025-03-01 05:00:00Z", "2025-03-01T", "2025-03-01T05:00:00.Z", "yesterday", "２025-03-01",
		},
	}
	from, to := times, times
	from.of, to.of = query("from"), query("to")
	card := []string{"last_four", "0042", "name", "A B", "exp_month", "3", "exp_year", "2030"}
	whole := func(low, high string) ([]string, []string) {
		return []string{low, high}, []string{"0" + low, "+" + low, low + ".0", low + " ", "-" + low, "1e1", "x", ""}
	}
	limits, noLimits := whole("10", "100")
	months, noMonths := whole("1", "12")
	years, noYears := whole("2030", "1999")
	amounts := rule{obeyed: []string{"none", "0", "1", "1000000000000", "-1", "1.5"}, broken: []string{"", "01", "+1", "1,000", "1e3", ".5", "1.", "x", "0x1", " 1"}}
	amountFrom, amountTo := amounts, amounts
	amountFrom.of, amountTo.of = query("amount_from"), query("amount_to")
	runRules(t, map[string]rule{
		"from": from, "to": to,
		"limit, 4.4 and 8": {of: query("limit"), obeyed: append(limits, "none", "55"), broken: append(noLimits, "9", "101", "1", "1000", "99999999999999999999")},
		"cursor":           {of: query("cursor"), obeyed: []string{"none", chargeID, strings.ToUpper(chargeID)}, broken: []string{"", "1", otherID, chargeID + "0", "{" + chargeID + "}"}},
		"cursor_direction": {of: query("cursor_direction"), obeyed: []string{"none", "asc", "desc"}, broken: []string{"", "ASC", "up"}},
		"last_four":        {of: query("last_four", card...), obeyed: []string{"0042", "1234"}, broken: []string{"none", "", "42", "00042", "004x", "４２４２"}},
		"name":             {of: query("name", card...), obeyed: []string{"A", "山田 太郎"}, broken: []string{"none", ""}},
		"exp_month":        {of: query("exp_month", card...), obeyed: months, broken: append(noMonths, "none", "0", "13")},
		"exp_year":         {of: query("exp_year", card...), obeyed: years, broken: append(noYears, "none", "20300")},
		"phone":            {of: query("phone"), obeyed: []string{"none", "0312345678", "81312345678"}, broken: []string{"", "03-1234", "+81", "x", "1.0"}},
		"amount_from":      amountFrom,
		"amount_to":        amountTo,
		"currency":         {of: query("currency"), obeyed: []string{"none", "JPY"}, broken: []string{"", "jpy", "JP", "YENS"}},
		"mode":             {of: query("mode"), obeyed: []string{"none", "live", "test"}, broken: []string{"", "Live", "prod", "live_test"}},
		"metadata":         {of: query("metadata"), obeyed: []string{"none", "order:17"}, broken: []string{""}},
		"transaction_token_id": {
			of: query("transaction_token_id"), obeyed: []string{"none", otherID}, broken: []string{"", "x", strings.ReplaceAll(otherID, "-", "")},
		},
		"other parameters": {of: func(v string) request { return query(v)("a@example.com") }, obeyed: []string{"metadata"}, broken: []string{"email", "page", "Limit", "offset"}},
		"a parameter once": {
			of: func(v string) request { return request{method: http.MethodGet, path: "/charges?" + v} }, obeyed: []string{"limit=10"}, broken: []string{"limit=10&limit=10"},
		},
		"storeId": {
			of: func(v string) request {
				return request{method: http.MethodGet, path: "/stores/" + url.PathEscape(v) + "/charges"}
			},
			obeyed: []string{fakeservice.DefaultStoreID, strings.ToUpper(fakeservice.DefaultStoreID), otherID},
			broken: []string{"1", "{" + otherID + "}", strings.ReplaceAll(otherID, "-", "")},
		},
	})
}
