// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"testing"
	"time"
)

// FuzzParseRetryAfter looks for waits that are negative, or longer than any
// service may ask for.
func FuzzParseRetryAfter(f *testing.F) {
	for _, seed := range []string{
		"", "0", "7", " 7 ", "60", "86400", "-1", "1.5", "1e9", "9223372036854775807", "18446744073709551615", "18446744073709551616",
		"Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "soon",
	} {
		f.Add(seed, 1)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, header string, attempt int) {
		asked := parseRetryAfter(header, now)
		if asked < 0 {
			t.Errorf("%q asks for %s", header, asked)
		}
		for _, jitter := range []float64{0, 1} {
			c := &Client{options: Options{Jitter: func() float64 { return jitter }}}
			if wait := c.backoff(1+max(0, attempt)%MaxMaxRetries, asked); wait <= 0 || wait > MaxWait {
				t.Errorf("%q at attempt %d makes a wait of %s", header, attempt, wait)
			}
		}
	})
}
