// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"time"
)

// Behavior holds what the API description leaves open. Its functions are called
// from many goroutines, and must not call the service.
type Behavior struct {
	// WebhookGet answers GET on a webhook's own URL; on by default. If it is
	// off, WebhookGetStatus is the answer (405 by default).
	WebhookGet       bool
	WebhookGetStatus int
	WebhookGetTimes  string // layout of the times in answers to GET; empty: as in answers to PATCH
	WebhookGetLags   bool   // a GET returns what was true before the last PATCH, like a replica that lags behind

	WebhookCreateStatus int  // answers each creation of a webhook; 0: the service creates them
	WebhookDeleteStatus int  // answers each deletion of a webhook; 0: the service deletes them
	UniqueURLs          bool // a second webhook of a store with the same URL is refused
	MaxWebhooks         int  // of a store; 0: no limit

	WebhookList   bool // answers lists of webhooks; off by default: the description has no such call
	EchoAuthToken bool // answers for a webhook carry its auth_token

	EmailFilter bool             // the lists of charges know the parameter email
	Query       func(url.Values) // changes the query of a list of charges once it is checked
	PageSize    func(limit int) int
	TotalHits   TotalHits // how total_hits is written; nil: as a number
	PageMutator func(Request, *Page)

	Rewrite       func(object map[string]any) // changes every webhook, charge and token of an answer
	ByteOrderMark bool                        // answers begin with one
	Gzip          bool                        // answers are compressed for clients that accept it

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

// PageCount is what total_hits may be made of.
type PageCount struct {
	All   int  // the charges that the filters find
	Page  int  // those on this page
	First bool // no cursor was sent
}

// TotalHits returns the JSON that stands for total_hits, or "" to leave it out.
type TotalHits func(PageCount) string

// TotalHitsFirstPage counts only if no cursor was sent.
func TotalHitsFirstPage(c PageCount) string {
	if !c.First {
		return ""
	}
	return strconv.Itoa(c.All)
}

// CappedTotalHits counts no further than most, as search engines do.
func CappedTotalHits(most int) TotalHits {
	return func(c PageCount) string { return strconv.Itoa(min(c.All, most)) }
}

// WrongTotalHits reports more charges than there are, by the given number.
func WrongTotalHits(more int64) TotalHits {
	return func(c PageCount) string { return strconv.FormatInt(int64(c.All)+more, 10) }
}

// LiteralTotalHits is always the same JSON; "" leaves total_hits out.
func LiteralTotalHits(text string) TotalHits { return func(PageCount) string { return text } }
