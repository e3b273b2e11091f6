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

// secrets and others are two sets that have no value in common.
var (
	secrets = secretSet{
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
	others = secretSet{
		"secret":        "0123456789abcdef",
		"app token":     "eyJ0eXAiOiJKV1QifQ.eyJtb2RlIjoibGl2ZSJ9.c2lnMg",
		"webhook token": "Bearer 29fe-0c6b",
		"card number":   "5555 5555 5555 4444",
		"security code": "829",
		"card month":    "11",
		"card year":     "48",
		"card holder":   "Bo O'Lee 𠮷野",
		"card zip":      "K1A 0B1",
		"card line 1":   "77-2 Saskatoon",
		"card line 2":   "Residence Mirabel",
		"card state":    "Saskatchewan",
		"card city":     "Saguenay Est",
		"card phone":    "612345678",
		"konbini name":  "ミヤモト Musashi",
		"konbini phone": "07077778888",
		"email address": "x9@beispiel.example",
		"consumer":      "77-paidy-Mirabel",
		"filter name":   "Kowalski",
		"filter phone":  "0362626262",
		"filter digits": "1357",
		"filter e-mail": "a.b.2@c.example",
		"filter order":  "Auftrag x24",
	}
)

const verbatim = "verbatim"

// spellings are the encodings in which a call shows no credential, even if it sent no other
// secret.
var spellings = []string{verbatim, "upper case", "lower case"}

// encodings are the ways of writing a value in which a call that sent it must not show it,
// each for a text inside JSON.
var encodings = map[string]func(string) string{
	verbatim:     inJSON,
	"upper case": func(s string) string { return inJSON(strings.ToUpper(s)) },
	"lower case": func(s string) string { return inJSON(strings.ToLower(s)) },
	"percent":    url.QueryEscape,
	"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
	"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
}

func inJSON(s string) string {
	text, _ := json.Marshal(s) // a text always marshals
	return strings.Trim(string(text), `"`)
}

// needles are the secrets of a set as they are and in all encodings, in lower case. A
// month is in any text by chance.
func (s secretSet) needles() map[string]string {
	all := map[string]string{}
	for name, secret := range s {
		if name == "card month" {
			continue
		}
		all[name] = strings.ToLower(secret)
		for how, encode := range encodings {
			all[name+", "+how] = strings.ToLower(encode(secret))
		}
	}
	return all
}

var needles = secrets.needles()

// chance finds the parts of a log that may hold any digits.
var chance = regexp.MustCompile(`\bpid=\d+|\btf_req_id=[0-9a-f-]+|"tf_req_id":"[0-9a-f-]+"`)

// A secret of at most maxChance characters may occur by chance, in a time or in the
// name of a temporary file, so it must be a whole word.
const maxChance = 6

// expectNone searches a text for every needle but those of the secrets excepted.
func expectNone(t *testing.T, needles map[string]string, where, text string, except ...string) {
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
