// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// plain returns a result with its numbers written out.
func plain(value any) any {
	switch value := value.(type) {
	case *big.Float:
		return value.Text('f', -1)
	case []any:
		all := make([]any, len(value))
		for i, element := range value {
			all[i] = plain(element)
		}
		return all
	case acctest.Values:
		all := acctest.Values{}
		for name, member := range value {
			all[name] = plain(member)
		}
		return all
	}
	return value
}

// sum is a sum of amounts in one currency.
func sum(count, amount, formatted string) acctest.Values {
	return acctest.Values{
		"count":            count,
		"amount":           amount,
		"amount_formatted": formatted,
	}
}

// The figures of all charges and of each group, all of them exact, with the times as the
// service writes them.
func TestSummary(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 0, nil)
		june := time.Date(2025, 5, 31, 15, 0, 0, 0, time.UTC) // its beginning in Tokyo
		service.AddCharges(
			fakeservice.Charge{
				RequestedAmount:   math.MaxInt64,
				RequestedCurrency: "USD",
				CreatedOn:         june,
			},
			fakeservice.Charge{
				RequestedAmount:   math.MaxInt64,
				RequestedCurrency: "USD",
				CreatedOn:         june.Add(time.Hour),
			},
			fakeservice.Charge{
				RequestedAmount:   500,
				RequestedCurrency: "JPY",
				CreatedOn:         june.Add(-time.Microsecond),
				Status:            "failed",
			},
		)
		service.Set(func(b *fakeservice.Behavior) {
			b.Rewrite = func(charge map[string]any) {
				charge["fee_amount"] = json.Number("-3")
				charge["fee_currency"] = "EUR"
				charge["fee_amount_formatted"] = "-0.03"
			}
		})

		result, diags := summary(t.Context(), p, acctest.Values{
			"group_by":  []string{"status", "day"},
			"time_zone": "Asia/Tokyo",
		})
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		yen := sum("1", "500", "500")
		dollars := sum("2", "18446744073709551614", "184467440737095516.14")
		for name, want := range map[string]any{
			"charge_count":      "3",
			"total_hits":        "3",
			"oldest_created_on": "2025-05-31T14:59:59.999999Z",
			"newest_created_on": "2025-05-31T16:00:00.000000Z",
			"requested":         acctest.Values{"JPY": yen, "USD": dollars},
			"charged":           acctest.Values{"USD": dollars},
			"fees":              acctest.Values{"EUR": sum("3", "-9", "-0.09")},
			"groups": []any{
				acctest.Values{
					"key":       acctest.Values{"day": "2025-05-31", "status": "failed"},
					"count":     "1",
					"requested": acctest.Values{"JPY": yen},
					"charged":   acctest.Values{},
					"fees":      acctest.Values{"EUR": sum("1", "-3", "-0.03")},
				},
				acctest.Values{
					"key":       acctest.Values{"day": "2025-06-01", "status": "successful"},
					"count":     "2",
					"requested": acctest.Values{"USD": dollars},
					"charged":   acctest.Values{"USD": dollars},
					"fees":      acctest.Values{"EUR": sum("2", "-6", "-0.06")},
				},
			},
		} {
			if got := plain(result[name]); !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
	})
}

// days returns the key of each group by day; an empty text for one without a day.
func days(t *testing.T, result acctest.Values) []string {
	t.Helper()
	groups, ok := result["groups"].([]any)
	if !ok {
		t.Fatalf("groups is a %T", result["groups"])
	}
	all := make([]string, len(groups))
	for i, group := range groups {
		key, _ := group.(acctest.Values)["key"].(acctest.Values)
		all[i], _ = key["day"].(string)
	}
	return all
}

// Days are those of UTC unless another zone is given.
func TestSummary_utc(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 0, nil)
		service.AddCharges(
			fakeservice.Charge{CreatedOn: time.Date(2025, 5, 31, 23, 59, 59, 0, time.UTC)},
			fakeservice.Charge{CreatedOn: time.Date(2025, 5, 31, 0, 0, 0, 0, time.UTC)},
		)
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": []string{"day"}})
		expectMessages(t, diags)
		if got := days(t, result); !reflect.DeepEqual(got, []string{"2025-05-31"}) {
			t.Errorf("the groups are %q", got)
		}
	})
}

