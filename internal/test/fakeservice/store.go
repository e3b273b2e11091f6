// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"slices"
	"sync"
)

// store holds the objects of the service, independently of HTTP. Its lock is never
// held while a request waits.
type store struct {
	mu       sync.RWMutex
	webhooks map[string]*Webhook // by the id in lower case
	tokens   []Token
	charges  chargeIndex
}

func newStore() store {
	return store{webhooks: map[string]*Webhook{}, charges: newChargeIndex()}
}

// Tokens returns the tokens created so far, in the order of their creation.
func (s *Service) Tokens() []Token {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	return slices.Clone(s.store.tokens)
}
