// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	iso4217 "golang.org/x/text/currency"
	"golang.org/x/text/language"
)

// check looks at a value and returns what is wrong with it. Name is its path, for the refusal.
type check func(name string, value any) []problem

// valid returns the check of a value of a type that passes a test.
func valid[T any](test func(T) bool) check {
	return func(name string, value any) []problem {
		typed, ok := value.(T)
		if !ok {
			return []problem{{name, reasonType}}
		}
		if !test(typed) {
			return []problem{{name, reasonFormat}}
		}
		return nil
	}
}

// text returns the check of a text that matches an expression.
func text(expr string) check { return valid(regexp.MustCompile(expr).MatchString) }

// oneOf returns the check of a text that is one of several.
func oneOf(texts ...string) check {
	return valid(func(v string) bool { return slices.Contains(texts, v) })
}

var (
	anyText     = text(``)
	nonEmpty    = text(`.`)
	headerValue = text(`^[^\x00-\x1f\x7f]*$`)
	digits      = text(`^[0-9]+$`)
	whole       = text(`^-?[0-9]{1,18}$`)
	uuidText    = text(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)
	email       = text(`^[^@\s]+@[^@\s]+$`)
	webURL      = text(`^https?://[^/?#]`)

	boolean  = valid(func(bool) bool { return true })
	moment   = valid(func(v string) bool { return !parseMoment(v).IsZero() })
	ipv4     = valid(isIPv4)
	country  = valid(isCountry)
	currency = valid(isCurrency)

	// webhookURL is a notification target: a local one is not allowed (API description, section 4.3).
	webhookURL = valid(isPublicURL)
)

// anything accepts every value.
func anything(string, any) []problem { return nil }

func isIPv4(v string) bool {
	address, err := netip.ParseAddr(v)
	return err == nil && address.Is4()
}

// isCountry reports whether a text is a code of ISO 3166-1 alpha-2.
func isCountry(v string) bool {
	region, err := language.ParseRegion(v)
	return err == nil && region.IsCountry() && region.String() == v
}

// isCurrency reports whether a text is a code of ISO 4217.
func isCurrency(v string) bool {
	unit, err := iso4217.ParseISO(v)
	return err == nil && unit.String() == v
}

func isPublicURL(v string) bool {
	u, err := url.Parse(v)
	if err != nil || webURL("", v) != nil {
		return false
	}

	host := u.Hostname()
	if address, err := netip.ParseAddr(host); err == nil {
		return address.IsGlobalUnicast() && !address.IsPrivate()
	}
	local := []string{"localhost", "local", "internal"}
	_, topLevel, hasDomain := cutLast(host, ".")
	return hasDomain && !slices.Contains(local, topLevel)
}

// cutLast is strings.Cut at the last place of a separator.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}

// parseMoment returns a time in RFC 3339, or the midnight in UTC of a date; the zero
// time for anything else.
func parseMoment(v string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		t, _ = time.Parse(time.DateOnly, v)
	}
	return t
}

// fields has the members that an object may have.
type fields map[string]check

// others stands for all members that fields does not name.
const others = "*"

// object returns the check of an object with nothing but the members that it may have, and
// with all that it must have. A null has the wrong type.
func object(members fields, required ...string) check {
	return func(name string, value any) []problem {
		object, ok := value.(map[string]any)
		if !ok {
			return []problem{{name, reasonType}}
		}
		prefix := ""
		if name != "" {
			prefix = name + "."
		}

		var problems []problem
		for _, member := range required {
			if _, given := object[member]; !given {
				problems = append(problems, problem{prefix + member, reasonRequired})
			}
		}
		for _, member := range sortedKeys(object) {
			checkMember, known := members[member]
			if !known {
				checkMember, known = members[others]
			}
			if !known {
				problems = append(problems, problem{prefix + member, reasonUnknown})
				continue
			}
			problems = append(problems, checkMember(prefix+member, object[member])...)
		}
		return problems
	}
}

// at returns the member of an object at a path, such as "data.brand"; nil if there is none.
func at(object any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		members, _ := object.(map[string]any)
		object = members[name]
	}
	return object
}

// textAt is at for a text; it is empty if there is none.
func textAt(object any, path string) string {
	found, _ := at(object, path).(string)
	return found
}

// decodeObject reads a body that must be exactly one JSON object, in UTF-8,
// with no name twice in any object. Numbers become json.Number.
func decodeObject(body []byte) (object map[string]any, ok bool) {
	if !jsontext.Value(body).IsValid() {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	err := dec.Decode(&object)
	return object, err == nil && object != nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
