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

// call is a call of the function.
type call struct {
	unit   string
	time   string
	offset string // a number
	zone   string
}

// result is the period that a call returns, or the parameter that it refuses, and why.
type result struct {
	from, to string

	parameter string
	problem   string
}

func (c call) run(t *testing.T) result {
	t.Helper()
	offset, _, err := big.ParseFloat(c.offset, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	f := period.NewFunction()
	var defined function.DefinitionResponse
	f.Definition(t.Context(), function.DefinitionRequest{}, &defined)
	data, refused := defined.Definition.Return.NewResultData(t.Context())
	resp := function.RunResponse{Result: data, Error: refused}
	f.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData([]attr.Value{
		types.StringValue(c.unit),
		types.StringValue(c.time),
		types.NumberValue(offset),
		types.StringValue(c.zone),
	})}, &resp)
	if resp.Error != nil {
		refused := defined.Definition.Parameters[*resp.Error.FunctionArgument]
		return result{parameter: refused.GetName(), problem: resp.Error.Text}
	}
	bounds, _ := resp.Result.Value().(types.Object)
	return result{from: textOf(bounds, "from"), to: textOf(bounds, "to")}
}

func textOf(object types.Object, name string) string {
	text, _ := object.Attributes()[name].(types.String)
	return text.ValueString()
}

// A period begins at the first instant of its first day in the time zone.
func TestPeriod(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		call call
		from string
		to   string
	}{
		"next month, which has no 31st": {
			call: call{unit: "month", time: "2025-01-31T12:00:00Z", offset: "1", zone: "UTC"},
			from: "2025-02-01T00:00:00Z",
			to:   "2025-03-01T00:00:00Z",
		},
		"many months ago": {
			call: call{unit: "month", time: "2025-01-31T12:00:00Z", offset: "-25", zone: "UTC"},
			from: "2022-12-01T00:00:00Z",
			to:   "2023-01-01T00:00:00Z",
		},
		"a month later in Tokyo": {
			call: call{unit: "month", time: "2025-05-31T15:00:00Z", offset: "0", zone: "Asia/Tokyo"},
			from: "2025-06-01T00:00:00+09:00",
			to:   "2025-07-01T00:00:00+09:00",
		},
		"a time with an offset": {
			call: call{unit: "day", time: "2025-06-01T08:59:59.9+09:00", offset: "0", zone: "UTC"},
			from: "2025-05-31T00:00:00Z",
			to:   "2025-06-01T00:00:00Z",
		},
		"small letters": {
			call: call{unit: "day", time: "2025-06-01t00:00:00z", offset: "0", zone: "UTC"},
			from: "2025-06-01T00:00:00Z",
			to:   "2025-06-02T00:00:00Z",
		},
		"a day of 23 hours": {
			call: call{unit: "day", time: "2025-03-30T12:00:00Z", offset: "0", zone: "Europe/Berlin"},
			from: "2025-03-30T00:00:00+01:00",
			to:   "2025-03-31T00:00:00+02:00",
		},
		"the leap day": {
			call: call{unit: "day", time: "2024-03-01T00:00:00Z", offset: "-1", zone: "UTC"},
			from: "2024-02-29T00:00:00Z",
			to:   "2024-03-01T00:00:00Z",
		},
		"no midnight": {
			call: call{unit: "day", time: "2018-11-04T12:00:00Z", offset: "0", zone: "America/Sao_Paulo"},
			from: "2018-11-04T01:00:00-02:00",
			to:   "2018-11-05T00:00:00-02:00",
		},
		"two midnights": {
			call: call{unit: "day", time: "2024-11-03T12:00:00Z", offset: "0", zone: "America/Havana"},
			from: "2024-11-03T00:00:00-04:00",
			to:   "2024-11-04T00:00:00-05:00",
		},
		"back across midnight": {
			call: call{unit: "day", time: "2011-11-06T03:00:00Z", offset: "0", zone: "America/St_Johns"},
			from: "2011-11-06T00:00:00-02:30",
			to:   "2011-11-07T00:00:00-03:30",
		},
		"a skipped day": {
			call: call{unit: "day", time: "2011-12-29T20:00:00-10:00", offset: "1", zone: "Pacific/Apia"},
			from: "2011-12-31T00:00:00+14:00",
			to:   "2011-12-31T00:00:00+14:00",
		},
		"a week from its Monday": {
			call: call{unit: "week", time: "2025-06-02T00:00:00Z", offset: "0", zone: "UTC"},
			from: "2025-06-02T00:00:00Z",
			to:   "2025-06-09T00:00:00Z",
		},
		"a week to its Sunday": {
			call: call{unit: "week", time: "2025-06-08T23:59:59Z", offset: "0", zone: "UTC"},
			from: "2025-06-02T00:00:00Z",
			to:   "2025-06-09T00:00:00Z",
		},
		"a year": {
			call: call{unit: "year", time: "2025-01-01T04:59:59Z", offset: "0", zone: "America/New_York"},
			from: "2024-01-01T00:00:00-05:00",
			to:   "2025-01-01T00:00:00-05:00",
		},
		"the last year": {
			call: call{unit: "year", time: "9998-06-01T00:00:00Z", offset: "0", zone: "UTC"},
			from: "9998-01-01T00:00:00Z",
			to:   "9999-01-01T00:00:00Z",
		},
		"the first and the last": {
			call: call{unit: "day", time: "9999-12-31T00:00:00Z", offset: "-3652058", zone: "UTC"},
			from: "0001-01-01T00:00:00Z",
			to:   "0001-01-02T00:00:00Z",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := result{from: tt.from, to: tt.to}
			if got := tt.call.run(t); got != want {
				t.Errorf("the result is %+v, want %+v", got, want)
			}
		})
	}
}

