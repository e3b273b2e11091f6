// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"fmt"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// admit notes a page of s, leaves in it the charges that belong to s and were not
// read before, and reports whether these are the last ones.
func (r *reading) admit(s *segment, page *page) (done bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.changed.Broadcast()
	if r.stopped {
		return true, nil
	}
	if done, err = r.meetNext(s, page); err != nil {
		return false, err
	}
	r.estimate(s, page.Items)
	if done, err = r.keepUnseen(page, done || !page.HasMore); err != nil {
		return false, err
	}
	if done {
		// From here on, no one takes a part away from s: nothing would lead there.
		s.state = closed
		if !r.unfinished() {
			r.endSearch()
		}
	}
	r.pages++
	if s.pages++; s == r.first && s.pages == 1 {
		r.totalHits = page.TotalHits
		r.parallel = !done && r.longEnough()
	}
	return done, nil
}

// meetNext removes from a page of s the charges that belong to the next
// segment, and reports whether that segment begins here. It must begin after
// the very charge that the cursor of s has come to, and go on like that cursor.
// Otherwise, the cursors together do not list what one of them would.
func (r *reading) meetNext(s *segment, page *page) (bool, error) {
	for i := range page.Items {
		at, ok := r.axis.of(&page.Items[i])
		for s.next != nil {
			if s.next.state != sought && s.next.found[0] == page.Items[i].ID {
				if !agree(page.Items[i:], s.next.found) {
					return false, s.absorbNext()
				}
				page.Items = page.Items[:i+1]
				return true, nil
			}
			if !ok || at < s.next.start {
				break
			}
			if err := s.absorbNext(); err != nil {
				return false, err
			}
		}
	}
	for s.next != nil && !page.HasMore {
		if err := s.absorbNext(); err != nil {
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

// keepUnseen removes from a page the charges that were read before, and those
// beyond max_results.
func (r *reading) keepUnseen(page *page, done bool) (bool, error) {
	limit := r.query.MaxResults
	divided := r.first.next != nil
	unseen := page.Items[:0]
	for _, charge := range page.Items {
		if limit > 0 && len(r.seen) >= limit {
			if divided {
				return false, misfit("there are more charges than total_hits says, which max_results cuts")
			}
			break
		}
		if !r.seen.Add(charge.ID) {
			if divided {
				return false, misfit("a charge came twice")
			}
			r.division = indivisible
			continue
		}
		unseen = append(unseen, charge)
		for i := range r.checks {
			if r.checks[i].outside(&charge) {
				r.checks[i].Charges++
			}
		}
		if r.parallel && r.outsideOfTime() {
			return false, misfit("the service forgets from and to, or cuts them")
		}
	}
	page.Items = unseen
	return done || limit > 0 && !divided && len(r.seen) >= limit, nil
}

// outsideOfTime reports whether a charge was not created between from and to.
func (r *reading) outsideOfTime() bool {
	for _, c := range r.checks {
		if c.Charges > 0 && (c.Filter == filterFrom || c.Filter == filterTo) {
			return true
		}
	}
	return false
}

// shortfall says that the parts together have fewer charges than the service
// counts. That is believed only if one cursor finds no more either. It is empty
// if there are enough.
func (r *reading) shortfall() misfit {
	if r.first.next == nil || int64(len(r.seen)) >= *r.totalHits {
		return ""
	}
	return misfit(fmt.Sprintf("the parts have %d charges together, and total_hits is %d", len(r.seen), *r.totalHits))
}
