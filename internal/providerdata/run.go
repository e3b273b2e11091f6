// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// Run is what all objects of one provider configuration share, until the CLI configures
// the provider again. Most CLIs start one process for a plan and another one for its apply.
type Run struct {
	// Claims says which resource does what with which webhook.
	Claims Claims

	memos sync.Map // of Memoize: *memo[T] by key
}

// memo is a value that is read once.
type memo[T any] struct {
	turn  chan struct{} // holds an element while somebody reads or looks at the value
	reads atomic.Int64
	known bool
	value T
	err   error // of the last read
}

// Memoize returns what read returns, and reads only once for each key and run. While
// somebody reads, others with the same key wait, and share the result. A read that failed
// is not remembered: whoever comes later reads again.
func Memoize[T any](ctx context.Context, data *Data, key any, read func() (T, error)) (T, error) {
	kept, _ := data.Run.memos.LoadOrStore(key, &memo[T]{turn: make(chan struct{}, 1)})
	m, _ := kept.(*memo[T])
	before := m.reads.Load()
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return read() // which says in its own words that the context ended
	}
	if !m.known && m.reads.Load() == before {
		m.value, m.err = read()
		m.known = m.err == nil
		m.reads.Add(1)
	}
	return m.value, m.err
}

// Action is what a resource does with a webhook.
type Action int

// The actions. An apply deletes a webhook, and then it has deleted it.
const (
	Adopts Action = iota // also: imports or updates
	Creates
	Deletes
	Deleted
)

// Claim is what one resource does with one webhook.
type Claim struct {
	Action  Action
	Planned bool   // in a plan, and not in its apply
	ID      string // of the webhook, in lower case; empty before its creation
	// Like names the store, the URL and the triggers: of two webhooks that agree in them,
	// one is too many.
	Like string
	// Declared is what the resource declares, or for a deletion, the one that replaces it.
	// A CLI plans a resource several times, so equal claims of a plan are of one resource.
	Declared string
}

// conflictsWith reports whether a run must not have the claim beside an earlier one.
func (c Claim) conflictsWith(earlier Claim) bool {
	sameID := c.ID != "" && c.ID == earlier.ID
	alike, differ := c.Like == earlier.Like, c.Declared != earlier.Declared
	switch first, second := min(c.Action, earlier.Action), max(c.Action, earlier.Action); {
	case c.Planned != earlier.Planned:
		return false
	case first == Adopts && second == Adopts: // both by a declaration, and not by an import
		return sameID && c.Planned && differ && c.Declared != "" && earlier.Declared != ""
	case first == Adopts && second >= Deletes:
		return sameID
	case first == Creates && second == Deletes && c.Planned:
		return alike && differ
	case first == Creates && second == Creates && !c.Planned && alike:
		return true
	}
	return c.Action == Creates && sameID && earlier.Action != Deleted // the service has answered with an id that is not new
}

// Claims are those of a run. The zero value is ready to use.
type Claims struct {
	mu  sync.Mutex
	all map[Claim]bool
}

// Add makes a claim in the place of others. If it conflicts with an earlier one, it returns
// that; in an apply, only the earlier one stands. Claims of a plan end with the first one of
// an apply. A plan that deletes a webhook ends what an earlier apply did with it: for its
// tests, a CLI plans and applies several times with one process.
func (c *Claims) Add(claim Claim, inPlaceOf ...Claim) (earlier Claim, conflicts bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.all, func(other Claim, _ bool) bool {
		isOver := other.Planned && !claim.Planned || claim.Planned && claim.Action == Deletes && !other.Planned && other.ID == claim.ID
		return isOver || slices.Contains(inPlaceOf, other)
	})
	for other := range c.all {
		if claim.conflictsWith(other) {
			earlier, conflicts = other, true
		}
	}
	if c.all == nil {
		c.all = map[Claim]bool{}
	}
	if claim.Planned || !conflicts {
		c.all[claim] = true
	}
	return earlier, conflicts
}

// Remove ends a claim that came to nothing.
func (c *Claims) Remove(claim Claim) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, claim)
}

// IsDeleted reports whether this run has deleted a webhook.
func (c *Claims) IsDeleted(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[Claim{Action: Deleted, ID: id}]
}
