// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

var (
	tokyo = time.FixedZone("", 9*60*60)
	// recipesRunAt stands for plantimestamp() in recipes. In Tokyo, it is July already.
	recipesRunAt = time.Date(2025, 6, 30, 16, 0, 0, 0, time.UTC)
)

// day returns the beginning of a day of the year 2025.
func day(month time.Month, day int, zone *time.Location) time.Time {
	return time.Date(2025, month, day, 0, 0, 0, 0, zone)
}

// money is an amount in the smallest unit of a currency.
type money struct {
	amount   int64
	currency string
}

func yen(amount int64) *money   { return &money{amount, "JPY"} }
func cents(amount int64) *money { return &money{amount, "USD"} }

// more returns a higher amount.
func (m money) more(by int64) *money { return &money{m.amount + by, m.currency} }

// inUnits returns the amount in the currency's unit, which has cents unless it is the yen.
func (m money) inUnits() float64 {
	if m.currency == "JPY" {
		return float64(m.amount)
	}
	return float64(m.amount) / 100
}

// kind is a kind of charge that services really have.
type kind struct {
	status  string
	isTest  bool // its mode is test, and not live
	asked   *money
	charged *money
	nulls   []string // the members that are null in an answer
}

var whatWasCharged = []string{"charged_amount", "charged_currency", "charged_amount_formatted"}

// kinds have all statuses: each with a charged amount, since services fill it whatever the status.
var kinds = []kind{
	{status: "successful", asked: yen(500), charged: yen(500)},
	{status: "successful", asked: cents(1999), charged: cents(1999)},
	{status: "successful", asked: cents(2500), charged: yen(3700)},
	{status: "successful", asked: yen(10_000), charged: cents(6600)},
	{status: "successful", asked: yen(9000), charged: yen(4000)}, // captured in part
	{status: "successful", asked: yen(70), nulls: whatWasCharged},
	{status: "successful", asked: yen(80), charged: yen(80), nulls: []string{"charged_currency"}},
	{status: "successful", asked: yen(111), charged: yen(111), nulls: []string{"created_on"}},
	{status: "successful", asked: yen(100_500), charged: yen(100_500)}, // beyond amount_from of the examples
	{status: "successful", isTest: true, asked: yen(50_000), charged: yen(50_000)},
	{status: "failed", asked: yen(10_001), charged: yen(10_001)},
	{status: "failed", isTest: true, asked: yen(10_002), charged: yen(10_002)},
	{status: "error", asked: cents(10_003), charged: cents(10_003)},
	{status: "authorized", asked: yen(20_000), charged: yen(20_000)},
	{status: "awaiting", asked: yen(21_000), charged: yen(21_000)},
	{status: "awaiting", asked: cents(22_000), nulls: []string{"created_on"}},
	{status: "pending", asked: yen(40_000)},
	{status: "pending", asked: yen(41_000), nulls: []string{"status"}},
	{status: "canceled", asked: yen(30_000), charged: yen(30_000)},
}

// times are when charges of each kind were created: at both ends of January (UTC) and of each month
// from March to June in Tokyo, and in each week of June.
var times = []time.Time{
	time.Date(2025, 1, 15, 12, 0, 0, 0, time.UTC),
	time.Date(2025, 1, 31, 23, 59, 59, 0, time.UTC),
	time.Date(2025, 2, 28, 14, 59, 59, 0, time.UTC),
	time.Date(2025, 2, 28, 15, 0, 0, 0, time.UTC),
	time.Date(2025, 4, 10, 3, 4, 0, 0, time.UTC),
	time.Date(2025, 5, 31, 14, 59, 59, 0, time.UTC),
	time.Date(2025, 5, 31, 15, 0, 0, 0, time.UTC),
	time.Date(2025, 6, 3, 0, 0, 0, 0, time.UTC),
	time.Date(2025, 6, 14, 15, 30, 0, 0, time.UTC),
	time.Date(2025, 6, 17, 0, 0, 0, 0, time.UTC),
	time.Date(2025, 6, 28, 0, 0, 0, 0, time.UTC),
	time.Date(2025, 6, 30, 14, 59, 0, 0, time.UTC),
	time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC),
}

// spellings are the forms in which services write a time.
var spellings = []func(time.Time) any{
	func(at time.Time) any { return at.Format("2006-01-02T15:04:05.000000Z") },
	func(at time.Time) any { return at.In(tokyo).Format(time.RFC3339) },
	func(at time.Time) any { return at.Format(time.DateTime) },
	func(at time.Time) any { return at.In(tokyo).Format("2006-01-02T15:04:05+09") },
	func(at time.Time) any { return at.UnixMilli() },
}

// accountant is a user of a service that has charges of each kind at each time, in two stores.
// Their numbers and amounts differ, so that no figure is right by chance.
type accountant struct {
	user
	charges map[string]charge // by id
}

// charge is a charge of a kind, with an amount of its own.
type charge struct {
	kind
	id      string
	at      time.Time // it was created
	created any       // its created_on, unless that is null
}

