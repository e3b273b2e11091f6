// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// secretSet has secrets by name: values that are sent and must never be shown.
type secretSet map[string]string

var secrets = secretSet{
	"secret":        "sk-Geheim+/=%41\"é",
	"app token":     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0b3BzZWNyZXQifQ",
	"webhook token": "Bearer hook&<Token>+0",
	"card number":   "4000056655665556",
	"security code": "9173",
	"card month":    "07",
	"card year":     "2037",
	"card holder":   "Li Wu",
	"card zip":      "735-0042",
	"card line 1":   "77b Rue d'Aligre",
	"card line 2":   "Maison Blanche 0815",
	"card state":    "Kanagawa",
	"card city":     "Kamakura-shi",
	"card phone":    "08011112222",
	"konbini name":  "JIRO SATOSHI 𠮷川",
	"konbini phone": "09055556666",
	"email address": "jiro@consumer1.example.jp",
	"consumer":      "pk-Hirakata-77",
	"filter name":   "HANAKO <SUZUKI>",
	"filter phone":  "09087654321",
	"filter digits": "8642",
	"filter e-mail": "hunter7@search.example.jp",
	"filter order":  "Order-of-Hunter/77",
}

// others is a set that has no value in common with secrets: the next letters and digits.
var others = func() secretSet {
	set := secretSet{}
	for name, secret := range secrets {
		set[name] = strings.Map(func(r rune) rune {
			switch {
			case r == '9' || r == 'z' || r == 'Z':
				return r - 1
			case unicode.IsDigit(r) || unicode.IsLetter(r):
				return r + 1
			}
			return r
		}, secret)
	}
	set["card month"] = "11"
	return set
}()

// encodings are the ways of writing a value in which a call that sent it must not show it,
// each for a text inside JSON.
var encodings = map[string]func(string) string{
	"verbatim":   inJSON,
	"upper case": func(s string) string { return inJSON(strings.ToUpper(s)) },
	"percent":    url.QueryEscape,
	"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
	"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
}

func inJSON(s string) string {
	text, _ := json.Marshal(s) // a text always marshals
	return strings.Trim(string(text), `"`)
}

// needles are the secrets as they are and in all encodings, in lower case. A month is in any
// text by chance.
var needles = func() map[string]string {
	all := map[string]string{}
	for name, secret := range secrets {
		if name == "card month" {
			continue
		}
		all[name] = strings.ToLower(secret)
		for how, encode := range encodings {
			all[name+", "+how] = strings.ToLower(encode(secret))
		}
	}
	return all
}()

// chance finds the parts of a log that may hold any digits.
var chance = regexp.MustCompile(`\bpid=\d+|\btf_req_id=[0-9a-f-]+|"tf_req_id":"[0-9a-f-]+"`)

// A secret of at most maxChance characters may occur by chance, in a time or in the
// name of a temporary file, so it must be a whole word.
const maxChance = 6

// expectNone searches a text for every needle but those of the secrets excepted.
func expectNone(t *testing.T, where, text string, except ...string) {
	t.Helper()
	lower := chance.ReplaceAllLiteralString(strings.ToLower(text), "")
	words := " " + strings.Join(strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	for name, needle := range needles {
		in := lower
		if len(needle) <= maxChance {
			in, needle = words, " "+needle+" "
		}
		if at := strings.Index(in, needle); at >= 0 && !slices.ContainsFunc(except, func(e string) bool { return strings.HasPrefix(name, e) }) {
			t.Errorf("%s shows the %s: ...%s", where, name, in[max(0, at-120):min(len(in), at+len(needle)+40)])
		}
	}
}
