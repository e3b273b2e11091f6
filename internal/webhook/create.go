// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	alreadyExists = notice{webhookExists, "The store already has {webhook} with the URL and the triggers of the " +
		"one that this plan creates, so the apply would be refused.\n" +
		"To manage it, import it, or set `webhook_id` to its id instead of `delete_on_destroy`. " +
		"If this apply changes or deletes it, apply again."}
	creationMayFail = notice{"Creation May Fail", "The service did not let these credentials list the webhooks of " +
		"store {store}, in which this plan creates one.\n" +
		"The list shows whether there is one with the same URL and triggers already. Without it, nothing is created."}
	notCompared = notice{"Webhooks Not Compared", "Some webhooks of store {store} have no URL in the list of the " +
		"service, so they could not be compared with the new one.\n" +
		"If one of them has the same URL, it now exists twice."}
)

// previewCreation says whether the store has the webhook already that a plan creates.
func (r *webhookResource) previewCreation(ctx context.Context, change *webhookChange, diags *diag.Diagnostics) {
	isKnown := change.config.place() != "" && change.config.identity(true).isKnown()
	if r.data.Client == nil || !isKnown {
		return
	}

	all, err := r.previewStore(ctx, change.ref())
	if outcomeOf(err) == refused {
		creationMayFail.warn(diags, change.ref(), diagnostics.Explain(err))
		return
	}

	// A webhook that a state has is no duplicate here: this plan may replace it. If it does not, the intents of
	// the two resources say so (existsAlready, createdAndLeft, createdAndDeleted).
	duplicate := findDuplicate(r.data.intents.withoutSeen(all), change.patch())
	if duplicate != nil {
		ref := change.ref()
		ref.WebhookID = *duplicate.ID
		alreadyExists.warn(diags, ref)
	}
}

// create creates a webhook with one POST, unless the store has one with its URL and triggers, and
// records it at once.
func (r *webhookResource) create(
	ctx context.Context, change *webhookChange, wanted intent, resp *resource.CreateResponse,
) {
	diags := &resp.Diagnostics

	// The list is read once in an apply. What was deleted since is not in it.
	listed, err := r.listStore(ctx, change.ref())
	if err != nil && !outcomeOf(err).mayLackCall() { // a service without lists is asked to create all the same
		const reason = "Before the provider creates a webhook, it looks for one with the same URL and triggers, " +
			"so that there are never two. "
		diagnostics.AddCallError(diags, notCreated, err, reason+noneCreated+" "+applyAgain)
		r.data.intents.withdraw(wanted)
		return
	}

	if duplicate := findDuplicate(listed, change.patch()); duplicate != nil {
		addExists(diags, change, "The store already has a webhook with this URL and these triggers.", *duplicate.ID, noneCreated)
		r.data.intents.withdraw(wanted)
		return
	}

	if slices.ContainsFunc(listed, func(w paymentapi.Webhook) bool { return w.URL == nil }) {
		notCompared.warn(diags, change.ref())
	}

	posted := change.patch()
	posted.Active = nil // services create live webhooks, and take no such setting

	// This runs to its end, even if the run is interrupted. The answer can have an id beside an error.
	answer := r.data.Client.CreateWebhook(ctx, change.ref(), posted)
	result := judgeCreation(listed, answer)
	if result == created && !r.data.intents.recordCreation(wanted, strings.ToLower(answer.ID)) {
		result = existedBefore
	}

	// As long as there may be one, no other resource of this apply creates another in its place.
	if !result.mayHaveCreated() {
		r.data.intents.withdraw(wanted)
	}

	if result != created {
		r.reportNotCreated(ctx, change, result, answer, diags)
		return
	}

	r.finishCreation(ctx, change, posted, answer, resp)
}

// creation is what came of creating a webhook.
type creation int

const (
	created       creation = iota
	existedBefore          // the service answered with a webhook that was there before
	uncertain              // the service may have created a webhook, and did not name it
	urlTaken               // the service refuses what another webhook has
	notSupported           // the service creates no webhooks by its API
	notMade                // the service created nothing, for another reason
)

// judgeCreation says what came of a POST, given the webhooks that the store had before.
func judgeCreation(listed []paymentapi.Webhook, answer paymentapi.Creation) creation {
	if answer.ID != "" {
		// An id counts even beside an error: that webhook exists.
		if findByID(listed, answer.ID) != nil {
			return existedBefore
		}

		return created
	}

	switch outcomeOf(answer.Err) {
	case absent, misplaced, notOffered:
		return notSupported
	case taken:
		return urlTaken
	case unclear:
		return uncertain
	default:
		return notMade
	}
}

// mayHaveCreated reports whether there may be a new webhook.
func (c creation) mayHaveCreated() bool {
	return c == created || c == uncertain
}

// finishCreation records the webhook that a POST has created, and checks the answer. Services create
// live webhooks: if another state is planned, an update of the new webhook follows.
func (r *webhookResource) finishCreation(
	ctx context.Context,
	change *webhookChange,
	posted paymentapi.WebhookPatch,
	answer paymentapi.Creation,
	resp *resource.CreateResponse,
) {
	webhook := answer.Webhook
	if webhook == nil {
		webhook = &paymentapi.Webhook{ID: &answer.ID}
	}

	state := change.stateAfterPost(webhook)
	saveNew(ctx, state, change.record, resp)

	finishing := change.afterCreation(state)
	err := finishing.verify(posted, webhook, answer.Err)
	if err == nil && differsFromState(finishing.config.Active, finishing.plan.Active, finishing.state.Active) {
		stop := paymentapi.WebhookSettings{Active: finishing.settings().Active}
		webhook, err = r.updateAndVerify(ctx, finishing, paymentapi.WebhookPatch{WebhookSettings: stop})
	}

	if err != nil {
		addFailure(&resp.Diagnostics, "Unable to Finish Webhook", err, "The service has created the webhook, and the state has it, "+
			"but the CLI marks the resource as tainted, so that the next apply would replace it. "+
			"To keep the webhook and finish it, run `terraform untaint` with the address of the resource, "+
			"and apply again.")
		return
	}

	r.saveAndProbe(ctx, finishing.stateAfterWrite(webhook), finishing.record, resp)
}

