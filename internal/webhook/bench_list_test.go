// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package webhook_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// BenchmarkMark_refreshByList compares a refresh by the list of the store with one by a GET for each webhook.
func BenchmarkMark_refreshByList(b *testing.B) {
	for _, stores := range []int{1, 10} {
		service, server := acctest.Start(b)
		e := env{
			Service:  service,
			server:   server,
			Protocol: acctest.Configured(b, server, acctest.Values{"webhook_refresh": "off"}),
		}
		resources := manyAdopted(b, e, stores)
		service.Set(func(b *fakeservice.Behavior) { b.Latency = 20 * time.Millisecond })
		requests := 0
		took := mark.Fastest(5, map[string]func(){
			"get": func() { refreshAll(b, e, "get", resources) },
			"list": func() {
				service.ResetRequests()
				refreshAll(b, e, "list", resources)
				requests = len(service.Requests())
			},
		})
		what := fmt.Sprintf("500 webhooks of %d stores by list, ", stores)
		mark.AtMost(b, what+"against get", took["list"]/took["get"], 0.25)
		mark.AtMost(b, what+"requests against ten", float64(requests)/10, 1)
	}
}

// TestMark_refreshByListRate: at a service that allows 60 requests a minute, a refresh of 500 webhooks takes
// no longer than its few requests, while one GET for each of them would take eight minutes.
func TestMark_refreshByListRate(t *testing.T) {
	t.Parallel()
	for name, stores := range map[string]int{"one store": 1, "ten stores": 10} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := fakeservice.NewExtended()
				pipe, options := acctest.Pipe(t, service)
				e := env{
					Service:  service,
					server:   pipe,
					options:  options,
					Protocol: acctest.Configured(t, pipe, acctest.Values{"webhook_refresh": "off"}, options...),
				}
				resources := manyAdopted(t, e, stores)
				time.Sleep(time.Hour)
				e.Set(func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 1, PerMinute: 60} })
				started := time.Now()
				refreshAll(t, e, "list", resources)
				took := time.Since(started)
				t.Logf("it took %s", took)
				if took > 15*time.Second {
					t.Errorf("the refresh took %s, want at most 15s", took)
				}
			})
		})
	}
}
