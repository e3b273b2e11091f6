// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

const (
	firstAllowed  = 2
	firstPatience = 20
	maxPatience   = 640
)

// window learns how many requests the service allows at once. It opens quickly
// up to the limit that is configured. A refusal among more requests than were
// ever served together closes it; it opens again up to one less than were
// refused, and beyond that only now and then.
type window struct {
	limit    int // as configured
	allowed  int // may be in flight now
	ceiling  int // up to which allowed grows with each request served
	proven   int // were in flight together, and none of them was refused
	patience int // requests served at the ceiling until it is raised
	waited   int // of them so far
}

func newWindow(limit int) window {
	return window{limit: limit, allowed: min(firstAllowed, limit), ceiling: limit, patience: firstPatience}
}

func (w *window) accept(f *flight) {
	if !f.tainted && f.level > w.proven {
		w.proven = f.level
		w.patience = min(w.patience, firstPatience/4)
	}
	switch {
	case w.allowed < w.ceiling:
		w.allowed++
	case w.ceiling < w.limit && f.level >= w.allowed:
		if w.waited++; w.waited >= w.patience {
			w.waited = 0
			w.ceiling++
			w.allowed++
		}
	}
}

// refuse reports whether too many requests at once can be the reason.
func (w *window) refuse(f *flight) bool {
	if f.peak <= max(w.proven, 1) {
		return false
	}
	w.allowed, w.ceiling, w.waited = 1, f.peak-1, 0
	w.patience = min(max(2*w.patience, firstPatience), maxPatience)
	return true
}
