// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// kind checks a value and returns what is wrong with it. The checks are crude on
// purpose: they find requests that are built wrongly. Which values are valid is left
// to the tests of the provider's own rules.
type kind func(name string, value any) []problem

// valid is a value of a type that passes a test.
func valid[T any](test func(T) bool) kind {
	return func(name string, value any) []problem {
		switch v, ok := value.(T); {
		case !ok:
			return []problem{{name, reasonType}}
		case !test(v):
			return []problem{{name, reasonFormat}}
		}
		return nil
	}
}

// text is a text that matches an expression.
func text(expr string) kind { return valid(regexp.MustCompile(expr).MatchString) }

var (
	anyText     = text(``)
	nonEmpty    = text(`.`)
	headerValue = text(`^[^\x00-\x1f\x7f]*$`)
	currency    = text(`^[A-Z]{3}$`)
	country     = text(`^[A-Z]{2}$`)
	digits      = text(`^[0-9]+$`)
	whole       = text(`^-?[0-9]{1,18}$`)
	mode        = text(`^(live|test|live_test)$`)
	uuidText    = text(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)
	email       = text(`^[^@\s]+@[^@\s]+$`)
	webURL      = text(`^https?://[^/?#]`)

	anything = func(string, any) []problem { return nil }
	boolean  = valid(func(bool) bool { return true })
	moment   = valid(func(v string) bool { return !parseMoment(v).IsZero() })
	triggers = valid(func(list []any) bool {
		return !slices.ContainsFunc(list, func(v any) bool { s, _ := v.(string); return strings.TrimSpace(s) == "" })
	})
	// A local URL is not allowed (API description, section 4.3).
	webhookURL = valid(func(v string) bool {
		u, err := url.Parse(v)
		return err == nil && webURL("", v) == nil && u.Hostname() != "localhost" && !strings.HasPrefix(u.Hostname(), "127.")
	})
)

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
type fields map[string]kind

// others stands for all members that fields does not name.
const others = "*"

// object is an object with nothing but the members that it may have, and with all
// that it must have. A null has the wrong type.
func object(members fields, required ...string) kind {
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
			check, known := members[member]
			if !known {
				check, known = members[others]
			}
			if !known {
				problems = append(problems, problem{prefix + member, reasonUnknown})
				continue
			}
			problems = append(problems, check(prefix+member, object[member])...)
		}
		return problems
	}
}

// decodeObject reads a body that must be exactly one JSON object, in UTF-8,
// with no name twice in any object. Numbers become json.Number.
func decodeObject(body []byte) (object map[string]any, ok bool) {
	if !jsontext.Value(body).IsValid() {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	return object, dec.Decode(&object) == nil && object != nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
