// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// The names that the paths of fields consist of, for each call. A path that is made
// of the names of a call is shown in its messages.
var (
	// API description, sections 4.1 and 2.1.
	tokenNames = []string{
		"payment_type", "type", "usage_limit", "email", "ip_address", "metadata", "service-reference-id", "service-customer-id", "data",
		"card", "cardholder", "card_number", "exp_month", "exp_year", "cvv",
		"billing", "line1", "line2", "state", "city", "country", "zip",
		"phone_number", "country_code", "local_number",
		"cvv_authorize", "three_ds", "enabled", "currency", "redirect_endpoint",
		"customer_name", "convenience_store", "expiration_period", "expiration_time_shift",
		"brand", "call_method", "user_identifier", "os_type",
	}
	// API description, sections 4.2 and 4.4.
	chargeNames = append(slices.Collect(maps.Keys(ChargeQuery{}.params())), "store_id", "storeId")
	// API description, sections 4.3 and 4.4.
	webhookNames = []string{
		"merchant_id", "store_id", "webhook_id", "merchantId", "storeId", "webhookId",
		"active", "url", "triggers", "auth_token", "limit", "cursor", "cursor_direction",
	}
)

// documentedValues are values that the API description lists for some fields.
var documentedValues = []string{"card", "paidy", "online", "konbini", "bank_transfer", "one_time", "recurring", "live", "test"}

// documentedWords are the single words, in small letters, of all names and values
// above: "card" and "number" of card_number.
var documentedWords = wordsOf(strings.ToLower(strings.Join(slices.Concat(tokenNames, chargeNames, webhookNames, documentedValues), " ")))

// isDocumented reports whether a value consists of documentedWords alone, such as
// the card holder "TEST CARD". A reason with these words does not give it away.
func isDocumented(value string) bool {
	return !slices.ContainsFunc(wordsOf(strings.ToLower(value)), func(word string) bool { return !slices.Contains(documentedWords, word) })
}

// wordsOf returns the runs of letters in a text.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}
