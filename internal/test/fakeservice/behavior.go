// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "time"

// Behavior holds what the API description leaves open. Its functions are called
// from many goroutines, and must not call the service.
type Behavior struct {
	WebhookList bool // answers lists of webhooks; off by default: the description has no such call
	UniqueURLs  bool // a second webhook of a store with the same URL is refused

	TotalHits func(charges int) int       // what lists of charges say of their number
	Rewrite   func(object map[string]any) // changes every webhook, charge and token of an answer

	Rate    *Rate         // requests beyond it are refused with 429
	Latency time.Duration // before every answer
}

// Set changes the behavior for the requests that arrive from now on.
func (s *Service) Set(change func(*Behavior)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := *s.behavior
	change(&b)
	s.behavior = &b
}

// rewritten returns an object as Rewrite changes it.
func (b *Behavior) rewritten(object any) any {
	if b.Rewrite == nil {
		return object
	}
	members, _ := decodeObject(encode(object))
	b.Rewrite(members)
	return members
}
