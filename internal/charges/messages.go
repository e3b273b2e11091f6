// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
)

// addReadError reports why a list was not read. In timeLimit is a sentence on the length of the time limit, which is
// added where the message says that it was exceeded.
func addReadError(diags *diag.Diagnostics, result *fetch.Result, err error, timeLimit string) {
	tooLong, isTooLong := errors.AsType[*rows.TooLongError](err)
	failed, hasPage := errors.AsType[*paymentapi.PageError](err)

	switch {
	case isTooLong:
		addListTooLong(diags, tooLong.Charges)
	case errors.Is(err, totals.ErrTooManyGroups):
		addTooManyGroups(diags)
	case hasPage:
		addPageError(diags, result, failed, timeLimit)
	default:
		diagnostics.AddCallError(diags, "Unable to Read Charges", err)
	}
}

func addListTooLong(diags *diag.Diagnostics, charges int64) {
	const mebibytes = splice.MaxMessage >> 20
	diagnostics.AddError(diags, "List of Charges Too Long", diagnostics.Paragraphs(
		fmt.Sprintf("The %d charges read so far already need more than the %d MiB that a provider can send to the CLI at once.", charges, mebibytes),
		"If you need only figures, such as sums, use the data source `paymentservice_charge_summary`, which has no limit. "+
			"If you do not need all attributes of a charge, name the ones that you need in `fields`. "+
			"Otherwise, narrow the list with `from` and `to` or another filter, or limit it with `max_results`. "+
			"You can also split a long list across several blocks, each with its own `from` and `to`."))
}

func addTooManyGroups(diags *diag.Diagnostics) {
	diagnostics.AddError(diags, "Unable to Group Charges", diagnostics.Paragraphs(
		fmt.Sprintf("The charges fall into more than %d groups, which is the most that a summary can have.", totals.MaxGroups),
		"Summarize fewer charges at once, with `from` and `to` or another filter. If you group by `day`, use `month` instead. "+
			"If you group by several names, remove one of them."))
}

// addPageError reports the page of a list that could not be read, and why.
func addPageError(diags *diag.Diagnostics, result *fetch.Result, failed *paymentapi.PageError, timeLimit string) {
	place := "The error occurred on " + describePage(failed, result.Parts) + ". No part of the list is kept."
	if errors.Is(failed, context.Canceled) { // an interrupt says nothing of the list
		diagnostics.AddCallError(diags, "Unable to Read Charges", failed, place)
		return
	}

	advice := adviceForPage(failed, timeLimit)
	if result.RereadBecause != "" {
		advice = diagnostics.Paragraphs(
			"Before that, the provider had read the beginning of this list with several requests at the same time. "+
				"If the service refuses so many, set the provider's `max_concurrent_requests` to a lower number.",
			advice)
	}
	diagnostics.AddCallError(diags, "Unable to Read Charges", failed, place, advice)
}

// adviceForPage returns how a list may be read nevertheless, empty if there is no such way.
func adviceForPage(failed *paymentapi.PageError, timeLimit string) string {
	if errors.Is(failed, context.DeadlineExceeded) {
		return timeLimit + " Set a longer time, or read fewer charges, with `from` and `to` or another filter."
	}

	isOfPlace := failed.Page > 1 || paymentapi.Is(failed, paymentapi.FaultItem, paymentapi.FaultInconsistent)
	if !isOfPlace {
		return ""
	}
	advice := "If the list always fails there, read around it: set `from` and `to` so that the list ends before that place, or begins after it, " +
		"or set a smaller `page_size` to leave out fewer charges."
	if hasUnusableField(failed) {
		advice += " In `paymentservice_charges`, you can also leave out the field that cannot be used: name the ones that you need in `fields`."
	}
	return advice
}

func hasUnusableField(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && failed.Field != ""
}

// describePage says where a page is in a list that is read in one or more parts.
func describePage(page *paymentapi.PageError, parts int) string {
	text := fmt.Sprintf("page %d of the list", page.Page)
	if parts > 1 {
		text += ", counting all parts"
	}
	if !paymentapi.IsUUID(page.After) {
		return text // nothing else that a service may call an id is shown
	}

	text += ", after the charge " + page.After
	if page.CreatedOn == nil {
		return text
	}
	_, isTime := paymentapi.ParseTime(*page.CreatedOn)
	if isTime {
		text += " (created on " + *page.CreatedOn + ")"
	}
	return text
}

// addCountDiffers reports a list that came to its end with more or fewer charges than the
// service counts.
func addCountDiffers(diags *diag.Diagnostics, charges int, totalHits int64) {
	diagnostics.AddWarning(diags, "Charges Differ From Count", diagnostics.Paragraphs(
		fmt.Sprintf("`total_hits`, the service's own count of the charges, is %d, but the list has %d.", totalHits, charges),
		"Every page was read without an error. Some services do not count beyond a limit, some ignore filters after the first page, and charges may have been created while the list was read. "+
			"If you cannot explain the difference, ask the operator of the service which figure is right."))
}

// addFiltersIgnored reports how many charges do not match a filter, by its name.
func addFiltersIgnored(diags *diag.Diagnostics, mismatches map[string]int) {
	var counts []string
	for _, filter := range slices.Sorted(maps.Keys(mismatches)) {
		counts = append(counts, fmt.Sprintf("%d for `%s`", mismatches[filter], filter))
	}
	listed := strings.Join(counts, ", ")
	diagnostics.AddWarning(diags, "Charges Outside of the Filters", diagnostics.Paragraphs(
		"The service listed charges that do not match the filters of the request: "+listed+". The result includes them.",
		"Some services ignore filters that they do not know, ignore filters after the first page, or truncate `from` and `to` to whole days. "+
			"Ask the operator of the service which charges these filters match."))
}

// addOtherAccount reports that a list is empty, and that the application token is for another store or
// mode than an argument of the list.
func addOtherAccount(diags *diag.Diagnostics, argument, asked, claim string) {
	diagnostics.AddAttributeWarning(diags, path.Root(argument), "Application Token of Another Store or Mode", diagnostics.Paragraphs(
		fmt.Sprintf("The list is empty: `%[1]s` is %[2]q, but the application token has the claim `%[1]s` with the value %[3]q.", argument, asked, claim),
		"Check that the provider's `secret` and `app_token` are the ones that this list is meant for. Some services list nothing of what a token is not for."))
}

// addIncompleteDay reports a bound at which no day begins in the time zone of the groups, which is empty if it is
// not set. The day that the bound names begins there at begin: the bound 2025-01-31T00:00:00Z names the 31st, which
// begins in Asia/Tokyo at 2025-01-31T00:00:00+09:00.
func addIncompleteDay(diags *diag.Diagnostics, argument, bound, zone string, begin time.Time) {
	inZone := "the `time_zone` " + zone
	orSetZone := ""
	if zone == "" {
		inZone = "UTC, which counts if `time_zone` is not set"
		orSetZone = ", or set `time_zone` to the time zone that the day is meant in"
	}
	which := "first"
	if argument == "to" {
		which = "last"
	}

	diagnostics.AddAttributeWarning(diags, path.Root(argument), "First or Last Day Incomplete", diagnostics.Paragraphs(
		fmt.Sprintf("`%s` is %s, and no day begins then in %s. So the %s day or month of the groups lacks hours.", argument, bound, inZone, which),
		fmt.Sprintf("Write `%s = %q`%s.", argument, begin.Format(time.RFC3339), orSetZone)))
}
