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

	"golang.org/x/text/unicode/norm"
)

// escapeSequence matches runs of escapes: what they spell may take several,
// such as the two halves of a surrogate pair or the bytes of a character.
var escapeSequence = regexp.MustCompile(`(?:\\+u[0-9a-fA-F]{4})+|(?:\\+x[0-9a-fA-F]{2})+|(?:\\+[0-3][0-7]{2})+`)

// unescapes undo, one after the other, one layer of the escapes that an echo
// may use, and the typographic ones: full-width digits, characters that take no
// room. A secret may itself look escaped, so that it may show between any two.
var unescapes = []func(string) string{
	unescapeBackslash,
	strings.NewReplacer(`\/`, `/`, `\"`, `"`, `\\`, `\`).Replace,
	unescapePercent,
	html.UnescapeString,
	norm.NFKC.String,
	joinIdeographs,
	func(s string) string { return strings.Map(plainRune, s) },
}

func unescapeBackslash(s string) string {
	if !strings.Contains(s, `\`) { // in a fraction of the time
		return s
	}
	return escapeSequence.ReplaceAllStringFunc(s, unescapeRun)
}

// unescapeRun returns what a match of escapeSequence spells: UTF-16 after u, and
// bytes in hex after x, else in octal.
func unescapeRun(run string) string {
	base := 8
	if strings.ContainsAny(run, "ux") {
		base = 16
	}
	var units []uint16
	for digits := range strings.FieldsFuncSeq(run, func(r rune) bool { return strings.ContainsRune(`\ux`, r) }) {
		unit, err := strconv.ParseUint(digits, base, 16)
		if err != nil {
			return run
		}
		units = append(units, uint16(unit))
	}
	if strings.Contains(run, "u") {
		return string(utf16.Decode(units))
	}
	text := make([]byte, len(units))
	for i, unit := range units {
		text[i] = byte(unit) //nolint:gosec // two digits in hex, or three in octal up to 377
	}
	return textOfBytes(text)
}

// textOfBytes returns the text that bytes are in UTF-8, or else in Latin-1.
func textOfBytes(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var latin strings.Builder
	for _, c := range b {
		latin.WriteRune(rune(c))
	}
	return latin.String()
}

// quotedPrintable matches escapes as in e-mail. Other texts may look like them.
var quotedPrintable = regexp.MustCompile(`(?:=[0-9a-fA-F]{2}|=\r?\n)+`)

func unescapeQuotedPrintable(s string) string {
	return quotedPrintable.ReplaceAllStringFunc(s, func(run string) string {
		text, err := hex.DecodeString(quotedPrintableMarks.Replace(run))
		if err != nil {
			return run
		}
		return textOfBytes(text)
	})
}

var quotedPrintableMarks = strings.NewReplacer("=", "", "\r", "", "\n", "")

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

// spacedIdeograph matches a character of a script that is written without
// spaces, and the spaces after it if another such character follows them.
var spacedIdeograph = regexp.MustCompile(`([\p{Han}\p{Hiragana}\p{Katakana}ー])[\s\x{3000}]+([\p{Han}\p{Hiragana}\p{Katakana}ー])`)

// joinIdeographs takes out the spaces inside of names and texts in scripts that
// are written without them.
func joinIdeographs(s string) string {
	if isASCII(s) {
		return s
	}
	for range 2 { // since matches don't overlap
		s = spacedIdeograph.ReplaceAllString(s, "$1$2")
	}
	return s
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
	case unicode.IsDigit(r):
		return asciiDigit(r)
	case unicode.Is(unicode.Pd, r), r == 'ー', r == '−': // a long vowel, a minus: dashes in numbers
		return '-'
	}
	return r
}

// asciiDigit returns the digit of another script as one of ASCII. The digits of
// a script stand in a row, from nought to nine.
func asciiDigit(r rune) rune {
	for _, digits := range unicode.Nd.R16 {
		if first := rune(digits.Lo); first <= r && r <= rune(digits.Hi) {
			return '0' + (r-first)%10
		}
	}
	for _, digits := range unicode.Nd.R32 {
		if value := uint32(r); digits.Lo <= value && value <= digits.Hi { //nolint:gosec // a digit is not negative
			return '0' + rune((value-digits.Lo)%10) //nolint:gosec // less than ten
		}
	}
	return r
}
