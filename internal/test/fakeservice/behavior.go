// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"time"
)

// Behavior holds what the API description leaves open, and what real services do beyond it.
// The zero value answers what the description shows, and nothing else. Functions are called
// from many goroutines, and must not call the service.
type Behavior struct {
	// Calls that the description does not show.
	WebhookGet    bool // GET on a webhook's own URL
	WebhookList   bool // the webhooks of a store
	WebhookCreate bool
	WebhookDelete bool

	// What the description leaves open in the calls that it shows.
	TriggersAsText  bool // triggers are sent as a string, and not as an array of strings
	EmailFilter     bool // charges can be filtered by email
	PhoneWithPlus   bool // the filter phone may begin with a plus
	LiveTest        bool // charges can be filtered by the mode live_test
	UnchargedIsNull bool // the charged amount of a charge without one is null, and not 0

	// How requests are refused.
	ErrorFormat   bool          // a status and a body that say why, instead of 400 or 404 without a body
	UnknownRoutes UnknownRoutes // the answer to calls that the service does not have
	Scope         Scope         // the answer to calls for other stores and merchants than the application token's
	KnownStores   bool          // a store that has never had an object is refused, instead of having none
	UniqueURLs    bool          // a second webhook of a store with the same URL is refused

	TotalHits func(charges int) int       // what lists of charges say of their number
	Rewrite   func(object map[string]any) // changes every webhook, charge and token of an answer

	Rate    *Rate         // requests beyond it are refused with 429
	Latency time.Duration // before every answer
}

// UnknownRoutes says how a service answers calls that it does not have, such as those of a
// Behavior that are off.
type UnknownRoutes int

// The values of UnknownRoutes.
const (
	RouteNotFound         UnknownRoutes = iota // 404, like any object that is not there
	RouteMethodNotAllowed                      // 405 if the path has other methods, otherwise 404
	RouteUnknownToGateway                      // the 404 of a gateway in front of the service, in a format of its own
)

// Scope says which stores and merchants an application token reaches.
type Scope int

// The values of Scope.
const (
	ScopeAll       Scope = iota // every one
	ScopeNotFound               // those of its claims; others are not found
	ScopeForbidden              // those of its claims; others are forbidden (403)
)

// Extended turns on what many real services answer beyond the description: reading, creating
// and deleting a webhook, and errors that say why. It is for [Service.Set].
func Extended(b *Behavior) {
	b.WebhookGet = true
	b.WebhookCreate = true
	b.WebhookDelete = true
	b.EmailFilter = true
	b.PhoneWithPlus = true
	b.LiveTest = true
	b.UnchargedIsNull = true
	b.ErrorFormat = true
	b.KnownStores = true
}

// extensions are the switches of a Behavior, in the words of the sandbox.
var extensions = []struct {
	text string
	isOn func(*Behavior) bool
}{
	{"reads a webhook (GET)", func(b *Behavior) bool { return b.WebhookGet }},
	{"lists the webhooks of a store", func(b *Behavior) bool { return b.WebhookList }},
	{"creates a webhook (POST)", func(b *Behavior) bool { return b.WebhookCreate }},
	{"deletes a webhook (DELETE)", func(b *Behavior) bool { return b.WebhookDelete }},
	{"takes triggers as a string, and not as an array", func(b *Behavior) bool { return b.TriggersAsText }},
	{"finds charges by email", func(b *Behavior) bool { return b.EmailFilter }},
	{"finds charges by a phone number with a plus", func(b *Behavior) bool { return b.PhoneWithPlus }},
	{"finds charges of the mode live_test", func(b *Behavior) bool { return b.LiveTest }},
	{"answers null for an amount that was not charged", func(b *Behavior) bool { return b.UnchargedIsNull }},
	{"says in JSON why it refuses a request", func(b *Behavior) bool { return b.ErrorFormat }},
	{"refuses stores that it does not know", func(b *Behavior) bool { return b.KnownStores }},
	{"refuses a second webhook of a store with the same URL", func(b *Behavior) bool { return b.UniqueURLs }},
}

// Extensions returns what the service does beyond the API's description.
func (s *Service) Extensions() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var texts []string
	for _, extension := range extensions {
		if extension.isOn(s.behavior) {
			texts = append(texts, extension.text)
		}
	}
	return texts
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

// worded returns a refusal as the service sends it: without ErrorFormat, it says nothing but
// whether something was not found.
func (b *Behavior) worded(r response) response {
	if !r.refusal || b.ErrorFormat {
		return r
	}
	status := http.StatusBadRequest
	if r.status == http.StatusNotFound || r.status == http.StatusMethodNotAllowed {
		status = http.StatusNotFound
	}
	return response{status: status, refusal: true}
}

// unknownRoute is the answer to a call that the service does not have. Other methods may
// have its path.
func (b *Behavior) unknownRoute(pathExists bool) response {
	switch {
	case b.UnknownRoutes == RouteMethodNotAllowed && pathExists:
		return refuse(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
	case b.UnknownRoutes == RouteUnknownToGateway:
		return answerJSON(http.StatusNotFound, map[string]string{"message": "no Route matched with those values"})
	}
	return notFound()
}
