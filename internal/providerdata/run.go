// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Run is what all objects of one provider configuration share, until the CLI configures
// the provider again. Most CLIs start one process for a plan and another one for its apply.
type Run struct {
	Deleted sync.Map // the ids, in lower case, of the webhooks that were deleted

	mu     sync.Mutex
	claims []Claim

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

// The actions. An import counts as an adoption.
const (
	Adopts Action = iota
	Creates
	Deletes
)

// Claim is what one resource does with one webhook.
type Claim struct {
	Planned     bool // in a plan, and not in its apply
	Action      Action
	ID          string // of the webhook, in lower case; empty if not known
	Fingerprint string // its store, URL and triggers; empty if not known
	Declared    string // what an adoption declares; empty for an import
}

// conflicts reports whether a plan, or an apply, must not have both claims. None may be refused
// for another one of the same resource: an apply in the same process plans it again, but for a
// deletion, and one that is replaced is deleted and created.
func (c Claim) conflicts(other Claim) bool {
	sameID := c.ID != "" && c.ID == other.ID
	sameFingerprint := c.Fingerprint != "" && c.Fingerprint == other.Fingerprint
	otherDeclared := c.Declared != "" && other.Declared != "" && c.Declared != other.Declared
	switch first, second := min(c.Action, other.Action), max(c.Action, other.Action); {
	case c.Planned != other.Planned:
		return false
	case first == Adopts && second == Adopts:
		return c.Planned && sameID && otherDeclared
	case first == Adopts && second == Deletes:
		return sameID
	case first == Creates && second == Creates: // only in an apply: a plan may have both of one resource
		return !c.Planned && sameFingerprint
	case first == Creates && second == Deletes: // only in a plan: there, one that is replaced claims no fingerprint
		return c.Planned && sameFingerprint
	}
	return false
}

// AddClaim makes a claim, unless it conflicts with an earlier one of the same plan or apply,
// which it returns. For tests of modules, a CLI plans and applies several times with one process.
func (r *Run) AddClaim(claim Claim) (earlier Claim, conflicts bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !claim.Planned || claim.Action == Deletes { // no apply plans a deletion again, so a new plan has begun
		r.claims = slices.DeleteFunc(r.claims, func(other Claim) bool { return other.Planned != claim.Planned })
	}
	if i := slices.IndexFunc(r.claims, claim.conflicts); i >= 0 {
		return r.claims[i], true
	}
	r.claims = append(r.claims, claim)
	return Claim{}, false
}

// EndClaims ends all claims of a plan, and some of those of its apply.
func (r *Run) EndClaims(endsApplied func(Claim) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claims = slices.DeleteFunc(r.claims, func(c Claim) bool { return c.Planned || endsApplied(c) })
}

// MarkCreated adds the id of the webhook to the claim of a creation in an apply. It reports
// whether another creation got that webhook before.
func (r *Run) MarkCreated(claim Claim, id string) (existed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	existed = slices.ContainsFunc(r.claims, func(c Claim) bool { return c.Action == Creates && c.ID == id })
	if i := slices.Index(r.claims, claim); i >= 0 {
		r.claims[i].ID = id
	}
	return existed
}
