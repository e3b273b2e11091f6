// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// index holds values in the ways in which they are looked for. The zero value
// is empty.
type index struct {
	// long holds the folded spellings of long values by their first bytes.
	long map[string][]string
	// words holds the folded spellings of short values.
	words []string
	// numbers holds numbers without their leading zeros, by their first digits.
	numbers map[string][]string
	// numberEnds holds long numbers by their last digits.
	numberEnds map[string][]string
	// cardParts holds all parts of numbers as long as a card's, of so many digits
	// that they tell more than a mask may.
	cardParts map[string]bool
	// letters holds the letters of long values by the first of them.
	letters map[string][]letters
	// fragments are the parts of credentials.
	fragments fragments
}

// keyLength is the length in bytes of the keys of index.long. No spelling of a
// long value is shorter.
const keyLength = minLong

func (x *index) add(v string) {
	isLong := utf8.RuneCountInString(v) >= minLong
	encodings := encodingsOf(v)
	spellings := append(spellingsOf(v), encodings...)
	if digits := digitsOf(v); isNumber(digits) {
		x.addNumber(digits)
		spellings = append(spellings, encodingsOf(digits)...)
	}
	if isLong {
		x.addLetters(v, encodings)
	}
	slices.Sort(spellings)
	for _, spelling := range slices.Compact(spellings) {
		folded := strings.Map(firstCase, spelling)
		if !isLong || len(folded) < keyLength {
			x.words = append(x.words, folded)
		} else {
			x.long = insert(x.long, folded[:keyLength], folded)
		}
	}
}

func (x *index) addNumber(digits string) {
	if trimmed := strings.TrimLeft(digits, "0"); len(trimmed) >= numberKey {
		digits = trimmed
	}
	x.numbers = insert(x.numbers, digits[:numberKey], digits)
	if len(digits) >= minLong {
		x.numberEnds = insert(x.numberEnds, digits[len(digits)-maxLast:], digits)
	}
	if len(digits) < minCard {
		return
	}
	if x.cardParts == nil {
		x.cardParts = map[string]bool{}
	}
	for at := range len(digits) - cardPart + 1 {
		x.cardParts[digits[at:at+cardPart]] = true
	}
}

func insert[T any](m map[string][]T, key string, value T) map[string][]T {
	if m == nil {
		m = map[string][]T{}
	}
	m[key] = append(m[key], value)
	return m
}

func (x *index) find(t *text) []span {
	return slices.Concat(x.findLong(t), x.findWords(t), x.findNumbers(t), x.findMasked(t), x.fragments.find(t))
}

// findLong returns the parts of t that are a spelling of a long value, or the
// beginning of one before a mark that says that something was left out.
func (x *index) findLong(t *text) []span {
	if len(x.long) == 0 {
		return nil
	}
	var found []span
	for from := 0; from+keyLength <= len(t.folded); from++ {
		for _, spelling := range x.long[t.folded[from:from+keyLength]] {
			if end := t.endOf(spelling, from); end > 0 {
				found = append(found, t.span(from, end))
			}
		}
	}
	return found
}

// maxCuts limits how many marks are tried: a value may itself hold some.
const maxCuts = 4

// endOf returns where in the folded text the spelling ends that begins at from,
// or its beginning does, if a mark for something left out follows; else 0.
func (t *text) endOf(spelling string, from int) int {
	rest := t.folded[from:]
	if strings.HasPrefix(rest, spelling) {
		return from + len(spelling)
	}
	first, _ := slices.BinarySearchFunc(t.marks, from+keyLength, func(m span, at int) int { return cmp.Compare(m.start, at) })
	for _, mark := range t.marks[first:min(first+maxCuts, len(t.marks))] {
		if strings.HasPrefix(spelling, t.folded[from:mark.start]) {
			return mark.start
		}
	}
	if strings.HasPrefix(spelling, rest) { // which may have been cut too
		return len(t.folded)
	}
	return 0
}

// findWords returns the parts of t that are a spelling of a short value and
// stand alone.
func (x *index) findWords(t *text) []span {
	var found []span
	for _, word := range x.words {
		for from := 0; ; from++ {
			i := strings.Index(t.folded[from:], word)
			if i < 0 {
				break
			}
			from += i
			end := from + len(word)
			if !isASCII(word) || standsAlone(t.folded, from, end) {
				found = append(found, t.span(from, end))
			}
		}
	}
	return found
}

// maxJoined is how many digits an expiry has: month and year, joined by a dash,
// are no identifier.
const maxJoined = 6

// standsAlone reports whether s[start:end] is a word of its own, and no part of
// a longer word or of an identifier.
func standsAlone(s string, start, end int) bool {
	s, start, end = near(s, start, end)
	left := strings.TrimRightFunc(s[:start], joins)
	right := strings.TrimLeftFunc(s[end:], joins)
	before, after := s[len(left):start], s[end:len(s)-len(right)]
	if strings.Trim(before, "-") == "" && strings.Trim(after, "-") == "" {
		return true
	}
	first, second, joined := strings.Cut(s[len(left):len(s)-len(right)], "-")
	return joined && len(first)+len(second) <= maxJoined && isDigits(first) && isDigits(second) && (before == first+"-" || after == "-"+second)
}

// maxNear is how many bytes beside a word tell whether it stands alone. More
// would take long in a text that is one long word.
const maxNear = 32

// near cuts s to what is near s[start:end], and returns where that is then.
func near(s string, start, end int) (part string, from, to int) {
	first := max(0, start-maxNear)
	return s[first:min(len(s), end+maxNear)], start - first, end - first
}

// joins reports whether r makes one word or identifier of what stands on both
// sides. In scripts that are written without spaces, no letter does.
func joins(r rune) bool {
	return r == '-' || r == '_' || unicode.IsNumber(r) ||
		unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}