func newAccountant(t *testing.T, files map[string]string) accountant {
	t.Helper()
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "plantimestamp()", `"`+recipesRunAt.Format(time.RFC3339)+`"`)
	}
	a := accountant{newUserOf(t, fakeservice.New(), files), map[string]charge{}}
	for i, at := range times {
		for j, k := range kinds {
			k.asked = k.asked.more(int64(i))
			if k.charged != nil {
				k.charged = k.charged.more(int64(i))
			}
			created := spellings[(i+j)%len(spellings)](at)
			for copies := range 1 + (i+j)%3 {
				added := k.added(at)
				if copies == 2 {
					added.StoreID = fakeservice.ExampleStoreID
				}
				id := a.AddCharges(added)[0].ID
				a.charges[id] = charge{k, id, at, created}
			}
		}
	}
	a.Set(fakeservice.Extended)
	a.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(answer map[string]any) {
			c, isCharge := a.charges[fmt.Sprint(answer["id"])]
			if !isCharge {
				return
			}
			answer["created_on"] = c.created
			for _, member := range c.nulls {
				answer[member] = nil
			}
		}
	})
	return a
}

// added returns a charge of the kind as the service takes it.
func (k kind) added(at time.Time) fakeservice.Charge {
	c := fakeservice.Charge{
		CreatedOn:         at,
		Status:            k.status,
		Mode:              "live",
		RequestedAmount:   k.asked.amount,
		RequestedCurrency: k.asked.currency,
		Consumer:          fakeservice.ExampleConsumer,
	}
	if k.isTest {
		c.Mode = "test"
	}
	if k.charged != nil {
		c.ChargedAmount = &k.charged.amount
		c.ChargedCurrency = &k.charged.currency
		places := 2
		if k.charged.currency == "JPY" {
			places = 0
		}
		c.ChargedAmountFormatted = new(json.Number(fmt.Sprintf("%.*f", places, k.charged.inUnits())))
	}
	return c
}

// chargedIn returns the currency of what was charged, "" if nothing was.
func (k kind) chargedIn() string {
	switch {
	case k.charged == nil:
		return ""
	case k.isNull("charged_currency"):
		return "unknown"
	default:
		return k.charged.currency
	}
}

func (k kind) isNull(member string) bool { return slices.Contains(k.nulls, member) }

// cells returns members of the charge as a CSV shows them. The amounts are numbers, so 5549.20 becomes 5549.2.
func (c charge) cells() map[string]string {
	cells := map[string]string{
		"created_on":         fmt.Sprint(c.created),
		"id":                 c.id,
		"status":             c.status,
		"requested_amount":   fmt.Sprint(c.asked.amount),
		"requested_currency": c.asked.currency,
	}
	if c.charged != nil {
		cells["charged_amount"] = fmt.Sprint(c.charged.amount)
		cells["charged_amount_formatted"] = fmt.Sprint(c.charged.inUnits())
		cells["charged_currency"] = c.charged.currency
	}
	maps.DeleteFunc(cells, func(member, _ string) bool { return c.isNull(member) })
	return cells
}

// list is a list of charges.
type list []charge

// list returns the live charges of a store, or of all for an empty id, that were created in a
// period, the newest first.
func (a accountant) list(storeID string, from, to time.Time) (all list) {
	for _, stored := range a.Charges(storeID) {
		c := a.charges[stored.ID]
		if !c.isTest && !c.at.Before(from) && c.at.Before(to) {
			all = append(all, c)
		}
	}
	return all
}

// of returns the charges with one of the statuses.
func (all list) of(statuses ...string) (some list) {
	for _, c := range all {
		if slices.Contains(statuses, c.status) {
			some = append(some, c)
		}
	}
	return some
}

func (all list) paid() list   { return all.of("successful") }
func (all list) failed() list { return all.of("failed", "error") }
func (all list) open() list   { return all.of("authorized", "awaiting", "pending") } // or without a status

// charged returns the sums of what was charged, by currency.
func (all list) charged() map[string]int64 {
	sums := map[string]int64{}
	for _, c := range all {
		if c.charged != nil {
			sums[c.chargedIn()] += c.charged.amount
		}
	}
	return sums
}

// asked returns the sums of what was asked, by currency.
func (all list) asked() map[string]int64 {
	sums := map[string]int64{}
	for _, c := range all {
		sums[c.asked.currency] += c.asked.amount
	}
	return sums
}

// by returns the charges by the day or the month in Tokyo, or by "unknown".
func (all list) by(layout string) map[string]list {
	groups := map[string]list{}
	for _, c := range all {
		key := "unknown"
		if !c.isNull("created_on") {
			key = c.at.In(tokyo).Format(layout)
		}
		groups[key] = append(groups[key], c)
	}
	return groups
}

func (all list) ids() []string {
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.id
	}
	return ids
}

// mapped returns a map with each value changed.
func mapped[V, W any](values map[string]V, change func(V) W) map[string]W {
	changed := map[string]W{}
	for key, value := range values {
		changed[key] = change(value)
	}
	return changed
}
