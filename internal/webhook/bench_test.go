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

const (
	manyWebhooks = 500
	cliAtOnce    = 10 // resources that a CLI refreshes at the same time
)

// manyAdopted returns the resources of many webhooks in some stores.
func manyAdopted(t testing.TB, e env, stores int) []*acctest.Resource {
	t.Helper()
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	var resources []*acctest.Resource
	for n := range manyWebhooks {
		webhook := e.AddWebhook(fakeservice.Webhook{
			ID:      fmt.Sprintf("44444444-4444-4444-8444-4%011d", n),
			StoreID: fmt.Sprintf("33333333-3333-4333-8333-3333333333%02d", n%stores),
			Active:  true,
		})
		r := e.resource()
		diags := r.Apply(t.Context(), acctest.Values{
			"store_id":   webhook.StoreID,
			"webhook_id": webhook.ID,
		})
		if diags.Errors() != "" {
			t.Fatal(diags)
		}
		resources = append(resources, r)
	}
	return resources
}

// refreshAll refreshes resources as a CLI does, for a provider that reads webhooks in a way.
func refreshAll(t testing.TB, e env, mode string, resources []*acctest.Resource) {
	t.Helper()
	p := acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": mode}, e.options...)
	var group sync.WaitGroup
	for first := range cliAtOnce {
		group.Go(func() {
			for n := first; n < len(resources); n += cliAtOnce {
				diags := p.Adopt(resources[n]).Refresh(t.Context())
				if len(diags) > 0 {
					t.Error(diags)
				}
			}
		})
	}
	group.Wait()
}

// BenchmarkMark_refresh compares the refresh of 500 webhooks with the requests that
// it takes and with one that sends none. As many are refreshed at once as requests may be in flight.
func BenchmarkMark_refresh(b *testing.B) {
	const latency = 20 * time.Millisecond
	service, server := acctest.Start(b)
	e := env{
		Service:  service,
		server:   server,
		Protocol: acctest.Configured(b, server, nil),
	}
	resources := manyAdopted(b, e, 1)
	service.Set(func(b *fakeservice.Behavior) { b.Latency = latency })
	connections := 0
	refreshed := func(mode string) func() {
		return func() {
			before := server.Connections()
			refreshAll(b, e, mode, resources)
			connections = max(connections, server.Connections()-before)
		}
	}

	took := mark.Fastest(5, map[string]func(){
		"refresh":    refreshed("get"),
		"empty plan": refreshed("off"),
	})
	requests := (manyWebhooks / cliAtOnce * latency).Seconds()
	ratio := took["refresh"] / (1.2*requests + took["empty plan"])
	mark.AtMost(b, "500 webhooks, against 1.2 times their requests and an empty plan", ratio, 1)
	mark.AtMost(b, "500 webhooks, connections against requests in flight", float64(connections)/cliAtOnce, 1)
}
