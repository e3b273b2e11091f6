// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package splice lets a data source or an ephemeral resource hand over one long
// list as finished MessagePack, past the framework, which would otherwise walk
// every element of it several times.
//
// The wrapped server puts a Collector in the context of each call. The
// implementation leaves its list null and gives the rows to the Collector; the
// wrapper writes them into the response that the framework has built.
package splice

import (
	"context"
	"sync"
)

// List is a list of encoded elements: their number, and their MessagePack in
// order, cut anywhere.
type List struct {
	Len    int
	Chunks [][]byte
}

// Size returns the number of bytes of all elements together.
func (l *List) Size() int {
	size := 0
	for _, chunk := range l.Chunks {
		size += len(chunk)
	}
	return size
}

// Collector takes the list of one call. Its methods may be called from any goroutine.
type Collector struct {
	mu        sync.Mutex
	attribute string
	list      *List
}

// Put hands over the value of a top-level list attribute, which the
// implementation must leave null. A later call replaces what an earlier one
// gave.
func (c *Collector) Put(attribute string, list *List) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attribute, c.list = attribute, list
}

// taken returns what was put, a nil list if nothing was.
func (c *Collector) taken() (attribute string, list *List) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.attribute, c.list
}

type contextKey struct{}

// NewContext returns a context that carries c.
func NewContext(ctx context.Context, c *Collector) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// FromContext returns the Collector of the call that ctx belongs to, or false if
// the provider is served without the wrapper.
func FromContext(ctx context.Context) (*Collector, bool) {
	c, ok := ctx.Value(contextKey{}).(*Collector)
	return c, ok
}