// A wrong argument is refused at its parameter, with an example.
func TestPeriod_refused(t *testing.T) {
	t.Parallel()
	const (
		noTime = "must be an RFC 3339 time, such as 2025-01-31T09:00:00Z"
		noZone = "must be the IANA name of a time zone, such as Asia/Tokyo"
		beyond = "must lead to a period whose `from` and `to` are in the years 0001 to 9999"
	)
	for name, tt := range map[string]struct {
		call      call
		parameter string
		problem   string // how the message begins
	}{
		"another unit": {
			call:      call{unit: "Month", time: "2025-06-01T00:00:00Z", offset: "0", zone: "UTC"},
			parameter: "unit",
			problem:   `must be "day", "week", "month" or "year"`,
		},
		"no time": {
			call:      call{unit: "month", time: "", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   noTime,
		},
		"a date": {
			call:      call{unit: "month", time: "2025-06-01", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   noTime,
		},
		"a time without an offset": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   noTime,
		},
		"an hour of one digit": {
			call:      call{unit: "month", time: "2025-06-01T0:00:00Z", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   noTime,
		},
		"a day that does not exist": {
			call:      call{unit: "month", time: "2025-06-31T00:00:00Z", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   noTime,
		},
		"half a month": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0.5", zone: "UTC"},
			parameter: "offset",
			problem:   "must be a whole number, such as -1",
		},
		"infinitely many": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "Inf", zone: "UTC"},
			parameter: "offset",
			problem:   "must be a whole number, such as -1",
		},
		"no such zone": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0", zone: "JST"},
			parameter: "time_zone",
			problem:   noZone,
		},
		"the zone of the machine": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0", zone: "Local"},
			parameter: "time_zone",
			problem:   noZone,
		},
		"a file of the machine": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0", zone: "localtime"},
			parameter: "time_zone",
			problem:   noZone,
		},
		"a zone with leap seconds": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0", zone: "right/Asia/Tokyo"},
			parameter: "time_zone",
			problem:   noZone,
		},
		"an empty zone": {
			call:      call{unit: "month", time: "2025-06-01T00:00:00Z", offset: "0", zone: ""},
			parameter: "time_zone",
			problem:   noZone,
		},
		"the year 0 in the zone": {
			call:      call{unit: "day", time: "0001-01-01T00:00:00Z", offset: "0", zone: "America/New_York"},
			parameter: "time",
			problem:   beyond,
		},
		"the end of the year 9999": {
			call:      call{unit: "year", time: "9999-06-01T00:00:00Z", offset: "0", zone: "UTC"},
			parameter: "time",
			problem:   beyond,
		},
		"a week that begins too soon": {
			call:      call{unit: "week", time: "0001-01-01T00:00:00Z", offset: "-1", zone: "UTC"},
			parameter: "offset",
			problem:   beyond,
		},
		"beyond all integers": {
			call:      call{unit: "day", time: "2025-06-01T00:00:00Z", offset: "1e300", zone: "UTC"},
			parameter: "offset",
			problem:   beyond,
		},
		"the smallest integer": {
			call:      call{unit: "week", time: "2025-06-01T00:00:00Z", offset: "-9223372036854775808", zone: "UTC"},
			parameter: "offset",
			problem:   beyond,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := tt.call.run(t)
			if got.parameter != tt.parameter || !strings.HasPrefix(got.problem, tt.problem) {
				t.Errorf("the result is %+v, want the problem %q of %s", got, tt.problem, tt.parameter)
			}
		})
	}
}
