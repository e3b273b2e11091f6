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
)

// run calls the function.
func run(t *testing.T, unit, time, offset, zone string) (result string, refused *function.FuncError) {
	t.Helper()
	n, _, err := big.ParseFloat(offset, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	f := period.NewFunction()
	var defined function.DefinitionResponse
	f.Definition(t.Context(), function.DefinitionRequest{}, &defined)
	data, refused := defined.Definition.Return.NewResultData(t.Context())
	resp := function.RunResponse{Result: data, Error: refused}
	f.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{
		types.StringValue(unit), types.StringValue(time), types.NumberValue(n), types.StringValue(zone),
	})}, &resp)
	if resp.Error != nil {
		return "", resp.Error
	}
	bounds := resp.Result.Value().(types.Object).Attributes() //nolint:forcetypeassert // an object is what it is defined to return
	return strings.ReplaceAll(bounds["from"].String()+" to "+bounds["to"].String(), `"`, ""), nil
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ unit, time, offset, zone, want string }{
		"this month":                    {"month", "2025-06-15T12:00:00Z", "0", "Asia/Tokyo", "2025-06-01T00:00:00+09:00 to 2025-07-01T00:00:00+09:00"},
		"next month, which has no 31st": {"month", "2025-01-31T12:00:00Z", "1", "UTC", "2025-02-01T00:00:00Z to 2025-03-01T00:00:00Z"},
		"many months ago":               {"month", "2025-01-31T12:00:00Z", "-25", "UTC", "2022-12-01T00:00:00Z to 2023-01-01T00:00:00Z"},
		"a month later in Tokyo":        {"month", "2025-05-31T15:00:00Z", "0", "Asia/Tokyo", "2025-06-01T00:00:00+09:00 to 2025-07-01T00:00:00+09:00"},
		"one second before it":          {"month", "2025-05-31T14:59:59Z", "0", "Asia/Tokyo", "2025-05-01T00:00:00+09:00 to 2025-06-01T00:00:00+09:00"},
		"a time with an offset":         {"day", "2025-06-01T08:59:59.9+09:00", "0", "UTC", "2025-05-31T00:00:00Z to 2025-06-01T00:00:00Z"},
		"small letters":                 {"day", "2025-06-01t00:00:00z", "0", "UTC", "2025-06-01T00:00:00Z to 2025-06-02T00:00:00Z"},
		"a day of 23 hours":             {"day", "2025-03-30T12:00:00Z", "0", "Europe/Berlin", "2025-03-30T00:00:00+01:00 to 2025-03-31T00:00:00+02:00"},
		"the leap day":                  {"day", "2024-03-01T00:00:00Z", "-1", "UTC", "2024-02-29T00:00:00Z to 2024-03-01T00:00:00Z"},
		"no midnight":                   {"day", "2018-11-04T12:00:00Z", "0", "America/Sao_Paulo", "2018-11-04T01:00:00-02:00 to 2018-11-05T00:00:00-02:00"},
		"two midnights":                 {"day", "2024-11-03T12:00:00Z", "0", "America/Havana", "2024-11-03T00:00:00-04:00 to 2024-11-04T00:00:00-05:00"},
		"back across midnight":          {"day", "2011-11-06T03:00:00Z", "0", "America/St_Johns", "2011-11-06T00:00:00-02:30 to 2011-11-07T00:00:00-03:30"},
		"before a skipped day":          {"day", "2011-12-29T20:00:00-10:00", "0", "Pacific/Apia", "2011-12-29T00:00:00-10:00 to 2011-12-31T00:00:00+14:00"},
		"a skipped day":                 {"day", "2011-12-29T20:00:00-10:00", "1", "Pacific/Apia", "2011-12-31T00:00:00+14:00 to 2011-12-31T00:00:00+14:00"},
		"a week from its Monday":        {"week", "2025-06-02T00:00:00Z", "0", "UTC", "2025-06-02T00:00:00Z to 2025-06-09T00:00:00Z"},
		"a week to its Sunday":          {"week", "2025-06-08T23:59:59Z", "0", "UTC", "2025-06-02T00:00:00Z to 2025-06-09T00:00:00Z"},
		"a week of two years":           {"week", "2025-01-01T00:00:00Z", "0", "UTC", "2024-12-30T00:00:00Z to 2025-01-06T00:00:00Z"},
		"a year":                        {"year", "2025-01-01T04:59:59Z", "0", "America/New_York", "2024-01-01T00:00:00-05:00 to 2025-01-01T00:00:00-05:00"},
		"the first and the last":        {"day", "9999-12-31T00:00:00Z", "-3652058", "UTC", "0001-01-01T00:00:00Z to 0001-01-02T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := run(t, tc.unit, tc.time, tc.offset, tc.zone); err != nil || got != tc.want {
				t.Errorf("got %s, want %s; error %v", got, tc.want, err)
			}
		})
	}
}

