// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// SeedOptions shape what SeedCharges makes. The same options make the same charges.
type SeedOptions struct {
	StoreID   string    // DefaultStoreID if empty
	From, To  time.Time // the charges' created_on, From inclusive, To exclusive; the year 2025 if zero
	Clustered bool      // 90% of the charges in 5% of the time, the usual hard case
	Seed      uint64
}

// SeedCharges adds n charges such as a busy store has: several currencies, failed ones
// with an error object, pending ones with nothing charged yet, metadata with numbers,
// booleans, nulls and objects.
func (s *Service) SeedCharges(n int, o SeedOptions) {
	if o.From.IsZero() {
		o.From = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
		o.To = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}

	g := generator{o, rand.New(rand.NewPCG(o.Seed, 0))}
	tokens := make([]string, 50)
	for i := range tokens {
		tokens[i] = g.uuid()
	}
	charges := make([]Charge, n)
	for i := range charges {
		charges[i] = g.charge(i, pick(g, tokens))
	}
	s.AddCharges(charges...)
}

type generator struct {
	SeedOptions
	*rand.Rand
}

func (g generator) uuid() string {
	return uuid.NewSHA1(uuid.Nil, fmt.Append(nil, g.Uint64())).String()
}

// created is when a charge was created.
func (g generator) created() time.Time {
	from := g.From
	length := g.To.Sub(from)
	isDense := g.Float64() < 0.9 // is drawn in any case, so that the other figures stay as they are
	if isDense && g.Clustered {
		// The dense part lies somewhat past the middle, so that halving does
		// not find its bounds.
		from = from.Add(time.Duration(0.6 * float64(length)))
		length = time.Duration(0.05 * float64(length))
	}

	longest := max(1, int64(length))
	return from.Add(time.Duration(g.Int64N(longest)))
}

var (
	seedCurrencies = []string{"JPY", "JPY", "JPY", "USD", "EUR", "KWD"}
	seedStatuses   = []string{"failed", "pending", "awaiting", "authorized", "canceled", "error"}
	seedErrors     = map[string]json.RawMessage{
		"failed": json.RawMessage(`{"code":301,"message":"The card was declined","detail":null}`),
		"error":  json.RawMessage(`{"code":504,"message":"The processor did not answer","detail":"timeout"}`),
	}
	seedMetadata = []map[string]any{
		nil,
		{"service-name": "Example Service", "service-phone-number": json.Number("8012345678")},
		{"service-name": "Example Service", "order": json.Number("17"), "gift": true},
		{"note": nil, "weight": json.Number("1.50")},
		{"basket": map[string]any{"lines": json.Number("2"), "tags": []string{"a", "<b>"}}},
	}
)

func pick[T any](g generator, from []T) T {
	return from[g.IntN(len(from))]
}

// oneIn is true once in n times.
func (g generator) oneIn(n int) bool {
	return g.IntN(n) == 0
}

func (g generator) charge(i int, token string) Charge {
	c := Charge{
		ID:                   g.uuid(),
		StoreID:              g.StoreID,
		TransactionTokenID:   token,
		TransactionTokenType: "one_time",
		RequestedAmount:      1 + g.Int64N(1_000_000),
		RequestedCurrency:    pick(g, seedCurrencies),
		OnlyDirectCurrency:   g.oneIn(20),
		Status:               "successful",
		Metadata:             pick(g, seedMetadata),
		Mode:                 "live",
		CreatedOn:            g.created(),
	}

	// Only some charges have these.
	if g.oneIn(8) {
		c.Status = pick(g, seedStatuses)
		c.Error = seedErrors[c.Status]
	}
	if g.oneIn(10) {
		c.Mode = "test"
	}
	if g.oneIn(5) {
		c.TransactionTokenType = "recurring"
		c.SubscriptionID = new(g.uuid())
	}
	if g.oneIn(3) {
		c.MerchantTransactionID = new(fmt.Sprintf("order-%08d", i))
	}
	if c.Status == "successful" && g.oneIn(2) {
		fee := c.RequestedAmount / 30
		c.FeeAmount = &fee
		c.FeeCurrency = &c.RequestedCurrency
		c.FeeAmountFormatted = new(formatAmount(fee, c.RequestedCurrency))
	}
	if c.Status == "authorized" {
		c.CaptureAt = new(c.CreatedOn.Add(72 * time.Hour).Format(timestamp))
	}
	if g.oneIn(4) {
		c.Descriptor = new("EXAMPLE SHOP")
		c.DescriptorPhoneNumber = new("0312345678")
	}
	if g.oneIn(20) {
		c.Redirect = map[string]any{
			"endpoint":    fmt.Sprintf("https://shop.example.com/done?order=%d", i),
			"redirect_id": nil,
		}
	}
	return c
}

