// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"crypto/rand"
	"slices"
	"strings"
	"sync"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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
	replaces  string // the id of the webhook that the resource deletes before it creates one; empty if it deletes none
	declared  string // the settings that the configuration declares; empty for an import
	mayDelete bool   // the state says that destroying the resource deletes the webhook
}

// hasState reports whether the resource has a state.
func (i intent) hasState() bool {
	return i.kind >= keeps
}

// isOf reports whether the intent is one of this owner. The empty owner has none.
func (i intent) isOf(owner string) bool {
	return owner != "" && i.owner == owner
}

// destruction returns the intent of destroying the resource, made from another one of it with a state.
func (i intent) destruction() intent {
	i.kind = leaves
	if i.mayDelete {
		i.kind = deletes
	}
	return i
}

// newOwner returns a name for a resource that has none yet.
func newOwner() string {
	return rand.Text()
}

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
func (p problem) isError() bool {
	return p >= createdTwice
}

// conflict is a problem between two intents.
type conflict struct {
	problem problem
	id      string // of the webhook, in lower case; empty if neither intent has one
}

// rule is a problem of two kinds of intents, of which the first comes first in the list of kinds.
type rule struct {
	first, second intentKind
	meet          func(a, b intent) bool
	problem       problem
}

// planRules are what one plan must not do, or should not. Adoptions and keeping meet at an id, creations at
// a place. Two creations are not compared. A new resource has no name: if a process plans it twice, as in a test of
// a module, its second creation would conflict with its first.
var planRules = []rule{
	{adopts, adopts, disturbEachOther, managedTwice},
	{adopts, keeps, disturbEachOther, managedTwice},
	{keeps, keeps, disturbEachOther, managedTwice},
	{creates, keeps, isInTheWay, existsAlready}, // a warning: the apply may change the other webhook first
	{creates, leaves, isInTheWay, createdAndLeft},
	{creates, deletes, haveSamePlace, createdAndDeleted},
	{keeps, deletes, haveSameID, keptAndDeleted},
	{adopts, deletes, haveSameID, adoptedAndDeleted},
}

// applyRules are what one apply must not do. Only what is created, adopted or deleted has an intent there. A
// creation in the place of a deletion is what a replacement makes, and the plan has refused any other.
var applyRules = []rule{
	{creates, creates, haveSamePlace, createdTwice},
	{adopts, deletes, haveSameID, adoptedAndDeleted},
}

// haveSameID reports whether two intents are about one webhook.
func haveSameID(a, b intent) bool {
	return a.id != "" && a.id == b.id
}

// haveSamePlace reports whether two intents are about webhooks with the same store, URL and triggers.
func haveSamePlace(a, b intent) bool {
	return a.place != "" && a.place == b.place
}

// isInTheWay reports whether the webhook of another resource's state has the place of a creation. Two states may have
// one webhook: if the creating resource deletes it, it is not in the way.
func isInTheWay(creation, old intent) bool {
	return haveSamePlace(creation, old) && creation.replaces != old.id
}

// disturbEachOther reports whether two resources with one webhook declare different settings, or one of
// them will delete the webhook one day.
func disturbEachOther(a, b intent) bool {
	differ := a.declared != "" && b.declared != "" && a.declared != b.declared
	return haveSameID(a, b) && (differ || a.mayDelete || b.mayDelete)
}

// findProblem says what is wrong with two intents of different resources.
func findProblem(rules []rule, a, b intent) problem {
	if a.kind > b.kind {
		a, b = b, a
	}
	broken := find(rules, func(r *rule) bool {
		return r.first == a.kind && r.second == b.kind && r.meet(a, b)
	})
	if broken == nil {
		return noProblem
	}
	return broken.problem
}

// worstConflict returns the worst conflict of an intent with others, with no problem if there is none.
// An owner does not conflict with itself.
func worstConflict(rules []rule, wanted intent, others []intent) conflict {
	var worst conflict
	for _, other := range others {
		if other.isOf(wanted.owner) {
			continue
		}

		found := conflict{
			problem: findProblem(rules, wanted, other),
			id:      cmp.Or(wanted.id, other.id),
		}
		worst = worse(worst, found)
	}
	return worst
}

// worse returns the worse of two conflicts, the first if they are alike.
func worse(a, b conflict) conflict {
	if b.problem > a.problem {
		return b
	}
	return a
}

// intents are those of one plan and of one apply, and the webhooks that they have met. The CLI does not say
// where a plan begins, and one process may run several of both.
type intents struct {
	mu         sync.Mutex
	isApplying bool // an apply has begun, and no plan after it
	planned    []intent
	applied    []intent
	seen       map[string]bool // the ids, in lower case, of the webhooks that a state has
	deleted    map[string]bool // the ids, in lower case, of the webhooks that were deleted
}

