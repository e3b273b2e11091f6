// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"sync"
)

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
	// With a context that has ended, ask sends nothing, and returns its own error for an interruption.
	if ctx.Err() != nil {
		return ask(ctx)
	}

	asked := m.join(ctx, key, ask)
	select {
	case <-asked.ended:
		return asked.value, asked.err
	case <-ctx.Done():
		isLast := m.leave(key, asked)
		if isLast {
			<-asked.ended // soon, since leave canceled it: nothing must run on after this call
		}

		return ask(ctx) // as above
	}
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
