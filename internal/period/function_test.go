// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// call calls the function, and returns from and to, or its error.
func call(t *testing.T, unit, at, offset, zone string) (from, to string, refused *function.FuncError) {
	t.Helper()
	f := period.NewFunction()
	var defined function.DefinitionResponse
	f.Definition(t.Context(), function.DefinitionRequest{}, &defined)
	result, err := defined.Definition.Return.NewResultData(t.Context())
	n, _, parseErr := big.ParseFloat(offset, 10, 512, big.ToNearestEven)
	if err != nil || parseErr != nil {
		t.Fatal(err, parseErr)
	}
	resp := function.RunResponse{Result: result}
	f.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{
		types.StringValue(unit), types.StringValue(at), types.NumberValue(n), types.StringValue(zone),
	})}, &resp)
	if resp.Error != nil {
		return "", "", resp.Error
	}
	bounds := resp.Result.Value().(types.Object).Attributes() //nolint:forcetypeassert // an object is what it is defined to return
	first, _ := bounds["from"].(types.String)
	end, _ := bounds["to"].(types.String)
	return first.ValueString(), end.ValueString(), nil
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ unit, time, offset, zone, from, to string }{
		"this month":             {"month", "2025-06-15T12:00:00Z", "0", "Asia/Tokyo", "2025-06-01T00:00:00+09:00", "2025-07-01T00:00:00+09:00"},
		"a month from now":       {"month", "2025-01-31T12:00:00Z", "1", "UTC", "2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z"},
		"many months":            {"month", "2025-01-31T12:00:00Z", "-25", "UTC", "2022-12-01T00:00:00Z", "2023-01-01T00:00:00Z"},
		"Tokyo is a month ahead": {"month", "2025-05-31T15:00:00Z", "0", "Asia/Tokyo", "2025-06-01T00:00:00+09:00", "2025-07-01T00:00:00+09:00"},
		"one second before":      {"month", "2025-05-31T14:59:59Z", "0", "Asia/Tokyo", "2025-05-01T00:00:00+09:00", "2025-06-01T00:00:00+09:00"},
		"the offset of the time": {"day", "2025-06-01T08:59:59.9+09:00", "0", "UTC", "2025-05-31T00:00:00Z", "2025-06-01T00:00:00Z"},
		"small letters":          {"day", "2025-06-01t00:00:00z", "0", "UTC", "2025-06-01T00:00:00Z", "2025-06-02T00:00:00Z"},
		"a day of 23 hours":      {"day", "2025-03-30T12:00:00Z", "0", "Europe/Berlin", "2025-03-30T00:00:00+01:00", "2025-03-31T00:00:00+02:00"},
		"a day of 25 hours":      {"day", "2025-10-26T12:00:00Z", "0", "Europe/Berlin", "2025-10-26T00:00:00+02:00", "2025-10-27T00:00:00+01:00"},
		"the leap day":           {"day", "2024-03-01T00:00:00Z", "-1", "UTC", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"},
		"no midnight":            {"day", "2018-11-04T12:00:00Z", "0", "America/Sao_Paulo", "2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00"},
		"two midnights":          {"day", "2024-11-03T12:00:00Z", "0", "America/Havana", "2024-11-03T00:00:00-04:00", "2024-11-04T00:00:00-05:00"},
		"midnight until 23:00":   {"day", "2018-02-17T12:00:00Z", "0", "America/Sao_Paulo", "2018-02-17T00:00:00-02:00", "2018-02-18T00:00:00-03:00"},
		"back across midnight":   {"day", "2011-11-06T03:00:00Z", "0", "America/St_Johns", "2011-11-06T00:00:00-02:30", "2011-11-07T00:00:00-03:30"},
		"before a skipped day":   {"day", "2011-12-29T20:00:00-10:00", "0", "Pacific/Apia", "2011-12-29T00:00:00-10:00", "2011-12-31T00:00:00+14:00"},
		"a skipped day":          {"day", "2011-12-29T20:00:00-10:00", "1", "Pacific/Apia", "2011-12-31T00:00:00+14:00", "2011-12-31T00:00:00+14:00"},
		"after a skipped day":    {"day", "2011-12-31T00:00:00+14:00", "0", "Pacific/Apia", "2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00"},
		"a day that came twice":  {"day", "1867-10-19T03:00:00Z", "0", "America/Juneau", "1867-10-19T00:00:41+15:03", "1867-10-20T00:00:41-08:57"},
		"monday":                 {"week", "2025-06-02T00:00:00Z", "0", "UTC", "2025-06-02T00:00:00Z", "2025-06-09T00:00:00Z"},
		"sunday":                 {"week", "2025-06-08T23:59:59Z", "0", "UTC", "2025-06-02T00:00:00Z", "2025-06-09T00:00:00Z"},
		"a week of two years":    {"week", "2025-01-01T00:00:00Z", "0", "UTC", "2024-12-30T00:00:00Z", "2025-01-06T00:00:00Z"},
		"a year":                 {"year", "2025-01-01T04:59:59Z", "0", "America/New_York", "2024-01-01T00:00:00-05:00", "2025-01-01T00:00:00-05:00"},
		"the first year":         {"year", "0001-01-01T00:00:00Z", "0", "UTC", "0001-01-01T00:00:00Z", "0002-01-01T00:00:00Z"},
		"seconds of an offset":   {"day", "0001-01-01T00:00:00Z", "0", "Asia/Tokyo", "0001-01-01T00:00:01+09:19", "0001-01-02T00:00:01+09:19"},
		"and west of UTC":        {"day", "1960-01-01T12:00:00Z", "0", "Africa/Monrovia", "1960-01-01T00:00:30-00:44", "1960-01-02T00:00:30-00:44"},
		"the last year":          {"year", "9999-06-01T00:00:00Z", "-1", "UTC", "9998-01-01T00:00:00Z", "9999-01-01T00:00:00Z"},
		"the last day but one":   {"day", "9999-12-31T00:00:00Z", "-1", "Pacific/Auckland", "9999-12-30T00:00:00+13:00", "9999-12-31T00:00:00+13:00"},
		"all of it":              {"day", "9999-12-31T00:00:00Z", "-3652058", "UTC", "0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if from, to, err := call(t, tt.unit, tt.time, tt.offset, tt.zone); err != nil || from != tt.from || to != tt.to {
				t.Errorf("from %s to %s, want from %s to %s; error %v", from, to, tt.from, tt.to, err)
			}
		})
	}
}

