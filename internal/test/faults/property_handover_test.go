// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// shows reports whether the service's list shows one of these webhooks for certain.
func (l *life) shows(webhooks map[string]fakeservice.Webhook) bool {
	return l.lists && !l.misleads && len(webhooks) > 0
}

// creation configures the webhook that is created.
func (l *life) creation() acctest.Values {
	return l.with(acctest.Values{"active": one(l.rt, "active", true, false)}, acctest.Values{
		"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": one(l.rt, "deletes", true, false),
		"url": createdURL, "triggers": []string{"charge_finished"},
	})
}

// replace replaces the webhook that was created, although its plan has no changes.
func (l *life) replace() {
	config := l.creation()
	l.handOver(func(createFirst bool) acctest.Diagnostics {
		return l.created.Replace(l.t.Context(), config, createFirst)
	})
}

// rename destroys the object of the webhook that was created, and creates one of another
// name with its settings.
func (l *life) rename() {
	config := l.creation()
	l.handOver(func(createFirst bool) acctest.Diagnostics {
		old := l.created
		l.created = l.protocol.NewResource("paymentservice_webhook")
		var created, destroyed acctest.Diagnostics
		if createFirst {
			created = l.created.Apply(l.t.Context(), config)
		}
		destroyed = old.ApplyPlan(l.t.Context(), l.planned(old, nil))
		if !createFirst {
			created = l.created.Apply(l.t.Context(), config)
		}
		if destroyed.Errors() != "" && l.created.State() == nil {
			l.created = old
		}
		return append(destroyed, created...)
	})
}

// handOver lets one run destroy an object of a webhook that was created, and create one
// with the same settings. Only what the old state says is deleted, at most one webhook is
// created, and none as long as the service shows one.
func (l *life) handOver(do func(createFirst bool) acctest.Diagnostics) {
	had, before := l.created.State(), l.createdIDs()
	if had == nil {
		l.rt.Skip("none was created")
	}
	l.run(l.mode)
	old := fmt.Sprint(had["webhook_id"])
	diags := do(one(l.rt, "create first", false, false, true))
	after := l.createdIDs()
	for id := range before {
		if _, exists := after[id]; !exists && (id != old || had["delete_on_destroy"] != true) {
			l.fail("webhook %s was deleted; the old state is %v, and the run said %s", id, had, diags)
		}
		delete(after, id)
	}
	kept := before
	if had["delete_on_destroy"] == true {
		delete(kept, old) // it may be deleted when the new one is created
	}
	if len(after) > 1 || len(after) == 1 && l.shows(kept) {
		l.fail("from %v to %v, the run created %d webhooks, and said %s", had, l.created.State(), len(after), diags)
	}
}

// importMistyped imports an id that the service does not have: an error if the service
// says so, and otherwise a warning.
func (l *life) importMistyped() {
	l.run(l.mode)
	l.recovery()
	r := l.protocol.NewResource("paymentservice_webhook")
	before := l.Webhooks()
	diags := r.Import(l.t.Context(), fakeservice.DefaultStoreID+"/"+mistypedID)
	shown := l.mode == "patch" || l.mode == "get" && l.getStatus != 405
	switch failed := diags.Errors() != ""; {
	case failed != shown, failed != (r.State() == nil), !failed && !strings.Contains(diags.Warnings(), "Webhook Settings Not Known"):
		l.fail("a mistyped import said %s", diags)
	case len(l.Webhooks()) != len(before):
		l.fail("an import changed the service")
	}
}

const mistypedID = "88888888-8888-4888-8888-888888888888"
