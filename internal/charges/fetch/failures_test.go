// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
	"sync"
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
				result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, options())
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
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, options())
		if err != nil || result.Len != 2000 || result.Parts != 1 {
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
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, options())
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
		if _, err := fetch.Read(ctx, m, paymentapi.ChargeQuery{PageSize: 100}, options()); !errors.Is(err, ctx.Err()) {
			t.Errorf("error %v", err)
		}
	})
}

func TestRead_tooLarge(t *testing.T) {
	t.Parallel()
	const each = len("charge-000000\n")
	tests := map[string]struct {
		memory   *memory
		max      int
		foreseen bool
		requests int
	}{
		"foreseen after the first page": {&memory{}, 1800 * each, true, 1},
		"met while reading":             {&memory{noTotal: true}, 999 * each, false, 10},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := tt.memory
				m.charges, m.concurrency, m.latency = spread(2000, even), 10, latency
				o := options()
				o.MaxBytes = tt.max
				_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, o)
				var tooLarge *fetch.TooLargeError
				if !errors.As(err, &tooLarge) {
					t.Fatalf("error %v", err)
				}
				if tooLarge.Foreseen != tt.foreseen || len(m.requests) > tt.requests {
					t.Errorf("%+v after %d requests", tooLarge, len(m.requests))
				}
			})
		})
	}
	t.Run("fits to the byte", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			m := &memory{charges: spread(2000, even), concurrency: 10, latency: latency}
			o := options()
			o.MaxBytes = 2000 * each
			if _, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, o); err != nil {
				t.Error(err)
			}
		})
	})
}

// A panic of a worker comes to the goroutine that called Read, which can
// recover it.
func TestRead_panics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10}
		pages := 0
		var mu sync.Mutex
		o := fetch.Options{MaxBytes: 1 << 30, NewEncoder: func() fetch.Encoder {
			return func([]paymentapi.Charge) ([]byte, error) {
				mu.Lock()
				defer mu.Unlock()
				if pages++; pages == 20 {
					panic("on purpose")
				}
				return []byte{0}, nil
			}
		}}
		defer func() {
			if got := recover(); got != "on purpose" {
				t.Errorf("recovered %v, want the panic of the worker", got)
			}
		}()
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, o)
		t.Errorf("got %v, %v", result, err)
	})
}
