// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
)

// secrets is everything that goes in and must never come out.
var secrets = map[string]string{
	"secret":        "sk-Geheim+/=%41\"é",
	"app token":     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0b3BzZWNyZXQifQ",
	"webhook token": "Bearer hook&<Token>+0",
	"card number":   "4000056655665556",
	"spaced card":   "4000 0566 5566 5556",
	"security code": "9173",
	"card holder":   "TARO O'YAMADA 𠮷野",
	"filter name":   "HANAKO <SUZUKI>",
	"filter phone":  "09087654321",
	"filter digits": "8642",
	"filter e-mail": "hunter@search.example.jp",
	"filter order":  "order of Hunter/77",
	"consumer":      "paidy-Token-77",
	"card zip":      "735-0042",
	"card phone":    "08011112222",
	"konbini name":  "JIRO SATO 𠮷川",
	"konbini phone": "09033334444",
	"email address": "jiro@consumer.example.jp",
}

// cardForms are the ways in which people and programs group a card number.
func cardForms() []string {
	const n = "4000056655665556"
	groups := func(sep string) string { return strings.Join([]string{n[:4], n[4:8], n[8:12], n[12:]}, sep) }
	return []string{n, groups(" "), groups("-"), groups("."), groups("\u00a0"), groups("\n"), groups("\u200b"), strings.Join(strings.Split(n, ""), " ")}
}

// numberForms are the ways in which people and programs write the numbers among
// the secrets, each with the name of the secret before.
func numberForms() map[string]string {
	forms := map[string]string{"card zip, bare": "7350042", "card zip, spaced": "735 0042"}
	for _, name := range []string{"filter phone", "card phone", "konbini phone"} {
		n := secrets[name]
		forms[name+", dashed"] = n[:3] + "-" + n[3:7] + "-" + n[7:]
		forms[name+", international"] = "+81" + n[1:]
		forms[name+", international and grouped"] = "+81 " + n[1:3] + "-" + n[3:7] + "-" + n[7:]
		forms[name+", with both"] = "+81 (0)" + n[1:3] + " " + n[3:7] + " " + n[7:]
	}
	return forms
}

// encodings are the ways in which an echo may write a text.
var encodings = map[string]func(string) string{
	"plain":      func(s string) string { return s },
	"upper case": strings.ToUpper,
	"query":      url.QueryEscape,
	"path":       url.PathEscape,
	"percent":    func(s string) string { return escapeBytes(s, "%%%02x") },
	"HTML":       html.EscapeString,
	"entities":   func(s string) string { return escapeRunes(s, "&#%d;") },
	"JSON":       inJSON,
	"JSON twice": func(s string) string { return inJSON(inJSON(s)) },
	"ASCII JSON": asciiJSON,
	"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
	"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64 URL": func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte("; " + s)) }, // a short value stands alone
	"cut":        func(s string) string { return cutAt(s, 10, "…") },
	"asterisks":  func(s string) string { return cutAt(s, 8, "***") },
	"go":         func(s string) string { return fmt.Sprintf("%q", s) },
	"controls":   func(s string) string { return strings.Join(strings.Split(s, ""), "\x01") },
	"zero width": func(s string) string { return strings.Join(strings.Split(s, ""), "\u200b") },
}

// cutAt leaves out what follows the first n characters of a longer text.
func cutAt(s string, n int, mark string) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n]) + mark
	}
	return s
}

func inJSON(s string) string {
	text, _ := json.Marshal(s) // a text always marshals
	return strings.Trim(string(text), `"`)
}

func asciiJSON(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

func escapeBytes(s, format string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, format, s[i])
	}
	return b.String()
}

func escapeRunes(s, format string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, format, r)
	}
	return b.String()
}

// spilled is a text with all secrets, written in one encoding.
func spilled(encode func(string) string) string {
	text := spilledOf(encode, slices.Collect(maps.Keys(secrets)))
	for _, form := range cardForms() {
		text += "card=" + encode(form) + "; "
	}
	return text
}

// spilledOf is spilled for some of the secrets, in all forms of a number.
func spilledOf(encode func(string) string, names []string) string {
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s=%s; ", name, encode(secrets[name]))
		for form, number := range numberForms() {
			if strings.HasPrefix(form, name+",") {
				fmt.Fprintf(&b, "%s=%s; ", form, encode(number))
			}
		}
	}
	return b.String()
}

// needles are all secrets in all encodings, in lower case.
var needles = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for name, secret := range secrets {
		for how, encode := range encodings {
			all[name+", "+how] = strings.ToLower(encode(secret))
		}
	}
	for i, form := range cardForms() {
		all[fmt.Sprintf("card form %d", i)] = form
	}
	maps.Copy(all, numberForms())
	return all
})

// expectNoSecret searches a text for every secret but the ones excepted.
func expectNoSecret(t *testing.T, where, text string, except ...string) {
	t.Helper()
	lower := chance.ReplaceAllLiteralString(strings.ToLower(text), "")
	for name, needle := range needles() {
		at := find(lower, needle)
		if at < 0 || isExcepted(name, except) {
			continue
		}
		t.Errorf("%s shows the %s: ...%s", where, name, lower[max(0, at-120):min(len(lower), at+len(needle)+40)])
	}
}

// chance is what may hold any digits: a process's number, a request's id.
var chance = regexp.MustCompile(`\bpid=\d+|\btf_req_id=[0-9a-f-]+|"tf_req_id":"[0-9a-f-]+"`)

// find returns the position of needle in text, or -1. A few digits have to stand
// alone: times and the names of temporary files may hold any.
func find(text, needle string) int {
	if strings.Trim(needle, "0123456789") != "" || len(needle) > maxChance {
		return strings.Index(text, needle)
	}
	for from := 0; ; {
		at := strings.Index(text[from:], needle)
		if at < 0 {
			return -1
		}
		start, end := from+at, from+at+len(needle)
		if (start == 0 || !isWordByte(text[start-1])) && (end == len(text) || !isWordByte(text[end])) {
			return start
		}
		from = start + 1
	}
}

// isWordByte reports whether b belongs to a word, as \b of a regular expression
// does.
func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// maxChance is how many digits may stand somewhere by chance.
const maxChance = 6

func isExcepted(name string, except []string) bool {
	for _, e := range except {
		if strings.HasPrefix(name, e) {
			return true
		}
	}
	return false
}
