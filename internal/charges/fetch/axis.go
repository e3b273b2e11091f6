// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// position says how far along a list a charge is: the second of its creation,
// counted so that it grows as the list goes on, whichever way that is. Finer
// times are of no use: not every service finds charges by them.
type position int64

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

// of returns the position of a charge, or false if it does not say when it was
// created.
func (a axis) of(charge *paymentapi.Charge) (position, bool) {
	created, ok := charge.Created()
	return a.sign * position(created.Unix()), ok
}

// from narrows q to the charges from a position on. The filter from includes its
// instant and to excludes it.
func (a axis) from(q paymentapi.ChargeQuery, start position) paymentapi.ChargeQuery {
	if a.sign > 0 {
		q.From = rfc3339(start)
	} else {
		q.To = rfc3339(1 - start)
	}
	return q
}

// endBounded reports whether q itself says how far the list goes.
func (a axis) endBounded(q paymentapi.ChargeQuery) bool {
	if a.sign > 0 {
		return q.To != ""
	}
	return q.From != ""
}

func rfc3339(second position) string { return time.Unix(int64(second), 0).UTC().Format(time.RFC3339) }
