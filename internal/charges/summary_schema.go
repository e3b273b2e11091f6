// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const summaryDescription = "Counts and adds up the charges of one store, or of all stores: how many there are, and what was requested, charged and paid in fees in each currency, in all and in groups. " +
	"The figures are exact, and nothing of a single charge reaches the plan or the state.\n\n" +
	"The charges are read as `paymentservice_charges` reads them: through all pages, several at once, all or nothing. " +
	"There is no limit to their number, because only the figures are handed to the CLI."

// groupsAttribute is the attribute whose value is spliced in.
const groupsAttribute = "groups"

// timeZoneRule goes on after the name of the argument.
const timeZoneRule = "must be an IANA name of a time zone, such as Asia/Tokyo"

func summarySchema(ctx context.Context) schema.Schema {
	attributes := filterArguments()
	maps.Copy(attributes, summaryArguments())
	maps.Copy(attributes, summaryResults())
	attributes["timeouts"] = timeoutsArgument(ctx)
	return schema.Schema{MarkdownDescription: summaryDescription, Attributes: attributes}
}

func summaryArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"group_by": schema.SetAttribute{
			Optional:    true,
			ElementType: types.StringType,
			MarkdownDescription: "The facts by which to group charges: any of `" + strings.Join(totals.Groupings(), "`, `") + "`. " +
				"`day` (`2025-06-01`) and `month` (`2025-06`) are those of `created_on` in the `time_zone`. If unset, there are no groups. More than 10,000 groups are an error.",
			Validators: []validator.Set{validators.Names("Invalid Grouping", totals.Groupings(), true)},
		},
		"time_zone": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time zone of `day` and `month`: an IANA name, such as `Asia/Tokyo`. Default `UTC`. It does not change `from` and `to`: " +
				"a date there is always UTC, and the first of June in Tokyo begins at `2025-06-01T00:00:00+09:00`.",
			Validators: []validator.String{validators.String("Invalid Time Zone", timeZoneRule, checkTimeZone)},
		},
	}
}

func checkTimeZone(name string) error {
	if _, err := totals.LoadZone(name); err != nil {
		return errors.New(timeZoneRule)
	}
	return nil
}

func summaryResults() map[string]schema.Attribute {
	results := sumResults("")
	maps.Copy(results, map[string]schema.Attribute{
		// Not count: the CLI takes that name for its own argument.
		"charge_count": wholeResult("The number of charges."),
		groupsAttribute: schema.ListNestedAttribute{
			Computed: true,
			MarkdownDescription: "The groups, in the order of their keys: compared name by name, alphabetically, with null last. " +
				"Empty if `group_by` is unset.",
			NestedObject: schema.NestedAttributeObject{Attributes: groupResults()},
		},
		"newest_created_on": textResult("When the newest charge was created, as the service writes it; null without charges."),
		"oldest_created_on": textResult("When the oldest charge was created, as the service writes it; null without charges."),
		"total_hits":        wholeResult("How many charges the service says there are; null if it does not say."),
	})
	return results
}

func groupResults() map[string]schema.Attribute {
	results := sumResults(" of the group")
	results["count"] = wholeResult("The number of charges of the group.")
	results["key"] = mapResult("What the charges of the group have in common, by the names in `group_by`. Null for charges that lack it.")
	return results
}

// sumResults are the sums of all charges, or of those that are named.
func sumResults(of string) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"requested": sumResult("What was asked for", of),
		"charged":   sumResult("What was charged", of),
		"fees":      sumResult("The fees", of),
	}
}

func sumResult(what, of string) schema.Attribute {
	return schema.MapNestedAttribute{
		Computed: true,
		MarkdownDescription: what + " in the charges" + of + ", by currency; `" + totals.UnknownCurrency + "` for amounts without one. " +
			"A charge without the amount is not in the sum.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"amount":           numberResult("The exact sum, in the smallest unit of the currency."),
			"amount_formatted": numberResult("The exact sum as a decimal number of the currency; null if the service does not give this form for one of the charges."),
			"count":            wholeResult("The number of charges that have the amount."),
		}},
	}
}
