// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package redact takes secrets and card data out of text that came from
// somewhere else, however that text spells them, and finds secrets in what is
// about to be kept.
package redact

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Mask stands in the place of a secret.
const Mask = "[redacted]"

// replacement stands for bytes that are not UTF-8.
const replacement = "\uFFFD"

// minLong is the length in characters from which a value is hidden anywhere. A
// shorter one (a security code, an expiry month) is hidden only as a word of its
// own, or it would take other texts apart and be told by the gaps.
const minLong = 8

// maxRemembered limits how many values a Redactor remembers for good.
const maxRemembered = 10_000

// Redactor hides a set of values and everything that looks like a card number.
// The zero value hides card numbers only. It is safe for concurrent use.
type Redactor struct {
	parent *Redactor // hides more values; may be nil

	mu     sync.RWMutex
	known  map[secret]bool
	values index
	held   finder
	// Known, but not in values or in held yet: most calls need only one of them.
	notInValues, notInHeld []secret
}

// secret is a value to hide.
type secret struct {
	value        string
	isCredential bool
}

// New returns a Redactor for the values; empty ones are ignored.
func New(values ...string) *Redactor {
	r := &Redactor{}
	r.add(values, false)
	return r
}

// With returns a Redactor for further values, which also hides what r hides,
// then and later.
func (r *Redactor) With(values ...string) *Redactor {
	further := New(values...)
	further.parent = r
	return further
}

// Remember adds values for good, except for short ones: these are hidden only in
// what answers the call that sent them.
func (r *Redactor) Remember(values ...string) {
	r.add(slices.DeleteFunc(slices.Clone(values), isShort), false)
}

// RememberCredentials is Remember for credentials: parts of these are hidden too.
func (r *Redactor) RememberCredentials(values ...string) {
	r.add(slices.DeleteFunc(slices.Clone(values), isShort), true)
}

func isShort(v string) bool { return utf8.RuneCountInString(strings.TrimSpace(v)) < minLong }

func (r *Redactor) add(values []string, credentials bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[secret]bool{}
	}
	for _, v := range values {
		v = strings.TrimSpace(strings.ToValidUTF8(v, replacement)) // as the text is read, see String
		s := secret{v, credentials}
		if v != "" && !r.known[s] && len(r.known) < maxRemembered {
			r.known[s] = true
			r.notInValues, r.notInHeld = append(r.notInValues, s), append(r.notInHeld, s)
		}
	}
}

// String returns s with each secret replaced by Mask. Text that still holds a
// secret once its escapes are undone is replaced as a whole, since it is unknown
// where in it the secret begins.
func (r *Redactor) String(s string) string {
	s = r.maskBytes(strings.ToValidUTF8(s, replacement)) // digits in them would count as a card number
	s = maskCardNumbers(replace(s, append(r.find(newText(s), (*index).find), r.findLetters(s)...)))
	plain := s
	for range maxEscapeDepth {
		for _, unescape := range unescapes {
			next := unescape(plain)
			if next != plain && r.mask(next) != next {
				return Mask
			}
			plain = next
		}
		for _, text := range decodedParts(plain) {
			if r.mask(text) != text {
				return Mask
			}
		}
	}
	return s
}

// maxEscapeDepth is how many layers of escapes are looked through: an echo of an
// escaped echo, and one to spare.
const maxEscapeDepth = 3

func (r *Redactor) mask(s string) string {
	s = r.maskBytes(s)
	return maskCardNumbers(replace(s, r.find(newText(s), (*index).find)))
}

// find returns what the search finds of the values of r and its parents.
func (r *Redactor) find(t *text, search func(*index, *text) []span) []span {
	var found []span
	for ; r != nil; r = r.parent {
		found = append(found, r.findOwn(t, search)...)
	}
	return found
}

func (r *Redactor) findOwn(t *text, search func(*index, *text) []span) []span {
	r.settleValues()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return search(&r.values, t)
}

// findLetters returns the parts of s that have the letters of a value.
func (r *Redactor) findLetters(s string) []span {
	found := r.find(lettersOf(s, escapeMarks), (*index).findLetters)
	if quotedPrintable.MatchString(s) {
		found = append(found, r.find(lettersOf(s, printableMarks), (*index).findLetters)...)
	}
	return found
}

// settleValues makes what is known ready to be looked for in a text.
func (r *Redactor) settleValues() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.notInValues {
		r.values.add(s.value)
		if s.isCredential {
			r.values.fragments.add(s.value)
		}
	}
	r.notInValues = nil
}

// settleHeld makes what is known ready for Holds.
func (r *Redactor) settleHeld() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.notInHeld {
		r.held.add(s.value)
	}
	r.notInHeld = nil
}
