// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"crypto/rand"
	"slices"
)

// intentKind is what a resource does with a webhook.
type intentKind int

// The kinds of intents. An import counts as an adoption.
const (
	adopts  intentKind = iota
	creates            // a webhook that no state has
	keeps              // the webhook of its state
	leaves             // the webhook of its state to the service: the resource is destroyed, the webhook is not
	deletes            // the webhook of its state
)

// intent is what one resource does with one webhook, in a plan or in an apply.
type intent struct {
	kind      intentKind
	owner     string // the resource; empty if it has no record yet
	id        string // the webhook's, in lower case; empty if it is not known
	place     string // the webhook's store, URL and triggers; empty if one of them is not known
	declared  string // the settings that the configuration declares; empty for an import
	mayDelete bool   // the state says that destroying the resource deletes the webhook
}

// hasState reports whether the resource has a state.
func (i intent) hasState() bool { return i.kind >= keeps }

// newOwner returns a name for a resource that has none yet.
func newOwner() string { return rand.Text() }

// problem is what is wrong with two intents. A later one in the list is worse.
type problem int

const (
	noProblem problem = iota

	// Warnings.
	managedTwice
	existsAlready

	// Errors.
	createdTwice
	createdAndLeft
	createdAndDeleted
	keptAndDeleted
	adoptedAndDeleted
)

// isError reports whether the problem ends a plan or an apply.
func (p problem) isError() bool { return p >= createdTwice }

// conflict is a problem between two intents.
type conflict struct {
	problem problem
	id      string // of the webhook, in lower case; empty if neither intent has one
}

// findProblemInPlan says what is wrong with two intents of different resources in one plan.
//
//	           adopts              creates              keeps
//	adopts     managed twice?
//	keeps      managed twice?      exists already       managed twice?
//	leaves                         created and left
//	deletes    adopted and deleted created and deleted  kept and deleted
//
// Adoptions and keeping meet at an id, creations at a place. Managed twice is only a problem if the
// two declare different settings, or if one of them will delete the webhook one day.
func findProblemInPlan(a, b intent) problem {
	if a.kind > b.kind {
		a, b = b, a
	}
	haveSameID := a.id != "" && a.id == b.id
	haveSamePlace := a.place != "" && a.place == b.place

	switch {
	case a.kind == adopts && b.kind == deletes && haveSameID:
		return adoptedAndDeleted
	case a.kind == keeps && b.kind == deletes && haveSameID:
		return keptAndDeleted
	case a.kind == creates && b.kind == deletes && haveSamePlace:
		return createdAndDeleted
	case a.kind == creates && b.kind == leaves && haveSamePlace:
		return createdAndLeft
	case a.kind == creates && b.kind == keeps && haveSamePlace:
		return existsAlready
	case isManagement(a) && isManagement(b) && haveSameID && disturbEachOther(a, b):
		return managedTwice
	}
	return noProblem
}

// isManagement reports whether a resource has a webhook after the apply that it may share with another one.
func isManagement(i intent) bool { return i.kind == adopts || i.kind == keeps }

// disturbEachOther reports whether two resources with one webhook get in each other's way.
func disturbEachOther(a, b intent) bool {
	differ := a.declared != "" && b.declared != "" && a.declared != b.declared
	return differ || a.mayDelete || b.mayDelete
}

// findProblemInApply says what is wrong with two intents in one apply. Most of it was found in
// the plan; here, all ids are known. A replacement deletes and creates in one place.
func findProblemInApply(a, b intent) problem {
	if a.kind > b.kind {
		a, b = b, a
	}
	switch {
	case a.kind == adopts && b.kind == deletes && a.id == b.id:
		return adoptedAndDeleted
	case a.kind == creates && b.kind == creates && a.place != "" && a.place == b.place:
		return createdTwice
	}
	return noProblem
}

// worstConflict returns the worst conflict of an intent with those that were there before; nil if there is none.
// An owner does not conflict with itself.
func worstConflict(wanted intent, others []intent, findProblem func(a, b intent) problem) *conflict {
	var worst *conflict
	for _, other := range others {
		if wanted.owner != "" && wanted.owner == other.owner {
			continue
		}
		found := findProblem(wanted, other)
		if found == noProblem || worst != nil && worst.problem >= found {
			continue
		}
		worst = &conflict{problem: found, id: wanted.id}
		if worst.id == "" {
			worst.id = other.id
		}
	}
	return worst
}

// intents are those of one plan and of one apply. The CLI does not say where a plan begins, and one
// process may run several of both.
type intents struct {
	isApplying bool // an apply has begun, and no plan after it
	planned    []intent
	applied    []intent
}

// plan adds an intent of a plan, and returns its worst conflict with the others.
//
// A resource that has a state is planned once in a plan: if it comes again, another plan has begun.
// If it comes again without its state, the CLI replaces it, so it does not keep its webhook.
func (all *intents) plan(wanted intent) *conflict {
	if wanted.hasState() && all.hasPlanned(wanted.owner) {
		all.planned = nil
	}
	var worst *conflict
	if kept := all.keptBy(wanted.owner); kept != nil && !wanted.hasState() {
		kept.kind = leaves
		if kept.mayDelete {
			kept.kind = deletes
		}
		worst = worstConflict(*kept, all.planned, findProblemInPlan)
	}

	own := worstConflict(wanted, all.planned, findProblemInPlan)
	if worst == nil || own != nil && own.problem > worst.problem {
		worst = own
	}
	all.planned = append(all.planned, wanted)
	return worst
}

// hasPlanned reports whether a resource with a state has an intent in this plan.
func (all *intents) hasPlanned(owner string) bool {
	return slices.ContainsFunc(all.planned, func(i intent) bool {
		return owner != "" && i.owner == owner && i.hasState()
	})
}

// keptBy returns the intent of a resource that keeps its webhook, nil if there is none.
func (all *intents) keptBy(owner string) *intent {
	i := slices.IndexFunc(all.planned, func(i intent) bool {
		return owner != "" && i.owner == owner && i.kind == keeps
	})
	if i < 0 {
		return nil
	}
	return &all.planned[i]
}

// apply adds an intent of an apply, unless it has a conflict.
func (all *intents) apply(wanted intent) *conflict {
	if found := worstConflict(wanted, all.applied, findProblemInApply); found != nil {
		return found
	}
	all.applied = append(all.applied, wanted)
	return nil
}

// beginPlan forgets the intents of an apply, and reports whether there was one.
func (all *intents) beginPlan() bool {
	wasApplying := all.isApplying
	if wasApplying {
		all.isApplying = false
		all.applied = nil
	}
	return wasApplying
}

// beginApply forgets the intents of a plan.
func (all *intents) beginApply() {
	all.isApplying = true
	all.planned = nil
}

// recordCreation adds the id of the new webhook to the intent of its creation. It returns false if
// another creation has this id, so that the webhook is not new.
func (all *intents) recordCreation(creation intent, id string) bool {
	hasID := func(i intent) bool { return i.kind == creates && i.id == id }
	if slices.ContainsFunc(all.applied, hasID) {
		return false
	}
	if i := slices.Index(all.applied, creation); i >= 0 {
		all.applied[i].id = id
	}
	return true
}

// withdraw removes an intent that came to nothing.
func (all *intents) withdraw(wanted intent) {
	all.applied = slices.DeleteFunc(all.applied, func(i intent) bool { return i == wanted })
}

// forgetCreation removes the creation of a webhook that was deleted since.
func (all *intents) forgetCreation(id string) {
	all.applied = slices.DeleteFunc(all.applied, func(i intent) bool { return i.kind == creates && i.id == id })
}
