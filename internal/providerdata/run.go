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

// conflictRules say in what two claims of a plan, or of an apply, must not agree. A claim does not
// say whose it is, so no pair conflicts that one resource makes by itself.
var conflictRules = map[[2]Action]struct{ inPlan, inApply func(a, b Claim) bool }{
	{Adopts, Adopts}:   {inPlan: haveOtherSettings},
	{Adopts, Deletes}:  {inPlan: haveSameID, inApply: haveSameID},
	{Creates, Creates}: {inApply: haveSameFingerprint}, // in a plan: an apply in the same process plans again
	{Creates, Deletes}: {inPlan: haveSameFingerprint},  // in an apply: a replacement
}

func haveSameID(a, b Claim) bool { return a.ID != "" && a.ID == b.ID }

func haveSameFingerprint(a, b Claim) bool {
	return a.Fingerprint != "" && a.Fingerprint == b.Fingerprint
}

func haveOtherSettings(a, b Claim) bool {
	return haveSameID(a, b) && a.Declared != "" && b.Declared != "" && a.Declared != b.Declared
}

func (c Claim) conflicts(other Claim) bool {
	rules := conflictRules[[2]Action{min(c.Action, other.Action), max(c.Action, other.Action)}]
	rule := rules.inApply
	if c.Planned {
		rule = rules.inPlan
	}
	return c.Planned == other.Planned && rule != nil && rule(c, other)
}

// AddClaim makes a claim, unless it conflicts with an earlier one of the same plan or apply,
// which it returns. For tests of modules, a CLI plans and applies several times with one process.
func (r *Run) AddClaim(claim Claim) (earlier Claim, conflicts bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !claim.Planned: // the plan has become an apply
		r.claims = slices.DeleteFunc(r.claims, func(c Claim) bool { return c.Planned })
	case claim.Action == Deletes: // a new plan has begun: an apply plans nothing again but adoptions and creations
		r.claims = slices.DeleteFunc(r.claims, func(c Claim) bool { return !c.Planned })
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
	if slices.ContainsFunc(r.claims, func(c Claim) bool { return c.Action == Creates && c.ID == id }) {
		return true
	}
	if i := slices.Index(r.claims, claim); i >= 0 {
		r.claims[i].ID = id
	}
	return false
}
