// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	base64Word = regexp.MustCompile(`[A-Za-z0-9+/_-]{4,}`)
	hexWord    = regexp.MustCompile(`\b(?:[0-9a-fA-F]{2}){8,}\b`)
)

// decodedParts returns the texts that words of s are the base64 of, and s itself
// if it looks quoted-printable.
func decodedParts(s string) []string {
	var texts []string
	for _, word := range base64Word.FindAllString(s, -1) {
		for _, encoding := range base64Encodings {
			raw, err := encoding.DecodeString(word)
			if text := decodedText(raw); err == nil && text != "" {
				texts = append(texts, text)
				break
			}
		}
	}
	if text := unescapeQuotedPrintable(s); text != s {
		texts = append(texts, text)
	}
	return texts
}

// decodedText returns the text that bytes are in UTF-8, or in UTF-16 of either
// order if one of them is nought, as in texts of the West; else nothing.
func decodedText(b []byte) string {
	if isText(string(b)) {
		return string(b)
	}
	if len(b)%2 != 0 || bytes.IndexByte(b, 0) < 0 {
		return ""
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		units := make([]uint16, len(b)/2)
		for i := range units {
			units[i] = order.Uint16(b[2*i:])
		}
		if text := strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF"); isText(text) {
			return text
		}
	}
	return ""
}

// isText reports whether s is made of characters that a reader sees.
func isText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) })
}

// byteLists match bytes one by one, in hex and in decimal numbers, with something
// between them.
var byteLists = map[int]*regexp.Regexp{
	16: regexp.MustCompile(`(?i)\b(?:0x)?[0-9a-f]{1,2}(?:[^0-9a-z]{1,4}(?:0x)?[0-9a-f]{1,2}\b){2,}`),
	10: regexp.MustCompile(`-?\b[0-9]{1,3}(?:[^0-9A-Za-z-]{1,4}-?[0-9]{1,3}\b){2,}`),
}

var listedByte = map[int]*regexp.Regexp{
	16: regexp.MustCompile(`(?i)(?:0x)?[0-9a-f]{1,2}\b`),
	10: regexp.MustCompile(`-?[0-9]+`),
}

// maskBytes replaces the bytes in hex or decimal numbers of a text that holds a
// secret.
func (r *Redactor) maskBytes(s string) string {
	if !mayListBytes(s) { // in a fraction of the time
		return s
	}
	for _, base := range []int{16, 10} {
		s = byteLists[base].ReplaceAllStringFunc(s, func(list string) string {
			return replace(list, r.secretBytes(list, base))
		})
	}
	return hexWord.ReplaceAllStringFunc(s, func(word string) string {
		raw, err := hex.DecodeString(word)
		if text := decodedText(raw); err == nil && r.mask(text) != text {
			return Mask
		}
		return word
	})
}

// mayListBytes reports whether s has enough digits for a list of bytes, of which
// each that is a letter or a digit takes one, in hex too.
func mayListBytes(s string) bool {
	digits := 0
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			digits++
		}
	}
	return digits >= minListed
}

// secretBytes returns the parts of a list of numbers that are the bytes of a text
// that holds a secret. Other numbers may stand between two such parts.
func (r *Redactor) secretBytes(list string, base int) []span {
	var (
		found []span
		part  span
		text  []byte
	)
	judge := func() {
		if plain := textOfBytes(text); hasText(text) && r.mask(plain) != plain {
			found = append(found, part)
		}
		text = text[:0]
	}
	for _, at := range listedByte[base].FindAllStringIndex(list, -1) {
		number, err := strconv.ParseInt(strings.TrimPrefix(strings.ToLower(list[at[0]:at[1]]), "0x"), base, 16)
		if err != nil || number < -128 || number > 255 {
			judge()
			continue
		}
		if len(text) == 0 {
			part.start = at[0]
		}
		text, part.end = append(text, byte(number)), at[1]
	}
	judge()
	return found
}

// hasText reports whether bytes may be a text: a list of small numbers is none.
func hasText(b []byte) bool {
	printable := 0
	for _, c := range b {
		if c > ' ' {
			printable++
		}
	}
	return printable >= minListed && printable*2 > len(b)
}

// minListed is how many bytes a list of bytes has at least: those of a security
// code.
const minListed = 3
