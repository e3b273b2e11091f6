// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/hex"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// cardNumber matches 12 to 19 digits, however they are grouped: what a card
// number looks like, also one with a mistyped digit.
var cardNumber = regexp.MustCompile(`[0-9](?:[ \t\x{A0}._/+-]{0,3}[0-9]){11,18}`)

// digitsOf returns a card number without what groups it.
func digitsOf(s string) string { return separator.Replace(s) }

var separator = strings.NewReplacer(" ", "", "-", "", ".", "")

// harmless matches identifiers and times: made of digits, and nothing secret.
// More digits than a nanosecond has are none of a time.
var harmless = regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9}\b)?`)

// maskCardNumbers replaces whatever looks like a card number.
func maskCardNumbers(s string) string {
	var b strings.Builder
	for {
		at := harmless.FindStringIndex(s)
		if at == nil {
			b.WriteString(cardNumber.ReplaceAllLiteralString(s, Mask))
			return b.String()
		}
		b.WriteString(cardNumber.ReplaceAllLiteralString(s[:at[0]], Mask))
		b.WriteString(s[at[0]:at[1]])
		s = s[at[1]:]
	}
}

// escapeSequence matches runs of escapes: what they spell may take several,
// such as the two halves of a surrogate pair or the bytes of a character.
var escapeSequence = regexp.MustCompile(`(?:\\+u[0-9a-fA-F]{4})+|(?:\\+x[0-9a-fA-F]{2})+`)

// unescapes undo, one after the other, one layer of the escapes that an echo
// may use, and the typographic ones: full-width digits, characters that take no
// room. A secret may itself look escaped, so that it may show between any two.
var unescapes = []func(string) string{
	func(s string) string { return escapeSequence.ReplaceAllStringFunc(s, unescapeRun) },
	strings.NewReplacer(`\/`, `/`, `\"`, `"`, `\\`, `\`).Replace,
	unescapePercent,
	html.UnescapeString,
	func(s string) string { return strings.Map(plainRune, s) },
}

// unescapeRun returns what a match of escapeSequence spells: UTF-16 after u,
// and after x bytes of UTF-8 or else of Latin-1.
func unescapeRun(run string) string {
	digits := strings.FieldsFunc(run, func(r rune) bool { return strings.ContainsRune(`\ux`, r) })
	if strings.Contains(run, "x") {
		return unescapeBytes(strings.Join(digits, ""))
	}
	units := make([]uint16, len(digits))
	for i, four := range digits {
		unit, err := strconv.ParseUint(four, 16, 16)
		if err != nil {
			return run
		}
		units[i] = uint16(unit)
	}
	return string(utf16.Decode(units))
}

func unescapeBytes(digits string) string {
	text, err := hex.DecodeString(digits)
	if err == nil && utf8.Valid(text) {
		return string(text)
	}
	var latin strings.Builder
	for _, b := range text {
		latin.WriteRune(rune(b))
	}
	return latin.String()
}

// unescapePercent decodes the percent escapes that are whole and leaves the
// rest as it is.
var percent = regexp.MustCompile(`(?:%[0-9a-fA-F]{2})+`)

func unescapePercent(s string) string {
	return percent.ReplaceAllStringFunc(s, func(seq string) string {
		text, err := url.PathUnescape(seq)
		if err != nil {
			return seq
		}
		return text
	})
}

// plainRune returns what r looks like to a reader; -1 for nothing.
func plainRune(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case !unicode.IsPrint(r), unicode.Is(unicode.Mn, r):
		return -1
	case r < unicode.MaxASCII:
		return r
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case unicode.Is(unicode.Pd, r):
		return '-'
	}
	return r
}
