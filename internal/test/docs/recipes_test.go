// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	// merchantToken is an application token that names a merchant, but no store and no
	// mode.
	merchantToken = "eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"
	// recipesRunAt stands for plantimestamp() in recipes. In Tokyo, it is July already.
	recipesRunAt = "2025-06-30T16:00:00Z"
)

// oddCharges returns charges such as services really have: of each status with a charged
// amount, and of test mode. Only two of them were paid: 500 JPY and 19.99 USD.
func oddCharges(at time.Time) (charges []fakeservice.Charge) {
	add := func(status, mode, currency string, amount int64) {
		charges = append(charges, fakeservice.Charge{
			CreatedOn: at, Status: status, Mode: mode,
			RequestedAmount: amount, RequestedCurrency: currency, ChargedAmount: &amount, ChargedCurrency: &currency,
		})
	}
	add("successful", "live", "JPY", 500)
	add("successful", "live", "USD", 1999)
	add("failed", "live", "JPY", 10_000)
	add("authorized", "live", "JPY", 20_000)
	add("canceled", "live", "JPY", 30_000)
	add("pending", "live", "JPY", 40_000)
	add("successful", "test", "JPY", 50_000)
	return charges
}

// accountant returns a user of a service that has only odd charges: of January 2025, of
// June 15 and June 30 in Tokyo, and of the first instant of its July. Their times have
// Tokyo's offset.
func accountant(t *testing.T, files map[string]string) user {
	t.Helper()
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "plantimestamp()", `"`+recipesRunAt+`"`)
	}
	u := newUserOf(t, fakeservice.New(), files)
	for _, at := range []time.Time{
		time.Date(2025, 1, 15, 12, 0, 0, 0, time.UTC),
		time.Date(2025, 6, 14, 15, 30, 0, 0, time.UTC),
		time.Date(2025, 6, 30, 14, 59, 59, 0, time.UTC),
		time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC),
	} {
		u.AddCharges(oddCharges(at)...)
	}
	u.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(charge map[string]any) {
			if at, err := time.Parse(time.RFC3339, charge["created_on"].(string)); err == nil { //nolint:forcetypeassert // the fake's own
				charge["created_on"] = at.In(time.FixedZone("", 9*60*60)).Format(time.RFC3339)
			}
			charge["charged_amount_formatted"] = charge["requested_amount_formatted"]
		}
	})
	return u
}

// outputs returns the outputs of the last apply as JSON, with "ID" for each id.
func (u user) outputs() map[string]string {
	u.t.Helper()
	var decoded map[string]struct{ Value json.RawMessage }
	if err := json.Unmarshal([]byte(u.runs("output -json", ends(""))), &decoded); err != nil {
		u.t.Fatal(err)
	}
	all := map[string]string{}
	for name, output := range decoded {
		var compact bytes.Buffer
		if err := json.Compact(&compact, output.Value); err != nil {
			u.t.Fatal(err)
		}
		all[name] = someID.ReplaceAllString(compact.String(), `"ID"`)
	}
	return all
}

var someID = regexp.MustCompile(`"[0-9a-f]{8}-[0-9a-f-]{27}"`)

// Recipes with amounts count only what was paid, in live mode and in the time that they
// name: services fill the charged amount whatever the status. A further name in group_by
// makes more groups, and leaves the sums as they are.
func TestAccRecipes_amounts(t *testing.T) {
	t.Parallel()
	const (
		list, summary = "examples/data-sources/paymentservice_charges/", "examples/data-sources/paymentservice_charge_summary/"
		period        = "examples/functions/period/"
	)
	type outputs map[string]string
	totals, lastMonth := outputs{"charged": `{"JPY":500,"USD":1999}`, "number_of_charges": `2`}, outputs{"last_month": `{"JPY":1000,"USD":3998}`}
	for _, tc := range []struct {
		has  string
		also string // in group_by
		want outputs
	}{
		{summary + "data-source.tf", "", totals},
		{summary + "data-source.tf", `, "day"`, totals},
		{summary + "days.tf", "", outputs{"june": `[{"charges":1,"day":"2025-06-15","yen":500},{"charges":1,"day":"2025-06-30","yen":500}]`}},
		{list + "data-source.tf", "", outputs{"charged_by_currency": `{"JPY":500,"USD":1999}`, "number_of_charges": `2`}},
		{list + "fields.tf", "", outputs{"failed": `["ID","ID"]`}},
		{period + "function.tf", "", lastMonth},
		{period + "function.tf", `, "day"`, lastMonth},
		{period + "weeks.tf", "", outputs{"charges_by_week": `{"week -1":0,"week -2":0,"week -3":2,"week -4":0}`}},
		{reportToFinance + "#Report last month", "", outputs{"days": `{"2025-06-15":{"JPY":500,"USD":1999},"2025-06-30":{"JPY":500,"USD":1999}}`, "month": `{"JPY":1000,"USD":3998}`}},
		{"docs/guides/large-charge-lists.md#Make it faster", "", outputs{"failed": `["ID"]`}},
	} {
		t.Run(tc.has+tc.also, func(t *testing.T) {
			t.Parallel()
			files := filesAt(t, tc.has)
			files["main.tf"] = strings.ReplaceAll(files["main.tf"], `["status"]`, `["status"`+tc.also+`]`)
			u := accountant(t, files)
			u.runs("apply -auto-approve", ends(""))
			if got := u.outputs(); !maps.Equal(got, tc.want) {
				t.Errorf("the outputs are %v, want %v", got, tc.want)
			}
		})
	}
	for has, want := range map[string]string{
		summary + "check.tf": "2 of 12 charges failed",
		"examples/ephemeral-resources/paymentservice_charges/ephemeral-resource.tf": "Some charges of January are not settled.",
	} {
		t.Run(has, func(t *testing.T) {
			t.Parallel()
			accountant(t, filesAt(t, has)).runs("plan", ends(want))
		})
	}
}

