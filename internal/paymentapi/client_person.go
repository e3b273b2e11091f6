// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A service may write what it knows of a person in another order than it was
// sent in, or a part of it.

const (
	minNamePart  = 4 // letters of a part of a name that tells whose it is
	maxNameParts = 6
	minLocalPart = 8 // characters of an address before the at sign
)

// nameForms lists other forms of a person's name: in the other order, joined in
// other ways, and each longer part alone.
func nameForms(name string) []string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' })
	if len(parts) < 2 || len(parts) > maxNameParts {
		return nil
	}
	last := len(parts) - 1
	lastFirst := slices.Concat(parts[last:], parts[:last])
	firstLast := slices.Concat(parts[1:], parts[:1])
	var forms []string
	for _, between := range []string{"", " ", "/", ".", ",", ", ", "_", "-", "+"} {
		for _, order := range [][]string{parts, lastFirst, firstLast} {
			forms = append(forms, strings.Join(order, between))
		}
	}
	for _, part := range parts {
		if utf8.RuneCountInString(part) >= minNamePart {
			forms = append(forms, part)
		}
	}
	return forms
}

// expiryForms lists how a card's month and year of expiry are written together.
func expiryForms(month, year string) []string {
	month = strings.TrimLeft(month, "0")
	if month == "" || len(month) > 2 || len(year) != 2 && len(year) != 4 {
		return nil
	}
	padded := month
	if len(month) == 1 {
		padded = "0" + month
	}
	century, short := "20", year
	if len(year) == 4 {
		century, short = year[:2], year[2:]
	}
	forms := []string{padded + short, short + padded, padded + century + short, century + short + padded}
	for _, m := range []string{month, padded} {
		for _, y := range []string{short, century + short} {
			for _, between := range []string{"/", "-", ".", " ", " / "} {
				forms = append(forms, m+between+y, y+between+m)
			}
		}
	}
	return forms
}

// localPart returns what of an e-mail address stands before its at sign, if it
// is long enough to tell whose it is.
func localPart(address string) []string {
	local, _, found := strings.Cut(address, "@")
	if !found || utf8.RuneCountInString(local) < minLocalPart {
		return nil
	}
	return []string{local}
}

// metadataSecrets returns a filter by metadata and the values in it, whether it is
// an object or a pair of name and value: the API doesn't say which.
func metadataSecrets(filter string) []string {
	secrets := []string{filter}
	var object map[string]any
	if json.Unmarshal([]byte(filter), &object) == nil {
		for _, value := range object {
			if text, ok := value.(string); ok {
				secrets = append(secrets, text)
			}
		}
	} else if at := strings.IndexAny(filter, ":="); at >= 0 {
		secrets = append(secrets, filter[at+1:])
	}
	return secrets
}

// personForms lists other forms of the secrets of a transaction token.
func (r TokenRequest) personForms() []string {
	text := func(name string) string {
		if value := r.Data[name]; value != nil {
			return fmt.Sprint(value)
		}
		return ""
	}
	forms := slices.Concat(nameForms(text("cardholder")), nameForms(text("customer_name")), expiryForms(text("exp_month"), text("exp_year")))
	if r.Email != nil {
		forms = append(forms, localPart(*r.Email)...)
	}
	return forms
}

// forms lists other forms of what a filter says of a card.
func (f CardFilter) forms() []string {
	return append(nameForms(f.Name), expiryForms(positive(f.ExpMonth), positive(f.ExpYear))...)
}
