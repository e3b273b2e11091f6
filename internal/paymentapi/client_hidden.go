// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"

// hidden is what no error of a client may repeat: the credentials, and the
// secrets of all calls so far, since a service may put what it got in one call
// into the answer to another. Short ones are hidden in their own call only.
type hidden struct{ redactor *redact.Redactor }

func newHidden(credentials ...string) *hidden {
	return &hidden{redact.New(credentials...)}
}

// with remembers the secrets of a call, and returns what hides them and all
// others.
func (h *hidden) with(secrets ...string) *redact.Redactor {
	if len(secrets) == 0 {
		return h.redactor
	}
	h.redactor.Remember(secrets...)
	return h.redactor.With(secrets...)
}

// Hide keeps a webhook's token out of all errors to come, such as one that the
// service knows from an earlier run, and refuses answers that would put it into
// a state. A token, or a word of it, that also stands in one of the known texts
// (the webhook's URL, say) is in a state rightly.
func (c *Client) Hide(token string, known ...string) {
	secrets := tokenSecrets(token)
	c.hidden.with(secrets...)
	c.tokens.Remember(withoutKnown(secrets, known)...)
}
