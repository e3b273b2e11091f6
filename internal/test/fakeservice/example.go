// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"fmt"
	"time"
)

// The objects of an Example. Their ids never change, so that configurations can
// name them.
const (
	ExampleStoreID  = "33333333-3333-4333-8333-333333333334" // the second store; the first is DefaultStoreID
	ExampleWebhooks = 5                                      // the last two belong to the second store
	ExampleCharges  = 5000                                   // of the first store, in the year 2025

	// The consumer of three of the charges, by whom they can be found.
	ExampleEmail = "taro@example.com"
	ExamplePhone = "0312345678"
)

// ExampleCard is the card of that consumer.
var ExampleCard = ChargeCard{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030}

// ExampleWebhookID returns the id of a webhook, counted from 1.
func ExampleWebhookID(n int) string { return fmt.Sprintf("44444444-4444-4444-8444-44444444444%d", n) }

// Example returns the service of the sandbox: two stores with a few webhooks, the
// third of them stopped, some thousand charges of the year 2025, and some for each
// of the seven days before now.
func Example(now time.Time, options ...Option) *Service {
	service := New(options...)
	service.Set(func(b *Behavior) {
		b.WebhookList = true
		b.ExtraFilters = map[string]ChargeFilter{"email": MatchEmail}
	})
	for n := 1; n <= ExampleWebhooks; n++ {
		store := DefaultStoreID
		if n > 3 {
			store = ExampleStoreID
		}
		service.AddWebhook(Webhook{
			ID: ExampleWebhookID(n), StoreID: store, Active: n != 3, URL: fmt.Sprintf("https://hooks.example.com/payments/%d", n),
		})
	}
	service.SeedCharges(ExampleCharges, SeedOptions{Seed: 1})
	service.SeedCharges(1000, SeedOptions{StoreID: ExampleStoreID, Seed: 2})
	for _, charge := range service.Charges(DefaultStoreID)[:3] {
		charge.Email, charge.Phone, charge.Card = ExampleEmail, ExamplePhone, &ExampleCard
		service.AddCharges(charge)
	}
	week := SeedOptions{From: now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -7), To: now, Seed: 3}
	service.SeedCharges(350, week)
	week.StoreID, week.Seed = ExampleStoreID, 4
	service.SeedCharges(70, week)
	return service
}
