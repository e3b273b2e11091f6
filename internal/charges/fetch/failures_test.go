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
)

// usual is the query of the tests of failures.
var usual = paymentapi.ChargeQuery{PageSize: 20}

func thousand() *memory {
	return &memory{charges: spread(1000, even), latency: latency, concurrency: 10}
}

// atBounds fails requests with another from or to than that of the list itself.
func atBounds(from, to string, err error) func(paymentapi.ChargeQuery) error {
	return func(q paymentapi.ChargeQuery) error {
		if q.From != from || q.To != to {
			return err
		}
		return nil
	}
}

// inTheMiddle fails requests that one cursor would not send when it reads 1000
// charges in pages of 20.
func inTheMiddle(err error) func(paymentapi.ChargeQuery) error {
	return func(q paymentapi.ChargeQuery) error {
		number, _ := strconv.Atoi(strings.TrimLeft(strings.TrimPrefix(q.Cursor, "charge-"), "0"))
		if q.Cursor != "" && number%20 != 0 && number%20 != 19 {
			return err
		}
		return nil
	}
}

var errInAPart = errors.New("in a part")

// If parts fail, one cursor reads the list: it goes on if no part was found, and
// otherwise begins again.
func TestRead_partsFail(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"refused":             &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403},
		"the credentials":     &paymentapi.Error{Fault: paymentapi.FaultUnauthorized, StatusCode: 401},
		"a broken connection": &paymentapi.Error{Fault: paymentapi.FaultBroken},
		"no list":             &paymentapi.Error{Fault: paymentapi.FaultAnswer, Problem: "it has no items field"},
		"too slow":            context.DeadlineExceeded,
	} {
		for what, fail := range map[string]func(paymentapi.ChargeQuery) error{
			"bounds": atBounds("", "", err), "middles": inTheMiddle(err),
			"the far end": func(q paymentapi.ChargeQuery) error {
				if isAscending(q) {
					return err
				}
				return nil
			},
		} {
			t.Run(what+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := thousand()
					m.fail = fail
					result, got, err := m.read(t, usual)
					if err != nil || len(got) != 1000 || result.Len != 1000 || result.Parts != 1 {
						t.Errorf("%+v, %d charges, error %v", result, len(got), err)
					}
					if reread := result.Reread != ""; reread != (what == "middles") {
						t.Errorf("read again: %q", result.Reread)
					}
				})
			})
		}
	}
}

// Requests are retried as usual until the list is divided, only briefly in parts, and
// patiently once one cursor has to read the whole list. That begins soon, because
// after a failure no part goes on.
func TestRead_persistence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := thousand()
		before := 0 // the first failure
		m.fail = func(q paymentapi.ChargeQuery) error {
			m.mu.Lock()
			defer m.mu.Unlock()
			err := inTheMiddle(errInAPart)(q)
			if before > 0 || err == nil {
				return nil
			}
			before = len(m.requests)
			return err
		}
		if _, _, err := m.read(t, usual); err != nil {
			t.Fatal(err)
		}
		want, seen := paymentapi.Usual, map[paymentapi.Persistence]bool{}
		for i, q := range m.requests {
			if i > 0 && want != paymentapi.Patient {
				want = paymentapi.Brief
			}
			if i > 0 && q.Cursor == "" && q.From+q.To+q.Direction == "" {
				want = paymentapi.Patient
			}
			if q.Persistence != want {
				t.Errorf("request %d of %d: persistence %d, want %d", i, len(m.requests), q.Persistence, want)
			}
			if seen[want] = true; want == paymentapi.Brief && i > before+m.concurrency {
				t.Errorf("request %d of %d is sent although a part has failed, after %d", i, len(m.requests), before)
			}
		}
		if len(seen) != 3 {
			t.Errorf("seen %v", seen)
		}
	})
}