// Each wrong argument is refused by its position, with an example.
func TestPeriod_refused(t *testing.T) {
	t.Parallel()
	const now = "2025-06-01T00:00:00Z"
	for name, tt := range map[string]struct {
		unit, time, offset, zone string
		argument                 int64
		says                     string
	}{
		"unit":                      {"months", now, "0", "UTC", 0, `"month"`},
		"unit in capitals":          {"Month", now, "0", "UTC", 0, `"month"`},
		"no unit":                   {"", now, "0", "UTC", 0, `"month"`},
		"no time":                   {"month", "", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"a date":                    {"month", "2025-06-01", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"a time without an offset":  {"month", "2025-06-01T00:00:00", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"an hour of one digit":      {"month", "2025-06-01T0:00:00Z", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"a comma":                   {"month", "2025-06-01T00:00:00,5Z", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"no such day":               {"month", "2025-02-29T00:00:00Z", "0", "UTC", 1, "2025-01-31T09:00:00Z"},
		"half a month":              {"month", now, "0.5", "UTC", 2, "-1"},
		"no such zone":              {"month", now, "0", "JST", 3, "Asia/Tokyo"},
		"the year 0":                {"day", "0000-12-31T00:00:00Z", "0", "UTC", 1, "0001"},
		"the year 0 in the zone":    {"day", "0001-01-01T00:00:00Z", "0", "America/New_York", 1, "0001"},
		"a week that begins before": {"week", "0001-01-01T00:00:00Z", "-1", "UTC", 2, "0001"},
		"the end of the year 9999":  {"year", "9999-06-01T00:00:00Z", "0", "UTC", 1, "10000"},
		"beyond the year 9999":      {"month", now, "96000", "UTC", 2, "10000"},
		"before the year 1":         {"month", now, "-96000", "UTC", 2, "0001"},
		"far before":                {"week", now, "-9223372036854775808", "UTC", 2, "0001"},
		"beyond all integers":       {"day", now, "1e300", "UTC", 2, "10000"},
		"infinitely many":           {"day", now, "Inf", "UTC", 2, "whole number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to, err := call(t, tt.unit, tt.time, tt.offset, tt.zone)
			if err == nil || err.FunctionArgument == nil || *err.FunctionArgument != tt.argument || !strings.Contains(err.Text, tt.says) {
				t.Errorf("from %s to %s, error %+v", from, to, err)
			}
		})
	}
}

// The function needs no credentials. What is not known yet makes its result unknown, and
// null is refused.
func TestAccPeriod(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	if found := acctest.FindCLI(t); !found.AtLeast("1.8", "1.7") {
		t.Skipf("version %s of the CLI has no functions", found.Version)
	}
	cli := acctest.NewCLI(t, server, "1.7")
	const month = `
output "month" {
  value = provider::paymentservice::period("month", "2025-06-15T00:00:00Z", -1, "Asia/Tokyo")
}
`
	cli.Write("main.tf", month+`
resource "terraform_data" "zone" {
  input = "Asia/Tokyo"
}

output "later" {
  value = provider::paymentservice::period("day", "2025-06-15T00:00:00Z", 0, terraform_data.zone.output).to
}
`)
	if said := cli.Run("plan"); !strings.Contains(said, "later = (known after apply)") {
		t.Errorf("the plan says %s", said)
	}
	said := cli.Run("apply", "-auto-approve")
	for _, want := range []string{`"from" = "2025-05-01T00:00:00+09:00"`, `"to" = "2025-06-01T00:00:00+09:00"`, `later = "2025-06-16T00:00:00+09:00"`} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is missing in what the apply says: %s", want, said)
		}
	}
	for wrong, says := range map[string]string{
		`"JST")`: "Asia/Tokyo",
		`null)`:  "argument must not be null",
	} {
		cli.Write("main.tf", strings.Replace(month, `"Asia/Tokyo")`, wrong, 1))
		if said, ok := cli.Try("plan"); ok || !strings.Contains(said, says) || !strings.Contains(said, "time_zone") {
			t.Errorf("%s: the plan says %s", wrong, said)
		}
	}
	if n := len(service.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}