// The scenario reports what was paid in live mode.
func TestAccScenario_chargeReport(t *testing.T) {
	t.Parallel()
	u := accountant(t, scenarioFiles(t, "charge-report"))
	u.initialize()
	u.runs("apply -auto-approve -var tolerated_failures=1", ends("csv = <sensitive>"))
	got := u.outputs()
	if sums, failures := got["sums"], got["failures"]; sums != `{"JPY":1000,"USD":3998}` || failures != `{"charges":12,"failed":2}` {
		t.Errorf("the sums are %s, the failures %s", sums, failures)
	}
	u.runs("plan -var tolerated_failures=0", ends("2 of 12 charges failed, more than is tolerated"))
}

// What customers can write reaches a spreadsheet as text, and not as a formula or as a
// number that loses digits.
func TestAccRecipes_csv(t *testing.T) {
	t.Parallel()
	cells := [][2]string{ // what a customer wrote, and the cell
		{`=HYPERLINK("https://evil.example.com")`, `'=HYPERLINK("https://evil.example.com")`},
		{"+1", "'+1"},
		{"-2", "'-2"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"\t=1", "'\t=1"},
		{"\r=1", "'\r=1"},
		{"12345678901234567890", "'12345678901234567890"},
		{"123456789012345", "123456789012345"},
		{`a "big" one, for 2`, `a "big" one, for 2`},
		{"1=1", "1=1"},
		{"山田 太郎", "山田 太郎"},
		{"", ""},
	}
	for name, files := range map[string]map[string]string{
		"page":     filesAt(t, reportToFinance+"#Write a CSV"),
		"scenario": scenarioFiles(t, "charge-report"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUserOf(t, fakeservice.New(), files)
			for i, cell := range cells {
				u.AddCharges(fakeservice.Charge{
					CreatedOn: time.Date(2025, 6, 15, 0, 0, -i, 0, time.UTC), Mode: "live", RequestedAmount: 500,
					Metadata: map[string]any{"order": cell[0]}, MerchantTransactionID: &cell[0],
				})
			}
			u.AddCharges(fakeservice.Charge{CreatedOn: time.Date(2025, 6, 14, 0, 0, 0, 0, time.UTC), Mode: "live", RequestedAmount: 500})
			u.runs("apply -auto-approve", ends("csv = <sensitive>"))
			text, marked := strings.CutPrefix(u.runs("output -raw csv", ends("")), "\ufeff")
			if !marked {
				t.Error("the CSV does not begin with a byte order mark")
			}
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || len(rows) != 1+len(cells)+1 {
				t.Fatalf("%v: %s", err, text)
			}
			for i, cell := range append(cells, [2]string{}) { // the last charge has neither
				if got := rows[1+i][len(rows[0])-1]; got != cell[1] {
					t.Errorf("%q is the cell %q, want %q", cell[0], got, cell[1])
				}
			}
		})
	}
}

// With the token of a merchant, the example does not list the charges of all stores.
func TestAccRecipes_merchantToken(t *testing.T) {
	t.Parallel()
	u := newUser(t, filesAt(t, "examples/data-sources/paymentservice_caller_identity/data-source.tf"))
	u.runs("apply -auto-approve", ends(""))
	u.Environment = append(u.Environment, "PAYMENTSERVICE_APP_TOKEN="+merchantToken)
	u.runs("plan", ends("names no store").failing())
	acctest.ExpectNoRequests(t, u.Service)
}
