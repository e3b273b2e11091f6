// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 30 * time.Second
)

// MaxWait is the longest wait that the service can ask for with effect.
const MaxWait = time.Minute

// maxAsked is the longest wait that a message names. A service may ask for more.
const maxAsked = 366 * 24 * time.Hour

// backoff returns how long to wait after a failed attempt, the number of which counts
// from 1. If the service asked for a wait, it is that one, up to MaxWait. Otherwise it
// is half a second after the first attempt and twice as long after each further one,
// up to maxBackoff, and up to 20% more or less, so that clients do not keep step.
func (c *Client) backoff(attempt int, asked time.Duration) time.Duration {
	if asked > 0 {
		return min(asked, MaxWait)
	}
	wait := firstBackoff
	for range attempt - 1 {
		wait = min(2*wait, maxBackoff)
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*c.options.Jitter()))
}

// parseRetryAfter returns the wait that a Retry-After header asks for, in
// seconds or as a date; 0 for nonsense. The result is at most maxAsked.
func parseRetryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseUint(header, 10, 64); err == nil {
		return time.Duration(min(seconds, uint64(maxAsked/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(at.Sub(now), 0), maxAsked)
	}
	return 0
}

// Clock tells the time and waits for it to pass.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx ends, and then returns the reason.
	Sleep(ctx context.Context, d time.Duration) error
}

type realClock struct{}

func (realClock) Now() time.Time { return time.Now() }

func (realClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
