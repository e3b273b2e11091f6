// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestRead_failures(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	tests := map[string]struct {
		fail func(paymentapi.ChargeQuery) error
		part bool
	}{
		"the first page": {fail: func(paymentapi.ChargeQuery) error { return broken }},
		"a page of a part": {part: true, fail: func(q paymentapi.ChargeQuery) error {
			if q.From != "" && q.Cursor != "" {
				return broken
			}
			return nil
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10, fail: tt.fail}
				result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
				if result != nil || !errors.Is(err, broken) {
					t.Fatalf("result %v, error %v", result, err)
				}
				var (
					page *paymentapi.PageError
					part *fetch.PartError
				)
				if !errors.As(err, &page) || errors.As(err, &part) != tt.part {
					t.Errorf("error does not say where: %v", err)
				}
			})
		})
	}
}

// A far end that cannot be looked up is no reason to fail.
func TestRead_farEndFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(2000, even), latency: latency, concurrency: 10}
		m.fail = func(q paymentapi.ChargeQuery) error {
			if q.Direction == paymentapi.Ascending {
				return errors.New("no asc here")
			}
			return nil
		}
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
		if err != nil || result.Len != 2000 || len(result.Parts) != 1 {
			t.Errorf("result %+v, error %v", result, err)
		}
	})
}

// Nor is one that takes longer than the list itself.
func TestRead_farEndHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(1000, even), latency: latency, concurrency: 10, slowAsc: time.Hour}
		start := time.Now()
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
		if err != nil || result.Len != 1000 || time.Since(start) > time.Second {
			t.Errorf("result %+v, error %v after %v", result, err, time.Since(start))
		}
	})
}

func TestRead_cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 7*latency+latency/2)
		defer cancel()
		m := &memory{charges: spread(50_000, even), latency: latency, concurrency: 10}
		if _, err := fetch.Read(ctx, m, paymentapi.ChargeQuery{PageSize: 100}, newLines); !errors.Is(err, ctx.Err()) {
			t.Errorf("error %v", err)
		}
	})
}

// addFunc is a Part that is a function.
type addFunc func([]paymentapi.Charge) error

// Add implements fetch.Part.
func (f addFunc) Add(charges []paymentapi.Charge) error { return f(charges) }

// What a Part does not take ends the read, as it is and without another attempt.
func TestRead_partFails(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	for name, concurrency := range map[string]int{"one cursor": 1, "parts": 10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(5000, even), latency: latency, concurrency: concurrency}
				var attempts, taken atomic.Int64
				_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, func() func() addFunc {
					attempts.Add(1)
					return func() addFunc {
						return func(charges []paymentapi.Charge) error {
							if taken.Add(int64(len(charges))) > 3000 {
								return full
							}
							return nil
						}
					}
				})
				if err != full { //nolint:errorlint // as it is, not wrapped
					t.Errorf("error %v", err)
				}
				if attempts.Load() != 1 {
					t.Errorf("%d attempts", attempts.Load())
				}
			})
		})
	}
}

// A panic of a worker comes to the goroutine that called Read, which can
// recover it.
func TestRead_panics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10}
		pages := 0
		var mu sync.Mutex
		add := addFunc(func([]paymentapi.Charge) error {
			mu.Lock()
			defer mu.Unlock()
			if pages++; pages == 20 {
				panic("on purpose")
			}
			return nil
		})
		defer func() {
			if got := recover(); got != "on purpose" {
				t.Errorf("recovered %v, want the panic of the worker", got)
			}
		}()
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, func() func() addFunc { return func() addFunc { return add } })
		t.Errorf("got %v, %v", result, err)
	})
}
