// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// recipesRunAt stands for plantimestamp() in recipes. In Tokyo, it is July already.
const recipesRunAt = "2025-06-30T16:00:00Z"

var tokyo = time.FixedZone("", 9*60*60)

// money is an amount in the smallest unit of a currency.
type money struct {
	amount   int64
	currency string
}

func yen(amount int64) *money   { return &money{amount, "JPY"} }
func cents(amount int64) *money { return &money{amount, "USD"} }

// formatted returns the amount as a decimal of the currency.
func (m money) formatted() string {
	if m.currency == "JPY" {
		return fmt.Sprint(m.amount)
	}
	return fmt.Sprintf("%.2f", float64(m.amount)/100)
}

// kind is a kind of charge that services really have.
type kind struct {
	status  string
	mode    string // live if empty
	asked   *money
	charged *money
	fee     *money
	// answers has what an answer says instead.
	answers map[string]any
}

// kinds have all statuses: each with a charged amount, since services fill it whatever the status.
var kinds = []kind{
	{status: "successful", asked: yen(500), charged: yen(500), fee: yen(-15)},
	{status: "successful", asked: cents(1999), charged: cents(1999), fee: cents(-30)},
	{status: "successful", asked: cents(2500), charged: yen(3700)},
	{status: "successful", asked: yen(10_000), charged: cents(6600)},
	{status: "successful", asked: yen(9000), charged: yen(4000)}, // captured in part
	{status: "successful", asked: yen(70), answers: map[string]any{
		"charged_amount":           nil,
		"charged_currency":         nil,
		"charged_amount_formatted": nil,
	}},
	{status: "successful", asked: yen(80), charged: yen(80), answers: map[string]any{"charged_currency": nil}},
	{status: "successful", asked: yen(111), charged: yen(111), answers: map[string]any{"created_on": nil}},
	{status: "successful", asked: yen(100_500), charged: yen(100_500)}, // beyond amount_from of the examples
	{status: "successful", mode: "test", asked: yen(50_000), charged: yen(50_000)},
	{status: "failed", asked: yen(10_001), charged: yen(10_001)},
	{status: "failed", mode: "test", asked: yen(10_002), charged: yen(10_002)},
	{status: "error", asked: cents(10_003), charged: cents(10_003)},
	{status: "authorized", asked: yen(20_000), charged: yen(20_000)},
	{status: "awaiting", asked: yen(21_000), charged: yen(21_000)},
	{status: "awaiting", asked: cents(22_000), answers: map[string]any{"created_on": nil}},
	{status: "pending", asked: yen(40_000)},
	{status: "pending", asked: yen(41_000), answers: map[string]any{"status": nil}},
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

// accountant returns a user of a service that has charges of each kind at each time, in two
// stores. Their numbers and amounts differ, so that no figure is right by chance.
func accountant(t *testing.T, files map[string]string) user {
	t.Helper()
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "plantimestamp()", `"`+recipesRunAt+`"`)
	}
	u := newUserOf(t, fakeservice.New(), files)
	u.Set(fakeservice.Extended)
	rewrites := map[any]map[string]any{} // by the id of the charge
	for i, at := range times {
		for j, k := range kinds {
			for copies := range 1 + (i+j)%3 {
				charge := k.charge(at, int64(i))
				if copies == 2 {
					charge.StoreID = fakeservice.ExampleStoreID
				}
				id := u.AddCharges(charge)[0].ID
				rewrites[id] = map[string]any{"created_on": spellings[(i+j)%len(spellings)](at)}
				maps.Copy(rewrites[id], k.answers)
			}
		}
	}
	u.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(charge map[string]any) { maps.Copy(charge, rewrites[charge["id"]]) }
	})
	return u
}

// charge returns a charge of a kind, with higher amounts.
func (k kind) charge(at time.Time, higher int64) fakeservice.Charge {
	c := fakeservice.Charge{
		CreatedOn:         at,
		Status:            k.status,
		Mode:              "live",
		RequestedAmount:   k.asked.amount + higher,
		RequestedCurrency: k.asked.currency,
		Consumer:          fakeservice.ExampleConsumer,
	}
	if k.mode != "" {
		c.Mode = k.mode
	}
	if k.charged != nil {
		c.ChargedAmount = new(k.charged.amount + higher)
		c.ChargedCurrency = &k.charged.currency
		c.ChargedAmountFormatted = new(json.Number(money{*c.ChargedAmount, k.charged.currency}.formatted()))
	}
	if k.fee != nil {
		c.FeeAmount = &k.fee.amount
		c.FeeCurrency = &k.fee.currency
		c.FeeAmountFormatted = new(json.Number(k.fee.formatted()))
	}
	return c
}

