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
func (c *change) claim() providerdata.Claim {
	if c.config.WebhookID.IsNull() {
		return providerdata.Claim{Action: providerdata.Creates, Fingerprint: fingerprint(c.plan)}
	}
	declared, _ := json.Marshal(c.patch()) //nolint:gosec // it stays in memory, and nothing in it can fail
	return providerdata.Claim{Action: providerdata.Adopts, ID: strings.ToLower(c.config.WebhookID.ValueString()), Declared: string(declared)}
}

// deletionClaim returns the claim on a webhook that is deleted.
func (m model) deletionClaim() providerdata.Claim {
	return providerdata.Claim{Action: providerdata.Deletes, ID: strings.ToLower(m.WebhookID.ValueString()), Fingerprint: fingerprint(m)}
}

// fingerprint returns the store, URL and triggers in one spelling; empty if one is not known.
func fingerprint(m model) string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	return strings.Join(append([]string{strings.ToLower(m.StoreID.ValueString()), validators.CanonicalURL(m.URL.ValueString())}, canonicalTriggers(*triggers)...), "\n")
}

// reportConflict reports a conflict of claims, and returns whether there is one.
func reportConflict(conflict *providerdata.Conflict, ref paymentapi.WebhookRef, diags *diag.Diagnostics) bool {
	if conflict == nil {
		return false
	}
	ref.WebhookID = conflict.ID // that of one to create is not known
	switch conflict.Actions {
	case providerdata.Pair{providerdata.Adopts, providerdata.Adopts}:
		adoptedTwice.warn(diags, ref)
	case providerdata.Pair{providerdata.Adopts, providerdata.Deletes}:
		adoptedAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Deletes}:
		createdAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Creates}:
		createdTwice.fail(diags, ref, "The id of the other resource's webhook is "+cmp.Or(conflict.ID, "not known yet")+".")
	}
	return true
}
