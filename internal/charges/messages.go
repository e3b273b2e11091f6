// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

const chargesNotRead = "Unable to Read Charges"

// addChargesError reports a list of charges that could not be read to its end.
func addChargesError(diags *diag.Diagnostics, f *failedRead) {
	where := "No part of the list is kept."
	if f.page > 0 {
		where = fmt.Sprintf("The error occurred on page %d of the list%s. No part of the list is kept.", f.page, f.part)
	}
	where = diagnostics.Paragraphs(where, adviceForParts(f))
	if advice := adviceForList(f); advice != "" {
		diagnostics.AddError(diags, chargesNotRead, diagnostics.Paragraphs(f.err.Error(), where, advice))
		return
	}
	diagnostics.AddCallError(diags, chargesNotRead, f.err, where)
}

// adviceForParts says what to do if the list was first read in parts.
func adviceForParts(f *failedRead) string {
	fault := paymentapi.FaultOf(f.err)
	if f.result.Reread == "" || fault == paymentapi.FaultItem || fault == paymentapi.FaultTooLarge {
		return ""
	}
	return fmt.Sprintf(
		"Before that, the service answered the beginning of this list, until the provider sent up to %d requests at the same time. "+
			"If the service refuses so many, set the provider's `max_concurrent_requests` to a lower number, such as %d.",
		f.concurrency, max(f.concurrency/3, 1))
}

// adviceForList says what to do about an answer. It is empty if that is what any call
// advises. But if the service has answered this list before, the address and the
// arguments are right.
func adviceForList(f *failedRead) string {
	failed, ok := errors.AsType[*paymentapi.Error](f.err)
	if !ok {
		return ""
	}
	fault, reread := failed.Fault, f.result.Reread != ""
	switch {
	case fault == paymentapi.FaultItem:
		return adviceForItem(f, failed.Field)
	case fault == paymentapi.FaultTooLarge:
		return "Narrow the list with `from` and `to` or another filter. A smaller `page_size` helps only if the service does not ignore it. If it does, ask its operator why."
	case fault == paymentapi.FaultAnswer && (f.page > 1 || reread), fault == paymentapi.FaultInconsistent:
		return "Read the list again. If the answer is the same, ask the operator of the service about it. A different `page_size` or a filter may avoid the problem."
	case f.page > 1 && slices.Contains(cursorRefused, failed.StatusCode):
		return "The service answered the page before. It may not find the charge at which the list continues, for example because that was deleted. Read the list again."
	case reread && !blamesNothing[fault]:
		return "Otherwise, read the list again later."
	case fault == paymentapi.FaultMissing && f.query.Cursor != "":
		return "Check `cursor`: the service may not find a charge with this id in the list. If it does, check that the provider's `base_url` is the address of the API itself, including its path."
	}
	return ""
}

// cursorRefused are the statuses that may mean that the list cannot be continued after
// a charge.
var cursorRefused = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity}

// blamesNothing are the faults of which any call's advice holds for a list that the
// service has answered before.
var blamesNothing = map[paymentapi.Fault]bool{
	paymentapi.FaultUnauthorized: true, paymentapi.FaultForbidden: true, paymentapi.FaultThrottled: true,
	paymentapi.FaultUnavailable: true, paymentapi.FaultTimeout: true, paymentapi.FaultBroken: true,
}

func adviceForItem(f *failedRead, field string) string {
	if field == "" {
		return "An element without an id is not a charge, and a filter might not exclude it. Ask the operator of the service why the list contains it."
	}
	advice := "Ask the operator of the service about that charge. To read the other charges, exclude it with `from` or `to`."
	if f.fields {
		advice += fmt.Sprintf(" If you do not need `%s`, name the attributes that you use in `fields`, and omit this one. Then it cannot make the read fail.", field)
	}
	return advice
}

// addChargesOutOfTime reports a list whose time limit was over before its end.
func addChargesOutOfTime(diags *diag.Diagnostics, f *failedRead) {
	reach, rate := "The read stopped", ""
	if f.page > 0 {
		reach = fmt.Sprintf("The read stopped at page %d%s", f.page, f.part)
	}
	if f.refused > 0 {
		rate = fmt.Sprintf("The service also rate-limited %s (429). "+
			"A lower `max_requests_per_minute` would not make the list faster.", counted(f.refused, "request"))
	}
	var (
		last   = "The last answer was: " + f.err.Error()
		advice = fmt.Sprintf("Set a longer time in `%s`, or read fewer charges, with `from` and `to` or another filter.", f.limit)
	)
	switch failed, ok := errors.AsType[*paymentapi.Error](f.err); {
	case !ok:
	case failed.Fault == paymentapi.FaultTimeout:
		last = f.err.Error()
		advice = fmt.Sprintf("%s A longer time in `%s` does not help if every attempt takes longer than that.", diagnostics.RaiseTimeout(f.err), f.limit)
	case failed.Asked > paymentapi.MaxWait:
		advice = "Try again after the time that the service asked for. The provider waits for at most a minute before it tries again."
	case failed.Fault == paymentapi.FaultInterrupted:
		last = ""
	}
	diagnostics.AddError(diags, chargesNotRead, diagnostics.Paragraphs(
		fmt.Sprintf("The time limit in `%s` (%s; the default is %.0f minutes) is not long enough for the whole list. %s, after %s. No part of the list is kept.",
			f.limit, f.timeout, providerdata.DefaultTimeout.Minutes(), reach, progress(f.result)),
		rate, last, advice))
}

// addChargesInterrupted reports a list that was not read to its end because the
// run was interrupted.
func addChargesInterrupted(diags *diag.Diagnostics, f *failedRead) {
	diagnostics.AddError(diags, chargesNotRead, fmt.Sprintf("The run was interrupted after %s. No part of the list is kept. Run it again to read the list.", progress(f.result)))
}