// Before one cursor reads the list again, requests in flight have half a minute to
// end.
func TestRead_drains(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ slow, want time.Duration }{
		"as long as it takes": {10 * time.Second, 10 * time.Second}, "half a minute": {time.Hour, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := thousand()
				var hanging atomic.Int64
				m.slow = slowly(tt.slow, func(q paymentapi.ChargeQuery) bool {
					return inTheMiddle(errInAPart)(q) != nil && hanging.Add(1) > 1 // all but the first
				})
				m.fail = inTheMiddle(errInAPart)
				started := time.Now()
				result, _, err := m.read(t, usual)
				if took := time.Since(started).Truncate(time.Second); err != nil || result.Len != 1000 || took != tt.want+2*time.Second {
					t.Errorf("%d charges after %v, error %v", result.Len, took, err)
				}
			})
		})
	}
}

// A failure that one cursor would have, too, ends the read at once, and the error
// has its page and the bounds of the part.
func TestRead_finalFailures(t *testing.T) {
	t.Parallel()
	failure := &paymentapi.Error{Fault: paymentapi.FaultItem, Problem: "no amount"}
	for name, tt := range map[string]struct {
		query    paymentapi.ChargeQuery
		page     int
		from, to bool // the bounds are those of the part
	}{
		"newest first":             {paymentapi.ChargeQuery{}, 2, false, true},
		"oldest first":             {paymentapi.ChargeQuery{Direction: "asc"}, 2, true, false},
		"with a filter":            {paymentapi.ChargeQuery{Mode: "live"}, 1, false, true},
		"at the first page of all": {paymentapi.ChargeQuery{Mode: "first"}, 1, false, false},
		"while one cursor reads":   {paymentapi.ChargeQuery{Mode: "cursor"}, 3, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m, q := thousand(), tt.query
				q.PageSize, q.From, q.To = 20, "2025-06-01", "2025-06-02"
				switch q.Mode {
				case "first":
					m.fail = func(paymentapi.ChargeQuery) error { return failure }
				case "cursor":
					m.fail = func(q paymentapi.ChargeQuery) error {
						if q.Cursor == "charge-000960" {
							return failure
						}
						return nil
					}
				default:
					m.fail = inTheMiddle(failure)
				}
				_, _, err := m.read(t, q)
				var page *paymentapi.PageError
				if !errors.Is(err, failure) || !errors.As(err, &page) {
					t.Fatalf("error %v", err)
				}
				bounds := [2]bool{page.From != "" && page.From != q.From, page.To != "" && page.To != q.To}
				if page.Page != tt.page || bounds != [2]bool{tt.from, tt.to} {
					t.Errorf("the error does not say where: %+v", page)
				}
				if m.begun(q) != 1 {
					t.Errorf("the list was begun %d times", m.begun(q))
				}
			})
		})
	}
}

// The list is read even if the service accepts one request at a time, or handles one
// after the other and is still busy with those that were given up.
func TestRead_oneAtATime(t *testing.T) {
	t.Parallel()
	for name, busy := range map[string]func(*memory){
		"refuses others":        func(m *memory) { m.busy = &paymentapi.Error{Fault: paymentapi.FaultUnavailable, StatusCode: 503} },
		"seven answers in time": func(m *memory) { m.patience = 7 * latency },
		"hardly more than one":  func(m *memory) { m.patience = latency + latency/10 },
		"a ban for ten seconds": func(m *memory) {
			m.ban, m.banned = 10*time.Second, &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
		},
		"a ban for a minute": func(m *memory) {
			m.ban, m.banned = time.Minute, &paymentapi.Error{Fault: paymentapi.FaultUnauthorized, StatusCode: 401}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := thousand()
				busy(m)
				result, got, err := m.read(t, usual)
				if err != nil || len(got) != 1000 || result.Parts != 1 {
					t.Errorf("%d charges, error %v", len(got), err)
				}
			})
		})
	}
}

