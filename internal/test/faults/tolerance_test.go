// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOddities lets the service do, all at once, what healthy services may do.
// Everything works nevertheless.
func TestOddities(t *testing.T) {
	t.Parallel()

	for doing, target := range targets {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, target.arguments)
				if target.prepare != nil {
					target.prepare(t, w)
				}
				w.Set(func(b *fakeservice.Behavior) {
					b.ByteOrderMark, b.Gzip, b.EchoAuthToken, b.NullStoreID = true, true, true, true
					b.ExtraFields = map[string]any{"new": map[string]any{"list": []any{1, "x", nil}}, "": "", "error_": true}
					b.OmitWebhookFields = []string{"platform_id", "created_on", "updated_on"}
					b.TotalHits = fakeservice.TotalHitsFirstPage
					b.ChargeMutator = func(charge map[string]any) { charge["requested_amount"] = json.Number("1e3") }
				})
				w.Inject(fakeservice.Fault{Header: http.Header{"Content-Type": {"text/html"}, "Connection": {"close"}}})
				if diags := target.run(t.Context(), w); diags.Errors() != "" || strings.Contains(diags.String(), "hook-token") {
					t.Errorf("said %s", diags)
				}
			})
		})
	}
}
