// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fetch reads a whole list of charges, a long one in several parts at once.
//
// A cursor leads from each page to the next one only. But any charge can serve as a
// cursor, and the filters from and to find charges in the middle of a list. So one
// cursor begins to read, and if the list is long, idle workers look up a charge
// further on, each another, and read what comes after it.
//
// A part is complete when its cursor comes to the very charge after which the next
// part begins, and the charges after that are those of the next part. So every charge
// comes from a cursor, and the cursors meet: together they read what a single one
// would. A lookup only finds a charge to begin after, and nothing depends on what from
// and to mean to the service. If two cursors do not meet, a single one reads the whole
// list again.
package fetch

import (
	"context"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Source is the part of the API client that reading needs.
type Source interface {
	ListCharges(context.Context, paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error)
	// Concurrency is how many requests may be in flight at once.
	Concurrency() int
	// HoldsBack reports whether requests wait for the rate of the service. Then parts
	// save no time.
	HoldsBack() bool
}

// Keep returns what is to be kept of charges that follow each other in the list.
// It is called from several goroutines, for parts of the list in any order.
type Keep func([]paymentapi.Charge) ([]byte, error)

// Result is a complete list. With an error, it says how far reading came.
type Result struct {
	// Chunks are what was kept, in the order of the list.
	Chunks [][]byte
	// Len is the number of charges, each counted once, and Pages the number of
	// pages that had them.
	Len, Pages int
	// Parts is in how many parts the list was read.
	Parts int
	// TotalHits is what the first page said; nil if it said nothing.
	TotalHits *int64
	// Outside are the filters that charges do not match.
	Outside []Outside
	// Reread is why one cursor read all of it again; empty if it did not.
	Reread string
}

// Read reads the charges that q asks for, all or none. It calls begin for each
// attempt at the list: the first one, and the single cursor that it falls back to.
// What came before is then forgotten.
//
// An error of Keep ends the read and is returned as it is. Every other error
// wraps a *paymentapi.PageError.
func Read(ctx context.Context, source Source, q paymentapi.ChargeQuery, begin func() Keep) (*Result, error) {
	parts := newReading(source, q, begin(), source.Concurrency())
	err := parts.run(ctx)
	if parts.misfit == "" {
		return parts.result(), err
	}
	// The service has answered this very list: what it refuses now, it may refuse
	// because of the requests of the parts.
	q.Persistence = paymentapi.Patient
	again := newReading(source, q, begin(), 1)
	err = again.run(ctx)
	result := again.result()
	result.Reread = parts.misfit.Error()
	return result, err
}

func (r *reading) result() *Result {
	result := &Result{Len: len(r.seen), Pages: r.pages, TotalHits: r.totalHits}
	for p := r.first; p != nil; p = p.next {
		result.Parts++
		result.Chunks = append(result.Chunks, p.chunks...)
	}
	for _, c := range r.checks {
		if c.Charges > 0 {
			result.Outside = append(result.Outside, c.Outside)
		}
	}
	return result
}

// misfit is why the parts of a list do not make up the list that one cursor gives.
// It never leaves this package.
type misfit string

func (m misfit) Error() string { return string(m) }