// beginPlan forgets the intents of an apply, and reports whether there was one.
func (all *intents) beginPlan() bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	wasApplying := all.isApplying
	if wasApplying {
		all.isApplying = false
		all.applied = nil
	}
	return wasApplying
}

// beginApply forgets the intents of a plan.
func (all *intents) beginApply() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.isApplying = true
	all.planned = nil
}

// plan adds an intent of a plan, and returns its worst conflict with the others. If the resource was planned
// with its state before, and now comes
//
//	with its state       another plan has begun, and the intents of the earlier one are forgotten
//	without its state    it is replaced, and its first intent was to destroy the old webhook (planReplacement),
//	                     or has to become that now (destroyKept)
func (all *intents) plan(wanted intent) conflict {
	all.mu.Lock()
	defer all.mu.Unlock()
	if wanted.hasState() && all.hasPlanned(wanted.owner) {
		all.planned = nil
	}

	var worst conflict
	if !wanted.hasState() {
		worst = all.destroyKept(wanted.owner)
		wanted.replaces = all.findDeleted(wanted.owner)
	}

	worst = worse(worst, worstConflict(planRules, wanted, all.planned))
	all.planned = append(all.planned, wanted)
	return worst
}

// destroyKept corrects the first intent of a resource that is replaced although nothing in it demands that (-replace,
// or replace_triggered_by): its first call saw a webhook that is kept. It returns the worst conflict of the intent
// that destroys the webhook with the others; no problem if there is nothing to correct.
func (all *intents) destroyKept(owner string) conflict {
	kept := all.plannedBy(owner, keeps)
	if kept == nil {
		return conflict{}
	}

	*kept = kept.destruction()
	return worstConflict(planRules, *kept, all.planned)
}

// hasPlanned reports whether a resource with a state has an intent in this plan.
func (all *intents) hasPlanned(owner string) bool {
	return slices.ContainsFunc(all.planned, func(i intent) bool {
		return i.isOf(owner) && i.hasState()
	})
}

// plannedBy returns the intent of a kind that a resource has in this plan, nil if it has none.
func (all *intents) plannedBy(owner string, kind intentKind) *intent {
	return find(all.planned, func(i *intent) bool { return i.isOf(owner) && i.kind == kind })
}

// deletedBy returns the id, in lower case, of the webhook of a resource that this plan deletes; empty if it
// deletes none.
func (all *intents) deletedBy(owner string) string {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.findDeleted(owner)
}

// findDeleted is deletedBy for a caller who holds the lock.
func (all *intents) findDeleted(owner string) string {
	deletion := all.plannedBy(owner, deletes)
	if deletion == nil {
		return ""
	}
	return deletion.id
}

// apply adds an intent of an apply, unless it has a conflict.
func (all *intents) apply(wanted intent) conflict {
	all.mu.Lock()
	defer all.mu.Unlock()
	found := worstConflict(applyRules, wanted, all.applied)
	if found.problem == noProblem {
		all.applied = append(all.applied, wanted)
	}
	return found
}

// recordCreation adds the id of the new webhook to the intent of its creation. It returns false if
// another creation of the apply has this id, so that the webhook is not new.
func (all *intents) recordCreation(creation intent, id string) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	hasID := func(i intent) bool { return i.kind == creates && i.id == id }
	if slices.ContainsFunc(all.applied, hasID) {
		return false
	}
	if i := slices.Index(all.applied, creation); i >= 0 {
		all.applied[i].id = id
	}
	return true
}

// withdraw removes the intent of a creation that has surely made no webhook: it is in nobody's way.
func (all *intents) withdraw(creation intent) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.applied = slices.DeleteFunc(all.applied, func(i intent) bool { return i == creation })
}

// noteSeen notes the webhook of a state.
func (all *intents) noteSeen(id string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.seen[strings.ToLower(id)] = true
}

// noteDeleted notes a webhook that the service has deleted. If this process has created it, its place is free
// again for the one that replaces it.
func (all *intents) noteDeleted(id string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	id = strings.ToLower(id)
	isItsCreation := func(i intent) bool {
		return i.kind == creates && i.id == id
	}
	all.deleted[id] = true
	all.applied = slices.DeleteFunc(all.applied, isItsCreation)
}

// withoutSeen returns a list without the webhooks that a state has.
func (all *intents) withoutSeen(list []paymentapi.Webhook) []paymentapi.Webhook {
	all.mu.Lock()
	defer all.mu.Unlock()
	return withoutIDs(list, all.seen)
}

// withoutDeleted returns a list without the webhooks that were deleted.
func (all *intents) withoutDeleted(list []paymentapi.Webhook) []paymentapi.Webhook {
	all.mu.Lock()
	defer all.mu.Unlock()
	return withoutIDs(list, all.deleted)
}
