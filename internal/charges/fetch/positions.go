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

// axis maps the times of a list to positions: 1 is oldest first, -1 newest first.
type axis position

func axisOf(direction string) axis {
	if direction == paymentapi.Ascending {
		return 1
	}
	return -1
}

// positionOf returns the position of a charge, or false if it does not say when it was created.
func (a axis) positionOf(charge *paymentapi.Charge) (position, bool) {
	created, ok := charge.Created()
	return position(a) * position(created.Unix()), ok
}

// density returns how many charges there are per position, on a page that has some.
func (a axis) density(charges []paymentapi.Charge) float64 {
	begin, _ := a.positionOf(&charges[0])
	last := &charges[len(charges)-1]
	end, _ := a.positionOf(last)

	count := float64(len(charges))
	positions := max(end-begin, 1)
	return count / float64(positions)
}

// startingAt narrows a query to the charges from a position on.
func (a axis) startingAt(query paymentapi.ChargeQuery, start position) paymentapi.ChargeQuery {
	second := position(a) * start // a position is the second, or minus that
	if a > 0 {
		query.From = formatSecond(second) // from is inclusive
	} else {
		query.To = formatSecond(second + 1) // to is exclusive
	}
	return query
}

func formatSecond(second position) string {
	return time.Unix(int64(second), 0).UTC().Format(time.RFC3339)
}
