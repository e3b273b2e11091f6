// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package faults_test tests what holds for all objects at once: failures, odd
// answers and secrets, and any series of events in the life of a webhook. What one
// package can hold is tested there.
package faults_test

import (
	"io"
	"log"
	"maps"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookID = "44444444-4444-4444-8444-444444444444"
	importID  = fakeservice.DefaultStoreID + "/" + webhookID
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // as the program does: Go logs what a server sends unasked
	property.Main(m, 10)
}

// harness is a fake service in memory and the provider, inside a synctest bubble:
// its time is fake, and it ends with an error if a goroutine stays behind.
type harness struct {
	*fakeservice.Service

	server   *fakeservice.Server
	options  []provider.Option
	protocol *acctest.Protocol
	webhook  *acctest.Resource
}

func newHarness(t *testing.T, arguments acctest.Values) *harness {
	t.Helper()
	service := fakeservice.NewExtended()
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	service.AddWebhook(fakeservice.Webhook{ID: webhookID, Active: true})
	service.SeedCharges(12, fakeservice.SeedOptions{})
	w := &harness{Service: service}
	w.server, w.options = acctest.Pipe(t, service)
	w.protocol = w.provider(t, arguments)
	w.webhook = w.protocol.NewResource("paymentservice_webhook")
	return w
}

// provider returns another process of the provider.
func (w *harness) provider(t *testing.T, arguments acctest.Values) *acctest.Protocol {
	t.Helper()
	all := acctest.Values{"max_retries": 2, "request_timeout": "5s"}
	maps.Copy(all, arguments)
	return acctest.Configured(t, w.server, all, w.options...)
}
