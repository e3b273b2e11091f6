// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import "context"

// answer is what was answered to a question.
type answer[T any] struct {
	turn  chan struct{} // holds one element while somebody asks
	known bool
	value T
	err   error
}

// Once answers the question that key stands for, and asks it only once for as
// long as the configuration of data lives: whoever needs the answer first asks,
// and everybody else waits. A question that was interrupted is asked again. The
// error may be the context's.
func Once[T any](ctx context.Context, data *Data, key any, ask func() (T, error)) (T, error) {
	kept, _ := data.answers.LoadOrStore(key, &answer[T]{turn: make(chan struct{}, 1)})
	var none T
	a, ok := kept.(*answer[T])
	if !ok { // two questions with one key
		return ask()
	}
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	if a.known {
		return a.value, a.err
	}
	value, err := ask()
	if ctx.Err() == nil {
		a.known, a.value, a.err = true, value, err
	}
	return value, err
}
