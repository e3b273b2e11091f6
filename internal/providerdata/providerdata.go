// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package providerdata is what a configured provider hands to its resources.
package providerdata

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// The values of the provider argument webhook_refresh.
const (
	RefreshGet   = "get"
	RefreshList  = "list"
	RefreshPatch = "patch"
	RefreshOff   = "off"
)

// Data is a provider configuration.
type Data struct {
	Client         *paymentapi.Client // nil while Unknown is not empty
	Unknown        []string           // the provider arguments whose values are not known yet
	WebhookRefresh string             // how a webhook is read
	Claims         Claims             // what the application token says of itself
	ClaimsError    error              // why it is no JWT, or that it is not known yet; nil if it was decoded
}

// Claims are what an application token says of itself. It was decoded, not verified. An id is
// empty if the token has none that is a UUID, and Mode if it has none that is a text.
type Claims struct {
	MerchantID string // lower case
	StoreID    string // lower case
	Mode       string // as in the token, such as "test"
}

// RequireClient reports whether the provider has a client. If it has none, it adds an error, as AddNotKnownYet does.
func RequireClient(data *Data, operation string, diags *diag.Diagnostics, advice ...string) bool {
	hasClient := data.Client != nil
	if !hasClient {
		AddNotKnownYet(data, operation, diags, advice...)
	}
	return hasClient
}

// AddNotKnownYet adds an error that says why an operation (such as "reading charges") is not possible yet, with
// further advice.
func AddNotKnownYet(data *Data, operation string, diags *diag.Diagnostics, advice ...string) {
	diagnostics.AddError(diags, "Provider Configuration Not Known Yet", diagnostics.Paragraphs(
		fmt.Sprintf("The value of the provider's %s is not known before the apply, so %s is not possible yet.",
			diagnostics.QuoteList(data.Unknown), operation),
		"First apply the object that the value comes from (with `-target`), "+
			"or use a value that is known at plan time, such as an input variable or an environment variable.",
		diagnostics.Paragraphs(advice...)))
}

// IsSet reports whether v is known and not null.
func IsSet(v attr.Value) bool {
	return !v.IsNull() && !v.IsUnknown()
}
