// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// cardNumber matches 12 to 19 digits, however they are grouped: what a card
// number looks like, also one with a mistyped digit.
var cardNumber = regexp.MustCompile(`[0-9](?:[ \t\x{A0}._/+-]{0,3}[0-9]){11,18}`)

// harmless matches identifiers and times: made of digits, and nothing secret.
var harmless = regexp.MustCompile(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?`)

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

var escapeSequence = regexp.MustCompile(`\\+u[0-9a-fA-F]{4}|\\+x[0-9a-fA-F]{2}`)

// unescape undoes one layer of the escapes that an echo may use, and the
// typographic ones: full-width digits, characters that take no room.
func unescape(s string) string {
	s = escapeSequence.ReplaceAllStringFunc(s, func(seq string) string {
		code, err := strconv.ParseUint(strings.TrimLeft(seq, `\ux`), 16, 32)
		if err != nil {
			return seq
		}
		return string(rune(code))
	})
	s = strings.NewReplacer(`\/`, `/`, `\"`, `"`, `\\`, `\`).Replace(s)
	s = unescapePercent(s)
	s = html.UnescapeString(s)
	return strings.Map(plainRune, s)
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

func plainRune(r rune) rune {
	switch {
	case r < unicode.MaxASCII:
		return r
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r):
		return -1
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	}
	return r
}
