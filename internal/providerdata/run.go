// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"sync"
	"sync/atomic"
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

	questions sync.Map // of Once: *question by key
}

// question is what is asked once.
type question struct {
	asking chan struct{} // holds a value while somebody asks or looks at the answer
	answer any           // of type answer[T]; nil before it is known
}

type answer[T any] struct {
	value T
	err   error
}

// Once returns what ask returns, and asks only once for each key and run. While somebody
// asks, others with the same key wait for the answer, or until their context ends. A
// question that was interrupted is asked again.
func Once[T any](ctx context.Context, data *Data, key any, ask func() (T, error)) (T, error) {
	kept, _ := data.Run.questions.LoadOrStore(key, &question{asking: make(chan struct{}, 1)})
	q, _ := kept.(*question)
	select {
	case q.asking <- struct{}{}:
		defer func() { <-q.asking }()
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
	if known, ok := q.answer.(answer[T]); ok {
		return known.value, known.err
	}
	value, err := ask()
	if ctx.Err() == nil {
		q.answer = answer[T]{value, err}
	}
	return value, err
}
