// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// refusals are the statuses that a service may have for what one cursor would not
// have asked.
var refusals = []int{400, 403, 404, 405, 408, 409, 413, 414, 422, 429, 431, 500, 501, 502, 503, 504}

// atBounds fails what has another from or to than the list itself.
func atBounds(from, to string, err error) func(paymentapi.ChargeQuery) error {
	return func(q paymentapi.ChargeQuery) error {
		if q.From != from || q.To != to {
			return err
		}
		return nil
	}
}

// inTheMiddle fails the pages of 100 charges that one cursor would not ask for,
// if the number of all is a multiple of 100.
func inTheMiddle(err error) func(paymentapi.ChargeQuery) error {
	return func(q paymentapi.ChargeQuery) error {
		if q.Cursor != "" && q.PageSize == 100 && !strings.HasSuffix(q.Cursor, "00") && !strings.HasSuffix(q.Cursor, "99") {
			return err
		}
		return nil
	}
}

// What one cursor reads is read, whatever becomes of the parts.
func TestRead_partsFail(t *testing.T) {
	t.Parallel()
	failures := map[string]error{
		"a broken connection": errors.New("broken"),
		"no list":             &paymentapi.ResponseError{Problem: "it has no items field"},
		"too slow":            context.DeadlineExceeded,
	}
	for _, status := range refusals {
		failures[strconv.Itoa(status)] = &paymentapi.APIError{StatusCode: status}
	}
	for name, err := range sample.Of(5, failures) {
		for what, fail := range map[string]func(paymentapi.ChargeQuery) error{"bounds": atBounds("", "", err), "middles": inTheMiddle(err)} {
			t.Run(what+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10, fail: fail}
					result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
					if err != nil {
						t.Fatal(err)
					}
					if got := idsOf(result); len(got) != 5000 || result.Len != 5000 || len(result.Parts) != 1 {
						t.Errorf("%d charges in %d parts", len(got), len(result.Parts))
					}
					if reread := result.Reread != ""; reread != (what == "middles") {
						t.Errorf("read again: %q", result.Reread)
					}
				})
			})
		}
	}
}

// Credentials that are refused, and a charge that cannot be used, fail for one
// cursor too: they end the read at once, and the error says where.
func TestRead_finalFailures(t *testing.T) {
	t.Parallel()
	tests := map[string]error{
		"the credentials":    &paymentapi.APIError{StatusCode: 401},
		"an unusable charge": &paymentapi.ItemError{Err: errors.New("no amount")},
	}
	for name, failure := range tests {
		for where, direction := range map[string]string{"newest first": "", "oldest first": "asc"} {
			t.Run(name+", "+where, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10, fail: inTheMiddle(failure)}
					_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100, Direction: direction, From: "2025-06-01", To: "2026-01-01"}, newLines)
					var (
						page *paymentapi.PageError
						part *fetch.PartError
					)
					if !errors.Is(err, failure) || !errors.As(err, &page) || !errors.As(err, &part) {
						t.Fatalf("error %v", err)
					}
					if page.Page != 2 || (part.From == "2025-06-01") == (direction == "asc") || (part.To == "2026-01-01") != (direction == "asc") {
						t.Errorf("error does not say where: %v", err)
					}
					begun := 0
					for _, q := range m.requests {
						if q.Cursor == "" && q.PageSize == 100 && q.From == "2025-06-01" && q.To == "2026-01-01" {
							begun++
						}
					}
					if begun != 1 {
						t.Errorf("the list was begun %d times", begun)
					}
				})
			})
		}
	}
}

// With a filter, the page that was found is not a page of the part.
func TestRead_failsOnTheFirstPageOfAPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(15_000, even), latency: latency, concurrency: 10}
		m.fail = func(q paymentapi.ChargeQuery) error {
			if q.Cursor != "" && q.Cursor < "charge-004000" {
				return &paymentapi.APIError{StatusCode: 401}
			}
			return nil
		}
		_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100, Currency: "JPY"}, newLines)
		var (
			page *paymentapi.PageError
			part *fetch.PartError
		)
		if !errors.As(err, &page) || !errors.As(err, &part) || page.Page != 1 {
			t.Errorf("error %v", err)
		}
	})
}

