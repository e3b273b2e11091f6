// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
)

type charge = paymentapi.Charge

func number(text string) *json.Number { return new(json.Number(text)) }

// requested returns a charge that requests an amount.
func requested(amount, currency, formatted string) charge {
	return charge{
		RequestedAmount:          number(amount),
		RequestedCurrency:        new(currency),
		RequestedAmountFormatted: number(formatted),
	}
}

// added returns the totals of charges that are added at once, or one by one at the same time.
func added(t *testing.T, atOnce bool, groupBy []string, zone *time.Location, charges []charge) *totals.Totals {
	t.Helper()
	sums := totals.New(groupBy, zone)
	if atOnce {
		check(t, sums.Add(charges))
		return sums
	}

	var parts sync.WaitGroup
	for _, one := range slices.Backward(charges) {
		parts.Go(func() {
			if err := sums.Add([]charge{one}); err != nil {
				t.Error(err)
			}
		})
	}
	parts.Wait()
	return sums
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// key is the key of a group. A name without a value has nil.
type key = map[string]any

// group is what a test expects of a group.
type group struct {
	key   key
	count int64
}

func groupsOf(sums *totals.Totals) []group {
	var all []group
	for _, one := range sums.Groups() {
		values := key{}
		for name, value := range one.Key {
			values[name] = nil
			if value != nil {
				values[name] = *value
			}
		}
		all = append(all, group{values, one.Count})
	}
	return all
}

// Groups are in the order of their keys: name by name, alphabetically, those that lack a value last.
func TestAdd_groups(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		groupBy []string
		charges []charge
		want    []group
	}{
		"no charges": {
			groupBy: []string{"day"},
		},
		"names in alphabetical order, null last": {
			groupBy: []string{"status", "mode"},
			charges: []charge{
				{Mode: new("test")},
				{},
				{Status: new("successful"), Mode: new("test")},
				{Status: new("successful")},
				{Status: new("successful"), Mode: new("live")},
				{Status: new(""), Mode: new("test")},
				{Status: new(""), Mode: new("live")},
				{Status: new("failed")},
				{Status: new("failed"), Mode: new("live")},
				{Mode: new("test")},
			},
			want: []group{
				{key{"mode": "live", "status": ""}, 1},
				{key{"mode": "live", "status": "failed"}, 1},
				{key{"mode": "live", "status": "successful"}, 1},
				{key{"mode": "test", "status": ""}, 1},
				{key{"mode": "test", "status": "successful"}, 1},
				{key{"mode": "test", "status": nil}, 2},
				{key{"mode": nil, "status": "failed"}, 1},
				{key{"mode": nil, "status": "successful"}, 1},
				{key{"mode": nil, "status": nil}, 1},
			},
		},
		"all names": {
			groupBy: totals.Groupings(),
			charges: []charge{{
				Status:               new("s"),
				Mode:                 new("m"),
				StoreID:              new("id"),
				TransactionTokenType: new("t"),
				RequestedCurrency:    new("R"),
				ChargedCurrency:      new("C"),
				CreatedOn:            new("2025-06-01T00:00:00Z"),
			}},
			want: []group{{
				key: key{
					"status":                 "s",
					"mode":                   "m",
					"store_id":               "id",
					"transaction_token_type": "t",
					"requested_currency":     "R",
					"charged_currency":       "C",
					"day":                    "2025-06-01",
					"month":                  "2025-06",
				},
				count: 1,
			}},
		},
		"keys that look alike if their values are put together": {
			groupBy: []string{"mode", "status"},
			charges: []charge{
				{Mode: new("x,y"), Status: new("z")},
				{Mode: new("x"), Status: new("y,z")},
				{Mode: new("xy"), Status: new("z")},
				{Mode: new("x"), Status: new("yz")},
				{Mode: new("xyz"), Status: new("")},
				{Mode: new("xyz")},
			},
			want: []group{
				{key{"mode": "x", "status": "y,z"}, 1},
				{key{"mode": "x", "status": "yz"}, 1},
				{key{"mode": "x,y", "status": "z"}, 1},
				{key{"mode": "xy", "status": "z"}, 1},
				{key{"mode": "xyz", "status": ""}, 1},
				{key{"mode": "xyz", "status": nil}, 1},
			},
		},
	} {
		for _, atOnce := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, at once %t", name, atOnce), func(t *testing.T) {
				t.Parallel()
				sums := added(t, atOnce, tt.groupBy, time.UTC, tt.charges)
				if got := groupsOf(sums); !reflect.DeepEqual(got, tt.want) {
					t.Errorf("the groups are %v, want %v", got, tt.want)
				}
			})
		}
	}
}

// A group has the figures of its charges only.
func TestAdd_figuresOfGroup(t *testing.T) {
	t.Parallel()
	paid := requested("5", "JPY", "5")
	paid.Status = new("successful")
	sums := added(t, true, []string{"status"}, time.UTC, []charge{paid, requested("8", "JPY", "8"), paid})
	groups := sums.Groups()
	if len(groups) != 2 {
		t.Fatalf("there are %d groups", len(groups))
	}
	want := map[string]sum{"JPY": {count: 2, amount: "10", formatted: "10"}}
	if got := sumsOf(groups[0].Requested); !maps.Equal(got, want) {
		t.Errorf("the paid charges come to %v, want %v", got, want)
	}
}

