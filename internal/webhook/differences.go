// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// difference is a field of which the service has another value than asked for,
// with both values as messages show them.
type difference struct{ field, asked, answered string }

// names are the fields that differ.
func names(differences []difference) []string {
	list := make([]string, len(differences))
	for i, d := range differences {
		list[i] = d.field
	}
	return list
}

// mismatch returns the fields in which an answer is about another webhook than
// asked for, or has not taken on what the patch set. What the answer lacks is
// no mismatch.
func mismatch(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook) []difference {
	var list []difference
	for _, id := range []struct {
		field, asked string
		answered     *string
	}{
		{"id", ref.WebhookID, w.ID}, {"store_id", ref.StoreID, w.StoreID}, {"merchant_id", ref.MerchantID, w.MerchantID},
	} {
		if id.asked != "" && id.answered != nil && !sameID(id.asked, *id.answered) {
			answered := *id.answered
			if validators.CheckUUID(answered) != nil { // it may be anything
				answered = "something that is not a UUID"
			}
			list = append(list, difference{id.field, id.asked, answered})
		}
	}
	return append(list, settingDifferences(p, w)...)
}

// settingDifferences returns the settings of the patch that the answer shows
// with another value.
func settingDifferences(p paymentapi.WebhookPatch, w *paymentapi.Webhook) []difference {
	var list []difference
	if p.Active != nil && w.Active != nil && *p.Active != *w.Active {
		list = append(list, difference{settingActive, strconv.FormatBool(*p.Active), strconv.FormatBool(*w.Active)})
	}
	if p.URL != nil && w.URL != nil && !sameURL(*p.URL, *w.URL) {
		list = append(list, difference{settingURL, *p.URL, *w.URL})
	}
	if p.Triggers != nil && w.Triggers != nil && !sameTriggers(*p.Triggers, *w.Triggers) {
		list = append(list, difference{settingTriggers, listText(*p.Triggers), listText(*w.Triggers)})
	}
	return list
}

func listText(list []string) string { return "[" + strings.Join(list, ", ") + "]" }

// lines writes differences one a line, with words for either side.
func lines(differences []difference, asked, answered string) string {
	var b strings.Builder
	for _, d := range differences {
		fmt.Fprintf(&b, "\n  - `%s`: %s %s, %s %s", d.field, asked, paymentapi.Printable(d.asked), answered, paymentapi.Printable(d.answered))
	}
	return b.String()
}
