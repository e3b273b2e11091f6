// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The objects of the fake service. Their ids never change, so that
// configurations can name them.
const (
	storeID      = fakeservice.DefaultStoreID
	otherStoreID = "33333333-3333-4333-8333-333333333334"

	webhooks     = 3
	charges      = 5000
	otherCharges = 1000
)

// The consumer of a few of the charges, by whom they can be found.
const (
	consumerEmail = "taro@example.com"
	consumerPhone = "0312345678"
	consumed      = 3
)

var consumerCard = fakeservice.ChargeCard{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030}

func webhookID(n int) string { return fmt.Sprintf("44444444-4444-4444-8444-44444444444%d", n) }

// newService returns a fake service with a few webhooks, the last of them
// stopped, and some thousand charges of two stores.
func newService(options ...fakeservice.Option) *fakeservice.Service {
	service := fakeservice.New(options...)
	service.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": fakeservice.MatchEmail}
	})
	for n := 1; n <= webhooks; n++ {
		service.AddWebhook(fakeservice.Webhook{
			ID: webhookID(n), StoreID: storeID, Active: n < webhooks,
			URL: fmt.Sprintf("https://hooks.example.com/payments/%d", n),
		})
	}
	service.SeedCharges(charges, fakeservice.SeedOptions{StoreID: storeID, Seed: 1})
	service.SeedCharges(otherCharges, fakeservice.SeedOptions{StoreID: otherStoreID, Seed: 2})
	for _, charge := range service.Charges(storeID)[:consumed] {
		charge.Email, charge.Phone, charge.Card = consumerEmail, consumerPhone, &consumerCard
		service.AddCharges(charge)
	}
	return service
}