// If one cursor fails as well, that is the error, and no further cursor begins.
func TestRead_failsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := thousand()
		failure := &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
		m.fail = func(q paymentapi.ChargeQuery) error {
			if q.Persistence == paymentapi.Patient && q.Cursor == "charge-000900" {
				return failure
			}
			return inTheMiddle(errInAPart)(q)
		}
		result, _, err := m.read(t, usual)
		var page *paymentapi.PageError
		if !errors.Is(err, failure) || !errors.As(err, &page) || page.Page != 6 || page.To != "" || m.begun(usual) != 2 {
			t.Errorf("error %v, the list was begun %d times", err, m.begun(usual))
		}
		if result.Pages != 5 || result.Len != 100 || result.Reread == "" {
			t.Errorf("it came as far as %+v", result)
		}
	})
}

// The read does not wait for the far end if the list itself is read sooner.
func TestRead_farEndHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(200, even), latency: latency, concurrency: 10, slow: slowly(time.Hour, isAscending)}
		start := time.Now()
		if result, _, err := m.read(t, usual); err != nil || result.Len != 200 || time.Since(start) > time.Second {
			t.Errorf("result %+v, error %v after %v", result, err, time.Since(start))
		}
	})
}

func TestRead_cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*latency+latency/2)
		defer cancel()
		m := thousand()
		_, err := fetch.Read(ctx, m, usual, func() fetch.Keep { return keepIDs })
		if !errors.Is(err, ctx.Err()) || m.begun(usual) != 1 {
			t.Errorf("error %v", err)
		}
	})
}

// A list that was read to its end is no longer divided, even while its last charges
// are handed on: no cursor leads to what follows.
func TestRead_notDividedAfterItsEnd(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		ends string
		max  int
	}{
		"has_more is false": {ends: "charge-000780"}, "max_results": {max: 240},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				// The far end is found while the last page is handed on.
				m := thousand()
				m.maxTotal, m.ends, m.slow = 200, tt.ends, slowly(22*latency-latency/2, isAscending)
				q := paymentapi.ChargeQuery{PageSize: 20, MaxResults: tt.max}
				result, err := fetch.Read(t.Context(), m, q, func() fetch.Keep {
					return func(charges []paymentapi.Charge) ([]byte, error) {
						time.Sleep(latency)
						return keepIDs(charges)
					}
				})
				if err != nil || result.Len != 240 || result.Reread != "" || result.Parts != 1 {
					t.Errorf("%+v, error %v", result, err)
				}
			})
		})
	}
}

// If charges cannot be kept, the read ends with that error, unwrapped, and without
// another attempt.
func TestRead_keepFails(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	for name, concurrency := range map[string]int{"one cursor": 1, "parts": 10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := thousand()
				m.concurrency = concurrency
				var attempts, taken atomic.Int64
				_, err := fetch.Read(t.Context(), m, usual, func() fetch.Keep {
					attempts.Add(1)
					return func(charges []paymentapi.Charge) ([]byte, error) {
						if taken.Add(int64(len(charges))) > 600 {
							return nil, full
						}
						return nil, nil
					}
				})
				if err != full || attempts.Load() != 1 || len(m.requests) > 50 { //nolint:errorlint // as it is, not wrapped
					t.Errorf("error %v, %d attempts, %d requests", err, attempts.Load(), len(m.requests))
				}
			})
		})
	}
}

// A panic of a worker reaches the goroutine that called Read, which can recover it.
func TestRead_panics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := thousand()
		pages := 0
		var mu sync.Mutex
		defer func() {
			if got := recover(); got != "on purpose" || len(m.requests) > 40 {
				t.Errorf("recovered %v after %d requests, want the panic of the worker", got, len(m.requests))
			}
		}()
		result, err := fetch.Read(t.Context(), m, usual, func() fetch.Keep {
			return func([]paymentapi.Charge) ([]byte, error) {
				mu.Lock()
				defer mu.Unlock()
				if pages++; pages == 20 {
					panic("on purpose")
				}
				return nil, nil
			}
		})
		t.Errorf("got %v, %v", result, err)
	})
}