// progress says how far a read came.
func progress(result *fetch.Result) string {
	return fmt.Sprintf("reading %s (%s)", counted(result.Pages, "page"), counted(result.Len, "charge"))
}

func counted[N int | int64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// addChargesUndated reports charges whose time of creation could not be read.
func addChargesUndated(diags *diag.Diagnostics, charges int64) {
	diagnostics.AddWarning(diags, "Charges Without a Readable Time", diagnostics.Paragraphs(
		fmt.Sprintf("The provider cannot read the time in the `created_on` of %s. All sums include such charges, but `oldest_created_on` and `newest_created_on` do not, "+
			"and in groups by `day` or `month`, they are in the group whose `day` or `month` is null.", counted(charges, "charge")),
		"Ask the operator of the service about the form of these times."))
}

// chargesPart words a part of a list that is read in several; empty for a list
// that is read as one.
func chargesPart(from, to string) string {
	switch {
	case from == "" && to == "":
		return ""
	case from == "":
		return fmt.Sprintf(", in the part created before %s", to)
	case to == "":
		return fmt.Sprintf(", in the part created from %s on", from)
	default:
		return fmt.Sprintf(", in the part created from %s to %s", from, to)
	}
}

// addChargesTooLong reports a list that is longer than an answer to the CLI can be.
func addChargesTooLong(diags *diag.Diagnostics, list *rows.TooLongError) {
	const most = splice.MaxMessage
	each := list.Bytes / max(list.Charges, 1)
	diagnostics.AddError(diags, "List of Charges Too Long", diagnostics.Paragraphs(
		fmt.Sprintf("After %d charges (%d bytes each on average), the list needs %d MiB. "+
			"A provider can send less than %d MiB to the CLI at once, which is about %d such charges.", list.Charges, each, (list.Bytes+1<<20-1)>>20, most>>20, most/max(each, 1)),
		"If you need only figures, such as sums, use the data source `paymentservice_charge_summary`, which has no limit. "+
			"If you do not need all attributes of a charge, name the ones that you need in `fields`. "+
			"Otherwise, narrow the list with `from` and `to` or another filter, or limit it with `max_results`. "+
			"You can also split a long list across several blocks, each with its own `from` and `to`."))
}

// addChargesMiscounted reports a list that came to its end with more or fewer
// charges than the service counts.
func addChargesMiscounted(diags *diag.Diagnostics, charges, parts int, totalHits int64) {
	summary, listed := "More Charges Than Counted", fmt.Sprintf("%d.", charges)
	advice := "Every page was read without an error. Some services do not count beyond a limit, some ignore filters after the first page, and charges may have been created while the list was read. " +
		"If you cannot explain the difference, ask the operator of the service which figure is right."
	if int64(charges) < totalHits {
		summary, listed = "Fewer Charges Than Counted", fmt.Sprintf("only %d.", charges)
		advice = "Every page was read without an error. If the figures still differ when you read the list again, ask the operator of the service which one is right."
		if parts > 1 {
			advice += " The list was read in several parts at once. Some services lose charges between pages, and others in parts than by one cursor: set the provider's `max_concurrent_requests = 1` to read the list by one cursor."
		}
	}
	diagnostics.AddWarning(diags, summary, diagnostics.Paragraphs(
		fmt.Sprintf("The service counts %s (`total_hits`), but it listed %s", counted(totalHits, "charge"), listed), advice))
}

// addChargesOutside reports charges that do not match the filters of the request.
func addChargesOutside(diags *diag.Diagnostics, outside []fetch.Outside) {
	counts := make([]string, len(outside))
	for i, o := range outside {
		counts[i] = fmt.Sprintf("%s outside of `%s`", counted(o.Charges, "charge"), o.Filter)
	}
	diagnostics.AddWarning(diags, "Charges Outside of the Filters", diagnostics.Paragraphs(
		fmt.Sprintf("The service listed charges that do not match the filters of the request: %s. The result includes them.", strings.Join(counts, ", ")),
		"Some services ignore filters that they do not know, ignore filters after the first page, or truncate `from` and `to` to whole days. Ask the operator of the service which charges these filters match."))
}

// addTimeZoneUnused reports a time zone that affects no result.
func addTimeZoneUnused(diags *diag.Diagnostics) {
	diagnostics.AddAttributeWarning(diags, path.Root("time_zone"), "Time Zone Without Effect",
		"`time_zone` has no effect, because `group_by` contains neither `day` nor `month`. It does not affect `from` and `to` either. Remove it, or write the offset of the time zone in `from` and `to`, such as 2025-06-01T00:00:00+09:00.")
}

// addSumsTooPrecise reports sums that are null because the CLI cannot hold them.
func addSumsTooPrecise(diags *diag.Diagnostics, sums []string) {
	diagnostics.AddWarning(diags, "Sums With Too Many Digits", fmt.Sprintf(
		"The exact sum has more digits than a number of the CLI, so `amount_formatted` is null in %s. Use `amount`, or a narrower filter.", diagnostics.QuoteList(sums)))
}

// addTooManyGroups reports charges that fall into more groups than a summary may
// have.
func addTooManyGroups(diags *diag.Diagnostics) {
	diagnostics.AddError(diags, "Unable to Group Charges", diagnostics.Paragraphs(
		fmt.Sprintf("The charges fall into more than %d groups, which is the most that a summary can have.", totals.MaxGroups),
		"Summarize fewer charges at once, with `from` and `to` or another filter. If you group by `day`, use `month` instead. If you group by several names, remove one of them."))
}
