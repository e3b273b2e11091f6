// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var (
	importMissing = notice{webhookNotFound, "The service does not have {webhook}, so nothing was imported. " + checkIDs + "\n\n" +
		"If this service cannot read webhooks, set `webhook_refresh = \"off\"` in the provider: " +
		"then only the ids are imported."}
	importedUnread = notice{"Webhook Settings Not Known", "Only the ids of {webhook} were imported. " +
		"It is not known whether the webhook exists. " + checkIDs +
		" The next apply sends all configured settings."}
)

const (
	invalidImport   = "Invalid Import ID"
	expectsIDs      = "expected `STORE_ID/WEBHOOK_ID` or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`."
	expectsIdentity = "expected the UUIDs `store_id` and `webhook_id`, and optionally `merchant_id`."
)

// importWebhook takes a webhook by its ids. The read that follows brings the settings.
func (r *webhookResource) importWebhook(ctx context.Context, id identity, resp *resource.ImportStateResponse) {
	diags := &resp.Diagnostics
	imported := emptyModel()
	imported.ID = id.WebhookID
	imported.StoreID = id.StoreID
	imported.WebhookID = id.WebhookID
	imported.MerchantID = id.MerchantID

	found := r.data.intents.plan(intent{
		kind: adopts,
		id:   strings.ToLower(id.WebhookID.ValueString()),
	})
	reportConflict(found, id.ref(), diags)
	r.warnOfForeignStore(id, diags)

	diags.Append(resp.Identity.Set(ctx, id)...)
	diags.Append(resp.State.Set(ctx, imported)...)
}

// readImportID returns the ids of an import id, or of the identity in an import block.
func readImportID(ctx context.Context, req resource.ImportStateRequest, diags *diag.Diagnostics) (id identity) {
	isByIdentity := req.ID == "" && req.Identity != nil && !req.Identity.Raw.IsFullyNull() // terraform import ADDRESS "" has neither
	if !isByIdentity {
		err := id.parse(req.ID)
		if err != nil {
			diagnostics.AddError(diags, invalidImport, "The import ID "+err.Error()+"; "+expectsIDs)
		}

		return id
	}

	diags.Append(req.Identity.Get(ctx, &id)...)
	err := id.validate()
	if err != nil {
		diagnostics.AddError(diags, invalidImport, "The identity "+err.Error()+"; "+expectsIdentity)
	}

	return id
}

// parse sets the ids to those of an import id.
func (id *identity) parse(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) == 3 {
		id.MerchantID = types.StringValue(parts[0])
		parts = parts[1:]
	}

	if len(parts) != 2 {
		return errors.New("is wrong: it must have two or three parts")
	}

	id.StoreID = types.StringValue(parts[0])
	id.WebhookID = types.StringValue(parts[1])
	return id.validate()
}

// validate returns an error unless the ids are UUIDs. Only the merchant's may be null.
func (id identity) validate() error {
	for _, part := range []struct {
		name  string
		value types.String
	}{
		{"merchant", id.MerchantID},
		{"store", id.StoreID},
		{"webhook", id.WebhookID},
	} {
		isOmitted := part.name == "merchant" && part.value.IsNull()
		err := validators.ApplyRequiredCheck(validators.CheckUUID, part.value.ValueString())
		if err != nil && !isOmitted {
			return fmt.Errorf("is wrong: its %s id %w", part.name, err)
		}
	}

	return nil
}
