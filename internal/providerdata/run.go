// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Run is what all objects of one provider configuration share, until the CLI configures the provider
// again. Most CLIs have one for a plan and another for its apply. A test of a module can have one for
// plan, apply, plan, apply and so on, so claims have to end by themselves.
type Run struct {
	Deleted sync.Map // the ids, in lower case, of the webhooks that were deleted

	mu sync.Mutex
	// claims of a plan end when its apply begins (BeginApply). Those of an apply end
	//   - of a creation: at once, if it has surely made no webhook;
	//   - of a creation or an adoption: when a next apply updates or destroys the webhook (releaseClaims);
	//   - of any kind: when a next plan deletes something (AddClaim).
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

// Phase is when a claim is made: ModifyPlan makes those of a plan, and Create and Delete those of an
// apply. But an apply plans again what it adopts or creates, so it makes claims of both.
type Phase int

// The phases.
const (
	InPlan Phase = iota
	InApply
)

// Claim is what one resource does with one webhook.
type Claim struct {
	Phase       Phase
	Action      Action
	ID          string // of the webhook, in lower case; empty if not known
	Fingerprint string // its store, URL and triggers; empty if not known
	Declared    string // what an adoption declares; empty for an import
}

// Pair is the actions of two claims, whichever was made first.
type Pair [2]Action

// PairOf returns the actions of two claims.
func PairOf(a, b Claim) Pair { return Pair{min(a.Action, b.Action), max(a.Action, b.Action)} }

// conflicts reports whether two claims of one phase conflict. A claim does not say which resource
// makes it, so a rule must not match two that one resource makes.
func (c Claim) conflicts(other Claim) bool {
	haveSameID := c.ID != "" && c.ID == other.ID
	haveSameFingerprint := c.Fingerprint != "" && c.Fingerprint == other.Fingerprint
	haveOtherSettings := c.Declared != "" && other.Declared != "" && c.Declared != other.Declared
	inPlan, inApply := c.Phase == InPlan, c.Phase == InApply
	if c.Phase != other.Phase {
		return false
	}
	switch PairOf(c, other) {
	case Pair{Adopts, Deletes}:
		return haveSameID
	case Pair{Adopts, Adopts}:
		return inPlan && haveSameID && haveOtherSettings // which is only a warning
	case Pair{Creates, Deletes}:
		// Not in an apply: there, one replacement makes both. (In its plan, planReplacement leaves out
		// the fingerprint of the deletion.)
		return inPlan && haveSameFingerprint
	case Pair{Creates, Creates}:
		// Not in a plan: an apply with the same Run plans a creation again, while the claim of the plan is still there.
		return inApply && haveSameFingerprint
	}
	return false // others are of different webhooks, or do no harm
}

// AddClaim makes a claim, unless it conflicts with an earlier one of the same phase, which it returns.
func (r *Run) AddClaim(claim Claim) (earlier Claim, conflicts bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if claim.Phase == InPlan && claim.Action == Deletes {
		// An apply never plans a deletion again: so this is a new plan, and the apply before is over.
		r.claims = slices.DeleteFunc(r.claims, func(c Claim) bool { return c.Phase == InApply })
	}
	if i := slices.IndexFunc(r.claims, claim.conflicts); i >= 0 {
		return r.claims[i], true
	}
	r.claims = append(r.claims, claim)
	return Claim{}, false
}

// BeginApply ends the claims of a plan.
func (r *Run) BeginApply() {
	r.EndClaims(func(c Claim) bool { return c.Phase == InPlan })
}

// EndClaims ends some claims.
func (r *Run) EndClaims(ends func(Claim) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claims = slices.DeleteFunc(r.claims, ends)
}

// ClaimCreated adds the id of the webhook to the claim of a creation in an apply. It reports whether
// that is new, and no other creation got the same webhook.
func (r *Run) ClaimCreated(claim Claim, id string) (isNew bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.ContainsFunc(r.claims, func(c Claim) bool { return c.Action == Creates && c.ID == id }) {
		return false
	}
	if i := slices.Index(r.claims, claim); i >= 0 {
		r.claims[i].ID = id
	}
	return true
}
