// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package redact takes secrets and card data out of text that came from
// somewhere else, whatever way that text spells them.
package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Mask stands where a secret stood.
const Mask = "[redacted]"

// replacement stands for bytes that are not UTF-8.
const replacement = "\uFFFD"

// Redactor hides a set of exact values and everything that looks like a card
// number. The zero value hides card numbers only. It is safe for concurrent
// use.
type Redactor struct {
	values    []string
	spellings func() []spelling // made when first needed: most calls succeed
}

// New returns a Redactor for the values; empty ones are passed over.
func New(values ...string) *Redactor {
	var kept []string
	for _, v := range values {
		v = strings.ToValidUTF8(v, replacement) // as the text is read, see String
		if strings.TrimSpace(v) == "" {
			continue
		}
		kept = append(kept, v)
		if digits := digitsOf(v); cardNumber.MatchString(digits) {
			kept = append(kept, digits) // services take a card number apart
		}
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	return &Redactor{values: kept, spellings: sync.OnceValue(func() []spelling { return spellings(kept) })}
}

// With returns a Redactor that hides the values of r and further ones.
func (r *Redactor) With(values ...string) *Redactor {
	if len(values) == 0 {
		return r
	}
	return New(slices.Concat(r.values, values)...)
}

// String returns s with each secret replaced by Mask. Text that still holds a
// secret once its escapes are undone is replaced as a whole, since there is no
// telling where in it the secret begins.
func (r *Redactor) String(s string) string {
	s = r.mask(strings.ToValidUTF8(s, replacement))
	plain := s
	for range maxEscapeDepth {
		for _, unescape := range unescapes {
			next := unescape(plain)
			if next != plain && r.mask(next) != next {
				return Mask
			}
			plain = next
		}
	}
	return s
}

// Holds tells whether s contains one of the exact values, of those that are
// long enough not to stand there by chance. Card numbers don't count.
func (r *Redactor) Holds(s string) bool {
	return slices.ContainsFunc(r.values, func(v string) bool {
		return utf8.RuneCountInString(v) >= minHeld && strings.Contains(s, v)
	})
}

// minHeld is the length in characters from which Holds looks for a value.
const minHeld = 6

// maxEscapeDepth is how many layers of escaping are looked through: an echo
// of an escaped echo, and one to spare.
const maxEscapeDepth = 3

func (r *Redactor) mask(s string) string {
	return maskCardNumbers(replace(s, r.find(s)))
}

// maxShort is the length in bytes up to which a value (an expiry month) counts
// only where it stands alone, or it would take every text apart. A name of one
// Japanese character is longer.
const maxShort = 2

// spellings returns all spellings of the values.
func spellings(values []string) []spelling {
	var texts []string
	for _, v := range values {
		for _, text := range spellingsOf(v) {
			folded, _ := fold(text)
			texts = append(texts, folded)
		}
	}
	slices.Sort(texts)
	var list []spelling
	for _, text := range slices.Compact(texts) {
		list = append(list, spelling{text, len(text) <= maxShort})
	}
	return list
}

// spellingsOf lists v as the usual encodings write it.
func spellingsOf(v string) []string {
	list := []string{
		v,
		url.QueryEscape(v),
		url.PathEscape(v),
		html.EscapeString(v),
		hex.EncodeToString([]byte(v)),
		jsonEscape(v),
	}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		list = append(list, base64Spellings(enc, v)...)
	}
	if trimmed := strings.TrimSpace(v); trimmed != v {
		list = append(list, trimmed)
	}
	return list
}

// minBase64 is the least that is looked for of a base64 text, in characters:
// less may stand anywhere.
const minBase64 = 4

// base64Spellings returns what v contributes to base64 text at each of the
// three offsets at which it may stand inside a longer encoded text.
func base64Spellings(enc *base64.Encoding, v string) []string {
	list := make([]string, 0, 3)
	for offset := range 3 {
		padded := strings.Repeat("\x00", offset) + v
		text := enc.EncodeToString([]byte(padded))
		from := (offset*8 + 5) / 6
		to := len(padded) * 8 / 6
		if to-from >= minBase64 {
			list = append(list, text[from:to])
		}
	}
	return list
}

func jsonEscape(v string) string {
	// A string always marshals.
	text, _ := json.Marshal(v)
	return strings.Trim(string(text), `"`)
}
