// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// sameID reports whether two UUIDs are one, however they are spelled.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }

// sameURL reports whether two URLs are one, even if they differ in the case of
// scheme and host, the default port, an empty path, dots in it, what is escaped
// and how, or the fragment, which is never sent.
func sameURL(a, b string) bool { return a == b || canonicalURL(a) == canonicalURL(b) }

var defaultPorts = map[string]string{"http": "80", "https": "443"}

func canonicalURL(raw string) string {
	sent, _, _ := strings.Cut(raw, "#")
	u, err := url.Parse(canonicalEscapes(sent))
	if err != nil || u.Host == "" {
		return raw
	}
	u = u.ResolveReference(u) // which removes the segments . and ..
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := validators.ASCIIName(host); err == nil {
		host = ascii
	}
	if port := u.Port(); port != "" && port != defaultPorts[u.Scheme] {
		host += ":" + port
	}
	return u.Scheme + "://" + u.User.String() + "@" + host + cmp.Or(u.EscapedPath(), "/") + "?" + u.RawQuery
}

// escapable matches a character that is escaped in a URL, or that only a browser
// allows there as it is.
var escapable = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[^\x00-\x7F]`)

// canonicalEscapes returns a URL in which such characters are escaped
// in capitals if they need to be, and stand as they are if they never need to.
func canonicalEscapes(raw string) string {
	return escapable.ReplaceAllStringFunc(raw, func(char string) string {
		plain, _ := url.PathUnescape(char) // it is a whole escape, or none
		return strings.ReplaceAll(url.QueryEscape(plain), "+", "%20")
	})
}

// sameTriggers reports whether two lists hold the same kinds of event, in any
// order, case and number.
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

// like returns the store, the URL and the triggers of a webhook in one spelling; empty if
// one of them is not known.
func like(m model) string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	return strings.Join(append([]string{strings.ToLower(m.StoreID.ValueString()), canonicalURL(m.URL.ValueString())}, canonicalTriggers(*triggers)...), "\n")
}

// declaration returns what a resource declares, to be compared with that of another.
func declaration(p paymentapi.WebhookPatch) string {
	text, _ := json.Marshal(p) // nothing in it can fail
	return string(text)
}

// matchesPlan reports whether a webhook has the URL and the triggers of one to create.
func matchesPlan(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return hasURL(w, posted) && (w.Triggers == nil || sameTriggers(*w.Triggers, *posted.Triggers))
}

func hasURL(w *paymentapi.Webhook, p paymentapi.WebhookPatch) bool {
	return w.URL != nil && p.URL != nil && sameURL(*w.URL, *p.URL)
}

// difference is a field of which the service has another value than asked for,
// with both values as messages show them. If they look the same there, asked is empty.
type difference struct{ field, asked, answered string }

// noChange is the patch that changes nothing.
var noChange paymentapi.WebhookPatch

// otherIDs returns the ids in which an answer differs from those that were asked for: it is
// about another webhook. An id that the answer lacks does not differ.
func otherIDs(ref paymentapi.WebhookRef, w *paymentapi.Webhook) []difference {
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
	return list
}

// otherSettings returns the settings of a patch that an answer does not have. A field that
// the answer lacks does not differ.
func otherSettings(p paymentapi.WebhookPatch, w *paymentapi.Webhook) []difference {
	var list []difference
	if p.Active != nil && w.Active != nil && *p.Active != *w.Active {
		list = append(list, difference{"active", strconv.FormatBool(*p.Active), strconv.FormatBool(*w.Active)})
	}
	if p.URL != nil && w.URL != nil && !sameURL(*p.URL, *w.URL) {
		d := difference{"url", origin(*p.URL), origin(*w.URL)}
		if d.asked == d.answered {
			d.asked, d.answered = "", "another path at "+d.answered
		}
		list = append(list, d)
	}
	if p.Triggers != nil && w.Triggers != nil && !sameTriggers(*p.Triggers, *w.Triggers) {
		list = append(list, difference{"triggers", shownList(*p.Triggers), shownList(*w.Triggers)})
	}
	return list
}

// lines writes one difference per line, with a label for each of its two values.
func lines(differences []difference, asked, answered string) string {
	var b strings.Builder
	for _, d := range differences {
		fmt.Fprintf(&b, "\n  - `%s`: ", d.field)
		if d.asked != "" {
			fmt.Fprintf(&b, "%s %s, ", asked, d.asked)
		}
		fmt.Fprintf(&b, "%s %s", answered, d.answered)
	}
	return b.String()
}

// origin is what messages show of a URL: its scheme and host. Receivers keep secrets
// in paths.
func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "a value that is not a URL"
	}
	return shown("`" + u.Scheme + "://" + u.Host + "`")
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
	if !paymentapi.IsUUID(id) {
		return "a value that is not a UUID"
	}
	return id
}

// editDistance returns how many letters must be added, removed or replaced to make one text
// of the other.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
