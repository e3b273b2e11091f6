// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fetch reads a whole list of charges, long ones in several parts at once.
//
// A cursor is sequential, but the filters from and to cut a list into parts that have each a cursor
// of their own. Reading starts as one cursor. Where the list turns out long, idle workers take over
// the far end of whatever part has most left, until the list is done. What was read in parts counts
// only if nothing about it is odd; otherwise one cursor reads the list again.
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
	ChargePages(context.Context, paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error]
	Concurrency() int
}

// Encoder turns charges into bytes that need not be one piece with those of other charges.
type Encoder func([]paymentapi.Charge) ([]byte, error)

// Options say what becomes of the charges.
type Options struct {
	// NewEncoder makes an Encoder for one goroutine.
	NewEncoder func() Encoder
	// MaxBytes limits what all charges may take when they are encoded.
	MaxBytes int
}

// Result is a complete list.
type Result struct {
	// Len is the number of charges, and Chunks their encoded form, in the service's order.
	Len    int
	Chunks [][]byte
	// TotalHits is what the first page said; nil for nothing.
	TotalHits *int64
	// Parts is how many parts were read at once, and Reread why it was all read again by one
	// cursor; empty where it was not.
	Parts  int
	Reread string
}

// Read reads the charges that q asks for, all or none. Its errors are a *TooLargeError or wrap a
// *paymentapi.PageError.
func Read(ctx context.Context, source Source, q paymentapi.ChargeQuery, o Options) (*Result, error) {
	result, err := newReading(source, q, o, source.Concurrency()).run(ctx)
	var odd *oddError
	if !errors.As(err, &odd) {
		return result, err
	}
	result, err = newReading(source, q, o, 1).run(ctx)
	if err != nil {
		return nil, err
	}
	result.Reread = odd.reason
	return result, nil
}

// PartError says in which part of a list reading failed. An empty bound is that of the query.
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

// TooLargeError is a list whose encoded form would exceed Options.MaxBytes.
type TooLargeError struct {
	// Foreseen tells whether it was estimated from the first page, or met while reading.
	Foreseen bool
	// Charges and Bytes are the size of the whole list if foreseen, else of what was read.
	Charges, Bytes int64
	MaxBytes       int
}

// Error implements error.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d charges take %d bytes, more than %d", e.Charges, e.Bytes, e.MaxBytes)
}

// oddError means that the parts of a list do not fit together. It never leaves this package.
type oddError struct{ reason string }

func (e *oddError) Error() string { return e.reason }

func odd(format string, args ...any) error { return &oddError{fmt.Sprintf(format, args...)} }