// saveAndProbe saves a webhook that is as planned. If reads are made by GET, it tries one, and records whether
// it was answered: only then does a later read take a 404 for a webhook that is gone. The first read is too late
// for that, since a CLI that only plans does not keep what the read records.
func (r *webhookResource) saveAndProbe(
	ctx context.Context, state model, record privateRecord, resp *resource.CreateResponse,
) {
	if r.refreshMode() == providerdata.RefreshGet {
		ref := state.ref(record.MerchantPath)
		answer, err := r.data.Client.PreviewWebhook(ctx, ref)
		err = verifyAnswer(ref, paymentapi.WebhookPatch{}, answer, err)
		record.Readable = err == nil
	}
	saveNew(ctx, state, record, resp)
}

// saveNew puts a webhook that comes to a state, and its record, into the response.
func saveNew(ctx context.Context, state model, record privateRecord, resp *resource.CreateResponse) {
	record.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(record.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// reportNotCreated reports that no webhook is recorded. If there may be one all the same, or if the
// URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(
	ctx context.Context, change *webhookChange, result creation, answer paymentapi.Creation, diags *diag.Diagnostics,
) {
	err := answer.Err
	switch result {
	case existedBefore:
		const outcome = "The service answered with a webhook that existed before, and may have changed it."
		addExists(diags, change, outcome, strings.ToLower(answer.ID), nothingSaved)
	case notSupported:
		const advice = "This service creates no webhooks by its API, " +
			"or `store_id` or the provider's `base_url` is wrong. " +
			"To adopt a webhook that you have created in the service's console, " +
			"set `webhook_id` instead of `delete_on_destroy`."
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(err.Error(), noneCreated, advice, importOld))
	case urlTaken, uncertain:
		holder, listErr := r.findByURL(ctx, change)
		addNotCreated(diags, change, result, err, holder, listErr)
	default:
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	}
}

// addNotCreated reports a creation that may have succeeded, or whose URL is taken. The list says
// which webhook has that URL, unless it could not be read.
func addNotCreated(
	diags *diag.Diagnostics,
	change *webhookChange,
	result creation,
	err error,
	holder *paymentapi.Webhook,
	listErr error,
) {
	reason := err.Error()
	if result == uncertain {
		reason = diagnostics.Paragraphs(reason, "It is unclear whether the service created the webhook. "+
			"The request is not sent again, so that there are never two. "+diagnostics.AdviceWithoutRetry(err))
	}

	switch {
	case holder != nil:
		reason = diagnostics.Paragraphs(reason, "The store has a webhook with this URL.")
		addExists(diags, change, reason, *holder.ID, nothingSaved+" If only the triggers differ, "+
			"declare one webhook with the triggers of both.")
	case listErr != nil:
		const advice = "The provider could not read the list of the store's webhooks. " +
			"Look for a webhook with this URL in the service's console before you apply again."
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(reason, advice, nothingSaved))
	case result == urlTaken: // for another reason than the URL
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	default:
		const advice = "The list of the store's webhooks has none with this URL. " + applyAgain
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(reason, advice, nothingSaved))
	}
}

// addExists reports a webhook that is in the way of one to create, and the ways out.
func addExists(diags *diag.Diagnostics, change *webhookChange, reason, id, result string) {
	ref := change.ref()
	store := strings.TrimPrefix(ref.MerchantID+"/"+ref.StoreID, "/")
	ways := fmt.Sprintf("What you can do:\n"+
		"  - If another resource manages that webhook, remove one of the two.\n"+
		"  - To manage that webhook with this resource, also if it was renamed without a `moved` block, "+
		"run `terraform import ADDRESS %[1]s/%[2]s`, or use an `import` block; "+
		"or set `webhook_id = \"%[2]s\"` instead of `delete_on_destroy` to adopt it.\n"+
		"  - If this apply changes or deletes that webhook, apply again.\n"+
		"  - If this apply replaces that webhook: with `delete_on_destroy = false`, the old one stays, "+
		"so import it. With `true`, the old one must be deleted first: "+
		"remove `create_before_destroy` from this resource and from all resources that depend on it, "+
		"since they pass it on.",
		store, id)
	diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(reason+" Its id is "+id+". "+result, ways))
}

// findByURL reads the list of the store afresh, and returns another webhook with the URL that a
// change sends, nil if there is none. The error says why the list could not be read.
func (r *webhookResource) findByURL(ctx context.Context, change *webhookChange) (*paymentapi.Webhook, error) {
	ref := change.ref()
	patch := change.patch()
	all, err := r.data.Client.ListWebhooks(ctx, ref, 0)
	holder := find(all, func(w *paymentapi.Webhook) bool {
		isAnother := !sameID(*w.ID, ref.WebhookID)
		return isAnother && hasURL(w, patch)
	})
	if holder != nil {
		return holder, nil
	}
	return nil, err
}
