// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"net/http"
	"testing"
	"time"
)

func TestParseHints(t *testing.T) {
	t.Parallel()

	now := time.Unix(1_750_000_000, 0)
	none := hints{remaining: -1}
	for name, tc := range map[string]struct {
		header map[string]string
		want   hints
	}{
		"nothing":              {nil, none},
		"Retry-After":          {map[string]string{"Retry-After": "7"}, hints{remaining: -1, wait: 7 * time.Second, asked: 7 * time.Second}},
		"Retry-After a day":    {map[string]string{"Retry-After": "86400"}, hints{remaining: -1, wait: time.Minute, asked: 24 * time.Hour}},
		"X-RateLimit":          {map[string]string{"X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "5"}, hints{remaining: 3, reset: 5 * time.Second}},
		"reset as a time":      {map[string]string{"X-RateLimit-Reset": "1750000020"}, hints{remaining: -1, reset: 20 * time.Second}},
		"reset in ms":          {map[string]string{"X-RateLimit-Reset": "1750000000500"}, hints{remaining: -1, reset: 500 * time.Millisecond}},
		"reset in the past":    {map[string]string{"X-RateLimit-Reset": "1740000000"}, none},
		"reset far ahead":      {map[string]string{"RateLimit-Reset": "99999999999"}, hints{remaining: -1, reset: time.Minute}},
		"reset nonsense":       {map[string]string{"X-RateLimit-Reset": "soon", "X-RateLimit-Remaining": "-1"}, none},
		"infinite":             {map[string]string{"X-RateLimit-Reset": "Inf", "X-RateLimit-Remaining": "NaN"}, none},
		"exact":                {map[string]string{"X-Remaining-Requests-Exact": "0.75"}, hints{}},
		"RateLimit":            {map[string]string{"RateLimit": `"default";r=50;t=30`}, hints{remaining: 50, reset: 30 * time.Second}},
		"RateLimit, former":    {map[string]string{"RateLimit": `limit=100, remaining=50, reset=30`}, hints{remaining: 50, reset: 30 * time.Second}},
		"policy":               {map[string]string{"RateLimit-Policy": `"default";q=10;w=5`}, hints{remaining: -1, interval: 500 * time.Millisecond}},
		"policy, former":       {map[string]string{"RateLimit-Policy": `10;w=1`}, hints{remaining: -1, interval: 100 * time.Millisecond}},
		"two policies":         {map[string]string{"RateLimit-Policy": `"day";q=1000;w=86400, "burst";q=10;w=5`}, hints{remaining: -1, interval: 500 * time.Millisecond}},
		"policy of nothing":    {map[string]string{"RateLimit-Policy": `"none";q=0;w=0`}, none},
		"policy without quota": {map[string]string{"RateLimit-Policy": `"x";w=5`}, none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := http.Header{}
			for name, value := range tc.header {
				header.Set(name, value)
			}
			if got := parseHints(header, now); got != tc.want {
				t.Errorf("parseHints = %+v, want %+v", got, tc.want)
			}
		})
	}
}
