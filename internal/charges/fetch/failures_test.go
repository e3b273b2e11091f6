// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
)

// usual is the query of the tests of failures.
var usual = query{PageSize: 20}

func thousand() *memory { return &memory{charges: spread(1000, even)} }

// failing makes some requests fail.
func failing(err error, fails func(query) bool) func(query) error {
	return func(q query) error {
		if fails(q) {
			return err
		}
		return nil
	}
}

// isPageOfPart reports whether only the cursor of a part sends a request: one cursor that reads 1000
// charges in pages of 20 comes to charge-000980, charge-000960, and so on.
func isPageOfPart(q query) bool {
	number, err := strconv.Atoi(strings.TrimPrefix(q.Cursor, "charge-"))
	return err == nil && number%20 != 0
}

// timesBegun returns how often the list of a query was begun.
func (m *memory) timesBegun(q query) int {
	times := 0
	for _, sent := range m.requests {
		sent.LenientFields = nil
		if reflect.DeepEqual(sent, q) {
			times++
		}
	}
	return times
}

// If parts fail, one cursor reads the list: it goes on if no part was found, and
// otherwise begins again.
func TestRead_partsFail(t *testing.T) {
	t.Parallel()
	type row struct {
		fails  func(query) bool
		err    error
		reread bool
	}
	refused := &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
	tooSlow := &paymentapi.Error{Fault: paymentapi.FaultTimeout}
	bubble.Each(t, map[string]row{
		"lookups are refused": {
			fails: isLookup,
			err:   refused,
		},
		"the far end is refused": {
			fails: isAscending,
			err:   refused,
		},
		"pages of parts are refused": {
			fails:  isPageOfPart,
			err:    refused,
			reread: true,
		},
		"pages of parts take too long": {
			fails:  isPageOfPart,
			err:    tooSlow,
			reread: true,
		},
	}, func(t *testing.T, tt row) {
		m := thousand()
		m.fail = failing(tt.err, tt.fails)
		result, got, err := m.read(t, usual)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 1000 || result.Len != 1000 || result.Parts != 1 {
			t.Errorf("there are %d charges, and the result is %+v", len(got), result)
		}
		if reread := result.RereadBecause != ""; reread != tt.reread {
			t.Errorf("read again: %q", result.RereadBecause)
		}
	})
}

// A failure that one cursor would have, too, ends the read at once, and the error says after
// which charge.
func TestRead_finalFailures(t *testing.T) {
	t.Parallel()
	type row struct {
		fails func(query) bool
		page  int // the page of the list; 0 for any
	}
	unusable := &paymentapi.Error{Fault: paymentapi.FaultItem, Problem: "no amount"}
	bubble.Each(t, map[string]row{
		"in a part": {
			fails: isPageOfPart,
		},
		"while one cursor reads": {
			fails: func(q query) bool { return q.Cursor == "charge-000960" },
			page:  3,
		},
	}, func(t *testing.T, tt row) {
		m := thousand()
		m.fail = failing(unusable, tt.fails)
		result, _, err := m.read(t, usual)
		m.expectPlace(t, result, err, unusable)
		if failed, _ := errors.AsType[*paymentapi.PageError](err); tt.page > 0 && failed.Page != tt.page {
			t.Errorf("it names page %d, want %d", failed.Page, tt.page)
		}
		if m.timesBegun(usual) != 1 || result.RereadBecause != "" {
			t.Errorf("the list was begun %d times, and the result is %+v", m.timesBegun(usual), result)
		}
	})
}

// So does a failure of the cursor that reads the list again.
func TestRead_finalFailureReadAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inPart := errors.New("in a part")
		refused := &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
		m := thousand()
		m.fail = func(q query) error {
			m.mu.Lock()
			isAgain := m.timesBegun(usual) > 1
			m.mu.Unlock()
			switch {
			case isAgain && q.Cursor == "charge-000900":
				return refused
			case !isAgain && isPageOfPart(q):
				return inPart
			}
			return nil
		}
		result, _, err := m.read(t, usual)
		m.expectPlace(t, result, err, refused)
		if failed, _ := errors.AsType[*paymentapi.PageError](err); failed.Page != 6 {
			t.Errorf("it names page %d, want 6", failed.Page)
		}
		if m.timesBegun(usual) != 2 || result.RereadBecause == "" {
			t.Errorf("the list was begun %d times, and the result is %+v", m.timesBegun(usual), result)
		}
	})
}

// expectPlace checks that a read has failed with an error, which says after which charge.
func (m *memory) expectPlace(t *testing.T, result *fetch.Result, err, want error) {
	t.Helper()
	failed, ok := errors.AsType[*paymentapi.PageError](err)
	if !ok || !errors.Is(err, want) {
		t.Fatalf("error %v", err)
	}
	at := slices.IndexFunc(m.charges, func(e *entry) bool { return e.ID == failed.After })
	if at < 0 || *failed.CreatedOn != *m.charges[at].CreatedOn {
		t.Errorf("it does not name a charge and its time: %+v", failed)
	}
	if failed.Page <= result.Pages {
		t.Errorf("it names page %d of a list of which %d were read", failed.Page, result.Pages)
	}
}

// The read does not wait for a lookup if the list itself is read sooner.
func TestRead_lookupHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{
			charges: spread(640, even),
			slow:    slowly(time.Hour, isAscending),
		}
		started := time.Now()
		result, _, err := m.read(t, usual)
		if err != nil || result.Len != 640 {
			t.Errorf("the result is %+v, error %v", result, err)
		}
		const pages = 640 / 20
		if took := time.Since(started); took > pages*latency {
			t.Errorf("it took %v", took)
		}
	})
}

// A read that is cancelled fails and does not begin again, also if that happens just as
// a page comes to one cursor or to parts.
func TestRead_cancelled(t *testing.T) {
	t.Parallel()
	bubble.Each(t, map[string]string{
		"while one cursor reads": "charge-000980",
		"while parts are read":   "charge-000900",
	}, func(t *testing.T, cursor string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		m := thousand()
		m.rewrite = func(q query, _ *page) {
			if q.Cursor == cursor {
				cancel()
			}
		}
		result, err := fetch.Read(ctx, m, usual, func() fetch.Sink { return keepIDs })
		if !errors.Is(err, context.Canceled) || result.Pages == 0 {
			t.Errorf("the result is %+v, error %v", result, err)
		}
		if times := m.timesBegun(usual); times != 1 {
			t.Errorf("the list was begun %d times", times)
		}
	})
}

// If charges cannot be kept, the read ends with that error, unwrapped, and without
// another attempt.
func TestRead_sinkFails(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	bubble.Each(t, map[string]int{"one cursor": 1, "parts": 10}, func(t *testing.T, concurrency int) {
		m := thousand()
		m.concurrency = concurrency
		var sinks, pages atomic.Int64
		_, err := fetch.Read(t.Context(), m, usual, func() fetch.Sink {
			sinks.Add(1)
			return func([]paymentapi.Charge) ([]byte, error) {
				if pages.Add(1) > 30 {
					return nil, full
				}
				return nil, nil
			}
		})
		if err != full { //nolint:errorlint // as it is, not wrapped
			t.Errorf("error %v", err)
		}
		if sinks.Load() != 1 || len(m.requests) > 60 {
			t.Errorf("there were %d attempts and %d requests", sinks.Load(), len(m.requests))
		}
	})
}

func TestMain(m *testing.M) { property.Main(m, 40) }
