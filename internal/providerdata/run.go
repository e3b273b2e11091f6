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
	// Exist says whether a webhook that was created or deleted exists, by its id in lower case.
	Exist sync.Map

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

// The actions. An import or an update counts as an adoption.
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
	Declared    string // what an adoption declares
}

func sameID(a, b Claim) bool { return a.ID != "" && a.ID == b.ID }

func sameFingerprint(a, b Claim) bool { return a.Fingerprint != "" && a.Fingerprint == b.Fingerprint }

func otherDeclaration(a, b Claim) bool { return sameID(a, b) && a.Declared != b.Declared }

// pair is a kind of two claims of a plan or of an apply.
type pair struct {
	planned bool
	a, b    Action // in order
}

// conflicts says which two claims a run must not have. A plan may have equal ones, since a CLI
// plans a resource several times, and an apply may replace a webhook by one that is like it.
var conflicts = map[pair]func(a, b Claim) bool{
	{true, Adopts, Adopts}:    otherDeclaration,
	{true, Adopts, Deletes}:   sameID,
	{true, Creates, Deletes}:  sameFingerprint,
	{false, Adopts, Deletes}:  sameID,
	{false, Creates, Creates}: sameFingerprint,
}

// AddClaim makes a claim, unless it conflicts with an earlier one, which it returns. Claims of
// a plan end as its apply begins, and those of an apply as another plan deletes a webhook: for
// tests of modules, a CLI plans and applies several times with one process.
func (r *Run) AddClaim(claim Claim) (earlier Claim, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.claims = slices.DeleteFunc(r.claims, func(other Claim) bool {
		return other.Planned != claim.Planned && (other.Planned || claim.Action == Deletes)
	})
	for _, earlier = range r.claims {
		conflict := conflicts[pair{claim.Planned, min(claim.Action, earlier.Action), max(claim.Action, earlier.Action)}]
		if claim.Planned == earlier.Planned && conflict != nil && conflict(claim, earlier) {
			return earlier, true
		}
	}
	r.claims = append(r.claims, claim)
	return Claim{}, false
}

// SetID adds the id to the claim of a creation.
func (r *Run) SetID(claim Claim, id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.Index(r.claims, claim); i >= 0 {
		r.claims[i].ID = id
	}
}
