// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// TotalHits says on which pages of a charge list total_hits appears.
type TotalHits int

// The values of TotalHits.
const (
	TotalHitsAlways    TotalHits = iota
	TotalHitsFirstPage           // only if no cursor was sent
	TotalHitsNever
)

// ChargeFilter reports whether a charge passes a filter of the given value.
type ChargeFilter func(c *Charge, value string) bool

// MatchEmail is a filter by the e-mail address of the charge's consumer.
func MatchEmail(c *Charge, value string) bool { return c.Email == value }

// Page is a page of charges or webhooks before it is sent.
type Page struct {
	Items     []json.RawMessage
	HasMore   bool
	TotalHits *int // nil: left out
}

// Behavior holds what the API description leaves open. Its functions are called
// with no lock held, from many goroutines.
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

	WebhookList       bool     // answers lists of webhooks; off by default: the description has no such call
	EchoAuthToken     bool     // answers for a webhook carry its auth_token
	OmitWebhookFields []string // fields left out of webhook answers
	NullStoreID       bool     // store_id is null in answers for a webhook
	WebhookMutator    func(map[string]any)

	ExtraFilters        map[string]ChargeFilter // further query parameters of the charge lists
	TotalHits           TotalHits
	TotalHitsText       TotalHitsText // how total_hits is written; nil: as a number
	ForgetFilters       bool          // filters are ignored if a cursor is sent
	IgnoreAsc           bool          // cursor_direction=asc lists newest first
	DateFilterWholeDays bool          // from and to are cut to the start of their day in UTC
	MaxPageItems        int           // pages never hold more items than this; 0: as many as requested
	ExtraPageItems      int           // pages hold this many items more than requested
	ChargeMutator       func(map[string]any)
	PageMutator         func(Request, *Page)

	TokenMutator func(map[string]any)

	ExtraFields   map[string]any // added to every webhook, charge and token
	ByteOrderMark bool           // answers begin with one
	Gzip          bool           // answers are compressed for clients that accept it

	Rate *Rate // requests beyond it are refused with 429

	Latency time.Duration // before every answer
}

func defaultBehavior() *Behavior {
	return &Behavior{
		WebhookGet:       true,
		WebhookGetStatus: http.StatusMethodNotAllowed,
	}
}

// Set changes the behavior for the requests that arrive from now on.
func (s *Service) Set(change func(*Behavior)) {
	s.behaviorMu.Lock()
	defer s.behaviorMu.Unlock()
	b := *s.behavior.Load()
	b.OmitWebhookFields = slices.Clone(b.OmitWebhookFields)
	b.ExtraFilters = maps.Clone(b.ExtraFilters)
	b.ExtraFields = maps.Clone(b.ExtraFields)
	change(&b)
	s.behavior.Store(&b)
}

// PageCount has the numbers that a service may report as total_hits.
type PageCount struct {
	All  int // the charges that the filters find
	Page int // those on this page
}

// TotalHitsText returns the JSON that stands for total_hits, or "" to leave it out.
type TotalHitsText func(PageCount) string

// CappedTotalHits counts no further than most, as search engines do.
func CappedTotalHits(most int) TotalHitsText {
	return func(c PageCount) string { return strconv.Itoa(min(c.All, most)) }
}

// PageTotalHits counts the charges on the page.
func PageTotalHits(c PageCount) string { return strconv.Itoa(c.Page) }

// WrongTotalHits reports more charges than there are, by the given number.
func WrongTotalHits(more int64) TotalHitsText {
	return func(c PageCount) string { return strconv.FormatInt(int64(c.All)+more, 10) }
}

// LiteralTotalHits is always the same JSON.
func LiteralTotalHits(text string) TotalHitsText { return func(PageCount) string { return text } }

func (cut chargeCut) totalHitsText(b *Behavior) string {
	switch {
	case cut.totalHits == nil:
		return ""
	case b.TotalHitsText != nil:
		return b.TotalHitsText(PageCount{All: *cut.totalHits, Page: len(cut.rows)})
	default:
		return strconv.Itoa(*cut.totalHits)
	}
}
