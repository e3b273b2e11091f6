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
)

// recipe is a configuration that computes something from charges: from those of June in Tokyo, unless it says
// which.
type recipe struct {
	place    string // a file of examples/, or PAGE#SECTION
	storeID  string // all stores if empty
	from, to time.Time
	outputs  func(list) figures // of the configuration
	warns    func(list) string  // what the check of the configuration says, if it fails
}

var (
	june = day(time.June, 1, tokyo)
	july = day(time.July, 1, tokyo)
)

// recipes compute something. What else reads charges is only applied.
var recipes = []recipe{
	{
		place:   summaryExamples + "data-source.tf",
		storeID: fakeservice.DefaultStoreID,
		from:    day(time.January, 1, time.UTC),
		to:      day(time.February, 1, time.UTC),
		outputs: paidAndNumber,
	},
	{
		place: summaryExamples + "check.tf",
		from:  recipesRunAt.Add(-24 * time.Hour),
		to:    recipesRunAt,
		warns: func(all list) string {
			return fmt.Sprintf("%d of %d charges failed in the last 24 hours.", len(all.failed()), len(all))
		},
	},
	{
		place: summaryExamples + "days.tf",
		outputs: func(all list) figures {
			table := []figures{}
			inYen := slices.DeleteFunc(all.paid(), func(c charge) bool { return c.chargedIn() != "JPY" })
			days := inYen.by(time.DateOnly)
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
		storeID: fakeservice.DefaultStoreID,
		from:    day(time.January, 1, time.UTC),
		to:      day(time.February, 1, time.UTC),
		outputs: paidAndNumber,
	},
	{
		place:   chargeExamples + "fields.tf",
		outputs: func(all list) figures { return figures{"failed": all.failed().ids()} },
	},
	{
		place: ephemeralCharges + "ephemeral-resource.tf",
		warns: func(list) string { return "Some charges created in January can still be paid." },
	},
	{
		place:   periodExamples + "function.tf",
		outputs: func(all list) figures { return figures{"paid": all.paid().charged()} },
	},
	{
		place: periodExamples + "weeks.tf",
		from:  day(time.June, 2, tokyo),
		to:    day(time.June, 30, tokyo),
		outputs: func(all list) figures {
			counts := map[string]int{}
			for _, c := range all.paid() {
				weeks := int(day(time.June, 30, tokyo).Sub(c.at) / (7 * 24 * time.Hour))
				counts[fmt.Sprintf("week -%d", 1+weeks)]++
			}
			return figures{"charges_by_week": counts}
		},
	},
	{
		place:   reportToFinance + "#Report last month",
		storeID: fakeservice.DefaultStoreID,
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
		place:   reportToFinance + "#Look back 60 days",
		storeID: fakeservice.DefaultStoreID,
		from:    day(time.March, 1, tokyo),
		to:      july,
		outputs: func(all list) figures {
			return figures{"months": mapped(all.by("2006-01"), func(month list) figures {
				return figures{"paid": month.paid().charged(), "open": len(month.open())}
			})}
		},
	},
	{
		place:   reportToFinance + "#Write a CSV",
		storeID: fakeservice.DefaultStoreID,
		outputs: func(all list) figures {
			text := "\ufeff\"created\",\"amount\",\"currency\",\"order\"\n"
			for _, c := range all.paid() {
				cells := c.cells()
				text += fmt.Sprintf("%q,%q,%q,\"\"\n",
					cells["created_on"], cells["charged_amount_formatted"], cells["charged_currency"])
			}
			return figures{"csv": text}
		},
	},
	{
		place:   largeLists + "#Make it faster",
		storeID: fakeservice.DefaultStoreID,
		from:    day(time.June, 30, tokyo),
		to:      july,
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
	u := newAccountant(t, all.files())
	u.Environment = append(u.Environment,
		setting(chargeExamples+"filters.tf", "card_last_four", "0042"),
		setting(ephemeralCharges+"card.tf", "card",
			`{"last_four":"0042","name":"TARO YAMADA","exp_month":3,"exp_year":2030}`),
	)

	u.runs("get", outcome{})
	said := strings.Join(strings.Fields(u.runs("apply -auto-approve", outcome{})), " ")
	want := figures{}
	failing := map[string]bool{} // modules with a check that fails
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
		charges := u.list(r.storeID, cmp.Or(r.from, june), cmp.Or(r.to, july))
		if r.outputs != nil {
			maps.Copy(want[moduleName(place)].(figures), r.outputs(charges)) //nolint:forcetypeassert // as it is made
		}
		if r.warns != nil {
			failing[moduleName(place)] = true
			if warning := r.warns(charges); !strings.Contains(said, warning) {
				t.Errorf("the CLI does not say %q:\n%s", warning, said)
			}
		}
	}
	got := u.outputs()
	for name, want := range want {
		if want := decoded(t, want); !reflect.DeepEqual(got[name], want) {
			t.Errorf("the outputs of %s are\n%v, want\n%v", name, got[name], want)
		}
	}

	warned := map[string]bool{}
	for _, match := range failedCheck.FindAllStringSubmatch(said, -1) {
		warned[match[1]] = true
	}
	if !maps.Equal(warned, failing) {
		t.Errorf("checks of %v fail, want those of %v:\n%s", warned, failing, said)
	}
	state := u.Traces()["terraform.tfstate"]
	if strings.Contains(state, `"charges": []`) || strings.Contains(state, `"charge_count": 0`) {
		t.Error("a data source has found no charges")
	}
	u.runs("plan -detailed-exitcode", outcome{}) // fails if anything is left to do
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

// The scenario reports what was paid in live mode, and its CSV shows each charge.
func TestAccScenario_chargeReport(t *testing.T) {
	t.Parallel()
	u := newAccountant(t, scenarioFiles(t, "charge-report"))
	u.runs("init", outcome{says: "initialized"})
	all := u.list(fakeservice.DefaultStoreID, june, july)
	failed := fmt.Sprintf("%d of %d charges failed, more than is tolerated.", len(all.failed()), len(all))
	open := fmt.Sprintf("%d charges of the period can still be paid", len(all.open()))

	u.runs("apply -auto-approve -var tolerated_failures=1", outcome{says: open})
	u.runs("plan -var tolerated_failures=0", outcome{says: failed})
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

	if len(rows) != 1+len(all) {
		t.Fatalf("the CSV has %d rows of %d charges", len(rows)-1, len(all))
	}
	for i, c := range all {
		cells := c.cells()
		for j, column := range rows[0] {
			if got := rows[1+i][j]; got != cells[column] {
				t.Errorf("the CSV has %s = %q, want %q", column, got, cells[column])
			}
		}
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
	merchant := u.AddAccount(fakeservice.Account{MerchantID: fakeservice.DefaultMerchantID})
	u.Environment = append(u.Environment, "PAYMENTSERVICE_APP_TOKEN="+merchant.AppToken)
	u.runs("plan", outcome{says: "names no store", fails: true})
	acctest.ExpectNoRequests(t, u.Service)
}
