// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// run is what one configuration of the provider has done with webhooks since it
// was configured. A plan and an apply are two runs, and so are two aliases.
type run struct {
	// hasWriteOnly is set once the CLI has said that it has write-only
	// arguments.
	hasWriteOnly atomic.Bool

	mu       sync.Mutex
	webhooks map[string]*runWebhook
	stores   map[string]*runAnswer[struct{}]
	lists    map[paymentapi.WebhookQuery]*runAnswer[[]paymentapi.Webhook]
}

type runKey struct{}

// runOf returns the run that data belongs to.
func runOf(data *providerdata.Data) *run {
	kept, _ := data.Run.LoadOrStore(runKey{}, &run{
		webhooks: map[string]*runWebhook{}, stores: map[string]*runAnswer[struct{}]{},
		lists: map[paymentapi.WebhookQuery]*runAnswer[[]paymentapi.Webhook]{},
	})
	r, _ := kept.(*run)
	return r
}

// runWebhook is what a run has done with a webhook. Two objects of Terraform can
// be the same webhook: the old and the new one of a replacement or of a rename.
// They take turns.
type runWebhook struct {
	turn chan struct{}

	// updated is set once the webhook was adopted or updated, or may have been.
	updated bool
	// stopped is set once the webhook was active and was stopped along with
	// its resource, or may have been.
	stopped bool
	// stoppedAs is the path by which it was stopped.
	stoppedAs paymentapi.WebhookRef
}

// webhook waits for the webhook's turn and returns what the run has done with
// it so far. The caller ends the turn. The error is the context's.
func (r *run) webhook(ctx context.Context, ref paymentapi.WebhookRef) (w *runWebhook, endTurn func(), err error) {
	key := keyOf(ref)
	r.mu.Lock()
	w, ok := r.webhooks[key]
	if !ok {
		w = &runWebhook{turn: make(chan struct{}, 1)}
		r.webhooks[key] = w
	}
	r.mu.Unlock()
	endTurn, err = take(ctx, w.turn)
	return w, endTurn, err
}

func keyOf(ref paymentapi.WebhookRef) string {
	return strings.ToLower(ref.StoreID + "/" + ref.WebhookID)
}

// findStore asks the service once for each store whether it answers for it.
func (r *run) findStore(ctx context.Context, client *paymentapi.Client, storeID string) error {
	_, err := once(ctx, r, r.stores, strings.ToLower(storeID), func() (struct{}, error) {
		return struct{}{}, client.FindStore(ctx, storeID)
	})
	return err
}

// list asks the service once for the webhooks of a store, however many of them
// are imported. It takes a few seconds at most. If the service does not list
// them, there are none.
func (r *run) list(ctx context.Context, client *paymentapi.Client, q paymentapi.WebhookQuery) []paymentapi.Webhook {
	webhooks, _ := once(ctx, r, r.lists, q, func() ([]paymentapi.Webhook, error) {
		limited, cancel := context.WithTimeout(ctx, paymentapi.GlanceTimeout)
		defer cancel()
		var unsaid diag.Diagnostics
		return readList(limited, client, q, 0, &unsaid).webhooks, nil
	})
	return webhooks
}

// runAnswer is what the service answered to a question.
type runAnswer[T any] struct {
	turn  chan struct{}
	known bool
	value T
	err   error
}

// once returns the run's answer for a key. Whoever needs it first asks, and
// everybody else waits; a question that was interrupted is asked again. The error
// may be the context's.
func once[K comparable, T any](ctx context.Context, r *run, answers map[K]*runAnswer[T], key K, ask func() (T, error)) (T, error) {
	r.mu.Lock()
	a, ok := answers[key]
	if !ok {
		a = &runAnswer[T]{turn: make(chan struct{}, 1)}
		answers[key] = a
	}
	r.mu.Unlock()
	endTurn, err := take(ctx, a.turn)
	if err != nil {
		var none T
		return none, err
	}
	defer endTurn()
	if a.known {
		return a.value, a.err
	}
	value, err := ask()
	if ctx.Err() == nil {
		a.known, a.value, a.err = true, value, err
	}
	return value, err
}

// take waits for a turn, a channel with room for one.
func take(ctx context.Context, turn chan struct{}) (end func(), err error) {
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return func() {}, context.Cause(ctx)
	}
}
