// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spellingsOf lists v as it may stand in a text, with some of its characters
// escaped.
func spellingsOf(v string) []string {
	return []string{
		v,
		url.QueryEscape(v),
		url.PathEscape(v),
		html.EscapeString(v),
		jsonEscape(v),
		norm.NFKC.String(v),
		joinIdeographs(norm.NFKC.String(v)),
	}
}

// encodingsOf lists what v contributes to hex and base64 texts. A short value
// counts only as a word of its own, so that it is looked for only as the whole
// text.
func encodingsOf(v string) []string {
	list := []string{hex.EncodeToString([]byte(v))}
	if utf8.RuneCountInString(v) < minLong {
		for _, encoding := range base64Encodings {
			list = append(list, blockSpellings(encoding.EncodeToString, v, 6, 1)...)
		}
		return list
	}
	for _, encoding := range base64Encodings {
		list = append(list, blockSpellings(encoding.EncodeToString, v, 6, 3)...)
	}
	return append(list, blockSpellings(base32Encoding.EncodeToString, v, 5, 5)...)
}

var (
	base64Encodings = []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding}
	base32Encoding  = base32.StdEncoding.WithPadding(base32.NoPadding)
)

// minEncoded is the length in characters from which an encoded text is looked
// for: a shorter one may stand anywhere.
const minEncoded = 4

// blockSpellings returns what v contributes to a longer text in an encoding with
// so many bits in a character, at each of the offsets at which it may stand
// inside of a block.
func blockSpellings(encode func([]byte) string, v string, bits, offsets int) []string {
	list := make([]string, 0, offsets+1)
	for offset := range offsets {
		padded := strings.Repeat("\x00", offset) + v
		text := encode([]byte(padded))
		from := (offset*8 + bits - 1) / bits
		to := len(padded) * 8 / bits
		if to-from >= minEncoded {
			list = append(list, text[from:to])
		}
	}
	if text := encode([]byte(v)); len(text) >= minEncoded {
		list = append(list, text)
	}
	return list
}

func jsonEscape(v string) string {
	// A string always marshals.
	text, _ := json.Marshal(v)
	return strings.Trim(string(text), `"`)
}
