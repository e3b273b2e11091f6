// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// summaryModel is the data source paymentservice_charge_summary.
type summaryModel struct {
	selection
	GroupBy  types.Set    `tfsdk:"group_by"`
	TimeZone types.String `tfsdk:"time_zone"`

	ChargeCount     types.Int64         `tfsdk:"charge_count"`
	Charged         map[string]sumModel `tfsdk:"charged"`
	Fees            map[string]sumModel `tfsdk:"fees"`
	Groups          types.List          `tfsdk:"groups"`
	NewestCreatedOn types.String        `tfsdk:"newest_created_on"`
	OldestCreatedOn types.String        `tfsdk:"oldest_created_on"`
	Requested       map[string]sumModel `tfsdk:"requested"`
	TotalHits       types.Int64         `tfsdk:"total_hits"`

	totals *totals.Totals // the totals of the charges read so far
}

// sumModel is a sum of amounts in one currency.
type sumModel struct {
	Count           int64      `tfsdk:"count"`
	Amount          *big.Float `tfsdk:"amount"`
	AmountFormatted *big.Float `tfsdk:"amount_formatted"`
}

// zone returns the time zone whose days and months count. Its error is that of a name which the schema refuses.
func (m *summaryModel) zone() (*time.Location, error) {
	name := cmp.Or(m.TimeZone.ValueString(), "UTC")
	return period.Zone(name)
}

func (m *summaryModel) query() paymentapi.ChargeQuery {
	query := m.selection.query()
	query.Fields = totals.Fields(setToStrings(m.GroupBy))
	return query
}

// newSink returns what adds charges up, and keeps nothing of them.
func (m *summaryModel) newSink() fetch.Sink {
	zone, _ := m.zone() // the schema has checked the name
	m.totals = totals.New(setToStrings(m.GroupBy), zone)

	return func(charges []paymentapi.Charge) ([]byte, error) {
		return nil, m.totals.Add(charges)
	}
}

func (m *summaryModel) setResult(result *fetch.Result) *splice.List {
	m.ChargeCount = types.Int64Value(m.totals.Count)
	m.TotalHits = types.Int64PointerValue(result.TotalHits)

	m.OldestCreatedOn = types.StringPointerValue(m.totals.Oldest())
	m.NewestCreatedOn = types.StringPointerValue(m.totals.Newest())

	m.Requested = sumModels(m.totals.Requested)
	m.Charged = sumModels(m.totals.Charged)
	m.Fees = sumModels(m.totals.Fees)

	groups := m.totals.Groups()
	encoded := rows.EncodeGroups(groups)
	return &splice.List{
		Attribute: groupsAttribute,
		Len:       len(groups),
		Chunks:    [][]byte{encoded},
	}
}

// sumModels returns the model of each sum, by currency.
func sumModels(sums totals.Sums) map[string]sumModel {
	models := make(map[string]sumModel, len(sums))
	for currency, sum := range sums {
		amount := sum.Amount()
		models[currency] = sumModel{
			Count:           sum.Count,
			Amount:          bigFloat(&amount),
			AmountFormatted: bigFloat(sum.Formatted()),
		}
	}
	return models
}

// bigFloat returns a decimal as the framework's models have it, in the precision of
// the CLI's own numbers.
func bigFloat(text *json.Number) *big.Float {
	if text == nil {
		return nil
	}
	number, _, _ := big.ParseFloat(text.String(), 10, 512, big.ToNearestEven) // nil if it fails, which a sum does not
	return number
}

const summaryDescription = "Counts the charges of one store, or of all stores, and adds up the requested amounts, charged amounts and fees in each currency, in total and in groups. " +
	"The figures are exact, and no charge is stored in the plan or the state.\n\n" +
	"The charges are read as in `paymentservice_charges`: all pages, several of them at once. If a page cannot be read, the read fails. " +
	"The number of charges is unlimited, because only the figures are passed to the CLI."

// groupsAttribute is the attribute whose value is spliced in.
const groupsAttribute = "groups"

func summarySchema() schema.Schema {
	attributes := selectionArguments()
	maps.Copy(attributes, sumResults(""))
	maps.Copy(attributes, map[string]schema.Attribute{
		"group_by": schema.SetAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: "What to group charges by: any of `" + strings.Join(totals.Groupings(), "`, `") + "`. " +
				"`day` (`2025-06-01`) and `month` (`2025-06`) are derived from `created_on` in the `time_zone`. If unset, there are no groups. " +
				fmt.Sprintf("If there are more than %d groups, the read fails.", totals.MaxGroups),
			Validators: validNames("Invalid Grouping", totals.Groupings()),
		},
		"time_zone": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time zone of `day` and `month`: an IANA name, such as `Asia/Tokyo`. Defaults to `UTC`. It does not affect `from` and `to`: " +
				"a date there always means UTC, and June 1 in Tokyo begins at `2025-06-01T00:00:00+09:00`.",
			Validators: []validator.String{validators.String("Invalid Time Zone", checkZone)},
		},
		// Not count: the CLI takes that name for its own argument.
		"charge_count": wholeResult("Number of charges."),
		groupsAttribute: schema.ListNestedAttribute{
			Computed: true,
			MarkdownDescription: "The groups, sorted by their keys: name by name in alphabetical order, with null last. " +
				"Empty if `group_by` is unset.",
			NestedObject: schema.NestedAttributeObject{Attributes: groupResults()},
		},
		"newest_created_on": textResult("When the newest charge was created, as the service writes it; null if there are no charges."),
		"oldest_created_on": textResult("When the oldest charge was created, as the service writes it; null if there are no charges."),
		"total_hits":        wholeResult("Number of charges according to the service; null if the service does not say."),
	})

	return schema.Schema{
		MarkdownDescription: summaryDescription,
		Attributes:          attributes,
		Blocks:              map[string]schema.Block{"timeouts": validators.TimeoutsBlock("read")},
	}
}

func checkZone(name string) error {
	_, err := period.Zone(name)
	return err
}

func groupResults() map[string]schema.Attribute {
	results := sumResults(" in the group")
	results["count"] = wholeResult("Number of charges in the group.")
	results["key"] = mapResult("The values that the charges of the group have in common, by the names in `group_by`; null for charges that have no such value.")
	return results
}

// sumResults are the sums of charges. The suffix completes their descriptions: " in the group", or
// nothing for all charges.
func sumResults(suffix string) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"requested": sumsResult("The requested amounts" + suffix),
		"charged":   sumsResult("The charged amounts" + suffix),
		"fees":      sumsResult("The fees" + suffix),
	}
}

func sumsResult(subject string) schema.Attribute {
	return schema.MapNestedAttribute{
		Computed:            true,
		MarkdownDescription: subject + ", by currency (`" + totals.UnknownCurrency + "` if there is none).",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"amount":           numberResult("The exact sum, in the smallest unit of the currency."),
			"amount_formatted": numberResult("The exact sum, as a decimal number, or null."),
			"count":            wholeResult("Number of charges that have this amount."),
		}},
	}
}
