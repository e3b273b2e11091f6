// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

// echo names the secret, if any, that an answer to r repeats. What a service
// says in a success is kept in a state, where neither the credentials nor the
// webhooks' tokens may ever be. Nothing else is searched for: a telephone number
// that charges were filtered by stands in them rightly.
func (c *Client) echo(r call, body []byte) string {
	switch {
	case c.credentials.Holds(string(body)):
		return "the credentials that were sent"
	case r.keptWhole && c.tokens.Holds(string(body)):
		return "the token of a webhook"
	}
	return ""
}