// What parts have added up is forgotten if one cursor reads the list again.
func TestSummary_readAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 700, nil)
		isPage := func(r fakeservice.Request) bool { return r.Query.Get("limit") == "20" && r.Query.Has("cursor") }
		isFirstPage := func(r fakeservice.Request) bool { return r.Query.Get("limit") == "20" && len(r.Query) == 1 }
		service.Inject(fakeservice.Fault{Match: isPage, Nth: 9, Times: 1, Status: 403})
		result, diags := summary(t.Context(), p, acctest.Values{"page_size": 20})
		expectMessages(t, diags)
		if begun := len(service.Requests(isFirstPage)); begun != 2 {
			t.Errorf("the list was begun %d times, want 2", begun)
		}
		if count := plain(result["charge_count"]); count != "700" {
			t.Errorf("the list has %v charges, want 700", count)
		}
	})
}

// Without charges there are no figures, and without a grouping no groups.
func TestSummary_empty(t *testing.T) {
	t.Parallel()
	type row struct {
		charges int
		groupBy any
		count   string
		isEmpty bool // there are no sums and no times, either
	}
	bubble.Each(t, map[string]row{
		"no charges": {
			groupBy: []string{"day"},
			count:   "0",
			isEmpty: true,
		},
		"not grouped": {
			charges: 5,
			count:   "5",
		},
		"grouped by no name": {
			charges: 5,
			groupBy: []string{},
			count:   "5",
		},
	}, func(t *testing.T, tt row) {
		_, p := inBubble(t, tt.charges, nil)
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": tt.groupBy})
		expectMessages(t, diags)
		if got := plain(result["charge_count"]); got != tt.count {
			t.Errorf("charge_count is %v, want %s", got, tt.count)
		}
		if got := result["groups"]; !reflect.DeepEqual(got, []any{}) {
			t.Errorf("groups is %v", got)
		}
		for _, name := range []string{"requested", "charged"} {
			sums, ok := result[name].(acctest.Values)
			if !ok || (len(sums) == 0) != tt.isEmpty {
				t.Errorf("%s is %v", name, result[name])
			}
		}
		for _, name := range []string{"oldest_created_on", "newest_created_on"} {
			if (result[name] == nil) != tt.isEmpty {
				t.Errorf("%s is %v", name, result[name])
			}
		}
	})
}

