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

// A first or last day that lacks hours looks like a bad day. It comes from a midnight of another clock
// than that of the groups.
func TestSummary_incompleteDay(t *testing.T) {
	t.Parallel()
	const title = "First or Last Day Incomplete"
	type row struct {
		config acctest.Values
		want   []message
	}
	days := []string{"day"}
	bubble.Each(t, map[string]row{
		"dates in Tokyo": {
			config: acctest.Values{"group_by": days, "time_zone": "Asia/Tokyo", "from": "2025-06-01", "to": "2025-07-01"},
			want: []message{
				{at: "from", title: title, says: []string{"`from` is 2025-06-01,", "`time_zone` Asia/Tokyo", "first day", `from = "2025-06-01T00:00:00+09:00"`}},
				{at: "to", title: title, says: []string{"`to` is 2025-07-01,", "last day", `to = "2025-07-01T00:00:00+09:00"`}},
			},
		},
		"months of Tokyo from midnight in UTC": {
			config: acctest.Values{"group_by": []string{"status", "month"}, "time_zone": "Asia/Tokyo", "from": "2025-06-01T00:00:00Z"},
			want:   []message{{at: "from", title: title, says: []string{`from = "2025-06-01T00:00:00+09:00"`}}},
		},
		"midnights of Tokyo in UTC": {
			config: acctest.Values{"group_by": days, "from": "2025-06-01T00:00:00+09:00"},
			want:   []message{{at: "from", title: title, says: []string{"UTC", `from = "2025-06-01T00:00:00Z"`, "or set `time_zone`"}}},
		},
		"midnight in small letters": {
			config: acctest.Values{"group_by": days, "to": "2025-06-01t00:00:00.000+09:00"},
			want:   []message{{at: "to", title: title, says: []string{`to = "2025-06-01T00:00:00Z"`}}},
		},
		"a day without midnight": {
			config: acctest.Values{"group_by": days, "time_zone": "America/Sao_Paulo", "from": "2018-11-04T00:00:00-02:00"},
			want:   []message{{at: "from", title: title, says: []string{`from = "2018-11-04T01:00:00-02:00"`}}},
		},
		"beginnings of days": {
			config: acctest.Values{"group_by": days, "time_zone": "Asia/Tokyo", "from": "2025-05-31T15:00:00Z", "to": "2025-07-01T00:00:00+09:00"},
		},
		"a midnight that another day begins at": {
			config: acctest.Values{"group_by": days, "time_zone": "Pacific/Kiritimati", "from": "2025-06-01T00:00:00-10:00"},
		},
		"dates in UTC": {
			config: acctest.Values{"group_by": days, "from": "2025-06-01", "to": "2025-07-01"},
		},
		"up to now": {
			config: acctest.Values{"group_by": days, "time_zone": "Asia/Tokyo", "from": "2025-05-31T15:00:00Z", "to": "2025-06-13T09:41:07Z"},
		},
		"a second after midnight": {
			config: acctest.Values{"group_by": days, "time_zone": "Asia/Tokyo", "from": "2025-06-01T00:00:01Z", "to": "2025-06-02T00:00:00.5Z"},
		},
		"no days": {
			config: acctest.Values{"group_by": []string{"status"}, "from": "2025-06-01T00:00:00+09:00"},
		},
		"no groups": {
			config: acctest.Values{"from": "2025-06-01T00:00:00+09:00"},
		},
		"an unknown grouping": {
			config: acctest.Values{"group_by": []any{acctest.Unknown}, "from": "2025-06-01T00:00:00+09:00"},
		},
	}, func(t *testing.T, tt row) {
		_, p := inBubble(t, 0, nil)
		_, diags := summary(t.Context(), p, tt.config)
		expectMessages(t, diags, tt.want...)
	})
}

// Services write times in several forms. Each that leaves no doubt about its instant gives a day, and
// anything else none.
func TestSummary_formsOfTime(t *testing.T) {
	t.Parallel()
	type row struct {
		createdOn string // JSON
		key       string // of its group, without what is null
	}
	bubble.Each(t, map[string]row{
		"microseconds":            {createdOn: `"2025-05-31T15:00:00.000000Z"`, key: `{"day":"2025-06-01"}`},
		"a space for the T":       {createdOn: `"2025-05-31 15:00:00Z"`, key: `{"day":"2025-06-01"}`},
		"an offset of hours":      {createdOn: `"2025-06-01 00:00:00+09"`, key: `{"day":"2025-06-01"}`},
		"no seconds":              {createdOn: `"2025-05-31T14:59Z"`, key: `{"day":"2025-05-31"}`},
		"milliseconds since 1970": {createdOn: `1748703600000`, key: `{"day":"2025-06-01"}`},
		"milliseconds as a text":  {createdOn: `"1748703599999"`, key: `{"day":"2025-05-31"}`},
		"seconds since 1970":      {createdOn: `1748703600`, key: `{}`},
		"day and month":           {createdOn: `"06/01/2025"`, key: `{}`},
		"null":                    {createdOn: `null`, key: `{}`},
	}, func(t *testing.T, tt row) {
		service, p := inBubble(t, 0, nil)
		service.Inject(status(1, 200, `{"items": [{"id": "1", "created_on": `+tt.createdOn+`}], "has_more": false}`))
		result, diags := summary(t.Context(), p, acctest.Values{"group_by": []string{"day"}, "time_zone": "Asia/Tokyo"})
		expectMessages(t, diags)
		got, err := json.Marshal(result["groups"])
		if want := `"key":` + tt.key + `,`; err != nil || !strings.Contains(string(got), want) {
			t.Errorf("the groups are %s, want %s, error %v", got, want, err)
		}
	})
}
