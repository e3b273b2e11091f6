// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// documented are the names of the documented fields of a call. A path that is
// made of them is shown.
type documented map[string]bool

// The fields of each call, as paths.
var (
	// API description, sections 4.1 and 2.1.
	tokenNames = namesIn(
		"payment_type", "type", "usage_limit", "email", "ip_address", "metadata.service-reference-id", "metadata.service-customer-id",
		"data.cardholder", "data.card_number", "data.exp_month", "data.exp_year", "data.cvv",
		"data.line1", "data.line2", "data.state", "data.city", "data.country", "data.zip",
		"data.phone_number.country_code", "data.phone_number.local_number",
		"data.cvv_authorize.enabled", "data.cvv_authorize.currency", "data.three_ds.enabled", "data.three_ds.redirect_endpoint",
		"data.customer_name", "data.convenience_store", "data.expiration_period", "data.expiration_time_shift",
		"data.brand", "data.call_method", "data.user_identifier", "data.os_type",
		"data.card", "data.billing",
	)
	// API description, sections 4.2 and 4.4.
	chargeNames = namesIn(
		"store_id", "storeId", "last_four", "name", "exp_month", "exp_year", "from", "to", "phone", "amount_from", "amount_to",
		"currency", "mode", "metadata", "transaction_token_id", "limit", "cursor", "cursor_direction",
	)
	// API description, sections 4.3 and 4.4.
	webhookNames = namesIn(
		"merchant_id", "store_id", "webhook_id", "merchantId", "storeId", "webhookId",
		"active", "url", "triggers", "auth_token", "limit", "cursor", "cursor_direction",
	)
)

// documentedWords are the words that the names of all fields, and the values that
// the API description lists for some, are made of, in small letters.
var documentedWords = wordsIn(tokenNames, chargeNames, webhookNames, namesIn(
	"card", "paidy", "online", "konbini", "bank_transfer", "one_time", "recurring", "live", "test",
))

func namesIn(paths ...string) documented {
	names := documented{}
	for _, path := range paths {
		for name := range strings.SplitSeq(path, ".") {
			names[name] = true
		}
	}
	return names
}

// with returns the names with more of them.
func (n documented) with(more []string) documented {
	all := maps.Clone(n)
	for _, name := range more {
		all[name] = true
	}
	return all
}

func wordsIn(tables ...documented) map[string]bool {
	words := map[string]bool{}
	for _, table := range tables {
		for name := range table {
			for _, word := range slices.Concat([]string{name}, strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })) {
				words[strings.ToLower(word)] = true
			}
		}
	}
	return words
}
