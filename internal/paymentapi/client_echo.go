// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

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

// withoutKnown returns the secrets that don't also stand in one of the texts
// that are configured or known anyway.
func withoutKnown(secrets, known []string) []string {
	return slices.DeleteFunc(slices.Clone(secrets), func(secret string) bool {
		return slices.ContainsFunc(known, func(text string) bool { return strings.Contains(text, secret) })
	})
}

// webhookEcho names the field of a webhook, if any, in which a secret came back
// and would be kept: one of the call's own, the token of any webhook in a fact,
// and such a token in the URL or the triggers too if it is known what they were.
func (c *Client) webhookEcho(w *Webhook, own *redact.Redactor, known []string) string {
	if field := w.repeats(own.Holds); field != "" {
		return field
	}
	searched := *w
	if len(known) == 0 {
		searched.URL, searched.Triggers = nil, nil
	}
	return searched.repeats(func(text string) bool { return c.tokens.HoldsUnknown(text, known) })
}
