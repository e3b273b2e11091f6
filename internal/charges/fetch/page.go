// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// read reads a segment to its end, which may come nearer meanwhile.
func (r *reading) read(ctx context.Context, s *segment) error {
	for page, err := range r.source.ChargePages(ctx, s.query) {
		if err != nil {
			return s.failure(err)
		}
		charges, done, err := r.admit(s, page)
		if err != nil {
			return err
		}
		if len(charges) > 0 {
			if err := s.part.Add(charges); err != nil {
				return err
			}
		}
		if s.pages == 1 && !s.bounded() && page.HasMore {
			r.consider(ctx)
		}
		if done {
			break
		}
	}
	r.update(func() {
		s.closed = true
		if r.open--; r.open == 0 {
			r.endSearch()
		}
	})
	return nil
}

// failure tells what a failed page means. A part that the service does not answer as it should says
// nothing against the list; a charge that cannot be used does.
func (s *segment) failure(err error) error {
	if !s.bounded() {
		return err
	}
	var (
		refused  *paymentapi.APIError
		response *paymentapi.ResponseError
		item     *paymentapi.ItemError
	)
	if errors.As(err, &refused) && slices.Contains(refusals, refused.StatusCode) {
		return odd("the service refused a from or to with status %d", refused.StatusCode)
	}
	if errors.As(err, &response) && !errors.As(err, &item) {
		return odd("the answer for a part of the list was no list")
	}
	return &PartError{From: s.query.From, To: s.query.To, Err: err}
}

// refusals are the statuses that may be about the bounds of a part, which nobody but this package
// asked for; a service may also stumble over them.
var refusals = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusRequestURITooLong, http.StatusUnprocessableEntity,
	http.StatusInternalServerError, http.StatusNotImplemented,
}

// admit notes a page of s and returns the charges of it that belong there and were not read before,
// and whether the next segment begins in it.
func (r *reading) admit(s *segment, page *paymentapi.Page[paymentapi.Charge]) ([]paymentapi.Charge, bool, error) {
	positions, err := r.positions(s, page)
	if err != nil {
		return nil, false, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.changed.Broadcast()
	if s.pages == 0 && !s.bounded() {
		r.totalHits = page.TotalHits
	}
	charges, done := page.Items, false
	if i := slices.IndexFunc(positions, func(p position) bool { return p >= s.stop }); i >= 0 {
		charges, positions, done = charges[:i], positions[:i], true
	}
	charges = r.unseen(charges, positions)
	if done || len(positions) == 0 {
		s.pages++
		s.left = 0
	} else {
		s.advance(page, positions[len(positions)-1], r.pageSize, float64(r.expected)-float64(len(r.seen)))
	}
	return charges, done, nil
}

// positions checks a page. One cursor alone is taken as it comes, but then stays alone.
func (r *reading) positions(s *segment, page *paymentapi.Page[paymentapi.Charge]) ([]position, error) {
	r.mu.Lock()
	alone := r.alone
	r.mu.Unlock()
	if alone {
		return nil, nil
	}
	positions, err := s.check(r.axis, page.Items)
	if err == nil {
		return positions, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.segments) > 1 {
		return nil, err
	}
	r.alone = true
	return nil, nil
}

// unseen returns the charges that were not read before. The caller holds the lock.
func (r *reading) unseen(charges []paymentapi.Charge, positions []position) []paymentapi.Charge {
	fresh := charges[:0]
	for i := range charges {
		if !r.seen.Add(charges[i].ID) {
			continue
		}
		fresh = append(fresh, charges[i])
		if !r.asked.contains(&charges[i]) {
			r.outOfRange++
		}
		if r.known && len(positions) > 0 && positions[i] >= r.limit {
			r.late++
		}
	}
	return fresh
}
