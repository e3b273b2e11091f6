// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// hints is what an answer says of the service's rate.
type hints struct {
	// wait is what Retry-After asks for, reset when a window ends or a bucket is
	// full; both at most maxRetryAfter, 0 if not said.
	wait, reset time.Duration
	// asked is the wait that Retry-After asks for, of any length.
	asked time.Duration
	// remaining is how many requests are left; -1 if not said.
	remaining int
	// interval is what a policy leaves between two requests; 0 if not said.
	interval time.Duration
}

// The names of headers in use; the API description has none of them.
var (
	remainingHeaders = []string{"X-RateLimit-Remaining", "RateLimit-Remaining", "X-Rate-Limit-Remaining", "X-Remaining-Requests-Exact"}
	resetHeaders     = []string{"X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset", "X-RateLimit-Reset-After"}
)

// Parameters of RateLimit and RateLimit-Policy, in their present and former
// forms: "default";r=0;t=5 or remaining=0, reset=5, and "default";q=10;w=5 or
// 10;w=5.
var (
	remainingParameter = regexp.MustCompile(`(?:^|[;,\s])(?:r|remaining)=(\d{1,9})`)
	resetParameter     = regexp.MustCompile(`(?:^|[;,\s])(?:t|reset)=(\d{1,9})`)
	policyQuota        = regexp.MustCompile(`(?:^|[;\s])(?:q=)?(\d{1,9})\s*(?:;|$)`)
	policyWindow       = regexp.MustCompile(`;\s*w=(\d{1,9})`)
)

func parseHints(header http.Header, now time.Time) hints {
	h := hints{remaining: -1}
	h.asked = parseRetryAfter(header.Get("Retry-After"), now)
	h.wait = min(h.asked, maxRetryAfter)
	if n, ok := firstNumber(header, remainingHeaders, "RateLimit", remainingParameter); ok {
		h.remaining = int(n)
	}
	if n, ok := firstNumber(header, resetHeaders, "RateLimit", resetParameter); ok {
		h.reset = untilReset(n, now)
	}
	h.interval = policyInterval(header.Get("RateLimit-Policy"))
	return h
}

// firstNumber returns the number in the first of the headers that has one, or
// else the parameter of a structured one.
func firstNumber(header http.Header, names []string, structured string, parameter *regexp.Regexp) (float64, bool) {
	for _, name := range names {
		if n, err := strconv.ParseFloat(strings.TrimSpace(header.Get(name)), 64); err == nil && n >= 0 && n < 1e15 {
			return n, true
		}
	}
	if found := parameter.FindStringSubmatch(header.Get(structured)); found != nil {
		n, err := strconv.ParseFloat(found[1], 64)
		return n, err == nil
	}
	return 0, false
}

// untilReset reads seconds, or the time in seconds or milliseconds since 1970.
func untilReset(n float64, now time.Time) time.Duration {
	switch {
	case n > 1e12:
		n -= float64(now.UnixMilli())
		n /= 1e3
	case n > 1e9:
		n -= float64(now.Unix())
	}
	n = min(max(n, 0), maxRetryAfter.Seconds())
	return time.Duration(n * float64(time.Second))
}

// policyInterval returns the interval of the fastest of the policies.
func policyInterval(header string) time.Duration {
	var fastest time.Duration
	for policy := range strings.SplitSeq(header, ",") {
		quota, window := policyQuota.FindStringSubmatch(policy), policyWindow.FindStringSubmatch(policy)
		if quota == nil || window == nil {
			continue
		}
		requests, err1 := strconv.Atoi(quota[1])
		seconds, err2 := strconv.Atoi(window[1])
		if err1 != nil || err2 != nil || requests == 0 || seconds == 0 {
			continue
		}
		if each := time.Duration(seconds) * time.Second / time.Duration(requests); fastest == 0 || each < fastest {
			fastest = each
		}
	}
	return fastest
}
