// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period

import (
	"context"
	"math/big"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var _ function.Function = periodFunction{}

type periodFunction struct{}

// NewFunction returns the function period.
func NewFunction() function.Function { return periodFunction{} }

func (periodFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "period"
}

var resultTypes = map[string]attr.Type{"from": types.StringType, "to": types.StringType}

func (periodFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "A day, week, month or year in a time zone, as from and to",
		MarkdownDescription: "Returns an object with `from` and `to`, for the arguments of the same names of `paymentservice_charges` and `paymentservice_charge_summary`. " +
			"Both are times in RFC 3339 with the offset that the time zone has then. `to` is the beginning of the next period, so periods that follow each other leave no gap. " +
			"The function needs no credentials and sends no request.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "unit", MarkdownDescription: "The length of the period: `day`, `week` (from Monday), `month` or `year`."},
			function.StringParameter{Name: "time", MarkdownDescription: "A time in RFC 3339, such as `plantimestamp()` or `2025-06-01T00:00:00Z`."},
			function.NumberParameter{Name: "offset", MarkdownDescription: "Which period: `0` for the one that `time` is in, `-1` for the one before, `1` for the one after, and so on."},
			function.StringParameter{Name: "time_zone", MarkdownDescription: "The IANA name of a time zone, such as `Asia/Tokyo`."},
		},
		Return: function.ObjectReturn{AttributeTypes: resultTypes},
	}
}

func (periodFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var (
		unit, text, zoneName string
		offset               *big.Float
	)
	if resp.Error = req.Arguments.Get(ctx, &unit, &text, &offset, &zoneName); resp.Error != nil {
		return
	}
	firstDay, isUnit := units[unit]
	at, errTime := time.Parse(time.RFC3339, strings.ToUpper(text))
	zone, errZone := Zone(zoneName)
	const unitParameter, timeParameter, offsetParameter, zoneParameter = 0, 1, 2, 3 // their positions
	switch {
	case !isUnit:
		resp.Error = function.NewArgumentFuncError(unitParameter, `must be "day", "week", "month" or "year"`)
	case errTime != nil || validators.CheckTime(text) != nil: // time.Parse alone accepts a comma
		resp.Error = function.NewArgumentFuncError(timeParameter, "must be an RFC 3339 time, such as 2025-01-31T09:00:00Z")
	case !offset.IsInt():
		resp.Error = function.NewArgumentFuncError(offsetParameter, "must be a whole number, such as -1 for the period before the one of the time")
	case errZone != nil:
		resp.Error = function.NewArgumentFuncError(zoneParameter, errZone.Error())
	}
	if resp.Error != nil {
		return
	}
	n, _ := offset.Int64() // or the largest or smallest there is
	// More days than there are between the years 1 and 9999 are too many of any unit.
	const tooMany = 4_000_000
	from, to := bounds(firstDay, at, int(max(-tooMany, min(n, tooMany))), zone)
	if from.Year() < 1 || to.Year() > 9999 {
		parameter := int64(offsetParameter)
		if n == 0 {
			parameter = timeParameter
		}
		resp.Error = function.NewArgumentFuncError(parameter, "must lead to a period whose `from` and `to` are in the years 0001 to 9999, such as that of 2025-01-31T09:00:00Z with an offset of 0")
		return
	}
	resp.Error = resp.Result.Set(ctx, types.ObjectValueMust(resultTypes, map[string]attr.Value{
		"from": types.StringValue(from.Format(time.RFC3339)),
		"to":   types.StringValue(to.Format(time.RFC3339)),
	}))
}
