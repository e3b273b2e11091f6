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

// text is a text that matches an expression.
func text(expr string) kind {
	re := regexp.MustCompile(expr)
	return func(name string, value any) []problem {
		switch v, ok := value.(string); {
		case !ok:
			return []problem{{name, reasonType}}
		case !re.MatchString(v):
			return []problem{{name, reasonFormat}}
		}
		return nil
	}
}

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
)

func boolean(name string, value any) []problem {
	if _, ok := value.(bool); !ok {
		return []problem{{name, reasonType}}
	}
	return nil
}

func anything(string, any) []problem { return nil }

// moment is a time or a date.
func moment(name string, value any) []problem {
	if _, ok := micros(value.(string)); !ok { //nolint:forcetypeassert // a query parameter is a text
		return []problem{{name, reasonFormat}}
	}
	return nil
}

// micros returns a time in RFC 3339, or the midnight in UTC of a date, in microseconds.
func micros(v string) (int64, bool) {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		t, err = time.Parse(time.DateOnly, v)
	}
	// Charges have whole microseconds: the first one that is not before t.
	return t.Add(time.Microsecond - 1).UnixMicro(), err == nil
}

// triggers is a list of texts, none of them blank.
func triggers(name string, value any) []problem {
	list, ok := value.([]any)
	if !ok || slices.ContainsFunc(list, func(v any) bool { s, ok := v.(string); return !ok || strings.TrimSpace(s) == "" }) {
		return []problem{{name, reasonType}}
	}
	return nil
}

// webhookURL refuses a local URL (API description, section 4.3).
func webhookURL(name string, value any) []problem {
	if problems := webURL(name, value); problems != nil {
		return problems
	}
	u, err := url.Parse(value.(string)) //nolint:forcetypeassert // webURL has checked it
	if err != nil || u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.") {
		return []problem{{name, reasonFormat}}
	}
	return nil
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
