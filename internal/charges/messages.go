// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

const chargesNotRead = "Unable to Read Charges"

// failedRead is a list that was not read to its end.
type failedRead struct {
	listRequest
	err    error
	page   *paymentapi.PageError // that could not be read; nil if its charges could not be kept
	result *fetch.Result         // how far it came
	// refused is how many requests of the configuration were refused meanwhile, and
	// concurrency how many there may be at the same time.
	refused, concurrency int
}

// report reports why a list was not read. Its context is limited to the time
// that the list may take.
func (f *failedRead) report(ctx, limited context.Context, diags *diag.Diagnostics) {
	if errors.As(f.err, &f.page) {
		f.err = f.page.Err
	}
	var tooLong *rows.TooLongError
	switch {
	case ctx.Err() != nil:
		diagnostics.AddError(diags, chargesNotRead, fmt.Sprintf("The run was interrupted after %s. No part of the list is kept. Run it again to read the list.", progress(f.result)))
	case errors.As(f.err, &tooLong):
		addChargesTooLong(diags, tooLong)
	case errors.Is(f.err, totals.ErrTooManyGroups):
		diagnostics.AddError(diags, "Unable to Group Charges", diagnostics.Paragraphs(
			fmt.Sprintf("The charges fall into more than %d groups, which is the most that a summary can have.", totals.MaxGroups),
			"Summarize fewer charges at once, with `from` and `to` or another filter. If you group by `day`, use `month` instead. If you group by several names, remove one of them."))
	case limited.Err() != nil || paymentapi.EndedByDeadline(f.err):
		addChargesOutOfTime(diags, f)
	default:
		addChargesError(diags, f)
	}
}

// addChargesError reports a list of charges that could not be read to its end.
func addChargesError(diags *diag.Diagnostics, f *failedRead) {
	where := diagnostics.Paragraphs("The error occurred on "+f.place()+". No part of the list is kept.", adviceForParts(f))
	if advice := adviceForList(f); advice != "" {
		diagnostics.AddError(diags, chargesNotRead, diagnostics.Paragraphs(f.err.Error(), where, advice))
		return
	}
	diagnostics.AddCallError(diags, chargesNotRead, f.err, where)
}

// place says at which page a read ended.
func (f *failedRead) place() string {
	var bounds []string // of a part of the list
	if f.page.From != "" {
		bounds = append(bounds, "at or after "+f.page.From)
	}
	if f.page.To != "" {
		bounds = append(bounds, "before "+f.page.To)
	}
	place := fmt.Sprintf("page %d of the list", f.page.Page)
	if len(bounds) > 0 {
		place += ", in the part created " + strings.Join(bounds, " and ")
	}
	return place
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
	fault, reread, later := failed.Fault, f.result.Reread != "", f.page.Page > 1
	const askAboutCharge = "Ask the operator of the service about that charge. To read the other charges, exclude it with `from` or `to`."
	switch {
	case fault == paymentapi.FaultItem && failed.Field == "":
		return "An element without an id is not a charge, and a filter might not exclude it. Ask the operator of the service why the list contains it."
	case fault == paymentapi.FaultItem && f.fields:
		return askAboutCharge + fmt.Sprintf(" If you do not need `%s`, name the attributes that you use in `fields`, and omit this one. Then it cannot make the read fail.", failed.Field)
	case fault == paymentapi.FaultItem:
		return askAboutCharge
	case fault == paymentapi.FaultTooLarge:
		return "Narrow the list with `from` and `to` or another filter. A smaller `page_size` helps only if the service does not ignore it. If it does, ask its operator why."
	case fault == paymentapi.FaultAnswer && (later || reread), fault == paymentapi.FaultInconsistent:
		return "Read the list again. If the answer is the same, ask the operator of the service about it. A different `page_size` or a filter may avoid the problem."
	case later && slices.Contains(cursorRefused, failed.StatusCode):
		return "The service answered the page before. It may not find the charge at which the list continues, for example because that was deleted. Read the list again."
	case reread && !blamesNothing[fault]:
		return "Otherwise, read the list again later."
	case fault == paymentapi.FaultNotFound && f.query.Cursor != "":
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
	paymentapi.FaultUnavailable: true, paymentapi.FaultTimeout: true, paymentapi.FaultConnectionLost: true,
}

// addChargesOutOfTime reports a list whose time limit was over before its end.
func addChargesOutOfTime(diags *diag.Diagnostics, f *failedRead) {
	rate, last := "", ""
	if f.refused > 0 {
		rate = fmt.Sprintf("The service also rate-limited %s (429). "+
			"A lower `max_requests_per_minute` would not make the list faster.", counted(f.refused, "request"))
	}
	advice := fmt.Sprintf("Set a longer time in `%s`, or read fewer charges, with `from` and `to` or another filter.", f.limit)
	if failed, ok := errors.AsType[*paymentapi.Error](f.err); ok && failed.Fault != paymentapi.FaultInterrupted {
		last = failed.Error()
		switch {
		case failed.Fault == paymentapi.FaultTimeout:
			advice = fmt.Sprintf("%s A longer time in `%s` does not help if every attempt takes longer than that.", diagnostics.RaiseTimeout(failed), f.limit)
		case failed.RetryAfter > paymentapi.MaxWait:
			advice = "Try again after the time that the service asked for. The provider waits for at most a minute before it tries again."
		}
	}
	diagnostics.AddError(diags, chargesNotRead, diagnostics.Paragraphs(
		fmt.Sprintf("The time limit in `%s` (%s; the default is %.0f minutes) is not long enough for the whole list. The read stopped on %s, after %s. No part of the list is kept.",
			f.limit, f.timeout, providerdata.DefaultTimeout.Minutes(), f.place(), progress(f.result)),
		rate, last, advice))
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
	summary, advice := "More Charges Than Counted", "Every page was read without an error. Some services do not count beyond a limit, some ignore filters after the first page, and charges may have been created while the list was read. "+
		"If you cannot explain the difference, ask the operator of the service which figure is right."
	if int64(charges) < totalHits {
		summary, advice = "Fewer Charges Than Counted", "Every page was read without an error. If the figures still differ when you read the list again, ask the operator of the service which one is right."
		if parts > 1 {
			advice += " The list was read in several parts at once. Some services lose charges between pages, and others in parts than by one cursor: set the provider's `max_concurrent_requests = 1` to read the list by one cursor."
		}
	}
	diagnostics.AddWarning(diags, summary, diagnostics.Paragraphs(
		fmt.Sprintf("The service counts %s (`total_hits`), but it listed %d.", counted(totalHits, "charge"), charges), advice))
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

// addSumsTooPrecise reports sums that are null because the CLI cannot hold them.
func addSumsTooPrecise(diags *diag.Diagnostics, sums []string) {
	diagnostics.AddWarning(diags, "Sums With Too Many Digits", fmt.Sprintf(
		"The exact sum has more digits than a number of the CLI, so `amount_formatted` is null in %s. Use `amount`, or a narrower filter.", diagnostics.QuoteList(sums)))
}