// A service that takes one request at a time has that of one cursor, too.
func TestRead_oneAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10, busy: &paymentapi.APIError{StatusCode: 503}}
		result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
		if err != nil {
			t.Fatal(err)
		}
		if got := idsOf(result); len(got) != 5000 || len(result.Parts) != 1 {
			t.Errorf("%d charges in %d parts", len(got), len(result.Parts))
		}
	})
}

// A service that works off one request after the other is still busy with what
// was given up, when one cursor begins anew.
func TestRead_oneAfterTheOther(t *testing.T) {
	t.Parallel()
	for name, patience := range map[string]time.Duration{"seven answers": 7 * latency, "four": 4 * latency, "hardly more than one": latency + latency/10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(2000, even), latency: latency, concurrency: 10, patience: patience}
				result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
				if err != nil {
					t.Fatal(err)
				}
				if got := idsOf(result); len(got) != 2000 || len(result.Parts) != 1 {
					t.Errorf("%d charges in %d parts", len(got), len(result.Parts))
				}
			})
		})
	}
}

// What fails for one cursor, too, is its error, and that cursor begins once.
func TestRead_failsAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		cursor string
		fault  paymentapi.Fault
	}{
		"at once":            {"", paymentapi.FaultBroken},
		"too slow, later on": {"charge-001900", paymentapi.FaultTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(2000, even), latency: latency, concurrency: 10}
				var begun atomic.Int64
				failure := &paymentapi.TransportError{Fault: tt.fault}
				m.fail = func(q paymentapi.ChargeQuery) error {
					if q.Cursor == "" && q.From == "" && q.To == "" && q.Direction == "" {
						begun.Add(1)
					}
					if begun.Load() == 1 {
						return inTheMiddle(errors.New("in a part"))(q)
					}
					if q.Cursor == tt.cursor {
						return failure
					}
					return nil
				}
				_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
				if !errors.Is(err, failure) || begun.Load() != 2 {
					t.Errorf("error %v, the list was begun %d times", err, begun.Load())
				}
			})
		})
	}
}

// What takes too long for one cursor, too, is an error before long.
func TestRead_alwaysTooSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(2000, even), latency: latency, concurrency: 10}
		var answered atomic.Bool
		m.fail = func(paymentapi.ChargeQuery) error {
			if answered.Swap(true) {
				return &paymentapi.TransportError{Fault: paymentapi.FaultTimeout}
			}
			return nil
		}
		_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
		if !paymentapi.TimedOut(err) || len(m.requests) > 40 {
			t.Errorf("error %v after %d requests", err, len(m.requests))
		}
	})
}

// A failure of what one cursor asks for is its own.
func TestRead_cursorFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, cursor := range map[string]string{"the first page": "", "the tenth": "charge-004100"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10}
				m.fail = func(q paymentapi.ChargeQuery) error {
					if q.Cursor == cursor && q.PageSize == 100 {
						return broken
					}
					return inTheMiddle(errors.New("another"))(q)
				}
				_, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
				var (
					page *paymentapi.PageError
					part *fetch.PartError
				)
				if !errors.Is(err, broken) || !errors.As(err, &page) || errors.As(err, &part) {
					t.Errorf("error %v", err)
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

// A list that has come to its end is not divided any more, although its last
// charges are still being handed on: no cursor would lead to what follows.
func TestRead_notDividedAfterItsEnd(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		ends  string
		query paymentapi.ChargeQuery
		want  int
	}{
		"has_more is false": {ends: "charge-003900", query: paymentapi.ChargeQuery{PageSize: 100}, want: 1200},
		"max_results":       {query: paymentapi.ChargeQuery{PageSize: 100, MaxResults: 1200}, want: 1200},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				// The far end is found while the last page is handed on.
				m := &memory{charges: spread(5000, even), latency: latency, concurrency: 10, maxTotal: 1000, ends: tt.ends, slowAsc: 22*latency - latency/2}
				var list []string
				var mu sync.Mutex
				add := addFunc(func(charges []paymentapi.Charge) error {
					mu.Lock()
					for _, c := range charges {
						list = append(list, c.ID)
					}
					mu.Unlock()
					time.Sleep(latency)
					return nil
				})
				result, err := fetch.Read(t.Context(), m, tt.query, func() func() addFunc { return func() addFunc { return add } })
				if err != nil || result.Len != tt.want || len(list) != tt.want || result.Reread != "" || len(result.Parts) != 1 {
					t.Errorf("%+v, %d charges, error %v", result, len(list), err)
				}
			})
		})
	}
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
