// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"math"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// position tells how far along a list a charge is: its creation in microseconds, counted so that it
// grows as the list goes on, whichever way that is.
type position int64

const (
	beforeAll position = math.MinInt64
	afterAll  position = math.MaxInt64
)

// axis maps the times of a list to positions.
type axis struct {
	sign position // 1 oldest first, -1 newest first
}

func axisOf(direction string) axis {
	if direction == paymentapi.Ascending {
		return axis{1}
	}
	return axis{-1}
}

// reverse returns the direction that starts at the other end.
func (a axis) reverse() string {
	if a.sign > 0 {
		return paymentapi.Descending
	}
	return paymentapi.Ascending
}

// of returns the position of a charge, or false where it does not say when it was created.
func (a axis) of(charge *paymentapi.Charge) (position, bool) {
	created, ok := charge.Created()
	return a.sign * position(created.UnixMicro()), ok
}

// timeRange is the time from one instant up to, not including, another. An
// instant that is zero bounds nothing.
type timeRange struct{ from, to time.Time }

// rangeOf returns the range that q itself asks for.
func rangeOf(q paymentapi.ChargeQuery) timeRange {
	return timeRange{instant(q.From), instant(q.To)}
}

// instant returns the time that a from or to names: an RFC 3339 time, or a date,
// which is its start in UTC.
func instant(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t, _ = time.Parse(time.DateOnly, text) // zero if it fails
	}
	return t
}

// contains reports whether a charge was created in the range, or does not say
// when it was.
func (r timeRange) contains(charge *paymentapi.Charge) bool {
	if r == (timeRange{}) {
		return true
	}
	created, ok := charge.Created()
	return !ok || !created.Before(r.from) && (r.to.IsZero() || created.Before(r.to))
}

// bound narrows q to the positions from first up to, not including, end. An open end keeps the
// bound that q has.
func (a axis) bound(q paymentapi.ChargeQuery, first, end position) paymentapi.ChargeQuery {
	lower, upper := &q.From, &q.To
	if a.sign < 0 {
		lower, upper = upper, lower
	}
	if first != beforeAll {
		*lower = a.cut(first).Format(boundLayout)
	}
	if end != afterAll {
		*upper = a.cut(end).Format(boundLayout)
	}
	return q
}

// boundLayout leaves a fraction of zero out, which more services understand.
const boundLayout = "2006-01-02T15:04:05.999999Z07:00"

// cut returns the instant that divides what is before p from p on, whichever way time goes: from
// includes its instant and to excludes it.
func (a axis) cut(p position) time.Time {
	if a.sign < 0 {
		p = 1 - p
	}
	return time.UnixMicro(int64(p)).UTC()
}

// align moves a cut to a whole second or millisecond, where that is little against the width of
// what it divides: many services know no finer times.
func (a axis) align(p, width position) position {
	for _, unit := range []time.Duration{time.Second, time.Millisecond} {
		if width < position(4*unit.Microseconds()) {
			continue
		}
		aligned := position(a.cut(p).Truncate(unit).UnixMicro())
		if a.sign < 0 {
			aligned = 1 - aligned
		}
		return aligned
	}
	return p
}
