// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
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

// failing makes requests of a kind fail.
func failing(err error, is func(query) bool) func(query) error {
	return func(q query) error {
		if is(q) {
			return err
		}
		return nil
	}
}

// inTheMiddle finds requests that one cursor would not send when it reads 1000 charges in
// pages of 20.
func inTheMiddle(q query) bool {
	number, _ := strconv.Atoi(strings.TrimLeft(strings.TrimPrefix(q.Cursor, "charge-"), "0"))
	return q.Cursor != "" && number%20 != 0 && number%20 != 19
}

// begun returns how often a list was begun.
func (m *memory) begun(q query) int {
	n := 0
	for _, r := range m.requests {
		if r.PageSize == q.PageSize && r.Cursor == q.Cursor && r.Direction == q.Direction && r.From == q.From && r.To == q.To {
			n++
		}
	}
	return n
}

var errInAPart = errors.New("in a part")

// If parts fail, one cursor reads the list: it goes on if no part was found, and
// otherwise begins again.
func TestRead_partsFail(t *testing.T) {
	t.Parallel()
	type row struct {
		err    error
		is     func(query) bool
		reread bool
	}
	refused := &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
	bubble.Each(t, map[string]row{
		"lookups":         {refused, isLookup, false},
		"the far end":     {refused, isAscending, false},
		"pages":           {refused, inTheMiddle, true},
		"pages, too slow": {&paymentapi.Error{Fault: paymentapi.FaultTimeout}, inTheMiddle, true},
	}, func(t *testing.T, tt row) {
		m := thousand()
		m.fail = failing(tt.err, tt.is)
		result, got, err := m.read(t, usual)
		if err != nil || len(got) != 1000 || result.Len != 1000 || result.Parts != 1 || (result.RereadBecause != "") != tt.reread {
			t.Errorf("%+v, %d charges, error %v", result, len(got), err)
		}
	})
}

// A failure that one cursor would have, too, ends the read at once, and the error says after
// which charge. So does one of the cursor that reads the list again.
func TestRead_finalFailures(t *testing.T) {
	t.Parallel()
	unusable := &paymentapi.Error{Fault: paymentapi.FaultItem, Problem: "no amount"}
	refused := &paymentapi.Error{Fault: paymentapi.FaultForbidden, StatusCode: 403}
	at := func(cursor string) func(query) bool { return func(q query) bool { return q.Cursor == cursor } }
	type row struct {
		failure error
		is      func(query) bool // the request that has it, of the last reading
		page    int              // 0 for any
		begun   int
	}
	bubble.Each(t, map[string]row{
		"in a part":              {unusable, inTheMiddle, 0, 1},
		"while one cursor reads": {unusable, at("charge-000960"), 3, 1},
		"read again":             {refused, at("charge-000900"), 6, 2},
	}, func(t *testing.T, tt row) {
		m := thousand()
		m.fail = func(asked query) error {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.begun(usual) < tt.begun {
				return failing(errInAPart, inTheMiddle)(asked)
			}
			return failing(tt.failure, tt.is)(asked)
		}
		result, _, err := m.read(t, usual)
		page, ok := errors.AsType[*paymentapi.PageError](err)
		if !errors.Is(err, tt.failure) || !ok {
			t.Fatalf("error %v", err)
		}
		before := slices.IndexFunc(m.charges, func(e *entry) bool { return e.ID == page.After })
		if before < 0 || *page.CreatedOn != *m.charges[before].CreatedOn || page.Page <= result.Pages || tt.page > 0 && page.Page != tt.page {
			t.Errorf("the error does not say where: %+v", page)
		}
		if m.begun(usual) != tt.begun || (result.RereadBecause != "") != (tt.begun == 2) {
			t.Errorf("the list was begun %d times, and it came as far as %+v", m.begun(usual), result)
		}
	})
}

// The read does not wait for a lookup if the list itself is read sooner.
func TestRead_lookupHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(640, even), slow: slowly(time.Hour, isAscending)}
		start := time.Now()
		if result, _, err := m.read(t, usual); err != nil || result.Len != 640 || time.Since(start) > 32*latency {
			t.Errorf("result %+v, error %v after %v", result, err, time.Since(start))
		}
	})
}

// A read that is cancelled fails and does not begin again, also if that happens just as
// a page comes to one cursor or to parts.
func TestRead_cancelled(t *testing.T) {
	t.Parallel()
	bubble.Each(t, map[string]string{
		"one cursor": "charge-000980", "parts": "charge-000900",
	}, func(t *testing.T, at string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		m := thousand()
		m.rewrite = func(q query, _ *page) {
			if q.Cursor == at {
				cancel()
			}
		}
		result, err := fetch.Read(ctx, m, usual, func() fetch.Sink { return keepIDs })
		if !errors.Is(err, ctx.Err()) || m.begun(usual) != 1 || result.Pages == 0 {
			t.Errorf("%+v, error %v", result, err)
		}
	})
}

// If charges cannot be kept, the read ends with that error, unwrapped, and without
// another attempt.
func TestRead_keepFails(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	bubble.Each(t, map[string]int{"one cursor": 1, "parts": 10}, func(t *testing.T, concurrency int) {
		m := thousand()
		m.concurrency = concurrency
		var attempts, pages atomic.Int64
		_, err := fetch.Read(t.Context(), m, usual, func() fetch.Sink {
			attempts.Add(1)
			return func([]paymentapi.Charge) ([]byte, error) {
				if pages.Add(1) > 30 {
					return nil, full
				}
				return nil, nil
			}
		})
		if err != full || attempts.Load() != 1 || len(m.requests) > 60 { //nolint:errorlint // as it is, not wrapped
			t.Errorf("error %v, %d attempts, %d requests", err, attempts.Load(), len(m.requests))
		}
	})
}

func TestMain(m *testing.M) { property.Main(m, 40) }
