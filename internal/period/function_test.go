// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
)

// call returns the period from the function, or else the position of the argument that it
// refuses, and why.
func call(t *testing.T, unit, time, offset, zone string) string {
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
		return fmt.Sprintf("%d %s", *resp.Error.FunctionArgument, resp.Error.Text)
	}
	bounds := resp.Result.Value().(types.Object).Attributes() //nolint:forcetypeassert // an object is what it is defined to return
	return strings.ReplaceAll(bounds["from"].String()+" to "+bounds["to"].String(), `"`, "")
}

// A wrong argument is refused at its position, with an example.
func TestPeriod(t *testing.T) {
	t.Parallel()
	const (
		noTime = "1 must be an RFC 3339 time, such as 2025-01-31T09:00:00Z"
		noZone = "3 must be the IANA name of a time zone, such as Asia/Tokyo"
		beyond = " must lead to a period whose `from` and `to` are in the years 0001 to 9999"
	)
	for name, tc := range map[string]struct{ unit, time, offset, zone, want string }{
		"next month, which has no 31st": {"month", "2025-01-31T12:00:00Z", "1", "UTC", "2025-02-01T00:00:00Z to 2025-03-01T00:00:00Z"},
		"many months ago":               {"month", "2025-01-31T12:00:00Z", "-25", "UTC", "2022-12-01T00:00:00Z to 2023-01-01T00:00:00Z"},
		"a month later in Tokyo":        {"month", "2025-05-31T15:00:00Z", "0", "Asia/Tokyo", "2025-06-01T00:00:00+09:00 to 2025-07-01T00:00:00+09:00"},
		"a time with an offset":         {"day", "2025-06-01T08:59:59.9+09:00", "0", "UTC", "2025-05-31T00:00:00Z to 2025-06-01T00:00:00Z"},
		"small letters":                 {"day", "2025-06-01t00:00:00z", "0", "UTC", "2025-06-01T00:00:00Z to 2025-06-02T00:00:00Z"},
		"a day of 23 hours":             {"day", "2025-03-30T12:00:00Z", "0", "Europe/Berlin", "2025-03-30T00:00:00+01:00 to 2025-03-31T00:00:00+02:00"},
		"the leap day":                  {"day", "2024-03-01T00:00:00Z", "-1", "UTC", "2024-02-29T00:00:00Z to 2024-03-01T00:00:00Z"},
		"no midnight":                   {"day", "2018-11-04T12:00:00Z", "0", "America/Sao_Paulo", "2018-11-04T01:00:00-02:00 to 2018-11-05T00:00:00-02:00"},
		"two midnights":                 {"day", "2024-11-03T12:00:00Z", "0", "America/Havana", "2024-11-03T00:00:00-04:00 to 2024-11-04T00:00:00-05:00"},
		"back across midnight":          {"day", "2011-11-06T03:00:00Z", "0", "America/St_Johns", "2011-11-06T00:00:00-02:30 to 2011-11-07T00:00:00-03:30"},
		"a skipped day":                 {"day", "2011-12-29T20:00:00-10:00", "1", "Pacific/Apia", "2011-12-31T00:00:00+14:00 to 2011-12-31T00:00:00+14:00"},
		"a week from its Monday":        {"week", "2025-06-02T00:00:00Z", "0", "UTC", "2025-06-02T00:00:00Z to 2025-06-09T00:00:00Z"},
		"a week to its Sunday":          {"week", "2025-06-08T23:59:59Z", "0", "UTC", "2025-06-02T00:00:00Z to 2025-06-09T00:00:00Z"},
		"a year":                        {"year", "2025-01-01T04:59:59Z", "0", "America/New_York", "2024-01-01T00:00:00-05:00 to 2025-01-01T00:00:00-05:00"},
		"the first and the last":        {"day", "9999-12-31T00:00:00Z", "-3652058", "UTC", "0001-01-01T00:00:00Z to 0001-01-02T00:00:00Z"},

		"another unit":                {"Month", "2025-06-01T00:00:00Z", "0", "UTC", `0 must be "day", "week", "month" or "year"`},
		"no time":                     {"month", "", "0", "UTC", noTime},
		"a date":                      {"month", "2025-06-01", "0", "UTC", noTime},
		"a time without an offset":    {"month", "2025-06-01T00:00:00", "0", "UTC", noTime},
		"an hour of one digit":        {"month", "2025-06-01T0:00:00Z", "0", "UTC", noTime},
		"a day that does not exist":   {"month", "2025-06-31T00:00:00Z", "0", "UTC", noTime},
		"half a month":                {"month", "2025-06-01T00:00:00Z", "0.5", "UTC", "2 must be a whole number, such as -1"},
		"infinitely many":             {"month", "2025-06-01T00:00:00Z", "Inf", "UTC", "2 must be a whole number, such as -1"},
		"no such zone":                {"month", "2025-06-01T00:00:00Z", "0", "JST", noZone},
		"the zone of the machine":     {"month", "2025-06-01T00:00:00Z", "0", "Local", noZone},
		"a file of the machine":       {"month", "2025-06-01T00:00:00Z", "0", "localtime", noZone},
		"a zone with leap seconds":    {"month", "2025-06-01T00:00:00Z", "0", "right/Asia/Tokyo", noZone},
		"an empty zone":               {"month", "2025-06-01T00:00:00Z", "0", "", noZone},
		"the year 0 in the zone":      {"day", "0001-01-01T00:00:00Z", "0", "America/New_York", "1" + beyond},
		"the end of the year 9999":    {"year", "9999-06-01T00:00:00Z", "0", "UTC", "1" + beyond},
		"a week that begins too soon": {"week", "0001-01-01T00:00:00Z", "-1", "UTC", "2" + beyond},
		"beyond all integers":         {"day", "2025-06-01T00:00:00Z", "1e300", "UTC", "2" + beyond},
		"the smallest integer":        {"week", "2025-06-01T00:00:00Z", "-9223372036854775808", "UTC", "2" + beyond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := call(t, tc.unit, tc.time, tc.offset, tc.zone); !strings.HasPrefix(got, tc.want) {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
