// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// object reads a JSON object strictly: every member must be known, have the right
// type and pass its check. Absent members are nil; a null has the wrong type.
type object struct {
	path     string
	members  map[string]any
	asked    map[string]bool
	children []*object
	problems []fieldProblem
}

func (o *object) refuse(name, reason string) {
	o.problems = append(o.problems, fieldProblem{o.path + name, reason})
}

func (o *object) member(name string) (any, bool) {
	if o.asked == nil {
		o.asked = map[string]bool{}
	}
	o.asked[name] = true
	v, ok := o.members[name]
	return v, ok
}

// typed returns the member if it is present and of type T.
func typed[T any](o *object, name string) (v T, ok bool) {
	raw, present := o.member(name)
	if !present {
		return v, false
	}
	if v, ok = raw.(T); !ok {
		o.refuse(name, reasonType)
	}
	return v, ok
}

func (o *object) boolean(name string) *bool {
	v, ok := typed[bool](o, name)
	if !ok {
		return nil
	}
	return &v
}

// text returns a string member that passes the check.
func (o *object) text(name string, passes check) *string {
	v, ok := typed[string](o, name)
	if !ok {
		return nil
	}
	if reason := passes(v); reason != "" {
		o.refuse(name, reason)
		return nil
	}
	return &v
}

// fields has the members that an object may have: a string with its check, a
// boolean, or an object with its own fields.
type fields map[string]any

// boolean stands for a member that is true or false.
var boolean = struct{}{}

// read checks the members that the fields name.
func (o *object) read(f fields) {
	for _, name := range sortedKeys(f) {
		switch kind := f[name].(type) {
		case check:
			o.text(name, kind)
		case fields:
			c, _ := o.child(name)
			c.read(kind)
		default:
			o.boolean(name)
		}
	}
}

// texts returns an array of strings, none of them blank. It is not nil if the
// member is present and valid.
func (o *object) texts(name string) []string {
	elements, ok := typed[[]any](o, name)
	if !ok {
		return nil
	}
	texts := []string{}
	for _, element := range elements {
		text, ok := element.(string)
		if !ok || strings.TrimSpace(text) == "" {
			o.refuse(name, reasonType)
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// child returns a member that is an object itself; an absent one is empty. Its
// problems are among those that finish of the outermost object returns.
func (o *object) child(name string) (c *object, present bool) {
	members, ok := typed[map[string]any](o, name)
	c = &object{path: o.path + name + ".", members: members}
	o.children = append(o.children, c)
	return c, ok
}

// require reports each name that is absent.
func (o *object) require(names ...string) {
	for _, name := range names {
		if _, ok := o.members[name]; !ok {
			o.refuse(name, reasonRequired)
		}
	}
}

// finish returns all problems, unknown members included; nil if there is none.
func (o *object) finish() []fieldProblem {
	problems := o.problems
	for _, name := range sortedKeys(o.members) {
		if !o.asked[name] {
			problems = append(problems, fieldProblem{o.path + name, reasonUnknown})
		}
	}
	for _, c := range o.children {
		problems = append(problems, c.finish()...)
	}
	return problems
}

// acceptAll accepts members that are not known.
func (o *object) acceptAll() {
	for name := range o.members {
		o.member(name)
	}
}

// check returns the reason to refuse a value, or "". The checks are crude on
// purpose: they find requests that are built wrongly. Which values are valid is
// left to the tests of the provider's own rules.
type check func(string) string

func pattern(expr string) check {
	re := regexp.MustCompile(expr)
	return func(v string) string {
		if re.MatchString(v) {
			return ""
		}
		return reasonFormat
	}
}

func oneOf(values ...string) check {
	return func(v string) string {
		if slices.Contains(values, v) {
			return ""
		}
		return reasonValue
	}
}

var (
	anyText     = pattern(``)
	nonEmpty    = pattern(`.`)
	headerValue = pattern(`^[^\x00-\x1f\x7f]*$`)
	currency    = pattern(`^[A-Z]{3}$`)
	country     = pattern(`^[A-Z]{2}$`)
	digits      = pattern(`^[0-9]+$`)
	whole       = pattern(`^-?[0-9]{1,18}$`)
	cardNumber  = pattern(`^[0-9][0-9 -]*$`)
	localNumber = pattern(`^[0-9]{1,15}$`)
	uuidText    = pattern(`^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$`)
	email       = pattern(`^[^@\s]+@[^@\s]+$`)
	ipv4        = pattern(`^([0-9]{1,3}\.){3}[0-9]{1,3}$`)
	duration    = pattern(`^P[0-9.,YMWDTHS]+$`)
	timeOfDay   = pattern(`^T?[0-9:.,]+(Z|[+-][0-9:]+)$`)
)

func webURL(v string) string {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return reasonFormat
	}
	return ""
}

// webhookURL refuses a local URL (API description, section 4.3).
func webhookURL(v string) string {
	if reason := webURL(v); reason != "" {
		return reason
	}
	if u, err := url.Parse(v); err != nil || u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.") {
		return reasonLocalURL
	}
	return ""
}

// decodeObject reads a body that must be exactly one JSON object, in UTF-8,
// with no name twice in any object. Numbers become json.Number.
func decodeObject(body []byte) (map[string]any, error) {
	if len(body) == 0 {
		return nil, errors.New(reasonRequired)
	}
	if !jsontext.Value(body).IsValid() {
		return nil, errors.New("MALFORMED_JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var object map[string]any
	if err := dec.Decode(&object); err != nil || object == nil {
		return nil, errors.New(reasonType)
	}
	return object, nil
}
