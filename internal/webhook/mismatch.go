// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// difference is a field of which the service has another value than asked for,
// with both values as messages show them.
type difference struct{ field, asked, answered string }

// noChange is the patch that changes nothing.
var noChange paymentapi.WebhookPatch

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
			list = append(list, difference{id.field, id.asked, shownID(*id.answered)})
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
		list = append(list, difference{settingURL, shown(*p.URL), shown(*w.URL)})
	}
	if p.Triggers != nil && w.Triggers != nil && !sameTriggers(*p.Triggers, *w.Triggers) {
		list = append(list, difference{settingTriggers, shownList(*p.Triggers), shownList(*w.Triggers)})
	}
	return list
}

// fields are the names of the fields that differ.
func fields(differences []difference) []string {
	list := make([]string, len(differences))
	for i, d := range differences {
		list[i] = d.field
	}
	return list
}

// lines writes differences one a line, with a word for either side.
func lines(differences []difference, asked, answered string) string {
	var b strings.Builder
	for _, d := range differences {
		fmt.Fprintf(&b, "\n  - `%s`: %s %s, %s %s", d.field, asked, d.asked, answered, d.answered)
	}
	return b.String()
}

// maxShown is how many characters of a text of the service a message shows.
const maxShown = 500

// shown is a public text of the service as messages show it: in one line, not
// endless, and without what a terminal would obey.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}

func shownList(list []string) string { return "[" + shown(strings.Join(list, ", ")) + "]" }

// shownID is an id of the service as messages show it. Anything but a UUID may
// hold whatever the service likes.
func shownID(id string) string {
	if validators.CheckUUID(id) != nil {
		return "a value that is not a UUID"
	}
	return id
}
