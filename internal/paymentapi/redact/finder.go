// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// minHeld is the length in bytes from which Holds looks for a value: a shorter
// one may stand in an answer by chance.
const minHeld = 12

// Holds reports whether s, a text or JSON, holds one of the values that are long
// enough not to stand there by chance: as it is, in upper or lower case, in
// base64, base32 or hex, or with escapes of JSON or of URLs. Card numbers don't
// count.
func (r *Redactor) Holds(s string) bool { return r.HoldsUnknown(s, nil) }

// HoldsUnknown is Holds for the values that don't also stand in one of the known
// texts.
func (r *Redactor) HoldsUnknown(s string, known []string) bool {
	return r.holds(s, known, maxEscapeDepth)
}

// holds is HoldsUnknown with so many layers of escapes undone. A value may itself
// look escaped, so that each kind is undone by itself, in any order.
func (r *Redactor) holds(s string, known []string, layers int) bool {
	for at := r; at != nil; at = at.parent {
		if at.holdsOwn(s, known) {
			return true
		}
	}
	for _, mark := range []byte{'\\', '%'} {
		if plain := withoutEscapes(s, mark); layers > 0 && len(plain) != len(s) && r.holds(plain, known, layers-1) {
			return true
		}
	}
	return false
}

func (r *Redactor) holdsOwn(s string, known []string) bool {
	r.settleHeld()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.held.in(s, func(value string) bool {
		return !slices.ContainsFunc(known, func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(value)) })
	})
}

// finder looks for any of many texts at once. It compares the windows that
// begin at every fourth byte of what it searches: each text, no shorter than
// minHeld, is indexed by its first four windows, one of which is among them.
type finder struct {
	windows map[uint64][]needle
	// filter has a bit for each hash of a window, so that few need the map.
	filter []uint64
}

// needle is a text to look for, at its offset from a window in it.
type needle struct {
	text   string
	offset int
	value  string // which the text is a spelling of
}

const (
	windowLength = 8
	stride       = minHeld - windowLength
	filterBits   = 16
)

func (f *finder) add(value string) {
	if len(value) < minHeld {
		return
	}
	if f.windows == nil {
		f.windows, f.filter = map[uint64][]needle{}, make([]uint64, 1<<filterBits/64)
	}
	texts := append(encodingsOf(value), value, strings.ToUpper(value), strings.ToLower(value))
	for _, format := range []string{"%x", "% x", "%X", "% X"} {
		bytes := fmt.Sprintf(format, value)
		texts = append(texts, bytes, strings.ReplaceAll(bytes, " ", ":"), strings.ReplaceAll(bytes, " ", "-"))
	}
	slices.Sort(texts)
	for _, text := range slices.Compact(texts) {
		if len(text) < minHeld { // another case may be shorter
			continue
		}
		for offset := range stride {
			window := windowAt(text, offset)
			f.windows[window] = append(f.windows[window], needle{text, offset, value})
			bit := hashOf(window)
			f.filter[bit/64] |= 1 << (bit % 64)
		}
	}
}

// windowAt returns the bytes of a window as a number.
func windowAt(s string, at int) uint64 {
	w := s[at : at+windowLength]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}

func hashOf(window uint64) uint64 { return window * 0x9E3779B97F4A7C15 >> (64 - filterBits) }

// in reports whether s holds a text of a value that counts.
func (f *finder) in(s string, counts func(value string) bool) bool {
	if f.filter == nil {
		return false
	}
	for at := 0; at+windowLength <= len(s); at += stride {
		window := windowAt(s, at)
		if bit := hashOf(window); f.filter[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, n := range f.windows[window] {
			if from := at - n.offset; from >= 0 && strings.HasPrefix(s[from:], n.text) && counts(n.value) {
				return true
			}
		}
	}
	return false
}

// withoutEscapes returns s with the characters that its escapes stand for: of
// JSON, which begin with a backslash, or of URLs, which begin with a percent
// sign. Each escape is longer than its character.
func withoutEscapes(s string, mark byte) string {
	next := strings.IndexByte(s, mark)
	if next < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for next >= 0 {
		b = append(b, s[:next]...)
		var used int
		b, used = appendUnescaped(b, s[next:])
		s = s[next+used:]
		next = strings.IndexByte(s, mark)
	}
	return string(append(b, s...))
}

// appendUnescaped appends what the escape at the beginning of s stands for, and
// returns how long that is.
func appendUnescaped(b []byte, s string) (appended []byte, used int) {
	switch {
	case s[0] == '%' && len(s) >= 3:
		if c, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
			return append(b, byte(c)), 3
		}
	case len(s) >= 2 && s[0] == '\\':
		first, ok := unitOf(s)
		if !ok {
			return append(b, s[1]), 2
		}
		if second, ok := unitOf(s[6:]); ok && utf16.IsSurrogate(first) {
			return utf8.AppendRune(b, utf16.DecodeRune(first, second)), 12
		}
		return utf8.AppendRune(b, first), 6
	}
	return append(b, s[0]), 1
}

// unitOf returns the UTF-16 unit that the escape at the beginning of s, if
// there is one, stands for.
func unitOf(s string) (unit rune, ok bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	code, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(code), err == nil
}
