// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// create creates the webhook with one POST. Once the service has named it, it is in
// the response, before anything else is sent: whatever fails then, the state has it.
func (r *webhookResource) create(ctx context.Context, c *change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	wanted := c.patch()
	posted := wanted
	posted.Active = nil // services create live webhooks, and take no such setting
	if !r.mayCreate(ctx, c, posted, diags) {
		return
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	if err != nil {
		id := paymentapi.ObjectID(err)
		if failed, _ := errors.AsType[*paymentapi.Error](err); id == "" || failed.StatusCode/100 != 2 {
			r.reportNotCreated(ctx, c, posted, err, diags)
			return
		}
		answer = &paymentapi.Webhook{ID: &id}
	}
	c.plan.WebhookID = types.StringValue(strings.ToLower(*answer.ID))
	answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
	if answer.Active == nil {
		answer.Active = new(true)
	}
	c.state = c.result(answer).withAnswer(answer)
	kept := record{MerchantPath: c.throughMerchant}
	keep := func(state model) {
		kept.save(ctx, resp.Private, diags)
		diags.Append(resp.State.Set(ctx, state)...)
	}
	keep(c.state)
	diags.Append(resp.Identity.Set(ctx, c.state.identity(c.throughMerchant))...)

	differing := mismatch(c.ref(), posted, answer)
	if err == nil && len(differing) == 0 && c.sends() {
		second := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: wanted.Active}}
		if answer, err = r.data.Client.FinishWebhook(ctx, c.ref(), second); err == nil {
			answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
			differing = mismatch(c.ref(), wanted, answer)
		}
		if err != nil && paymentapi.MayHaveActed(err) || len(differing) > 0 {
			kept.Doubt = time.Now()
			keep(c.inDoubt())
		}
	}
	switch {
	case err != nil:
		diagnostics.AddCallError(diags, "Unable to Finish Webhook", err, c.unfinished())
	case len(differing) > 0:
		addMismatch(diags, c.ref(), differing, c.unfinished())
	default:
		kept.Readable = r.glance(ctx, c.ref())
		keep(c.result(answer))
	}
}

// mayCreate reports whether the store has no webhook yet with the URL and the
// triggers: after a creation in doubt, the new webhook could be a second one.
func (r *webhookResource) mayCreate(ctx context.Context, c *change, posted paymentapi.WebhookPatch, diags *diag.Diagnostics) bool {
	if c.sendsWriteOnlyToken() && c.config.AuthTokenWO.IsNull() {
		addVersionWithoutToken(diags, c.ref())
		return false
	}
	same := func(w *paymentapi.Webhook) bool { return hasURL(w, posted) && len(settingDifferences(posted, w)) == 0 }
	list, err := r.listOnce(ctx, c.ref())
	if err == nil && list.first(same) != nil { // it may have been deleted since, in the same run
		list, err = readList(ctx, r.data.Client, c.ref().Store(), 0)
	}
	switch fault := paymentapi.FaultOf(err); {
	case err == nil && list.first(same) != nil:
		addExists(diags, c.ref().Store(), list.first(same))
	case fault != paymentapi.FaultNone && verdicts[fault].call == readFailed:
		addNotLookedUp(diags, err)
	default: // also if this service does not list webhooks
		return true
	}
	return false
}

func hasURL(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return w.URL != nil && sameURL(*w.URL, *posted.URL)
}

// reportNotCreated reports that the service has named no new webhook. If there may be
// one all the same, or the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	failed, _ := errors.AsType[*paymentapi.Error](err)
	switch doubt := paymentapi.MayHaveActed(err); {
	case isMaybeNoCall(err):
		addNotOffered(diags, err, c.throughMerchant)
	case doubt || failed != nil && failed.StatusCode == http.StatusConflict:
		var taken *paymentapi.Webhook
		list, unlisted := readList(ctx, r.data.Client, c.ref().Store(), 0)
		if unlisted == nil {
			taken = list.first(func(w *paymentapi.Webhook) bool { return hasURL(w, posted) })
		}
		addNotCreated(diags, err, doubt, taken, unlisted == nil)
	default:
		diagnostics.AddCallError(diags, notCreated, err, "No webhook was created.")
	}
}
