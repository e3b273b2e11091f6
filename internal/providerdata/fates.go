// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"strings"
	"sync"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Fate is what a run has begun with a webhook. A CLI creates and destroys objects in any
// order and at the same time, and a webhook may leave one and come to another.
type Fate int

// The values of Fate.
const (
	FateLeft     Fate = iota // it has left an object whose state says delete_on_destroy = false
	FateAdopting             // it comes to an object
	FateDeleting             // it is being deleted, or was
)

// Fates are those of all webhooks that a run has touched. The zero value is ready to use.
type Fates struct {
	mu       sync.Mutex
	webhooks map[string]*touched // by id in small letters
}

// touched is a webhook with its id and its store, as the object has it that it leaves.
type touched struct {
	paymentapi.Webhook
	fate    Fate
	ended   chan struct{} // closed when its deletion is over
	deleted bool          // whether that succeeded: then no list shows it that does not lag behind
}

// Begin gives a webhook with an id a fate, and reports whether the run may: it neither
// adopts what it deletes nor deletes what it adopts, and what is first counts. Only what
// was left may still have another fate. Whoever deletes calls end when that is over.
func (f *Fates) Begin(fate Fate, w paymentapi.Webhook) (end func(deleted bool), ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := strings.ToLower(*w.ID)
	if before := f.webhooks[id]; before != nil && before.fate != FateLeft && before.fate != fate {
		return nil, false
	}
	now := &touched{Webhook: w, fate: fate, ended: make(chan struct{})}
	if f.webhooks == nil {
		f.webhooks = map[string]*touched{}
	}
	f.webhooks[id] = now
	return func(deleted bool) {
		now.deleted = deleted
		close(now.ended)
	}, true
}

// Claim begins to adopt a webhook of a store that the run has left and that is the one
// sought; nil if there is none.
func (f *Fates) Claim(storeID string, isSought func(*paymentapi.Webhook) bool) *paymentapi.Webhook {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.webhooks {
		if w.fate == FateLeft && strings.EqualFold(*w.StoreID, storeID) && isSought(&w.Webhook) {
			w.fate = FateAdopting
			return &w.Webhook
		}
	}
	return nil
}

// Leaving returns the webhooks of a store that the run takes out of objects, deleted or
// not.
func (f *Fates) Leaving(storeID string) []paymentapi.Webhook {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []paymentapi.Webhook
	for _, w := range f.webhooks {
		if w.fate != FateAdopting && strings.EqualFold(*w.StoreID, storeID) {
			all = append(all, w.Webhook)
		}
	}
	return all
}

// IsDeleted reports whether the run has deleted a webhook. It waits for the end of a
// deletion in flight, or of ctx: then, the webhook counts as not deleted.
func (f *Fates) IsDeleted(ctx context.Context, id string) bool {
	f.mu.Lock()
	w := f.webhooks[strings.ToLower(id)]
	isDeleting := w != nil && w.fate == FateDeleting
	f.mu.Unlock()
	if !isDeleting {
		return false
	}
	select {
	case <-w.ended:
		return w.deleted
	case <-ctx.Done():
		return false
	}
}
