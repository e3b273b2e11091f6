// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"
	"sync"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ResourceData is what a configured provider hands to the managed resource.
type ResourceData struct {
	*providerdata.Data

	run run
}

// NewResourceData returns the data of a provider that was configured just now.
func NewResourceData(data *providerdata.Data) *ResourceData {
	return &ResourceData{
		Data: data,
		run: run{
			seen:    map[string]bool{},
			deleted: map[string]bool{},
		},
	}
}

// run is what all webhooks of one provider configuration share, until the CLI configures the
// provider again. Usually that is a plan or an apply. A test of a module can have one run for many of both.
type run struct {
	lists     memo[[]paymentapi.Webhook] // of the stores that could be listed
	refreshes memo[*listResult]          // what came of listing a store for a refresh
	previews  memo[*listResult]          // what came of listing a store for the plan of a creation
	charges   memo[error]                // why charges could not be listed; nil if they could

	mu      sync.Mutex
	intents intents
	seen    map[string]bool // the ids, in lower case, of the webhooks that a state has
	deleted map[string]bool // the ids, in lower case, of the webhooks that were deleted
}

// beginPlan is called by all that only a plan does: a read, a destruction or a replacement. What an
// apply has claimed is forgotten then, and so is all that was asked by then.
func (r *run) beginPlan() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.intents.beginPlan() {
		return
	}
	r.lists.clear()
	r.refreshes.clear()
	r.previews.clear()
	r.charges.clear()
}

// beginApply is called by all that only an apply does: a creation, an update or a deletion. What was
// asked in the plan is still used.
func (r *run) beginApply() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.intents.beginApply()
}

// plan adds an intent of a plan, and returns its worst conflict with the others.
func (r *run) plan(wanted intent) conflict {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.intents.plan(wanted)
}

// deletedBy returns the id, in lower case, of the webhook of a resource that the plan deletes; empty if it
// deletes none.
func (r *run) deletedBy(owner string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.intents.deletedBy(owner)
}

// apply adds an intent of an apply, unless it has a conflict.
func (r *run) apply(wanted intent) conflict {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.intents.apply(wanted)
}

// recordCreation adds the id of the new webhook to the intent of its creation. It returns false if
// another creation of the apply has this id, so that the webhook is not new.
func (r *run) recordCreation(creation intent, id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.intents.recordCreation(creation, id)
}

// withdraw ends the intent of a creation that has surely made no webhook: it is in nobody's way.
func (r *run) withdraw(creation intent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.intents.withdraw(creation)
}

// noteSeen notes the webhook of a state.
func (r *run) noteSeen(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[strings.ToLower(id)] = true
}

// noteDeleted notes a webhook that the service has deleted.
func (r *run) noteDeleted(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id = strings.ToLower(id)
	r.deleted[id] = true
	r.intents.forgetCreation(id)
}

// withoutDeleted returns a list without the webhooks that this run has deleted.
func (r *run) withoutDeleted(all []paymentapi.Webhook) []paymentapi.Webhook {
	r.mu.Lock()
	defer r.mu.Unlock()
	return withoutIDs(all, r.deleted)
}

// withoutSeen returns a list without the webhooks that a state has.
func (r *run) withoutSeen(all []paymentapi.Webhook) []paymentapi.Webhook {
	r.mu.Lock()
	defer r.mu.Unlock()
	return withoutIDs(all, r.seen)
}

// memo remembers what was asked of the service, by key. Who asks for what somebody else is asking
// for already waits, and shares the answer.
type memo[T any] struct {
	mu        sync.Mutex
	questions map[string]*question[T]
}

// question is one that was asked, and is answered once ended is closed.
type question[T any] struct {
	ended   chan struct{}
	cancel  context.CancelFunc
	waiting int // how many want the answer
	value   T
	err     error
}

// get returns what ask returns, and asks only once for each key. An error is shared with all that wait for
// the answer, and is not remembered: whoever comes later asks again.
//
// The question does not end with the context of who asked it, as long as somebody else waits for the answer.
func (m *memo[T]) get(ctx context.Context, key string, ask func(context.Context) (T, error)) (T, error) {
	if ctx.Err() != nil {
		return ask(ctx) // which says in its own words that the context ended
	}

	asked := m.join(ctx, key, ask)
	select {
	case <-asked.ended:
		return asked.value, asked.err
	case <-ctx.Done():
	}

	if isLast := m.leave(key, asked); isLast {
		<-asked.ended // which comes soon, and leaves nothing running
	}

	return ask(ctx)
}

// known returns the answer to a question that was asked, and whether there is one.
func (m *memo[T]) known(key string) (value T, isKnown bool) {
	m.mu.Lock()
	asked, found := m.questions[key]
	m.mu.Unlock()
	if !found {
		return value, false
	}

	select {
	case <-asked.ended:
		return asked.value, asked.err == nil
	default:
		return value, false
	}
}

// put adds the answer to a question that nobody has asked.
func (m *memo[T]) put(key string, value T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, found := m.questions[key]
	if found {
		return
	}

	answered := &question[T]{
		ended:  make(chan struct{}),
		cancel: func() {},
		value:  value,
	}
	close(answered.ended)
	m.add(key, answered)
}

// add adds a question. The caller holds the lock.
func (m *memo[T]) add(key string, asked *question[T]) {
	if m.questions == nil {
		m.questions = map[string]*question[T]{}
	}
	m.questions[key] = asked
}

// join returns the question for a key, and asks it if nobody has.
func (m *memo[T]) join(ctx context.Context, key string, ask func(context.Context) (T, error)) *question[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if asked, found := m.questions[key]; found {
		asked.waiting++
		return asked
	}

	askCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	asked := &question[T]{
		ended:   make(chan struct{}),
		cancel:  cancel,
		waiting: 1,
	}
	m.add(key, asked)
	go func() {
		defer cancel()
		asked.value, asked.err = ask(askCtx)
		if asked.err != nil {
			m.forget(key, asked)
		}

		close(asked.ended)
	}()
	return asked
}

// leave ends the wait for an answer. If nobody else waits, it ends the question, too, and returns true.
func (m *memo[T]) leave(key string, asked *question[T]) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	asked.waiting--
	if asked.waiting > 0 {
		return false
	}

	asked.cancel()
	m.remove(key, asked)
	return true
}

// forget removes a question, so that whoever comes later asks again.
func (m *memo[T]) forget(key string, asked *question[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.remove(key, asked)
}

// remove removes a question, unless it was asked again since. The caller holds the lock.
func (m *memo[T]) remove(key string, asked *question[T]) {
	if m.questions[key] == asked {
		delete(m.questions, key)
	}
}

// clear forgets all questions. Who waits for an answer still gets it.
func (m *memo[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.questions)
}
