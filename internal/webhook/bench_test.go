// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// BenchmarkMark_refresh compares the refresh of 500 webhooks with the requests that
// it takes and with one that sends none. A CLI refreshes ten at once, which is also
// the limit of requests in flight.
func BenchmarkMark_refresh(b *testing.B) {
	const (
		webhooks = 500
		atOnce   = 10
		latency  = 20 * time.Millisecond
	)
	service, server := acctest.Start(b)
	p := acctest.Configured(b, server, nil)
	var resources []*acctest.Resource
	for n := range webhooks {
		id := fmt.Sprintf("44444444-4444-4444-8444-%012d", n)
		service.AddWebhook(fakeservice.Webhook{ID: id, Active: true})
		resource := p.NewResource("paymentservice_webhook")
		if diags := resource.Apply(b.Context(), acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": id}); diags.Errors() != "" {
			b.Fatal(diags)
		}
		resources = append(resources, resource)
	}
	service.Set(func(b *fakeservice.Behavior) { b.Latency = latency })
	connections := 0
	refreshed := func(arguments acctest.Values) func() {
		return func() {
			before := server.Connections()
			p := acctest.Configured(b, server, arguments)
			var group sync.WaitGroup
			for first := range atOnce {
				group.Go(func() {
					for n := first; n < webhooks; n += atOnce {
						if diags := p.Adopt(resources[n]).Refresh(b.Context()); len(diags) > 0 {
							b.Error(diags)
						}
					}
				})
			}
			group.Wait()
			connections = max(connections, server.Connections()-before)
		}
	}
	took := mark.Fastest(5, map[string]func(){"refresh": refreshed(nil), "empty plan": refreshed(acctest.Values{"webhook_refresh": "off"})})
	requests := (webhooks / atOnce * latency).Seconds()
	mark.AtMost(b, "500 webhooks, against 1.2 times their requests and an empty plan", took["refresh"]/(1.2*requests+took["empty plan"]), 1)
	mark.AtMost(b, "500 webhooks, connections against requests in flight", float64(connections)/atOnce, 1)
}
