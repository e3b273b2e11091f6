// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"encoding/json"
	"math/big"
	"time"

	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

type summaryModel struct {
	filters
	GroupBy  types.Set        `tfsdk:"group_by"`
	TimeZone types.String     `tfsdk:"time_zone"`
	Timeouts dstimeouts.Value `tfsdk:"timeouts"`

	ChargeCount types.Int64 `tfsdk:"charge_count"`
	sumsModel
	Groups          types.List   `tfsdk:"groups"`
	NewestCreatedOn types.String `tfsdk:"newest_created_on"`
	OldestCreatedOn types.String `tfsdk:"oldest_created_on"`
	TotalHits       types.Int64  `tfsdk:"total_hits"`
}

// sumsModel is what charges come to.
type sumsModel struct {
	Requested map[string]sumModel `tfsdk:"requested"`
	Charged   map[string]sumModel `tfsdk:"charged"`
	Fees      map[string]sumModel `tfsdk:"fees"`
}

type sumModel struct {
	Count           int64      `tfsdk:"count"`
	Amount          *big.Float `tfsdk:"amount"`
	AmountFormatted *big.Float `tfsdk:"amount_formatted"`
}

// zone returns the time zone whose days and months count.
func (m *summaryModel) zone() (*time.Location, error) {
	if m.TimeZone.IsNull() {
		return time.UTC, nil
	}
	return totals.LoadZone(m.TimeZone.ValueString())
}

// fromTotals takes over what charges come to, their groups aside.
func (m *summaryModel) fromTotals(t *totals.Totals, totalHits *int64) {
	m.TotalHits = types.Int64PointerValue(totalHits)
	m.OldestCreatedOn = types.StringPointerValue(t.Oldest())
	m.NewestCreatedOn = types.StringPointerValue(t.Newest())
	m.ChargeCount = types.Int64Value(t.All().Count)
	f := t.All()
	m.sumsModel = sumsModel{Requested: sums(f.Requested), Charged: sums(f.Charged), Fees: sums(f.Fees)}
}

func sums(t totals.Sums) map[string]sumModel {
	byCurrency := make(map[string]sumModel, len(t))
	for currency, sum := range t {
		amount := sum.Amount()
		byCurrency[currency] = sumModel{sum.Count, number(&amount), number(sum.Formatted())}
	}
	return byCurrency
}

// number returns a decimal as the framework's models have it, in the precision of
// the CLI's own numbers.
func number(text *json.Number) *big.Float {
	if text == nil {
		return nil
	}
	n, _, _ := big.ParseFloat(text.String(), 10, 512, big.ToNearestEven) // nil if it fails, which a sum does not
	return n
}
