// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Run is what is learned and begun with a provider configuration until its process ends.
// A CLI starts one for each phase of a command: for a plan, and for its apply.
type Run struct {
	// WriteOnly reports whether the CLI has write-only arguments. The CLI says so
	// only when it validates a configuration; a plan needs to know it, too.
	WriteOnly atomic.Bool
	// Webhooks says what is begun and done with webhooks.
	Webhooks Fates
	// Planned says what a plan imports, which is adopting, and what it is going to delete.
	Planned Fates

	questions sync.Map // of Once: *question[T] by key
}

// question is what is asked once, and its answer.
type question[T any] struct {
	asking chan struct{} // holds a value while somebody asks or looks at the answer
	known  bool
	value  T
	err    error
}

// Once returns what ask returns, and asks only once for each key and run. While somebody
// asks, others with the same key wait for the answer. A question that was interrupted is
// asked again. If the context of one that waits ends, ask says so in its own words.
func Once[T any](ctx context.Context, data *Data, key any, ask func() (T, error)) (T, error) {
	kept, _ := data.Run.questions.LoadOrStore(key, &question[T]{asking: make(chan struct{}, 1)})
	q, _ := kept.(*question[T])
	select {
	case q.asking <- struct{}{}:
		defer func() { <-q.asking }()
	case <-ctx.Done():
		return ask()
	}
	if !q.known {
		q.value, q.err = ask()
		q.known = ctx.Err() == nil
	}
	return q.value, q.err
}

// Fates say what a run has begun with webhooks. A CLI creates and destroys objects in any
// order and at the same time, and a webhook may leave one and come to another. A run
// neither adopts what it deletes nor deletes what it adopts: what it begins first counts.
// Only what was left may still have another fate. The zero value is ready to use.
type Fates struct {
	mu       sync.Mutex
	webhooks map[string]*touched // by id in small letters
}

// touched is a webhook with its fate, as it is in the state or the plan of an object. If its
// fate changes, another touched takes its place.
type touched struct {
	paymentapi.Webhook

	fate fate
	gone chan bool // holds, after its deletion, whether that succeeded
}

type fate int

const (
	left fate = iota
	adopting
	deleting
)

// begin gives a webhook with an id a fate; nil if it has another one already.
func (f *Fates) begin(fate fate, w paymentapi.Webhook) *touched {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := strings.ToLower(*w.ID)
	if before := f.webhooks[id]; before != nil && before.fate != left && before.fate != fate {
		return nil
	}
	if f.webhooks == nil {
		f.webhooks = map[string]*touched{}
	}
	f.webhooks[id] = &touched{Webhook: w, fate: fate, gone: make(chan bool, 1)}
	return f.webhooks[id]
}

// Leave says that a webhook leaves an object whose state says that it stays.
func (f *Fates) Leave(w paymentapi.Webhook) { f.begin(left, w) }

// Adopt begins to adopt or to update a webhook, and reports whether the run may.
func (f *Fates) Adopt(w paymentapi.Webhook) bool { return f.begin(adopting, w) != nil }

// AdoptLeft begins to adopt one of the webhooks of a store that were left, the one that is
// sought; nil if there is none.
func (f *Fates) AdoptLeft(storeID string, isSought func(*paymentapi.Webhook) bool) *paymentapi.Webhook {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, w := range f.webhooks {
		if w.fate == left && strings.EqualFold(*w.StoreID, storeID) && isSought(&w.Webhook) {
			f.webhooks[id] = &touched{Webhook: w.Webhook, fate: adopting}
			return &w.Webhook
		}
	}
	return nil
}

// Forget ends the adoption of a webhook: a plan destroys it, so the apply that adopted it is
// over. A CLI may serve several runs with one process, as Terraform 1.16 does for its tests.
func (f *Fates) Forget(w paymentapi.Webhook) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := strings.ToLower(*w.ID)
	if known := f.webhooks[id]; known != nil && known.fate == adopting {
		delete(f.webhooks, id)
	}
}

// HasLeft reports whether a webhook was left, and has no other fate.
func (f *Fates) HasLeft(w *paymentapi.Webhook) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	touched := f.webhooks[strings.ToLower(*w.ID)]
	return touched != nil && touched.fate == left
}

// Delete begins to delete a webhook, and reports whether the run may. Then, the caller says
// at the end whether the webhook is gone.
func (f *Fates) Delete(w paymentapi.Webhook) (end func(gone bool), ok bool) {
	now := f.begin(deleting, w)
	return func(gone bool) { now.gone <- gone }, now != nil
}

// Remaining returns the webhooks of a store that are wanted and that the run has not
// deleted, each once: those of a list, which may lag behind, and those that leave an object.
func (f *Fates) Remaining(ctx context.Context, storeID string, list []paymentapi.Webhook, isWanted func(*paymentapi.Webhook) bool) []paymentapi.Webhook {
	f.mu.Lock()
	fates := maps.Clone(f.webhooks)
	f.mu.Unlock()
	all := slices.Clone(list)
	for _, w := range fates {
		if w.fate != adopting && strings.EqualFold(*w.StoreID, storeID) {
			all = append(all, w.Webhook)
		}
	}
	var remaining []paymentapi.Webhook
	for _, w := range all {
		isSame := func(other paymentapi.Webhook) bool { return strings.EqualFold(*other.ID, *w.ID) }
		if isWanted(&w) && !slices.ContainsFunc(remaining, isSame) && !fates[strings.ToLower(*w.ID)].isGone(ctx) {
			remaining = append(remaining, w)
		}
	}
	return remaining
}

// isGone reports whether the run has deleted the webhook. It waits for the end of a deletion
// in flight, or of ctx: then, the webhook is not gone.
func (w *touched) isGone(ctx context.Context) bool {
	if w == nil || w.fate != deleting {
		return false
	}
	select {
	case gone := <-w.gone:
		w.gone <- gone // for whoever asks next
		return gone
	case <-ctx.Done():
		return false
	}
}