// A wrong argument is refused at its position, with an example.
func TestPeriod_refused(t *testing.T) {
	t.Parallel()
	const unit, time, offset, zone = 0, 1, 2, 3
	for name, tc := range map[string]struct {
		arguments [4]string
		position  int64
		says      string
	}{
		"another unit":                {[4]string{"Month", "2025-06-01T00:00:00Z", "0", "UTC"}, unit, `must be "day", "week", "month" or "year"`},
		"no time":                     {[4]string{"month", "", "0", "UTC"}, time, "such as 2025-01-31T09:00:00Z"},
		"a date":                      {[4]string{"month", "2025-06-01", "0", "UTC"}, time, "such as 2025-01-31T09:00:00Z"},
		"a time without an offset":    {[4]string{"month", "2025-06-01T00:00:00", "0", "UTC"}, time, "such as 2025-01-31T09:00:00Z"},
		"an hour of one digit":        {[4]string{"month", "2025-06-01T0:00:00Z", "0", "UTC"}, time, "such as 2025-01-31T09:00:00Z"},
		"a day that does not exist":   {[4]string{"month", "2025-06-31T00:00:00Z", "0", "UTC"}, time, "such as 2025-01-31T09:00:00Z"},
		"half a month":                {[4]string{"month", "2025-06-01T00:00:00Z", "0.5", "UTC"}, offset, "must be a whole number, such as -1"},
		"infinitely many":             {[4]string{"month", "2025-06-01T00:00:00Z", "Inf", "UTC"}, offset, "must be a whole number, such as -1"},
		"no such zone":                {[4]string{"month", "2025-06-01T00:00:00Z", "0", "JST"}, zone, "such as Asia/Tokyo"},
		"the year 0 in the zone":      {[4]string{"day", "0001-01-01T00:00:00Z", "0", "America/New_York"}, time, "the year 0001 or later"},
		"the end of the year 9999":    {[4]string{"year", "9999-06-01T00:00:00Z", "0", "UTC"}, time, "before the year 10000"},
		"a week that begins too soon": {[4]string{"week", "0001-01-01T00:00:00Z", "-1", "UTC"}, offset, "the year 0001 or later"},
		"beyond all integers":         {[4]string{"day", "2025-06-01T00:00:00Z", "1e300", "UTC"}, offset, "before the year 10000"},
		"the smallest integer":        {[4]string{"week", "2025-06-01T00:00:00Z", "-9223372036854775808", "UTC"}, offset, "the year 0001 or later"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := run(t, tc.arguments[0], tc.arguments[1], tc.arguments[2], tc.arguments[3])
			if err == nil || err.FunctionArgument == nil || *err.FunctionArgument != tc.position || !strings.Contains(err.Text, tc.says) {
				t.Errorf("got %s, error %v; want argument %d refused, which %s", got, err, tc.position, tc.says)
			}
		})
	}
}
