// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const createdURL = "https://created.example.com/"

// anyCreated is the configuration of a webhook that is created beside the one that
// is adopted.
func anyCreated(rt *rapid.T) acctest.Values {
	config := acctest.Values{
		"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": rapid.Bool().Draw(rt, "deletes"),
		"url": createdURL, "triggers": []string{"charge_finished"},
	}
	if rapid.Bool().Draw(rt, "with active") {
		config["active"] = rapid.Bool().Draw(rt, "created active")
	}
	return config
}

// createdIDs returns the webhooks that the service has created.
func (l *life) createdIDs() map[string]fakeservice.Webhook {
	ids := map[string]fakeservice.Webhook{}
	for _, w := range l.Webhooks() {
		if w.URL == createdURL {
			ids[w.ID] = w
		}
	}
	return ids
}

// create applies a configuration that creates a webhook. It is sent once, and never
// while the service's list shows the webhook of an earlier try.
func (l *life) create(t *testing.T, config acctest.Values) error {
	t.Helper()
	before, had := l.createdIDs(), l.created.State()
	diags := l.created.Apply(t.Context(), config)
	after, state := l.createdIDs(), l.created.State()
	more := len(after) - len(before)
	switch {
	case more > 1, more == 1 && had != nil, more < 0, more == 1 && len(before) > 0 && l.lists && !l.misleads:
		return fmt.Errorf("an apply from %v made %d webhooks of %d, and said %s", had, len(after), len(before), diags)
	case state != nil && state["webhook_id"] == nil:
		return fmt.Errorf("the state has no id: %v", state)
	case diags.Errors() != "":
		return nil
	}
	made, ok := after[fmt.Sprint(state["webhook_id"])]
	if !ok || config["active"] != nil && made.Active != config["active"] && !l.blind() {
		return fmt.Errorf("configured is %v, and the service has %+v", config, made)
	}
	if plan, diags := l.created.Plan(t.Context(), config); !plan.Empty {
		return fmt.Errorf("the plan after the apply is %v, and says %s", plan.Values, diags)
	}
	return nil
}

// delete destroys the webhook that was created: it is gone if the state says so, and
// if that succeeded.
func (l *life) delete(t *testing.T) error {
	t.Helper()
	had, before := l.created.State(), l.createdIDs()
	if had == nil {
		return nil
	}
	plan, _ := l.created.Plan(t.Context(), nil)
	diags := l.created.ApplyPlan(t.Context(), plan)
	_, exists := l.createdIDs()[fmt.Sprint(had["webhook_id"])]
	switch {
	case diags.Errors() != "" && !reflect.DeepEqual(l.created.State(), had):
		return fmt.Errorf("a failed deletion changed the state to %v", l.created.State())
	case diags.Errors() == "" && had["delete_on_destroy"] == true && exists && !l.misleads:
		return fmt.Errorf("the webhook still exists")
	case had["delete_on_destroy"] != true && len(l.createdIDs()) != len(before):
		return fmt.Errorf("a webhook was deleted that was to stay")
	}
	return nil
}
