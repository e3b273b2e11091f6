// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"errors"
	"net/http"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// admit notes a page of s, leaves in it the charges that belong to s and were not
// read before, and reports whether these are the last ones.
func (r *reading) admit(s *segment, page *paymentapi.Page[paymentapi.Charge]) (done bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.changed.Broadcast()
	s.pages++
	if s == r.first && s.pages == 1 {
		r.totalHits = page.TotalHits
	}
	if done, err = r.cutAtNext(s, page); err != nil {
		return false, err
	}
	r.estimate(s, page.Items)
	if done, err = r.keepUnseen(page, done || !page.HasMore); done {
		// From here on, no one takes a part away from s: nothing would lead there.
		s.state = closed
		if !r.unfinished() {
			r.endSearch()
		}
	}
	return done, err
}

// cutAtNext takes the charges that belong to the next segment out of a page of s,
// and reports whether that begins here. Only if it begins after the very charge
// that the cursor of s has come to, and goes on like that cursor, do the cursors
// together list what one of them would.
func (r *reading) cutAtNext(s *segment, page *paymentapi.Page[paymentapi.Charge]) (bool, error) {
	for i := range page.Items {
		at, ok := r.axis.of(&page.Items[i])
		for s.next != nil {
			if s.next.state != sought && s.next.found[0] == page.Items[i].ID {
				if !agree(page.Items[i:], s.next.found) {
					return false, s.passNext()
				}
				page.Items = page.Items[:i+1]
				return true, nil
			}
			if !ok || at < s.next.start {
				break
			}
			if err := s.passNext(); err != nil {
				return false, err
			}
		}
	}
	for s.next != nil && !page.HasMore {
		if err := s.passNext(); err != nil {
			return false, err
		}
	}
	return false, nil
}

// agree reports whether charges and ids are the same as far as both go.
func agree(charges []paymentapi.Charge, ids []string) bool {
	for i := range min(len(charges), len(ids)) {
		if charges[i].ID != ids[i] {
			return false
		}
	}
	return true
}

// passNext gives the next segment up, which the cursor of s has passed while the
// beginning of it was still being looked up, and lets s reach as far as it did.
func (s *segment) passNext() error {
	if s.next.state != sought {
		return inconsistent("a part of the list does not begin where the cursor of the one before leads to")
	}
	s.next.state = closed
	s.end, s.next = s.next.end, s.next.next
	return nil
}

// estimate notes how far s has come. A list that is not in the order of time, or
// does not say, is not divided.
func (r *reading) estimate(s *segment, charges []paymentapi.Charge) {
	if len(charges) == 0 {
		return
	}
	begin, begins := r.axis.of(&charges[0])
	end, ends := r.axis.of(&charges[len(charges)-1])
	if !begins || !ends || begin > end {
		r.division = indivisible
		return
	}
	s.advance(len(charges), end)
}

// keepUnseen takes the charges that were read before, and those beyond
// max_results, out of a page.
func (r *reading) keepUnseen(page *paymentapi.Page[paymentapi.Charge], done bool) (bool, error) {
	limit := r.query.MaxResults
	divided := r.first.next != nil
	unseen := page.Items[:0]
	for _, charge := range page.Items {
		if limit > 0 && len(r.seen) >= limit {
			if divided {
				return false, inconsistent("there are more charges than total_hits says, which max_results cuts")
			}
			break
		}
		if !r.seen.Add(charge.ID) {
			if divided {
				return false, inconsistent("a charge came twice")
			}
			r.division = indivisible
			continue
		}
		unseen = append(unseen, charge)
		if !r.asked.contains(&charge) {
			if r.outOfRange++; r.parallel {
				return false, inconsistent("the service forgets from and to, or cuts them")
			}
		}
	}
	page.Items = unseen
	return done || limit > 0 && !divided && len(r.seen) >= limit, nil
}

// complete returns an error if parts have fewer charges together than the service
// counts: one cursor has to find no more before that is believed.
func (r *reading) complete() error {
	if r.first.next != nil && int64(len(r.seen)) < *r.totalHits {
		return inconsistent("the parts have %d charges together, and total_hits is %d", len(r.seen), *r.totalHits)
	}
	return nil
}

// failure returns what a failed page of s means. A service may not cope with
// many requests at once, or with a cursor from the middle of its list; then one
// cursor reads the list. It reads neither a charge that cannot be used, nor
// anything with wrong credentials, while every request is refused, or after the
// end of ctx.
func (r *reading) failure(ctx context.Context, s *segment, err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var (
		item    *paymentapi.ItemError
		refused *paymentapi.APIError
	)
	unauthorized := errors.As(err, &refused) && refused.StatusCode == http.StatusUnauthorized
	overall := paymentapi.EndedByRefusals(err) || paymentapi.EndedByDeadline(err) || ctx.Err() != nil
	final := unauthorized || errors.As(err, &item) || overall
	switch {
	case !final && r.parallel:
		return inconsistent("a page of a part could not be read: %v", err)
	case s == r.first:
		return err
	}
	bounds := r.axis.from(r.query, s.start)
	return &PartError{From: bounds.From, To: bounds.To, Err: err}
}
