// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// oddities are what a service may do without anything being wrong.
var oddities = map[string]func(*fakeservice.Service){
	"a byte order mark": set(func(b *fakeservice.Behavior) { b.ByteOrderMark = true }),
	"gzip":              set(func(b *fakeservice.Behavior) { b.Gzip = true }),
	"further fields": set(func(b *fakeservice.Behavior) {
		b.ExtraFields = map[string]any{"new": map[string]any{"list": []any{1, "x", nil}}, "": "", "error_": true}
	}),
	"an echoed token": set(func(b *fakeservice.Behavior) { b.EchoAuthToken = true }),
	"webhooks without platform and times": set(func(b *fakeservice.Behavior) {
		b.OmitWebhookFields = []string{"platform_id", "created_on", "updated_on"}
	}),
	"webhooks without a store":   set(func(b *fakeservice.Behavior) { b.NullStoreID = true }),
	"an empty patch is no write": set(func(b *fakeservice.Behavior) { b.EmptyPatchMovesUpdatedOn = false }),
	"no total with a cursor":     set(func(b *fakeservice.Behavior) { b.TotalHits = fakeservice.TotalHitsFirstPage }),
	"empty errors":               set(func(b *fakeservice.Behavior) { b.EmptyErrorObject = true }),
	"numbers with an exponent":   set(func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberExponent }),
	"another content type": func(s *fakeservice.Service) {
		s.Inject(fakeservice.Fault{Header: http.Header{"Content-Type": {"text/html"}}})
	},
	"no content type": func(s *fakeservice.Service) { s.Inject(fakeservice.Fault{Header: http.Header{"Content-Type": {""}}}) },
	"a closing connection": func(s *fakeservice.Service) {
		s.Inject(fakeservice.Fault{Header: http.Header{"Connection": {"close"}}})
	},
	"a slow body": func(s *fakeservice.Service) {
		s.Inject(fakeservice.Fault{Break: fakeservice.BreakDrip, Interval: 10 * time.Microsecond})
	},
	"latency":       set(func(b *fakeservice.Behavior) { b.Latency = 4 * time.Second }),
	"a passing 429": func(s *fakeservice.Service) { s.Inject(fakeservice.Fault{Status: 429, Times: 2}) },
	"a passing 429 with nothing in it": func(s *fakeservice.Service) {
		s.Inject(fakeservice.Fault{Status: 429, Times: 2, Body: []byte("{}")})
	},
	"a wait of a second": func(s *fakeservice.Service) {
		s.Inject(fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {"1"}}})
	},
}

func set(change func(*fakeservice.Behavior)) func(*fakeservice.Service) {
	return func(s *fakeservice.Service) { s.Set(change) }
}

// TestOddities: none of them keeps anything from working, nor is worth a word.
func TestOddities(t *testing.T) {
	t.Parallel()

	var cases sample.Cases
	for _, name := range sample.Keys(oddities) {
		for _, doing := range sample.Keys(targets) {
			if cases.Left() {
				continue
			}
			odd, target := oddities[name], targets[doing]
			t.Run(doing+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, target.arguments)
					if target.prepare != nil {
						target.prepare(t, w)
					}
					odd(w.Service)
					if diags := target.run(t.Context(), w); diags.Errors() != "" || strings.Contains(diags.String(), "hook-token") {
						t.Errorf("said %s", diags)
					}
				})
			})
		}
	}
}
