// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fetch reads a whole list of charges, long ones in several parts at
// once, and gives the charges to whatever its caller makes of them.
//
// A cursor is sequential, but any charge can be one, and the filters from and to
// find charges in the middle of a list. Reading starts as one cursor. If the list
// turns out to be long, idle workers look up a charge in what is left of it and
// read on from there. They find the list that one cursor would, since the cursor
// before each of them must come to the very charge that it began after. If it
// does not, one cursor reads the list again.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Source is the part of the API client that reading needs.
type Source interface {
	ListCharges(context.Context, paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error)
	ChargePagesAsSent(context.Context, paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error]
	Concurrency() int
}

// Part receives the charges of one part of the list, in the list's order, from
// one goroutine at a time.
type Part interface {
	Add(charges []paymentapi.Charge) error
}

// Result is a complete list.
type Result[P Part] struct {
	// Parts are what received the charges, in the order of the list.
	Parts []P
	// Len is the number of charges, each counted once.
	Len int
	// TotalHits is what the first page said; nil if it said nothing.
	TotalHits *int64
	// OutOfRange is how many charges were created outside of the query's own
	// from and to.
	OutOfRange int
	// Reread is why one cursor read all of it again; empty if it did not.
	Reread string
}

// Read reads the charges that q asks for, all or none. It calls newAttempt for
// each attempt at the list: the first one, and the single cursor that it falls
// back to. What newAttempt returns makes a Part for each part of that attempt; it
// is never called twice at the same time.
//
// An error of a Part ends the read and is returned as it is. Every other error
// wraps a *paymentapi.PageError.
func Read[P Part](ctx context.Context, source Source, q paymentapi.ChargeQuery, newAttempt func() func() P) (*Result[P], error) {
	begin := func() func() Part {
		newPart := newAttempt()
		return func() Part { return newPart() }
	}
	r := newReading(source, q, begin(), source.Concurrency())
	err := r.run(ctx)
	var reread *inconsistentError
	if errors.As(err, &reread) {
		// The service may still be at work on requests that were given up: they have
		// kept as many from being answered in time.
		for range source.Concurrency() {
			r = newReading(source, q, begin(), 1)
			if err = r.run(ctx); r.first.pages > 0 || !paymentapi.TimedOut(err) {
				break
			}
		}
	}
	if err != nil {
		return nil, err
	}
	result := &Result[P]{Len: len(r.seen), TotalHits: r.totalHits, OutOfRange: r.outOfRange}
	if reread != nil {
		result.Reread = reread.reason
	}
	for s := r.first; s != nil; s = s.next {
		part, _ := s.part.(P)
		result.Parts = append(result.Parts, part)
	}
	return result, nil
}

// PartError says in which part of a list reading failed. An empty bound is that
// of the query.
type PartError struct {
	From, To string
	Err      error
}

// Error implements error.
func (e *PartError) Error() string {
	return fmt.Sprintf("charges created from %q to %q: %v", e.From, e.To, e.Err)
}

// Unwrap returns why the part could not be read.
func (e *PartError) Unwrap() error { return e.Err }

// inconsistentError means that the parts of a list do not fit together. It never
// leaves this package.
type inconsistentError struct{ reason string }

func (e *inconsistentError) Error() string { return e.reason }

func inconsistent(format string, args ...any) error {
	return &inconsistentError{fmt.Sprintf(format, args...)}
}
