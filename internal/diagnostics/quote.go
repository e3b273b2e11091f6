// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import "strconv"

// longestQuote is how many characters of a value a message shows.
const longestQuote = 60

// QuoteValue quotes a value that a user has written, for a message. Of a long one, it quotes the
// beginning: a number such as 1e100000 has a hundred thousand digits.
func QuoteValue(text string) string {
	characters := []rune(text)
	if len(characters) <= longestQuote {
		return strconv.Quote(text)
	}
	return strconv.Quote(string(characters[:longestQuote])) + "…"
}
