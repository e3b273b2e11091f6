// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	summaryExamples  = "examples/data-sources/paymentservice_charge_summary/"
	chargeExamples   = "examples/data-sources/paymentservice_charges/"
	ephemeralCharges = "examples/ephemeral-resources/paymentservice_charges/"
	periodExamples   = "examples/functions/period/"
	largeLists       = "docs/guides/large-charge-lists.md"
	testModules      = "docs/guides/test-modules.md"

	ofAllStores = "/charges?mode=live"
	ofStore     = "/stores/" + fakeservice.DefaultStoreID + "/charges?mode=live"
	january     = "&from=2025-01-01&to=2025-02-01"
	juneInTokyo = "&from=2025-06-01T00:00:00%2B09:00&to=2025-07-01T00:00:00%2B09:00"
)

// recipe is a configuration that computes something from charges.
type recipe struct {
	place   string             // a file of examples/, or PAGE#SECTION
	list    string             // the list of charges from which the test computes the same
	outputs func(list) figures // of the configuration
	warns   func(list) string  // what the check of the configuration says, if it fails
}

// recipes compute something. What else reads charges is only applied.
var recipes = []recipe{
	{
		place:   summaryExamples + "data-source.tf",
		list:    ofStore + january,
		outputs: paidAndNumber,
	},
	{
		place: summaryExamples + "check.tf",
		list:  ofAllStores + "&from=2025-06-29T16:00:00Z",
		warns: func(all list) string {
			return fmt.Sprintf("%d of %d charges failed in the last 24 hours.", len(all.failed()), len(all))
		},
	},
	{
		place: summaryExamples + "days.tf",
		list:  ofAllStores + juneInTokyo,
		outputs: func(all list) figures {
			table := []figures{}
			days := all.paidIn("JPY").by(time.DateOnly)
			for _, day := range slices.Sorted(maps.Keys(days)) {
				table = append(table, figures{
					"day":     day,
					"charges": len(days[day]),
					"yen":     days[day].charged()["JPY"],
				})
			}
			return figures{"june": table}
		},
	},
	{
		place:   chargeExamples + "data-source.tf",
		list:    ofStore + january,
		outputs: paidAndNumber,
	},
	{
		place:   chargeExamples + "fields.tf",
		list:    ofAllStores + juneInTokyo,
		outputs: func(all list) figures { return figures{"failed": all.failed().ids()} },
	},
	{
		place: ephemeralCharges + "ephemeral-resource.tf",
		warns: func(list) string { return "Some charges created in January can still be paid." },
	},
	{
		place:   periodExamples + "function.tf",
		list:    ofAllStores + juneInTokyo,
		outputs: func(all list) figures { return figures{"paid": all.paid().charged()} },
	},
	{
		place: periodExamples + "weeks.tf",
		list:  ofAllStores + "&from=2025-06-02T00:00:00%2B09:00&to=2025-06-30T00:00:00%2B09:00",
		outputs: func(all list) figures {
			begin := time.Date(2025, 6, 30, 0, 0, 0, 0, tokyo)
			counts := map[string]int{}
			for _, c := range all.paid() {
				counts[fmt.Sprintf("week -%d", 1+int(begin.Sub(c.at)/(7*24*time.Hour)))]++
			}
			return figures{"charges_by_week": counts}
		},
	},
	{
		place: reportToFinance + "#Report last month",
		list:  ofStore + juneInTokyo,
		outputs: func(all list) figures {
			return figures{
				"days": mapped(all.paid().by(time.DateOnly), list.charged),
				"paid": all.paid().charged(),
				"open": all.open().asked(),
			}
		},
		warns: func(all list) string {
			return fmt.Sprintf("The month is not final: %d charges can still be paid.", len(all.open()))
		},
	},
	{
		place: reportToFinance + "#Look back 60 days",
		list:  ofStore + "&from=2025-03-01T00:00:00%2B09:00&to=2025-07-01T00:00:00%2B09:00",
		outputs: func(all list) figures {
			return figures{"months": mapped(all.by("2006-01"), func(month list) figures {
				return figures{"paid": month.paid().charged(), "open": len(month.open())}
			})}
		},
	},
	{
		place: reportToFinance + "#Write a CSV",
		list:  ofStore + juneInTokyo,
		outputs: func(all list) figures {
			text := "\ufeff\"created\",\"amount\",\"currency\",\"order\"\n"
			for _, c := range all.paid() {
				cells := []string{c.created(), "", "", ""}
				if c.ChargedAmountFormatted != nil {
					cells[1] = strconv.FormatFloat(*c.ChargedAmountFormatted, 'f', -1, 64)
				}
				if c.ChargedCurrency != nil {
					cells[2] = *c.ChargedCurrency
				}
				text += `"` + strings.Join(cells, `","`) + "\"\n"
			}
			return figures{"csv": text}
		},
	},
	{
		place:   largeLists + "#Make it faster",
		list:    ofStore + "&from=2025-06-29T15:00:00Z&to=2025-06-30T15:00:00Z",
		outputs: func(all list) figures { return figures{"failed": all.failed().ids()} },
	},
}

