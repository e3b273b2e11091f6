// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// sameID reports whether two UUIDs are one, however they are spelled.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }

// sameTriggers reports whether two lists hold the same events, in any order, case and number.
func sameTriggers(a, b []string) bool {
	return slices.Equal(canonicalTriggers(a), canonicalTriggers(b))
}

func canonicalTriggers(list []string) []string {
	folded := make([]string, len(list))
	for i, trigger := range list {
		folded[i] = strings.ToLower(trigger)
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}

// fingerprint returns the store, URL and triggers in one spelling; empty if one is not known.
func fingerprint(m model) string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	return strings.Join(append([]string{strings.ToLower(m.StoreID.ValueString()), validators.CanonicalURL(m.URL.ValueString())}, canonicalTriggers(*triggers)...), "\n")
}

// findLike returns the webhook of a list that has the URL and the triggers of a patch, nil if
// none has. One whose triggers are not known counts, too.
func findLike(all []paymentapi.Webhook, p paymentapi.WebhookPatch) *paymentapi.Webhook {
	for i, w := range all {
		if hasURL(&w, p) && p.Triggers != nil && (w.Triggers == nil || sameTriggers(*w.Triggers, *p.Triggers)) {
			return &all[i]
		}
	}
	return nil
}

func hasURL(w *paymentapi.Webhook, p paymentapi.WebhookPatch) bool {
	return w.URL != nil && p.URL != nil && validators.SameURL(*w.URL, *p.URL)
}

// differences says in which ids an answer differs from those that were requested, and which
// settings of a patch it does not have. What either of them lacks does not differ.
func differences(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook) (lines []string) {
	for _, id := range []struct {
		field, requested string
		answered         *string
	}{
		{"id", ref.WebhookID, w.ID}, {"store_id", ref.StoreID, w.StoreID}, {"merchant_id", ref.MerchantID, w.MerchantID},
	} {
		if id.requested != "" && id.answered != nil && !sameID(id.requested, *id.answered) {
			lines = append(lines, differenceLine(id.field, id.requested, shownID(*id.answered)))
		}
	}
	if p.Active != nil && w.Active != nil && *p.Active != *w.Active {
		lines = append(lines, differenceLine("active", strconv.FormatBool(*p.Active), strconv.FormatBool(*w.Active)))
	}
	if p.URL != nil && w.URL != nil && !hasURL(w, p) {
		requested, answered := origin(*p.URL), origin(*w.URL)
		if requested == answered {
			answered = "the same host, but another path or query"
		}
		lines = append(lines, differenceLine("url", requested, answered))
	}
	if p.Triggers != nil && w.Triggers != nil && !sameTriggers(*p.Triggers, *w.Triggers) {
		lines = append(lines, differenceLine("triggers", shown(fmt.Sprint(*p.Triggers)), shown(fmt.Sprint(*w.Triggers))))
	}
	return lines
}

// mismatch is the error of an answer with other values than were requested.
type mismatch string

// Error implements error.
func (m mismatch) Error() string {
	return "The payment service answered the request, but with other values than requested:\n" + string(m)
}

func isMismatch(err error) bool { return errors.As(err, new(mismatch)) }

// verifyAnswer returns the error of a call, or a mismatch if the answer differs from the request.
func verifyAnswer(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook, err error) error {
	if err != nil {
		return err
	}
	if lines := differences(ref, p, w); len(lines) > 0 {
		return mismatch(strings.Join(lines, "\n"))
	}
	return nil
}

// differenceLine is one line of a message.
func differenceLine(field, configured, current string) string {
	return fmt.Sprintf("- `%s`: configured %s, at the service %s", field, configured, current)
}

// origin is what messages show of a URL: its scheme and host. Receivers keep secrets in paths.
func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "a value that is not a URL"
	}
	return shown("`" + u.Scheme + "://" + u.Host + "`")
}

// shown is a text of the service in one line, and not endless.
func shown(text string) string { return fmt.Sprintf("%.300s", paymentapi.OneLine(text)) }

// shownID is an id of the service, unless it is no UUID and may be anything.
func shownID(id string) string {
	if !paymentapi.IsUUID(id) {
		return "a value that is not a UUID"
	}
	return id
}
