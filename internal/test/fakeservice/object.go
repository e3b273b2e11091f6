// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "strings"

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