// paidAndNumber has the outputs of two examples, which are the same.
func paidAndNumber(all list) figures {
	return figures{
		"paid":                   all.paid().charged(),
		"number_of_paid_charges": len(all.paid()),
	}
}

// modulePlace returns the place of the module of a recipe. The blocks of the guide can be used in one
// directory, as it says, so they are one module.
func modulePlace(place string) string {
	if strings.HasPrefix(place, reportToFinance) {
		return reportToFinance
	}
	return place
}

// failedCheck finds the modules whose checks fail.
var failedCheck = regexp.MustCompile(`on (\w+)/\S+ line \d+, in check`)

// Every configuration that reads charges works with all that charges can be, and each figure is
// the one that the test computes itself. After the apply, the plan is empty.
func TestAccRecipes_figures(t *testing.T) {
	t.Parallel()
	files := map[string]map[string]string{}
	for _, place := range readersOfCharges(t) {
		module := modulePlace(place)
		if files[module] == nil {
			files[module] = map[string]string{}
		}
		files[module][moduleName(place)+".tf"] = filesAt(t, place)["main.tf"]
	}
	all := modules{}
	for place, text := range files {
		all.add(t, place, text)
	}
	u := accountant(t, all.files())
	u.Environment = append(u.Environment,
		setting(chargeExamples+"filters.tf", "card_last_four", "0042"),
		setting(ephemeralCharges+"card.tf", "card",
			`{"last_four":"0042","name":"TARO YAMADA","exp_month":3,"exp_year":2030}`),
	)

	u.runs("get", outcome{})
	said := strings.Join(strings.Fields(u.runs("apply -auto-approve", outcome{})), " ")
	want := figures{}
	var failing []string
	for place := range all {
		want[moduleName(place)] = figures{}
	}
	for _, r := range recipes {
		place := modulePlace(r.place)
		if files[place][moduleName(r.place)+".tf"] == "" {
			t.Errorf("%s reads no charges", r.place)
		}
		if all[place] == nil {
			continue
		}
		var charges list
		if r.list != "" {
			charges = u.list(r.list)
		}
		if r.outputs != nil {
			maps.Copy(want[moduleName(place)].(figures), r.outputs(charges)) //nolint:forcetypeassert // as it is made
		}
		if r.warns != nil {
			failing = append(failing, moduleName(place))
			if warning := r.warns(charges); !strings.Contains(said, warning) {
				t.Errorf("the CLI does not say %q:\n%s", warning, said)
			}
		}
	}
	u.expectOutputs(want)

	got := map[string]bool{}
	for _, match := range failedCheck.FindAllStringSubmatch(said, -1) {
		got[match[1]] = true
	}
	slices.Sort(failing)
	if !slices.Equal(slices.Sorted(maps.Keys(got)), failing) {
		t.Errorf("checks of %v fail, want those of %q:\n%s", got, failing, said)
	}
	state := u.Traces()["terraform.tfstate"]
	if strings.Contains(state, `"charges": []`) || strings.Contains(state, `"charge_count": 0`) {
		t.Error("a data source has found no charges")
	}
	u.runs("plan -detailed-exitcode", outcome{}) // fails if anything is left to do
}

