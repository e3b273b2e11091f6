// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"regexp"
	"strings"
)

// minNumber is how many digits make a number (a telephone number, a postal
// code) that is found however it is grouped.
const minNumber = 5

// A part of a card number is hidden by itself if it has cardPart digits, as a half
// of it has. A telephone number is too short for that.
const (
	minCard  = 12
	cardPart = 8
)

// numberKey is the length of the keys of index.numbers.
const numberKey = minNumber - 1

// cardNumber matches 12 to 19 digits, however they are grouped: what a card
// number looks like, also one with a mistyped digit.
var cardNumber = regexp.MustCompile(`[0-9](?:[ \t\x{A0}._/+()-]{0,3}[0-9]){11,18}`)

// digitGroups matches digits, whatever stands between them but letters.
var digitGroups = regexp.MustCompile(`[0-9](?:[^0-9\pL]{0,3}[0-9])*`)

// digitsOf returns a number without what groups it.
func digitsOf(s string) string { return separator.Replace(s) }

var separator = strings.NewReplacer(" ", "", "-", "", ".", "", "(", "", ")", "", "/", "", "+", "")

// isNumber reports whether s is made of digits, of enough of them to be found
// however they are grouped.
func isNumber(s string) bool { return len(s) >= minNumber && isDigits(s) }

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// harmless matches identifiers and times: made of digits, and nothing secret.
// More digits than a nanosecond has are none of a time.
var harmless = regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9}\b)?`)

// besideHarmless calls f with the start and end of each part of s that is no
// identifier or time; the last ends with s.
func besideHarmless(s string, f func(start, end int)) {
	if strings.Count(s, "-") < 2 { // each has more, and most texts have none
		f(0, len(s))
		return
	}
	done := 0
	for _, at := range harmless.FindAllStringIndex(s, -1) {
		f(done, at[0])
		done = at[1]
	}
	f(done, len(s))
}

// maskCardNumbers replaces whatever looks like a card number.
func maskCardNumbers(s string) string {
	var b strings.Builder
	done := 0
	besideHarmless(s, func(start, end int) {
		b.WriteString(s[done:start])
		b.WriteString(cardNumber.ReplaceAllLiteralString(s[start:end], Mask))
		done = end
	})
	return b.String()
}

// findNumbers returns the parts of t that are one of the numbers, whatever
// separates their digits, and with or without leading zeros or a country code.
func (x *index) findNumbers(t *text) []span {
	if len(x.numbers) == 0 {
		return nil
	}
	var found []span
	besideHarmless(t.original, func(start, end int) {
		for _, group := range digitGroups.FindAllStringIndex(t.original[start:end], -1) {
			found = append(found, x.findInGroup(t.original, start+group[0], start+group[1])...)
		}
	})
	return found
}

// findInGroup looks for the numbers in s[start:end], digits and what groups
// them.
func (x *index) findInGroup(s string, start, end int) []span {
	var found []span
	digits, places := digitsIn(s, span{start, end})
	for i := 0; i+numberKey <= len(digits); i++ {
		for _, number := range x.numbers[digits[i:i+numberKey]] {
			if !strings.HasPrefix(digits[i:], number) {
				continue
			}
			at := span{places[i], places[i+len(number)-1] + 1}
			if len(number) >= minLong || isWholeNumber(s, at) {
				found = append(found, at)
			}
		}
		if i+cardPart <= len(digits) && x.cardParts[digits[i:i+cardPart]] {
			found = append(found, span{places[i], places[i+cardPart-1] + 1})
		}
	}
	return found
}

// maxCountryCode is how many digits a country code has, with the zero that some
// write after it.
const maxCountryCode = 4

// isWholeNumber reports whether the number at a place in s is no part of a
// longer number or word. Zeros and a country code may stand directly before it.
func isWholeNumber(s string, at span) bool {
	s, start, end := near(s, at.start, at.end)
	before := strings.TrimRight(s[:start], "0123456789")
	code := s[len(before):start]
	if strings.Trim(code, "0") != "" {
		international, found := strings.CutPrefix(code, "00")
		if len(international) > maxCountryCode || !found && !strings.HasSuffix(before, "+") {
			return false
		}
	}
	return strings.TrimRightFunc(before, continues) == before && strings.TrimLeftFunc(s[end:], continues) == s[end:]
}

// continues reports whether r makes a longer number or word of the digits
// beside it.
func continues(r rune) bool { return joins(r) && r != '-' }