// The objects of an Example. Their ids never change, so that configurations can
// name them.
const (
	ExampleStoreID = "33333333-3333-4333-8333-333333333334" // the second store; the first is DefaultStoreID
	ExampleCharges = 5000                                   // of the first store, in the year 2025

	// The third store is in use: its application token is for live mode.
	LiveStoreID  = "33333333-3333-4333-8333-333333333335"
	LiveSecret   = "sandbox-live-secret"
	LiveAppToken = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." +
		"eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiIsIm1vZGUiOiJsaXZlIiwi" +
		"c3RvcmVfaWQiOiIzMzMzMzMzMy0zMzMzLTQzMzMtODMzMy0zMzMzMzMzMzMzMzUifQ." +
		"Y9hU7_An-CdudKar1FIe0M7NtGShiZ3yXwwmoWL1cc0"
)

// ExampleWebhooks has the stores of the webhooks of an Example.
var ExampleWebhooks = []string{
	DefaultStoreID,
	DefaultStoreID,
	DefaultStoreID,
	ExampleStoreID,
	ExampleStoreID,
	LiveStoreID,
}

// ExampleConsumer is the consumer of three of the charges, by whom they can be found.
var ExampleConsumer = map[string]string{
	"phone":     "0312345678",
	"email":     "taro@example.com",
	"last_four": "0042",
	"name":      "TARO YAMADA",
	"exp_month": "3",
	"exp_year":  "2030",
}

// ExampleWebhookID returns the id of a webhook, counted from 1.
func ExampleWebhookID(n int) string {
	return fmt.Sprintf("44444444-4444-4444-8444-44444444444%d", n)
}

// Example returns the service of the sandbox: three stores with a few webhooks of the
// year 2024, the third of them stopped, some thousand charges of the year 2025, and some
// for each of the last seven days. It answers calls that the API description does not
// show as many services do.
func Example() *Service {
	service := NewExtended(DefaultSecret+"."+DefaultAppToken, LiveSecret+"."+LiveAppToken)
	service.Set(func(b *Behavior) {
		b.WebhookList = true
		b.UniqueURLs = true
	})
	for i, store := range ExampleWebhooks {
		service.AddWebhook(Webhook{
			ID:        ExampleWebhookID(i + 1),
			StoreID:   store,
			URL:       fmt.Sprintf("https://hooks.example.com/payments/%d", i+1),
			Active:    i != 2,
			CreatedOn: time.Date(2024, time.November, i+1, 9, 0, 0, 0, time.UTC),
		})
	}

	service.SeedCharges(ExampleCharges, SeedOptions{Seed: 1})
	service.SeedCharges(1000, SeedOptions{StoreID: ExampleStoreID, Seed: 2})
	service.SeedCharges(200, SeedOptions{StoreID: LiveStoreID, Seed: 3})
	for _, charge := range service.Charges(DefaultStoreID)[:3] {
		charge.Consumer = ExampleConsumer
		service.AddCharges(charge)
	}

	now := instant()
	lastWeek := now.Truncate(24*time.Hour).AddDate(0, 0, -7)
	service.SeedCharges(350, SeedOptions{From: lastWeek, To: now, Seed: 4})
	service.SeedCharges(70, SeedOptions{
		StoreID: ExampleStoreID,
		From:    lastWeek,
		To:      now,
		Seed:    5,
	})
	return service
}
