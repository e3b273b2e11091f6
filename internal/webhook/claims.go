// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// claim returns the claim on a webhook that is adopted or created; one not known yet conflicts with none.
func (c *change) claim(phase providerdata.Phase) providerdata.Claim {
	if c.config.WebhookID.IsNull() {
		return providerdata.Claim{Phase: phase, Action: providerdata.Creates, Fingerprint: fingerprint(c.plan)}
	}
	declared, _ := json.Marshal(c.patch()) //nolint:gosec // it stays in memory, and nothing in it can fail
	return providerdata.Claim{Phase: phase, Action: providerdata.Adopts, ID: strings.ToLower(c.config.WebhookID.ValueString()), Declared: string(declared)}
}

// deletionClaim returns the claim on a webhook that is deleted.
func (m model) deletionClaim(phase providerdata.Phase) providerdata.Claim {
	return providerdata.Claim{Phase: phase, Action: providerdata.Deletes, ID: strings.ToLower(m.WebhookID.ValueString()), Fingerprint: fingerprint(m)}
}

// fingerprint returns the store, URL and triggers in one spelling; empty if one is not known.
func fingerprint(m model) string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	return strings.Join(append([]string{strings.ToLower(m.StoreID.ValueString()), validators.CanonicalURL(m.URL.ValueString())}, canonicalTriggers(*triggers)...), "\n")
}

// addClaim makes a claim, and reports whether it may be acted on. It says if there is a conflict.
func (r *webhookResource) addClaim(claim providerdata.Claim, ref paymentapi.WebhookRef, diags *diag.Diagnostics) bool {
	earlier, conflicts := r.data.Run.AddClaim(claim)
	if !conflicts {
		return true
	}
	ref.WebhookID = cmp.Or(claim.ID, earlier.ID) // that of one to create is not known
	switch providerdata.PairOf(claim, earlier) {
	case providerdata.Pair{providerdata.Adopts, providerdata.Adopts}:
		adoptedTwice.warn(diags, ref) // only in a plan, which does not look at the result
	case providerdata.Pair{providerdata.Adopts, providerdata.Deletes}:
		adoptedAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Deletes}:
		createdAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Creates}:
		if earlier.ID == "" {
			createdTwice.fail(diags, ref)
		} else {
			createdTwice.fail(diags, ref, "The other resource has its webhook already. Its id is "+earlier.ID+".")
		}
	}
	return false
}

// releaseClaims ends what an earlier apply with the same Run has claimed of a webhook that is updated
// or destroyed, but for a deletion: nobody must adopt what is deleted.
func (r *webhookResource) releaseClaims(state model) {
	id := strings.ToLower(state.WebhookID.ValueString())
	r.data.Run.EndClaims(func(c providerdata.Claim) bool { return c.ID == id && c.Action != providerdata.Deletes })
}
