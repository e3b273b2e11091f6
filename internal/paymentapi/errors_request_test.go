// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestMayHaveActed_anyAttempt: if any attempt may have acted, the error says so,
// however the last one failed.
func TestMayHaveActed_anyAttempt(t *testing.T) {
	t.Parallel()

	reset := fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}
	for name, tc := range map[string]struct {
		faults []fakeservice.Fault
		says   string
		acted  bool
	}{
		"500, then 400":              {[]fakeservice.Fault{{Status: 500, AfterHandling: true}, {Status: 400}}, "The results of the 2 attempts were 500, then 400.", true},
		"reset, then 404":            {[]fakeservice.Fault{reset, {Status: 404}}, "The results of the 2 attempts were broken connection, then 404.", true},
		"late, then 403":             {[]fakeservice.Fault{{Delay: time.Minute, AfterHandling: true}, {Status: 403}}, "The results of the 2 attempts were timeout, then 403.", true},
		"503, 503, then 409":         {[]fakeservice.Fault{{Status: 503}, {Status: 503}, {Status: 409}}, "The results of the 3 attempts were 503 (2 times), then 409.", true},
		"429, then 400":              {[]fakeservice.Fault{{Status: 429}, {Status: 400}}, "The results of the 2 attempts were 429, then 400.", false},
		"400":                        {[]fakeservice.Fault{{Status: 400}}, "with status 400 (Bad Request) and code INJECTED_FAULT.", false},
		"503 with a wait of an hour": {[]fakeservice.Fault{{Status: 503}, {Status: 503}, {Status: 503, Header: http.Header{"Retry-After": {"3600"}}}}, "The service asked the provider to wait for 1h.", true},
		"500, then no answer at all": {[]fakeservice.Fault{{Status: 500}, reset, reset}, "failed after 3 attempts: the connection ended too early or the answer was not valid HTTP. The attempts had these results: 500, broken connection (2 times).", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				for _, fault := range tc.faults {
					fault.Times = 1
					service.Inject(fault)
				}
				err := calls[http.MethodPatch](t.Context(), client)
				if err == nil || !strings.Contains(err.Error(), tc.says) {
					t.Errorf("error %v, want %q in it", err, tc.says)
				}
				if got := paymentapi.MayHaveActed(err); got != tc.acted {
					t.Errorf("MayHaveActed(%v) = %t, want %t", err, got, tc.acted)
				}
			})
		})
	}
}

// TestError_attempts: if all attempts had the same result, it is named only once.
func TestError_attempts(t *testing.T) {
	t.Parallel()

	for attempts, says := range map[int]string{1: "(Service Unavailable) and code INJECTED_FAULT.", 2: "Both attempts had this result.", 3: "All 3 attempts had this result."} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRetries = attempts - 1 })
				service.Inject(fakeservice.Fault{Status: 503})
				if err := calls[http.MethodGet](t.Context(), client); err == nil || !strings.Contains(err.Error(), says) {
					t.Errorf("error %v, want %q in it", err, says)
				}
			})
		})
	}
}
