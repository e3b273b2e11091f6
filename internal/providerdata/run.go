// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Run is what all objects of one provider configuration share, until the CLI configures
// the provider again. Most CLIs start one process for a plan and another one for its apply.
type Run struct {
	// Claims says which resource does what with which webhook.
	Claims Claims

	values sync.Map           // of Memoize, by key
	reads  singleflight.Group // of Memoize
}

// Memoize returns what read returns, and reads only once for each key and run. While
// somebody reads, others with the same key wait, and share the result. A read that failed
// is not remembered: whoever comes later reads again.
func Memoize[T any](ctx context.Context, data *Data, key string, read func() (T, error)) (T, error) {
	shared := data.Run.reads.DoChan(key, func() (any, error) {
		if value, known := data.Run.values.Load(key); known {
			return value, nil
		}
		value, err := read()
		if err == nil {
			data.Run.values.Store(key, value)
		}
		return value, err
	})
	select {
	case result := <-shared:
		value, _ := result.Val.(T)
		return value, result.Err
	case <-ctx.Done():
		return read() // which says in its own words that the context ended
	}
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
	// Fingerprint names the store, the URL and the triggers: of two webhooks that agree in them,
	// one is too many. It is empty if they are not known.
	Fingerprint string
	// Declared is what an adoption declares; empty for an import or an update. A CLI plans
	// a resource several times, so equal claims of a plan are of one resource.
	Declared string
}

// conflictsWith reports whether a run must not have the claim beside an earlier one.
func (c Claim) conflictsWith(earlier Claim) bool {
	sameID, sameFingerprint := c.ID != "" && c.ID == earlier.ID, c.Fingerprint != "" && c.Fingerprint == earlier.Fingerprint
	switch first, second := min(c.Action, earlier.Action), max(c.Action, earlier.Action); {
	case c.Planned != earlier.Planned:
		return false
	case first == Adopts && second == Adopts:
		return sameID && c.Planned && c.Declared != "" && earlier.Declared != "" && c.Declared != earlier.Declared
	case first == Adopts && second >= Deletes:
		return sameID
	case first == Creates && second == Deletes && sameFingerprint:
		return c.Planned // an apply replaces a webhook, too
	case first == Creates && second == Creates && sameFingerprint:
		return !c.Planned // a plan may have one resource twice
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
