// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const summaryDescription = "Counts the charges of one store, or of all stores, and adds up the requested amounts, charged amounts and fees in each currency, in total and in groups. " +
	"The figures are exact, and no charge is stored in the plan or the state.\n\n" +
	"The charges are read as in `paymentservice_charges`: all pages, several of them at once. If a page cannot be read, the read fails. " +
	"The number of charges is unlimited, because only the figures are passed to the CLI."

// groupsAttribute is the attribute whose value is spliced in.
const groupsAttribute = "groups"

func summarySchema() schema.Schema {
	attributes := filterArguments()
	maps.Copy(attributes, summaryArguments())
	maps.Copy(attributes, summaryResults())
	return schema.Schema{MarkdownDescription: summaryDescription, Attributes: attributes, Blocks: timeoutsBlock()}
}

func summaryArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"group_by": schema.SetAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: "What to group charges by: any of `" + strings.Join(totals.Groupings(), "`, `") + "`. " +
				"`day` (`2025-06-01`) and `month` (`2025-06`) are derived from `created_on` in the `time_zone`. If unset, there are no groups. If there are more than 10,000 groups, the read fails.",
			Validators: []validator.Set{onlyNames("Invalid Grouping", totals.Groupings(), true)},
		},
		"time_zone": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time zone of `day` and `month`: an IANA name, such as `Asia/Tokyo`. Defaults to `UTC`. It does not affect `from` and `to`: " +
				"a date there always means UTC, and June 1 in Tokyo begins at `2025-06-01T00:00:00+09:00`.",
			Validators: []validator.String{validators.String("Invalid Time Zone", "must be the IANA name of a time zone", func(name string) error {
				_, err := totals.LoadZone(name)
				return err
			})},
		},
	}
}

func summaryResults() map[string]schema.Attribute {
	results := sumResults("")
	maps.Copy(results, map[string]schema.Attribute{
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
	return results
}

func groupResults() map[string]schema.Attribute {
	results := sumResults(" in the group")
	results["count"] = wholeResult("Number of charges in the group.")
	results["key"] = mapResult("The values that the charges of the group have in common, by the names in `group_by`; null for charges that have no such value.")
	return results
}

// sumResults are the sums of all charges, or of those that are named.
func sumResults(of string) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"requested": sumResult("The requested amounts", of),
		"charged":   sumResult("The charged amounts", of),
		"fees":      sumResult("The fees", of),
	}
}

func sumResult(what, of string) schema.Attribute {
	return schema.MapNestedAttribute{
		Computed: true,
		MarkdownDescription: what + of + ", by currency, with `" + totals.UnknownCurrency + "` for amounts without a currency. " +
			"A charge that has no such amount is not included.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"amount":           numberResult("The exact sum, in the smallest unit of the currency."),
			"amount_formatted": numberResult("The exact sum, as a decimal number in the currency; null if the service omits the decimal form for any of the charges, or if the sum has more digits than a number of the CLI (with a warning)."),
			"count":            wholeResult("Number of charges that have this amount."),
		}},
	}
}