// A first or last day that lacks hours looks like a bad day. It comes from a midnight of another clock
// than that of the groups.
func TestSummary_incompleteDay(t *testing.T) {
	t.Parallel()
	type row struct {
		groupBy  []any
		timeZone any
		from     any
		to       any
		saysFrom []string // parts of the message about from; none for no message
		saysTo   []string
	}
	byDay := []any{"day"}
	bubble.Each(t, map[string]row{
		"dates, and days of Tokyo": {
			groupBy:  byDay,
			timeZone: "Asia/Tokyo",
			from:     "2025-06-01",
			to:       "2025-07-01",
			saysFrom: []string{"2025-06-01,", "`time_zone` Asia/Tokyo", "first", `from = "2025-06-01T00:00:00+09:00"`},
			saysTo:   []string{"2025-07-01,", "`time_zone` Asia/Tokyo", "last", `to = "2025-07-01T00:00:00+09:00"`},
		},
		"midnight in UTC, and months of Tokyo": {
			groupBy:  []any{"status", "month"},
			timeZone: "Asia/Tokyo",
			from:     "2025-06-01T00:00:00Z",
			saysFrom: []string{`from = "2025-06-01T00:00:00+09:00"`},
		},
		"midnight in Tokyo, and days of UTC": {
			groupBy:  byDay,
			from:     "2025-06-01T00:00:00+09:00",
			saysFrom: []string{"UTC", `from = "2025-06-01T00:00:00Z"`, "or set `time_zone`"},
		},
		"midnight in small letters, with a fraction": {
			groupBy: byDay,
			to:      "2025-06-01t00:00:00.000+09:00",
			saysTo:  []string{`to = "2025-06-01T00:00:00Z"`},
		},
		"a day that begins at one o'clock": {
			groupBy:  byDay,
			timeZone: "America/Sao_Paulo",
			from:     "2018-11-04T00:00:00-02:00",
			saysFrom: []string{`from = "2018-11-04T01:00:00-02:00"`},
		},
		"beginnings of days": {
			groupBy:  byDay,
			timeZone: "Asia/Tokyo",
			from:     "2025-05-31T15:00:00Z",
			to:       "2025-07-01T00:00:00+09:00",
		},
		"the beginning of another day": {
			groupBy:  byDay,
			timeZone: "Pacific/Kiritimati",
			from:     "2025-06-01T00:00:00-10:00",
		},
		"dates, and days of UTC": {
			groupBy: byDay,
			from:    "2025-06-01",
			to:      "2025-07-01",
		},
		"up to now": {
			groupBy:  byDay,
			timeZone: "Asia/Tokyo",
			from:     "2025-05-31T15:00:00Z",
			to:       "2025-06-13T09:41:07Z",
		},
		"a little after midnight": {
			groupBy:  byDay,
			timeZone: "Asia/Tokyo",
			from:     "2025-06-01T00:00:01Z",
			to:       "2025-06-02T00:00:00.5Z",
		},
		"groups without days": {
			groupBy: []any{"status"},
			from:    "2025-06-01T00:00:00+09:00",
		},
		"no groups": {
			from: "2025-06-01T00:00:00+09:00",
		},
		"unknown groups": {
			groupBy: []any{acctest.Unknown},
			from:    "2025-06-01T00:00:00+09:00",
		},
		"an unknown time zone": {
			groupBy:  byDay,
			timeZone: acctest.Unknown,
			from:     "2025-06-01T00:00:00+09:00",
		},
		"an unknown bound": {
			groupBy: byDay,
			from:    acctest.Unknown,
		},
	}, func(t *testing.T, tt row) {
		config := acctest.Values{
			"time_zone": tt.timeZone,
			"from":      tt.from,
			"to":        tt.to,
		}
		if tt.groupBy != nil {
			config["group_by"] = tt.groupBy
		}
		var want []message
		if tt.saysFrom != nil {
			want = append(want, message{at: "from", title: "First or Last Day Incomplete", says: tt.saysFrom})
		}
		if tt.saysTo != nil {
			want = append(want, message{at: "to", title: "First or Last Day Incomplete", says: tt.saysTo})
		}
		_, p := inBubble(t, 0, nil)
		_, diags := summary(t.Context(), p, config)
		expectMessages(t, diags, want...)
	})
}

// Services write times in several forms. Each that leaves no doubt about its instant gives a day, and
// anything else none.
func TestSummary_formsOfTime(t *testing.T) {
	t.Parallel()
	type row struct {
		createdOn any    // as the service lists it
		day       string // in Tokyo; empty for none
	}
	bubble.Each(t, map[string]row{
		"microseconds":            {createdOn: "2025-05-31T15:00:00.000000Z", day: "2025-06-01"},
		"a space for the T":       {createdOn: "2025-05-31 15:00:00Z", day: "2025-06-01"},
		"an offset of hours":      {createdOn: "2025-06-01 00:00:00+09", day: "2025-06-01"},
		"no seconds":              {createdOn: "2025-05-31T14:59Z", day: "2025-05-31"},
		"milliseconds since 1970": {createdOn: 1748703600000, day: "2025-06-01"},
		"milliseconds as a text":  {createdOn: "1748703599999", day: "2025-05-31"},
		"seconds since 1970":      {createdOn: 1748703600},
		"month and day":           {createdOn: "06/01/2025"},
		"null":                    {createdOn: nil},
	}, func(t *testing.T, tt row) {
		service, p := inBubble(t, 0, nil)
		service.Inject(*listing(false, acctest.Values{"id": "1", "created_on": tt.createdOn}))
		result, diags := summary(t.Context(), p, acctest.Values{
			"group_by":  []string{"day"},
			"time_zone": "Asia/Tokyo",
		})
		expectMessages(t, diags)
		if got := days(t, result); !reflect.DeepEqual(got, []string{tt.day}) {
			t.Errorf("the groups are %q, want %q", got, tt.day)
		}
	})
}
