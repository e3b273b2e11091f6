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

// Hide keeps webhook tokens out of all errors to come, such as one that the
// service knows from an earlier run, and refuses charges that hold one.
func (c *Client) Hide(tokens ...string) {
	for _, token := range tokens {
		c.hidden.with(tokenSecrets(token)...)
		c.tokens.Remember(tokenSecrets(token)...)
	}
}