// answer is a charge as the service answers it.
type answer struct {
	ID                string
	Status            *string
	RequestedAmount   *int64  `json:"requested_amount"`
	RequestedCurrency *string `json:"requested_currency"`
	ChargedAmount     *int64  `json:"charged_amount"`
	ChargedCurrency   *string `json:"charged_currency"`
	FeeAmount         *int64  `json:"fee_amount"`

	ChargedAmountFormatted *float64        `json:"charged_amount_formatted"`
	CreatedOn              json.RawMessage `json:"created_on"`

	at time.Time // it was created, whatever created_on says
}

// list is a list of charges.
type list []answer

// list reads a list of charges from the service with one cursor, and without the provider.
func (u user) list(target string) (all list) {
	u.t.Helper()
	created := map[string]time.Time{}
	for _, charge := range u.Charges("") {
		created[charge.ID] = charge.CreatedOn
	}
	next := target + "&limit=100"
	for more := true; more; {
		request := httptest.NewRequestWithContext(u.t.Context(), http.MethodGet, next, nil)
		request.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
		recorder := httptest.NewRecorder()
		u.ServeHTTP(recorder, request)
		var page struct {
			Items   list
			HasMore bool `json:"has_more"`
		}
		if err := json.Unmarshal(recorder.Body.Bytes(), &page); err != nil || recorder.Code != http.StatusOK {
			u.t.Fatalf("%s: %d %s", next, recorder.Code, recorder.Body)
		}
		for _, c := range page.Items {
			c.at = created[c.ID]
			all = append(all, c)
		}
		if more = page.HasMore; more {
			next = target + "&limit=100&cursor=" + all[len(all)-1].ID
		}
	}
	return all
}

// of returns the charges with one of the statuses.
func (all list) of(statuses ...string) (some list) {
	for _, c := range all {
		if c.Status != nil && slices.Contains(statuses, *c.Status) {
			some = append(some, c)
		}
	}
	return some
}

func (all list) paid() list   { return all.of("successful") }
func (all list) failed() list { return all.of("failed", "error") }

// paidIn returns the charges that were paid in a currency.
func (all list) paidIn(currency string) (some list) {
	for _, c := range all.paid() {
		if c.ChargedAmount != nil && orUnknown(c.ChargedCurrency) == currency {
			some = append(some, c)
		}
	}
	return some
}

// open returns the charges that can still be paid.
func (all list) open() (some list) {
	for _, c := range all {
		if c.Status == nil || slices.Contains([]string{"authorized", "awaiting", "pending"}, *c.Status) {
			some = append(some, c)
		}
	}
	return some
}

// charged returns the sums of what was charged, by currency.
func (all list) charged() map[string]int64 {
	sums := map[string]int64{}
	for _, c := range all {
		if c.ChargedAmount != nil {
			sums[orUnknown(c.ChargedCurrency)] += *c.ChargedAmount
		}
	}
	return sums
}

// asked returns the sums of what was asked, by currency.
func (all list) asked() map[string]int64 {
	sums := map[string]int64{}
	for _, c := range all {
		sums[orUnknown(c.RequestedCurrency)] += *c.RequestedAmount
	}
	return sums
}

// by returns the charges by the day or the month in Tokyo, or by "unknown".
func (all list) by(layout string) map[string]list {
	groups := map[string]list{}
	for _, c := range all {
		key := "unknown"
		if c.created() != "" {
			key = c.at.In(tokyo).Format(layout)
		}
		groups[key] = append(groups[key], c)
	}
	return groups
}

// created returns created_on, or "" if that is null.
func (c answer) created() string {
	if string(c.CreatedOn) == "null" {
		return ""
	}
	return strings.Trim(string(c.CreatedOn), `"`)
}

func (all list) ids() []string {
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	return ids
}

func orUnknown(text *string) string {
	if text == nil {
		return "unknown"
	}
	return *text
}

// mapped returns a map with each value changed.
func mapped[V, W any](values map[string]V, change func(V) W) map[string]W {
	changed := map[string]W{}
	for key, value := range values {
		changed[key] = change(value)
	}
	return changed
}
