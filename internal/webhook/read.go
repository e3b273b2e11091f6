// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says. A webhook
// without a record is being imported.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	r.data.Run.NoteRead()
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	record, hasRecord := loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}
	if !hasRecord {
		record.MerchantPath = !state.MerchantID.IsNull() // it was part of the import id
		record.save(ctx, resp.Private, diags)
	}
	if resp.Identity.Raw.IsFullyNull() { // the framework fails a read that leaves a resource without one
		diags.Append(resp.Identity.Set(ctx, state.identity(record.MerchantPath))...)
	}
	ref, mode := state.ref(record.MerchantPath), r.refreshMode()
	if mode == providerdata.RefreshOff {
		if !hasRecord {
			importedUnread.warn(diags, ref)
		}
		return
	}
	answer, err := r.read(ctx, mode, ref)
	// What an error says of a webhook. (If it is being imported, an own 404 or 410 is an error.)
	//
	//	                             callExists    !callExists
	//	its own 404                  gone*         not readable
	//	its own 410                  gone*         error
	//	405, 501, a gateway's 404    error         not readable
	//
	// * An error if the service does not answer GET /charges.
	callExists := mode == providerdata.RefreshPatch || record.Readable
	switch {
	case err == nil:
		record.Readable = record.Readable || mode == providerdata.RefreshGet
		record.save(ctx, resp.Private, diags)
		diags.Append(resp.State.Set(ctx, refreshed(mode, state, answer))...)
	case isOwnNotFound(err) && !hasRecord:
		importMissing.fail(diags, ref, err.Error())
	case isOwnNotFound(err) && callExists && r.serviceAnswers(ctx):
		webhookGone.warn(diags, ref)
		resp.State.RemoveResource(ctx)
	case mayBeUnsupported(err) && !callExists:
		if hasRecord {
			notReadable.warn(diags, ref)
		} else {
			importedUnread.warn(diags, ref)
		}
	default:
		addReadError(diags, err)
	}
}

// read reads a webhook by GET, or by an update that changes nothing.
func (r *webhookResource) read(ctx context.Context, mode string, ref paymentapi.WebhookRef) (answer *paymentapi.Webhook, err error) {
	if mode == providerdata.RefreshPatch {
		answer, err = r.data.Client.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{})
	} else {
		answer, err = r.data.Client.GetWebhook(ctx, ref)
	}
	return answer, verifyAnswer(ref, paymentapi.WebhookPatch{}, answer, err)
}

// refreshed returns the state after an answer. If webhooks are read by an update, which moves
// updated_on, that alone is no news.
func refreshed(mode string, state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	if mode == providerdata.RefreshPatch && reflect.DeepEqual(unmoved, state) {
		return state
	}
	return fresh
}

// serviceAnswers reports whether the service answers a request that every service has, and
// that is of no store. It is asked once for a run: a conclusive answer is remembered, whatever it is.
func (r *webhookResource) serviceAnswers(ctx context.Context) bool {
	answers, err := providerdata.Memoize(ctx, r.data, "charges", func() (bool, error) {
		_, err := r.data.Client.ListCharges(ctx, paymentapi.ChargeQuery{PageSize: paymentapi.MinPageSize})
		fault := paymentapi.FaultOf(err)
		if !fault.Conclusive() {
			return false, err
		}
		return fault != paymentapi.FaultNotFound, nil // a 403, for example, is an answer, too
	})
	return err == nil && answers
}

// hasStatus reports whether a call failed with one of these statuses.
func hasStatus(err error, statuses ...int) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && slices.Contains(statuses, failed.StatusCode)
}

// isOwnNotFound reports whether the service says in the format of its own errors, with a 404 or a
// 410, that it does not have what was asked for. A page of a proxy or a wrong path is a 404 as well.
func isOwnNotFound(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && failed.Fault == paymentapi.FaultNotFound && failed.OwnFormat
}

// mayBeUnsupported reports whether a status may be that of a service without such a call. 410 may not.
func mayBeUnsupported(err error) bool {
	return hasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented)
}

// isUnsupported reports the same, but not of the service's own 404, which is taken to be about the webhook.
func isUnsupported(err error) bool { return mayBeUnsupported(err) && !isOwnNotFound(err) }

// differences says in which ids an answer differs from those that were requested, and which
// settings of a patch it does not have. What either of them lacks does not differ.
func differences(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook) (lines []string) {
	for _, id := range []struct {
		field, requested string
		answered         *string
	}{
		{"id", ref.WebhookID, w.ID}, {"store_id", ref.StoreID, w.StoreID}, {"merchant_id", ref.MerchantID, w.MerchantID},
	} {
		if id.requested != "" && id.answered != nil && !sameID(id.requested, *id.answered) {
			lines = append(lines, differenceLine(id.field, id.requested, shownID(*id.answered)))
		}
	}
	if p.Active != nil && w.Active != nil && *p.Active != *w.Active {
		lines = append(lines, differenceLine("active", strconv.FormatBool(*p.Active), strconv.FormatBool(*w.Active)))
	}
	if p.URL != nil && w.URL != nil && !hasURL(w, p) {
		requested, answered := origin(*p.URL), origin(*w.URL)
		if requested == answered {
			answered = "the same host, but another path or query"
		}
		lines = append(lines, differenceLine("url", requested, answered))
	}
	if p.Triggers != nil && w.Triggers != nil && !sameTriggers(*p.Triggers, *w.Triggers) {
		lines = append(lines, differenceLine("triggers", shown(fmt.Sprint(*p.Triggers)), shown(fmt.Sprint(*w.Triggers))))
	}
	return lines
}

// mismatch is the error of an answer with other values than were requested.
type mismatch string

func (m mismatch) Error() string {
	return "The payment service answered the request, but with other values than requested:\n" + string(m)
}

// verifyAnswer returns the error of a call, or a mismatch if the answer differs from the request.
func verifyAnswer(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook, err error) error {
	if err != nil {
		return err
	}
	if lines := differences(ref, p, w); len(lines) > 0 {
		return mismatch(strings.Join(lines, "\n"))
	}
	return nil
}
