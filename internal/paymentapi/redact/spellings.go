// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spellingsOf lists v as the usual encodings write it.
func spellingsOf(v string) []string {
	list := []string{
		v,
		url.QueryEscape(v),
		url.PathEscape(v),
		html.EscapeString(v),
		jsonEscape(v),
	}
	return append(list, encodingsOf(v)...)
}

// encodingsOf lists what v contributes to hex and base64 texts. A short value
// counts only as a word of its own, so that it is looked for only as the whole
// text.
func encodingsOf(v string) []string {
	list := []string{hex.EncodeToString([]byte(v))}
	offsets := 3
	if utf8.RuneCountInString(v) < minLong {
		offsets = 1
	}
	for _, encoding := range base64Encodings {
		list = append(list, base64Spellings(encoding, v, offsets)...)
	}
	return list
}

var base64Encodings = []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding}

// minBase64 is the length in characters from which a base64 text is looked for:
// a shorter one may stand anywhere.
const minBase64 = 4

// base64Spellings returns what v contributes to a longer base64 text at each of
// the offsets, up to three, at which it may stand inside of what is encoded.
func base64Spellings(encoding *base64.Encoding, v string, offsets int) []string {
	list := make([]string, 0, offsets)
	for offset := range offsets {
		padded := strings.Repeat("\x00", offset) + v
		text := encoding.EncodeToString([]byte(padded))
		from := (offset*8 + 5) / 6
		to := len(padded) * 8 / 6
		if to-from >= minBase64 {
			list = append(list, text[from:to])
		}
	}
	if v := encoding.EncodeToString([]byte(v)); len(v) >= minBase64 {
		list = append(list, v)
	}
	return list
}

func jsonEscape(v string) string {
	// A string always marshals.
	text, _ := json.Marshal(v)
	return strings.Trim(string(text), `"`)
}

var base64Word = regexp.MustCompile(`[A-Za-z0-9+/_-]{4,}`)

// base64Words returns what the words of s stand for that are base64 of a text.
func base64Words(s string) []string {
	var texts []string
	for _, word := range base64Word.FindAllString(s, -1) {
		for _, encoding := range base64Encodings {
			text, err := encoding.DecodeString(word)
			if err == nil && isText(string(text)) {
				texts = append(texts, string(text))
				break
			}
		}
	}
	return texts
}

// isText reports whether s is made of characters that a reader sees.
func isText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) })
}
