// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"testing"
	"time"
)

func TestRate(t *testing.T) {
	t.Parallel()

	now := time.Unix(0, 0)
	clock := func() time.Time { return now }
	bucket := &Rate{Burst: 2, PerMinute: 120, RetryAfter: true, Clock: clock}
	try := func(r *Rate) *response {
		refusal, _ := r.admit(nil)
		return refusal
	}
	for range 2 {
		if try(bucket) != nil {
			t.Error("a full bucket refused")
		}
	}
	refusal := try(bucket)
	if refusal == nil || refusal.status != http.StatusTooManyRequests || string(refusal.body) != "{}" || refusal.header.Get("Retry-After") != "1" {
		t.Errorf("an empty bucket answered %+v", refusal)
	}
	now = now.Add(time.Second / 2)
	if try(bucket) != nil || try(bucket) == nil {
		t.Error("half a second at 120 a minute is one request")
	}
	if served, refused := bucket.Counts(); served != 3 || refused != 2 {
		t.Errorf("%d served and %d refused, want 3 and 2", served, refused)
	}
	if got := bucket.Inevitable(22); got != 10*time.Second {
		t.Errorf("22 requests take %s, want 10s", got)
	}

	for _, prolongs := range []bool{false, true} {
		window := &Rate{Burst: 2, Window: time.Minute, Prolongs: prolongs, Clock: clock}
		for _, want := range []bool{true, true, false, !prolongs} { // after 0, 20, 40 and 60 seconds
			if served := try(window) == nil; served != want {
				t.Errorf("with Prolongs %t, a request was served: %t", prolongs, served)
			}
			now = now.Add(20 * time.Second)
		}
	}

	single := &Rate{AtOnce: 1, Clock: clock}
	_, done := single.admit(nil)
	if try(single) == nil {
		t.Error("two requests at once were let through")
	}
	done()
	if try(single) != nil {
		t.Error("a request was refused after the other one had ended")
	}
}