// Days and months begin when they begin in the time zone.
func TestAdd_days(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		zone      string
		createdOn *string
		day       any
		month     any
	}{
		"before midnight in Tokyo": {
			zone:      "Asia/Tokyo",
			createdOn: new("2025-05-31T14:59:59.999999Z"),
			day:       "2025-05-31",
			month:     "2025-05",
		},
		"midnight in Tokyo": {
			zone:      "Asia/Tokyo",
			createdOn: new("2025-05-31T15:00:00.000000Z"),
			day:       "2025-06-01",
			month:     "2025-06",
		},
		"midnight in Tokyo, as Tokyo writes it": {
			zone:      "Asia/Tokyo",
			createdOn: new("2025-06-01T00:00:00+09:00"),
			day:       "2025-06-01",
			month:     "2025-06",
		},
		"the last second before the day that Samoa skipped": {
			zone:      "Pacific/Apia",
			createdOn: new("2011-12-30T09:59:59Z"),
			day:       "2011-12-29",
			month:     "2011-12",
		},
		"the first second after it": {
			zone:      "Pacific/Apia",
			createdOn: new("2011-12-30T10:00:00Z"),
			day:       "2011-12-31",
			month:     "2011-12",
		},
		"no readable time": {
			zone:      "UTC",
			createdOn: new("yesterday"),
		},
		"no time": {
			zone: "UTC",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, err := period.Zone(tt.zone)
			check(t, err)
			sums := added(t, true, []string{"day", "month"}, zone, []charge{{CreatedOn: tt.createdOn}})
			want := []group{{key{"day": tt.day, "month": tt.month}, 1}}
			if got := groupsOf(sums); !reflect.DeepEqual(got, want) {
				t.Errorf("the groups are %v, want %v", got, want)
			}
		})
	}
}

// The oldest and the newest time are as the service writes them.
func TestAdd_oldestAndNewest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		times  []string // of charges; that of a last charge is null
		oldest string
		newest string
	}{
		"no time": {
			oldest: "null",
			newest: "null",
		},
		"no readable time": {
			times:  []string{"yesterday", ""},
			oldest: "null",
			newest: "null",
		},
		"one readable time": {
			times:  []string{"2025-06-01T00:00:00Z", ""},
			oldest: `"2025-06-01T00:00:00Z"`,
			newest: `"2025-06-01T00:00:00Z"`,
		},
		"two times": {
			times:  []string{"2025-06-01T00:00:00Z", "2025-06-01T00:00:01Z"},
			oldest: `"2025-06-01T00:00:00Z"`,
			newest: `"2025-06-01T00:00:01Z"`,
		},
		"several forms": {
			times:  []string{"2025-06-01T00:00:00.000001Z", "2025-06-01T09:00:00+09:00", "2025-05-31T23:59:59"},
			oldest: `"2025-05-31T23:59:59"`,
			newest: `"2025-06-01T00:00:00.000001Z"`,
		},
		"the same time in several forms": {
			times:  []string{"2025-06-01T00:00:00Z", "2025-06-01T09:00:00+09:00", "2025-06-01T00:00:00.000Z"},
			oldest: `"2025-06-01T00:00:00.000Z"`,
			newest: `"2025-06-01T09:00:00+09:00"`,
		},
	} {
		for _, atOnce := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, at once %t", name, atOnce), func(t *testing.T) {
				t.Parallel()
				var charges []charge
				for _, text := range tt.times {
					charges = append(charges, charge{CreatedOn: &text})
				}
				charges = append(charges, charge{})
				sums := added(t, atOnce, nil, time.UTC, charges)
				if got := asJSON(t, sums.Oldest()); got != tt.oldest {
					t.Errorf("the oldest is %s, want %s", got, tt.oldest)
				}
				if got := asJSON(t, sums.Newest()); got != tt.newest {
					t.Errorf("the newest is %s, want %s", got, tt.newest)
				}
			})
		}
	}
}

func asJSON(t *testing.T, text *string) string {
	t.Helper()
	encoded, err := json.Marshal(text)
	check(t, err)
	return string(encoded)
}

// There may be 10,000 groups. A charge of one of them is none more.
func TestAdd_tooManyGroups(t *testing.T) {
	t.Parallel()
	const most = 10_000
	sums := totals.New([]string{"status"}, time.UTC)
	for n := range most {
		check(t, sums.Add([]charge{{Status: new(fmt.Sprint(n))}}))
	}
	check(t, sums.Add([]charge{{Status: new("7")}}))
	if err := sums.Add([]charge{{Status: new("one more")}}); !errors.Is(err, totals.ErrTooManyGroups) {
		t.Errorf("error %v", err)
	}
}
