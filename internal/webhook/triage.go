// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// reading is what came of an attempt to read a webhook.
type reading int

const (
	readingFresh  reading = iota // the answer is the webhook
	readingNone                  // nothing was learned, and the state stands
	readingGone                  // the service no longer has the webhook
	readingFailed                // an error was reported
)

// triage decides what an answer means, or an error, and reports it. Readable
// says that a GET for this webhook was answered once: only then is a GET that
// fails more than a call that this service does not have.
func (r *webhookResource) triage(ctx context.Context, ref paymentapi.WebhookRef, answer *paymentapi.Webhook, err error, readable bool, diags *diag.Diagnostics) reading {
	if err == nil && answer == nil {
		return readingNone
	}
	byGet := r.data.WebhookRefresh == providerdata.RefreshGet
	if err == nil {
		differences := mismatch(ref, wantedNothing, answer)
		if len(differences) == 0 {
			return readingFresh
		}
		addWebhookMismatch(diags, ref, lines(differences, requested, returned), names(differences), stateAsBefore, adviceForMode[r.data.WebhookRefresh])
		return readingFailed
	}
	kind := kindOf(err)
	switch {
	case kind == errorMissing && (readable || !byGet):
		gone, why := r.isGone(ctx, ref, err)
		if gone {
			addWebhookGone(diags, ref, byGet)
			return readingGone
		}
		addWebhookReadError(diags, ref, err, why)
	case byGet && !readable && notOffered(err):
		return readingNone
	case byGet && !readable && kind == errorForGood:
		addNotReadable(diags, ref, err)
		return readingNone
	case kind == errorPassing:
		addWebhookReadError(diags, ref, err, "")
	default:
		addWebhookReadError(diags, ref, err, adviceForMode[r.data.WebhookRefresh])
	}
	return readingFailed
}

// errorKind is what an error of a call says about the webhook.
type errorKind int

const (
	errorPassing errorKind = iota // nothing: the next attempt may fare better
	errorMissing                  // it may not exist
	errorNoCall                   // the service may not have the call
	errorRefused                  // the credentials may not do this
	errorForGood                  // what answers is no webhook, however often it is asked
)

var kindOfStatus = map[int]errorKind{
	http.StatusNotFound: errorMissing, http.StatusGone: errorMissing,
	http.StatusMethodNotAllowed: errorNoCall, http.StatusNotImplemented: errorNoCall,
	http.StatusUnauthorized: errorRefused, http.StatusForbidden: errorRefused,
	http.StatusRequestTimeout: errorPassing, http.StatusTooManyRequests: errorPassing,
}

func kindOf(err error) errorKind {
	var (
		api      *paymentapi.APIError
		response *paymentapi.ResponseError
	)
	switch {
	case errors.As(err, &api):
		if kind, ok := kindOfStatus[api.StatusCode]; ok {
			return kind
		}
		if api.StatusCode >= http.StatusInternalServerError {
			return errorPassing
		}
		return errorForGood
	case errors.As(err, &response):
		return errorForGood
	}
	return errorPassing
}

// notOffered reports whether a service answers so if it does not have a call.
func notOffered(err error) bool {
	kind := kindOf(err)
	return kind == errorMissing || kind == errorNoCall
}

// isServiceAnswer reports whether an error is an answer in the service's own
// form, and not that of a proxy.
func isServiceAnswer(err error) bool {
	var api *paymentapi.APIError
	return errors.As(err, &api) && api.JSON
}

// isGone reports whether a webhook that a call did not find is gone. A page of
// a proxy, or a wrong path in base_url, is a 404 as well, so the answer must be
// the service's own, and the service must answer for the store too. Otherwise
// it says why that is not certain.
func (r *webhookResource) isGone(ctx context.Context, ref paymentapi.WebhookRef, err error) (gone bool, why string) {
	var second *paymentapi.APIError
	if kindOf(err) != errorMissing {
		return false, ""
	}
	if !isServiceAnswer(err) {
		return false, notTheService
	}
	err = runOf(r.data).findStore(ctx, r.client(), ref.StoreID)
	switch {
	case err == nil:
		return true, ""
	case errors.As(err, &second) && second.JSON && kindOf(err) == errorRefused:
		return true, "" // the service itself answers, if only to say that these credentials may not list charges
	case kindOf(err) == errorPassing:
		return false, secondFailed(err)
	}
	return false, storeMissing
}

// whyUnread says why an import brought no settings, and what could help.
func (r *webhookResource) whyUnread(err error) string {
	var missing *paymentapi.APIError
	switch {
	case r.client() == nil:
		return unreadUnknown
	case kindOf(err) == errorMissing && isServiceAnswer(err) && errors.As(err, &missing):
		return fmt.Sprintf(unreadMissing, missing.StatusCode)
	}
	return unreadIn[r.data.WebhookRefresh]
}
