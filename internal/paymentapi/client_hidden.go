// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// hidden is what no error of a client may repeat: the credentials, and the
// secrets of all calls so far, since a service may put what it got in one call
// into the answer to another.
type hidden struct {
	mu       sync.Mutex
	values   []string
	redactor *redact.Redactor
}

const (
	// maxHidden bounds what is remembered, in values.
	maxHidden = 1000
	// minHidden is the length in characters from which a value is remembered:
	// shorter ones would take later messages apart.
	minHidden = 4
)

func newHidden(credentials ...string) *hidden {
	return &hidden{redactor: redact.New(credentials...)}
}

// with remembers the secrets of a call, and returns what hides them and all
// others.
func (h *hidden) with(secrets ...string) *redact.Redactor {
	h.mu.Lock()
	defer h.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(secrets), func(v string) bool {
		return utf8.RuneCountInString(v) < minHidden || slices.Contains(h.values, v)
	})
	if len(fresh) > 0 && len(h.values)+len(fresh) <= maxHidden {
		h.values = append(h.values, fresh...)
		h.redactor = h.redactor.With(fresh...)
	}
	return h.redactor.With(secrets...)
}

// Hide keeps values out of all errors to come, such as a token that the service
// knows from an earlier run.
func (c *Client) Hide(values ...string) {
	for _, value := range values {
		c.hidden.with(tokenSecrets(value)...)
	}
}
