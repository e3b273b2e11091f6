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
	if charge.CreatedOn == nil {
		return 0, false
	}
	for _, layout := range layouts {
		if created, err := time.Parse(layout, *charge.CreatedOn); err == nil {
			return a.sign * position(created.UnixMicro()), true
		}
	}
	return 0, false
}

// layouts are the forms of created_on: a time is in UTC also where it does not say so.
var layouts = []string{time.RFC3339, "2006-01-02T15:04:05"}

// bound narrows q to the positions from first up to, not including, end. An open end keeps the
// bound that q has.
func (a axis) bound(q paymentapi.ChargeQuery, first, end position) paymentapi.ChargeQuery {
	oldest, newest := first, end
	if a.sign < 0 {
		// from includes its instant and to excludes it, so both move on by one when turned round.
		oldest, newest = 1-end, 1-first
	}
	if first != beforeAll {
		set(&q, a.sign > 0, oldest, newest)
	}
	if end != afterAll {
		set(&q, a.sign < 0, oldest, newest)
	}
	return q
}

func set(q *paymentapi.ChargeQuery, lower bool, oldest, newest position) {
	if lower {
		q.From = instant(oldest)
	} else {
		q.To = instant(newest)
	}
}

func instant(p position) string {
	return time.UnixMicro(int64(p)).UTC().Format("2006-01-02T15:04:05.000000Z07:00")
}
