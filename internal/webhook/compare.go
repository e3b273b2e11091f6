// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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

// origin is what messages show of a URL: its scheme and host. Receivers keep secrets
// in paths.
func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "a value that is not a URL"
	}
	return shown("`" + u.Scheme + "://" + u.Host + "`")
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
		folded[i] = strings.ToLower(strings.TrimSpace(trigger))
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}

// uncertainFor is how long an older updated_on is the sign of a replica that lags
// behind, and how long an update that failed may still be on its way.
const uncertainFor = 10 * time.Minute

// isStale reports whether an answer with one updated_on is older than a state
// with another. Nothing is stale if the service's clock is far ahead: it would hide
// what happens until that time has come.
func isStale(state, answer string, now time.Time) bool {
	return compareTimes(state, answer) > 0 && isRecent(state, now)
}

// isRecent reports whether a time is so near that a replica may not have what happened
// then.
func isRecent(at string, now time.Time) bool {
	t, ok := paymentapi.ParseTime(at)
	return ok && now.Sub(t).Abs() < uncertainFor
}

// compareTimes returns -1, 0 or 1 if the first time is before, at or after the
// second, and 0 if one of them cannot be read. They count at the coarser precision of
// the two: a service may write the fractions of a second in one answer and not in
// another.
func compareTimes(a, b string) int {
	first, ok := paymentapi.ParseTime(a)
	second, also := paymentapi.ParseTime(b)
	if !ok || !also {
		return 0
	}
	coarser := max(precision(a), precision(b))
	return first.Truncate(coarser).Compare(second.Truncate(coarser))
}

// fractionForm is the fraction of the seconds of a time.
var fractionForm = regexp.MustCompile(`[.,]\d{1,9}`)

// precision returns the last decimal place of the seconds of a time.
func precision(text string) time.Duration {
	p := time.Second
	for range max(len(fractionForm.FindString(text))-1, 0) { // without the point
		p /= 10
	}
	return p
}

// difference is a field of which the service has another value than asked for,
// with both values as messages show them. If they look the same there, asked is empty.
type difference struct{ field, asked, answered string }

// noChange is the patch that changes nothing.
var noChange paymentapi.WebhookPatch

// mismatch returns the fields in which an answer differs from what was asked
// for: it is about another webhook, or shows that the service did not take on a
// setting of the patch. A field that the answer lacks does not differ.
func mismatch(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook) []difference {
	var list []difference
	for _, id := range []struct {
		field, asked string
		answered     *string
	}{
		{"id", ref.WebhookID, w.ID}, {"store_id", ref.StoreID, w.StoreID}, {"merchant_id", ref.MerchantID, w.MerchantID},
	} {
		if id.asked != "" && id.answered != nil && !sameID(id.asked, *id.answered) {
			list = append(list, difference{id.field, id.asked, shownID(*id.answered, p.AuthToken)})
		}
	}
	asked := paymentapi.Webhook{WebhookSettings: p.WebhookSettings}
	for _, setting := range settings {
		if d, ok := setting.differ(&asked, w); ok {
			list = append(list, d)
		}
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
// hold whatever the service likes, and a token that was sent may hold a UUID.
func shownID(id string, token *string) string {
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "-", "")) }
	switch {
	case validators.CheckUUID(id) != nil:
		return "a value that is not a UUID"
	case token != nil && strings.Contains(plain(*token), plain(id)):
		return "a part of the token"
	}
	return id
}