// expectOutputs compares the outputs of each module with what the test computes itself.
func (u user) expectOutputs(all figures) {
	u.t.Helper()
	got := u.outputs()
	for name, want := range all {
		if want := decoded(u.t, want); !reflect.DeepEqual(got[name], want) {
			u.t.Errorf("the outputs of %s are\n%v, want\n%v", name, got[name], want)
		}
	}
}

// readersOfCharges returns the places of the configurations in examples/ and in pages that read
// charges. Those of scenarios, of the provider's own page and of modules have other tests.
func readersOfCharges(t *testing.T) (places []string) {
	t.Helper()
	const reader = ` "paymentservice_charge`
	examples := ""
	for _, path := range files(t, "examples", ".tf") {
		text := read(t, path)
		examples += text
		isElsewhere := strings.HasPrefix(path, "examples/scenarios/") || strings.HasPrefix(path, "examples/provider/")
		if strings.Contains(text, reader) && !isElsewhere {
			places = append(places, path)
		}
	}
	for _, page := range pages(t) {
		for _, part := range page.parts {
			text := part.configuration()
			isElsewhere := page.path == testModules || strings.Contains(examples, strings.TrimSpace(text))
			if strings.Contains(text, reader) && !isElsewhere {
				places = append(places, page.path+"#"+part.heading)
			}
		}
	}
	return places
}

// The scenario reports what was paid in live mode, and its CSV adds up to the same.
func TestAccScenario_chargeReport(t *testing.T) {
	t.Parallel()
	u := accountant(t, scenarioFiles(t, "charge-report"))
	u.runs("init", outcome{says: "initialized"})
	all := u.list(ofStore + juneInTokyo)
	failed := fmt.Sprintf("%d of %d charges failed, more than is tolerated.", len(all.failed()), len(all))
	open := fmt.Sprintf("%d charges of the period can still be paid", len(all.open()))

	u.runs("apply -auto-approve -var tolerated_failures=1", outcome{says: open})
	said := u.runs("plan -var tolerated_failures=0", outcome{says: failed})
	if !strings.Contains(said, open) {
		t.Errorf("the plan does not say %q", open)
	}
	got := u.outputs()
	rows := readCSV(t, got["csv"])
	delete(got, "csv")
	want := decoded(t, figures{
		"sums":     all.paid().charged(),
		"open":     all.open().asked(),
		"failures": figures{"failed": len(all.failed()), "charges": len(all)},
	})
	if got := decoded(t, got); !reflect.DeepEqual(got, want) {
		t.Errorf("the outputs are\n%v, want\n%v", got, want)
	}

	sums := map[string]int64{}
	for _, row := range rows[1:] {
		cell := func(column string) string { return row[slices.Index(rows[0], column)] }
		if amount := cell("charged_amount"); cell("status") == "successful" && amount != "" {
			n, err := strconv.ParseInt(amount, 10, 64)
			if err != nil {
				t.Error(err)
			}
			sums[cmp.Or(cell("charged_currency"), "unknown")] += n
		}
	}
	paid := all.paid().charged()
	if len(rows) != 1+len(all) || !maps.Equal(sums, paid) {
		t.Errorf("the CSV has %d rows with the sums %v, want %v of %d charges", len(rows), sums, paid, len(all))
	}
}

