// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// comparison runs its tasks in turn, so that all of them meet the same machine.
type comparison struct {
	name  string
	times int
	slow  bool
	tasks map[string]task
	rows  []row
}

// task is what a CLI does with a provider.
type task struct {
	provider string // shipped if empty
	config   string
	again    bool // measures a plan of what was applied before, and otherwise an apply from nothing
	env      string
	latency  time.Duration
	// instead, if set, is measured, and no CLI.
	instead func(context.Context, *bench) error
}

// The stores of the fake service, by how many charges they have.
const (
	emptyStore  = "33333333-0000-4333-8333-000000000000"
	tenThousand = "33333333-0000-4333-8333-000000010000"
	hundredK    = "33333333-0000-4333-8333-000000100000"
	million     = "33333333-0000-4333-8333-000001000000"

	manyWebhooks   = 500
	webhookLatency = 20 * time.Millisecond
	inFlight       = 10 // the default of the CLI's parallelism, and of max_concurrent_requests
)

var seeded = map[string]int{tenThousand: 10_000, hundredK: 100_000, million: 1_000_000}

// Charges are spread over the year 2025: parts of it have parts of them.
const (
	aQuarter = "to = \"2025-04-02T06:00:00Z\""
	aHalf    = "to = \"2025-07-02T12:00:00Z\""
)

func list(store, more string) string {
	return fmt.Sprintf("data \"paymentservice_charges\" \"all\" {\n  store_id = %q\n  %s\n}\noutput \"count\" { value = length(data.paymentservice_charges.all.charges) }\n", store, more)
}

func summary(store, more string) string {
	return fmt.Sprintf("data \"paymentservice_charge_summary\" \"all\" {\n  store_id = %q\n  %s\n}\noutput \"count\" { value = data.paymentservice_charge_summary.all.charge_count }\n", store, more)
}

func webhooks(n int) string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("%q", webhookID(i))
	}
	return fmt.Sprintf("resource \"paymentservice_webhook\" \"all\" {\n  for_each = toset([%s])\n  store_id = %q\n  webhook_id = each.key\n}\n",
		strings.Join(ids, ", "), fakeservice.DefaultStoreID)
}

func webhookID(n int) string { return fmt.Sprintf("44444444-4444-4444-8444-%012d", n) }

var comparisons = []comparison{
	{
		"list", 5, false,
		map[string]task{
			"shipped": {config: list(tenThousand, "")}, "floor": {provider: "floor", config: list(tenThousand, "")}, "reflection": {provider: "reflection", config: list(tenThousand, "")},
			"four": {config: list(tenThousand, `fields = ["created_on", "id", "requested_amount", "status"]`)},
		},
		[]row{
			{"apply, 10k charges, against the floor", func(f figures) float64 { return f.wall("shipped") / f.wall("floor") }, 1.2, false},
			{"apply, 10k charges, wall against struct + reflection", func(f figures) float64 { return f.wall("reflection") / f.wall("shipped") }, 2, true},
			{"apply, 10k charges, provider CPU against struct + reflection", func(f figures) float64 { return f.cpu("reflection") / f.cpu("shipped") }, 10, true},
			{"apply, 10k charges, four fields against all", func(f figures) float64 { return f.wall("four") / f.wall("shipped") }, 0.75, false},
		},
	},
	{
		"summary", 7, false,
		map[string]task{
			"empty": {config: summary(emptyStore, "")}, "all": {config: summary(tenThousand, "")}, "groups": {config: summary(tenThousand, `group_by = ["status"]`)},
			"fetch": {instead: fetchAll},
		},
		[]row{
			{"apply, summary of 10k charges, against the fetch alone and an empty apply", func(f figures) float64 { return f.wall("all") / (f.wall("fetch") + f.wall("empty")) }, 1.1, false},
			{"apply, the same by status", func(f figures) float64 { return f.wall("groups") / (f.wall("fetch") + f.wall("empty")) }, 1.1, false},
		},
	},
	{
		"memory", 1, true,
		map[string]task{"quarter": {config: list(hundredK, aQuarter)}, "half": {config: list(hundredK, aHalf)}, "all": {config: list(hundredK, "")}},
		[]row{
			{"provider memory, 100k charges, against 400 MB", func(f figures) float64 { return f["all"].Memory / 400 }, 1, false},
			{"provider memory, growth against a straight line", func(f figures) float64 {
				return f["all"].Memory / (f["quarter"].Memory + 3*(f["half"].Memory-f["quarter"].Memory))
			}, 1.15, false},
		},
	},
	{
		"long summary", 1, true,
		map[string]task{"quarter": {config: summary(million, aQuarter+"\n  group_by = [\"month\", \"status\"]")}, "all": {config: summary(million, `group_by = ["month", "status"]`)}},
		[]row{
			{"provider memory, summary of 1m charges, against 256 MB", func(f figures) float64 { return f["all"].Memory / 256 }, 1, false},
			{"apply, summary of 1m charges, time against a straight line", func(f figures) float64 { return f.wall("all") / (4 * f.wall("quarter")) }, 1.15, false},
		},
	},
	{
		"webhooks", 5, false,
		map[string]task{
			"refresh": {config: webhooks(manyWebhooks), again: true, latency: webhookLatency},
			"empty":   {config: webhooks(manyWebhooks), again: true, latency: webhookLatency, env: "PAYMENTSERVICE_WEBHOOK_REFRESH=off"},
		},
		[]row{
			{"refresh of 500 webhooks, against 1.2 times its requests and an empty plan", func(f figures) float64 {
				return f.wall("refresh") / (1.2*manyWebhooks/inFlight*webhookLatency.Seconds() + f.wall("empty"))
			}, 1, false},
			{"connections of a refresh, against requests in flight", func(f figures) float64 { return f["refresh"].Connections / inFlight }, 1, false},
		},
	},
	{
		"empty plan", 25, false,
		map[string]task{
			"own":    {config: webhooks(1), again: true, env: "PAYMENTSERVICE_WEBHOOK_REFRESH=off"},
			"random": {provider: "random", config: "resource \"random_id\" \"one\" {\n  byte_length = 8\n}\n", again: true},
		},
		[]row{{"an empty plan, against hashicorp/random", func(f figures) float64 { return f.wall("own") / f.wall("random") }, 1.1, false}},
	},
}

// fetchAll reads charges, and makes nothing of them.
func fetchAll(ctx context.Context, b *bench) error {
	client, err := paymentapi.New(paymentapi.Options{BaseURL: b.server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken})
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	query := paymentapi.ChargeQuery{StoreID: tenThousand, PageSize: paymentapi.MaxPageSize}
	_, err = fetch.Read(ctx, client, query, func() fetch.Keep {
		return func([]paymentapi.Charge) ([]byte, error) { return nil, nil }
	})
	return err
}
