// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// minToken is the length from which a token is looked for inside longer texts.
const minToken = 8

// withoutToken takes the ids and times that hold the token, of the state or of
// the patch, out of an answer: no state may have it there. The URL and the
// triggers are public.
func withoutToken(answer *paymentapi.Webhook, state model, patch paymentapi.WebhookPatch) {
	if answer == nil {
		return
	}
	for _, token := range []string{state.AuthToken.ValueString(), types.StringPointerValue(patch.AuthToken).ValueString()} {
		for _, field := range []**string{&answer.ID, &answer.StoreID, &answer.MerchantID, &answer.PlatformID, &answer.CreatedOn, &answer.UpdatedOn} {
			if token != "" && *field != nil && (**field == token || len(token) >= minToken && strings.Contains(**field, token)) {
				*field = nil
			}
		}
	}
}