// readCSV reads a CSV that begins with a byte order mark.
func readCSV(t *testing.T, output any) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(fmt.Sprint(output), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked || len(rows) == 0 {
		t.Fatalf("the CSV has a byte order mark: %t; %v", marked, err)
	}
	return rows
}

// What customers can write reaches a spreadsheet as text, and not as a formula or as a number that
// loses digits. Numbers stay numbers.
func TestAccRecipes_csv(t *testing.T) {
	t.Parallel()
	type cell struct {
		written string // by a customer
		shown   string
	}
	cells := []cell{
		{`=HYPERLINK("https://evil.example.com")`, `'=HYPERLINK("https://evil.example.com")`},
		{`＝HYPERLINK("https://evil.example.com")`, `'＝HYPERLINK("https://evil.example.com")`},
		{"+1", "'+1"},
		{"＋1", "'＋1"},
		{"-A1", "'-A1"},
		{"-2+3", "'-2+3"},
		{"－2+3", "'－2+3"},
		{"−2+3", "'−2+3"},
		{"ー2", "'ー2"},
		{"-", "'-"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"＠SUM(A1)", "'＠SUM(A1)"},
		{"\t=1", "'\t=1"},
		{"\r=1", "'\r=1"},
		{"-2", "-2"},
		{"-2.50", "-2.50"},
		{"-12345678901234567890", "'-12345678901234567890"},
		{"12345678901234567890", "'12345678901234567890"},
		{"123456789012345", "123456789012345"},
		{"-123456789012345", "-123456789012345"},
		{`a "big" one, for 2`, `a "big" one, for 2`},
		{"1=1", "1=1"},
		{"山田ー太郎", "山田ー太郎"},
		{"", ""},
	}
	all := modules{}
	all.add(t, "page", filesAt(t, reportToFinance+"#Write a CSV"))
	all.add(t, "scenario", scenarioFiles(t, "charge-report"))
	u := newUserOf(t, fakeservice.New(), all.files())
	charge := fakeservice.Charge{
		CreatedOn:       time.Date(2025, 6, 15, 0, 0, 0, 0, time.UTC),
		Mode:            "live",
		RequestedAmount: 500,
	}
	for _, cell := range cells {
		charge.Metadata = map[string]any{"order": cell.written}
		charge.MerchantTransactionID = &cell.written
		charge.CreatedOn = charge.CreatedOn.Add(-time.Second)
		u.AddCharges(charge)
	}
	charge.Metadata = nil
	charge.MerchantTransactionID = nil
	charge.CreatedOn = charge.CreatedOn.Add(-time.Second)
	u.AddCharges(charge)
	cells = append(cells, cell{}) // the last charge has neither

	u.runs("get", outcome{})
	u.runs("apply -auto-approve", outcome{says: "page = <sensitive>"})
	for place, output := range u.outputs() {
		rows := readCSV(t, output.(map[string]any)["csv"]) //nolint:forcetypeassert // a module's outputs
		if len(rows) != 1+len(cells) {
			t.Fatalf("the CSV of the %s has %d rows", place, len(rows))
		}
		for i, cell := range cells {
			if got := rows[1+i][len(rows[0])-1]; got != cell.shown {
				t.Errorf("in the %s, %q is the cell %q, want %q", place, cell.written, got, cell.shown)
			}
		}
	}
}

// With the token of a merchant, the example does not list the charges of all stores.
func TestAccRecipes_merchantToken(t *testing.T) {
	t.Parallel()
	u := newUser(t, filesAt(t, "examples/data-sources/paymentservice_caller_identity/data-source.tf"))
	u.Environment = append(u.Environment, "PAYMENTSERVICE_APP_TOKEN="+merchantToken)
	u.runs("plan", outcome{says: "names no store", fails: true})
	acctest.ExpectNoRequests(t, u.Service)
}

// merchantToken is an application token that names a merchant, but no store and no mode.
const merchantToken = "eyJhbGciOiJIUzI1NiJ9." +
	"eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"
