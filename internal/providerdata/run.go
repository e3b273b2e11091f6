// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Run is what all objects of one provider configuration share, until the CLI configures the provider
// again. Usually that is a plan or an apply. A test of a module can have one Run for many of both.
type Run struct {
	Deleted sync.Map // the ids, in lower case, of the webhooks that were deleted

	mu         sync.Mutex
	isApplying bool    // an apply has begun, and no plan after it
	planned    []Claim // of the plan; an apply plans each resource again, and adds its claims for a moment
	applied    []Claim // of the apply

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

// Claim is what one resource does with one webhook. It does not say which resource makes it.
type Claim struct {
	Action      Action
	ID          string // of the webhook, in lower case; empty if not known
	Fingerprint string // its store, URL and triggers; empty if not known
	Declared    string // what an adoption declares; empty for an import
}

// Pair is the actions of two claims, in the order of the constants.
type Pair [2]Action

// Conflict is two claims that conflict.
type Conflict struct {
	Actions Pair
	ID      string // of the webhook, in lower case; empty if neither claim has one
}

func pairOf(a, b Claim) Pair { return Pair{min(a.Action, b.Action), max(a.Action, b.Action)} }

// conflicts reports whether two claims of one plan, or of one apply, conflict.
func (c Claim) conflicts(other Claim, inPlan bool) bool {
	haveSameID := c.ID != "" && c.ID == other.ID
	haveSameFingerprint := c.Fingerprint != "" && c.Fingerprint == other.Fingerprint
	switch pairOf(c, other) {
	case Pair{Adopts, Adopts}: // which is only a warning, of a plan
		return inPlan && haveSameID && c.Declared != "" && other.Declared != "" && c.Declared != other.Declared
	case Pair{Adopts, Deletes}:
		return haveSameID
	case Pair{Creates, Deletes}: // not in an apply, where a resource that is replaced deletes and creates
		return inPlan && haveSameFingerprint
	case Pair{Creates, Creates}: // not in a plan, since a CLI may plan one creation twice
		return !inPlan && haveSameFingerprint
	}
	return false
}

// ClaimInPlan makes a claim, unless it conflicts with an earlier one of the plan.
func (r *Run) ClaimInPlan(claim Claim) *Conflict { return r.claim(&r.planned, claim, true) }

// ClaimInApply makes a claim, unless it conflicts with an earlier one of the apply.
func (r *Run) ClaimInApply(claim Claim) *Conflict { return r.claim(&r.applied, claim, false) }

func (r *Run) claim(claims *[]Claim, claim Claim, inPlan bool) *Conflict {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, earlier := range *claims {
		if claim.conflicts(earlier, inPlan) {
			return &Conflict{pairOf(claim, earlier), cmp.Or(claim.ID, earlier.ID)}
		}
	}
	*claims = append(*claims, claim)
	return nil
}

// NoteRead is called by each Read. Only a plan reads, so an apply that had begun is over: what it has
// claimed is forgotten, and all that was read by then. Further Reads of the plan have no effect.
func (r *Run) NoteRead() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isApplying {
		r.isApplying, r.applied = false, nil
		r.values.Clear()
	}
}

// NoteWrite is called by each Create, Update and Delete. They are calls of an apply, so what the plan
// has claimed is forgotten. What it has read is still used.
func (r *Run) NoteWrite() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isApplying, r.planned = true, nil
}

// WithdrawCreation ends the claim of a creation that has surely made no webhook.
func (r *Run) WithdrawCreation(claim Claim) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.applied = slices.DeleteFunc(r.applied, func(c Claim) bool { return c == claim })
}

// RecordCreation adds the id of the new webhook to the claim of its creation. It returns false if
// another creation of the apply has this id, so that the webhook is not new.
func (r *Run) RecordCreation(claim Claim, id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.ContainsFunc(r.applied, func(c Claim) bool { return c.Action == Creates && c.ID == id }) {
		return false
	}
	if i := slices.Index(r.applied, claim); i >= 0 {
		r.applied[i].ID = id
	}
	return true
}
