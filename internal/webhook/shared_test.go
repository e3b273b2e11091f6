// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestSharedWebhook: a plan says that two resources have one webhook for as long as one of them may
// delete it, and refuses to delete what the other one keeps.
func TestSharedWebhook(t *testing.T) {
	t.Parallel()
	const (
		managedTwice   = "Webhook Managed Twice"
		keptAndDeleted = "Webhook Kept and Deleted"
	)
	elsewhere := creating(acctest.Values{"store_id": anotherStore})
	for name, tt := range map[string]struct {
		creator, adopter acctest.Values // their configurations in this plan; nil: destroyed
		leaves           bool           // the state of the creator says that the webhook stays
		replaces         bool           // the CLI replaces the creator
		fails            []string
		warns            []string
	}{
		"nothing changes": {
			creator: creating(nil),
			adopter: adopting(nil),
			warns:   []string{managedTwice, "one of them deletes it when it is destroyed"},
		},
		"nothing changes, and neither deletes it": {
			creator: creating(acctest.Values{"delete_on_destroy": false}),
			adopter: adopting(nil),
			leaves:  true,
			warns:   []string{managedTwice}, // they declare different settings
		},
		"the creator is destroyed": {
			adopter: adopting(nil),
			fails: []string{
				keptAndDeleted,
				"`delete_on_destroy = false` in an apply of its own",
				"`destroy = false`",
				"-refresh=false",
			},
		},
		"the creator is destroyed, and leaves it": {
			adopter: adopting(nil),
			leaves:  true,
		},
		"the creator moves to another store": {
			creator: elsewhere,
			adopter: adopting(nil),
			fails:   []string{keptAndDeleted},
		},
		"the creator is replaced by -replace": {
			creator:  creating(nil),
			adopter:  adopting(nil),
			replaces: true,
			fails:    []string{keptAndDeleted},
		},
		"the creator is replaced by -replace, and the adopter is destroyed": {
			creator:  creating(nil),
			replaces: true,
		},
		"the adopter is destroyed": {
			creator: creating(nil),
		},
		"both are destroyed": {},
	} {
		for _, creatorFirst := range []bool{true, false} {
			order := map[bool]string{true: "creator first", false: "adopter first"}[creatorFirst]
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				e := start(t, nil)
				e.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
				creator := e.resource()
				mustApply(t, creator, creating(acctest.Values{"delete_on_destroy": !tt.leaves}))
				id := e.only(t, urlB)
				adopter := e.resource()
				mustApply(t, adopter, adopting(acctest.Values{"webhook_id": id}))
				e.NextRun(t)

				var all acctest.Diagnostics
				planCreator := func() {
					_, diags := creator.Plan(t.Context(), tt.creator)
					all = append(all, diags...)
					if tt.replaces {
						_, diags = creator.Replaced().Plan(t.Context(), tt.creator)
						all = append(all, diags...)
					}
				}
				planAdopter := func() {
					config := tt.adopter
					if config != nil {
						config = with(config, acctest.Values{"webhook_id": id})
					}
					_, diags := adopter.Plan(t.Context(), config)
					all = append(all, diags...)
				}
				if creatorFirst {
					planCreator()
					planAdopter()
				} else {
					planAdopter()
					planCreator()
				}
				wantText(t, all.Errors(), tt.fails...)
				switch {
				case tt.warns != nil:
					wantText(t, all.Warnings(), tt.warns...)
				case tt.fails == nil:
					wantNotText(t, all.Warnings(), managedTwice)
				}
			})
		}
	}
}

// TestSharedWebhook_destroyAll: to destroy everything, a CLI first plans the configuration as it is.
func TestSharedWebhook_destroyAll(t *testing.T) {
	t.Parallel()
	for name, isOfEarlierVersion := range map[string]bool{
		"states of this version":       false,
		"states of an earlier version": true,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			creator := e.resource()
			mustApply(t, creator, creating(nil))
			config := adopting(acctest.Values{"webhook_id": e.only(t, urlB)})
			adopter := e.resource()
			mustApply(t, adopter, config)
			if isOfEarlierVersion {
				forgetOwner(t, creator)
				forgetOwner(t, adopter)
			}
			e.NextRun(t)

			wantText(t, creator.Refresh(t.Context()).String())
			wantText(t, adopter.Refresh(t.Context()).String())
			wantText(t, planned(t, creator, creating(nil)))
			wantText(t, planned(t, adopter, config))
			wantText(t, planned(t, adopter, nil))
			wantText(t, planned(t, creator, nil))
		})
	}
}

// forgetOwner makes what the provider keeps of a resource that of an earlier version.
func forgetOwner(t *testing.T, r *acctest.Resource) {
	t.Helper()
	before := string(r.Private)
	start := strings.Index(before, `"webhook":"`)
	if start < 0 {
		t.Fatalf("there is no record in %s", before)
	}
	r.Private = []byte(`{"webhook":"eyJyZWFkYWJsZSI6dHJ1ZX0="}`) // {"readable":true}
}

// TestManyApplies_adoption: for the tests of modules, one process creates a webhook, adopts it in a second
// run, and destroys both, which reads nothing.
func TestManyApplies_adoption(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	creator := e.resource()
	mustApply(t, creator, creating(nil))
	adopter := e.resource()
	mustApply(t, adopter, adopting(acctest.Values{"webhook_id": e.only(t, urlB)}))
	for _, r := range []*acctest.Resource{adopter, creator} {
		plan, diags := r.Plan(t.Context(), nil)
		wantText(t, diags.Errors())
		wantText(t, r.ApplyPlan(t.Context(), plan).Errors())
	}
	if len(e.Webhooks()) != 1 {
		t.Errorf("the service still has %v", e.Webhooks())
	}
}
