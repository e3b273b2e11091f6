// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// minCredential is the length of the shortest credential that is looked for in
// an answer. A shorter one is more likely to be a word of the answer's own:
// with the secret "test", nothing could be read in test mode.
const minCredential = 8

// repeatsCredentials reports whether the body of a success holds one of the
// credentials, as JSON writes it or as it is. It would be kept in a state.
func (c *Client) repeatsCredentials(body []byte) bool {
	if c.holdsCredential(string(body)) {
		return true
	}
	return bytes.IndexByte(body, '\\') >= 0 && slices.ContainsFunc(escapedString.FindAll(body, -1), func(literal []byte) bool {
		var text string
		return json.Unmarshal(literal, &text) == nil && c.holdsCredential(text)
	})
}

// escapedString is a JSON string with an escape in it.
var escapedString = regexp.MustCompile(`"[^"\\]*(?:\\.[^"\\]*)+"`)

func (c *Client) holdsCredential(text string) bool {
	return slices.ContainsFunc(c.credentials, func(credential string) bool {
		return len(credential) >= minCredential && strings.Contains(text, credential)
	})
}
