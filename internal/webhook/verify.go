// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// verifyAnswer returns the error of a call, or a mismatch if the answer differs from the request.
func verifyAnswer(
	ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error,
) error {
	if err != nil {
		return err
	}
	lines := differences(ref, patch, answer)
	if len(lines) > 0 {
		return mismatch(strings.Join(lines, "\n"))
	}
	return nil
}

// mismatch is the error of an answer with other values than were requested.
type mismatch string

func (m mismatch) Error() string {
	return "The payment service answered the request, but with other values than requested:\n" + string(m)
}

// differences says in which ids an answer differs from those that were requested, and which
// settings of a patch it does not have. What either of them lacks does not differ.
func differences(ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook) []string {
	lines := differentIDs(ref, answer)
	if patch.Active != nil && answer.Active != nil && *patch.Active != *answer.Active {
		configured := strconv.FormatBool(*patch.Active)
		lines = append(lines, differenceLine("active", configured, strconv.FormatBool(*answer.Active)))
	}

	if patch.URL != nil && answer.URL != nil && !hasURL(answer, patch) {
		configured := origin(*patch.URL)
		current := origin(*answer.URL)
		if configured == current {
			current = "the same host, but another path or query"
		}

		lines = append(lines, differenceLine("url", configured, current))
	}

	if patch.Triggers != nil && answer.Triggers != nil && !sameTriggers(*patch.Triggers, *answer.Triggers) {
		configured := shown(fmt.Sprint(*patch.Triggers))
		lines = append(lines, differenceLine("triggers", configured, shown(fmt.Sprint(*answer.Triggers))))
	}

	return lines
}

// differentIDs says in which ids an answer differs from those that were requested.
func differentIDs(ref paymentapi.WebhookRef, answer *paymentapi.Webhook) []string {
	var lines []string
	for _, id := range []struct {
		field, requested string
		answered         *string
	}{
		{"id", ref.WebhookID, answer.ID},
		{"store_id", ref.StoreID, answer.StoreID},
		{"merchant_id", ref.MerchantID, answer.MerchantID},
	} {
		if id.requested == "" || id.answered == nil || sameID(id.requested, *id.answered) {
			continue
		}

		lines = append(lines, differenceLine(id.field, id.requested, shownID(*id.answered)))
	}

	return lines
}

// differenceLine is one line of a message.
func differenceLine(field, configured, current string) string {
	return fmt.Sprintf("- `%s`: configured %s, at the service %s", field, configured, current)
}
