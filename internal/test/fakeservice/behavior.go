// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// Behavior holds what the API description leaves open. Its functions are called
// from many goroutines, and must not call the service.
type Behavior struct {
	WebhookList   bool // answers lists of webhooks; off by default: the description has no such call
	UniqueURLs    bool // a second webhook of a store with the same URL is refused
	EchoAuthToken bool // answers for a webhook carry its auth_token

	PageSize func(limit int) int  // of every list
	Page     func(Request, *Page) // changes every page of a list

	Rewrite func(object map[string]any) // changes every webhook, charge and token of an answer

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

// Without leaves fields out of every object; use it as Behavior.Rewrite.
func Without(fields ...string) func(map[string]any) {
	return func(object map[string]any) {
		for _, field := range fields {
			delete(object, field)
		}
	}
}

// rewritten returns an object as Rewrite changes it.
func (b *Behavior) rewritten(raw []byte) []byte {
	if b.Rewrite == nil {
		return raw
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	object := map[string]any{}
	if dec.Decode(&object) != nil {
		return raw
	}
	b.Rewrite(object)
	return encode(object)
}

// CappedTotalHits counts no further than most, as search engines do; use it as
// Behavior.Page, like the next one.
func CappedTotalHits(most int) func(Request, *Page) {
	return func(_ Request, p *Page) { p.TotalHits = strconv.Itoa(min(atoi(p.TotalHits), most)) }
}

// WrongTotalHits reports more charges than there are, by the given number.
func WrongTotalHits(more int) func(Request, *Page) {
	return func(_ Request, p *Page) { p.TotalHits = strconv.Itoa(atoi(p.TotalHits) + more) }
}
