// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	tokenCount = 40
	// refusedFor and refusedRequests are when a run gives up on a service that
	// refuses everything.
	refusedFor      = 30 * time.Second
	refusedRequests = 12
)

// rates measures what a service with a rate makes of a run, against what its
// bucket makes inevitable.
func (b *bench) rates(ctx context.Context) error {
	for _, one := range []struct {
		what   string
		bucket *fakeservice.Rate
		needed int // requests
		run    func(context.Context, *fakeservice.Rate) (time.Duration, error)
	}{
		{"list of 3,000 charges", &fakeservice.Rate{Burst: 10, PerMinute: 120}, 30, b.limitedList(3_000)},
		{"list of 10,000 charges", &fakeservice.Rate{Burst: 10, PerMinute: 120}, 100, b.limitedList(10_000)},
		{"plan of 60 webhooks", &fakeservice.Rate{Burst: 10, PerMinute: 120}, 60, b.limitedPlan(60)},
		{"plan of 150 webhooks", &fakeservice.Rate{Burst: 10, PerMinute: 120}, 150, b.limitedPlan(150)},
		{"40 tokens in one apply", &fakeservice.Rate{Burst: 1, PerMinute: 120}, tokenCount, b.limitedTokens},
	} {
		free, err := one.run(ctx, nil)
		if err != nil {
			return fmt.Errorf("%s, without a bucket: %w", one.what, err)
		}
		took, err := one.run(ctx, one.bucket)
		if err != nil {
			return fmt.Errorf("%s: %w", one.what, err)
		}
		inevitable := one.bucket.Inevitable(one.needed)
		served, refused := one.bucket.Counts()
		what := fmt.Sprintf("%s, burst %d, %d a minute", one.what, one.bucket.Burst, one.bucket.PerMinute)
		b.report.atMost(what+", against 1.2 times the inevitable and 3 s", over(took, inevitable*12/10+3*time.Second), 1,
			"%v, inevitable %v, without a bucket %v", short(took), inevitable, short(free))
		b.report.atMost(what+", requests refused, against 30% of those served and a burst",
			float64(refused)/(float64(served)*0.30+float64(one.bucket.Burst)), 1, "%d refused, %d served", refused, served)
	}
	return nil
}

// limitedList applies a list of n charges.
func (b *bench) limitedList(n int) func(context.Context, *fakeservice.Rate) (time.Duration, error) {
	return func(ctx context.Context, bucket *fakeservice.Rate) (time.Duration, error) {
		service, err := b.fresh()
		if err != nil {
			return 0, err
		}
		service.SeedCharges(n, fakeservice.SeedOptions{})
		service.Set(func(behavior *fakeservice.Behavior) { behavior.Rate, behavior.Latency = bucket, fetchLatency })
		took, _, err := b.applyOnce(ctx, "limited-list", []string{b.shipped})
		return took, err
	}
}

// limitedPlan plans n webhooks that were adopted without a limit.
func (b *bench) limitedPlan(n int) func(context.Context, *fakeservice.Rate) (time.Duration, error) {
	return func(ctx context.Context, bucket *fakeservice.Rate) (time.Duration, error) {
		service, err := b.fresh()
		if err != nil {
			return 0, err
		}
		var ids strings.Builder
		for range n {
			fmt.Fprintf(&ids, "%q, ", service.AddWebhook(fakeservice.Webhook{Active: true}).ID)
		}
		w, err := b.limited("limited-plan", fmt.Sprintf("resource \"paymentservice_webhook\" \"all\" {\n  for_each = toset([%s])\n  store_id = %q\n  webhook_id = each.key\n}\n",
			ids.String(), fakeservice.DefaultStoreID))
		if err != nil {
			return 0, err
		}
		if _, _, err := w.run(ctx, "apply", "-auto-approve"); err != nil {
			return 0, err
		}
		service.Set(func(behavior *fakeservice.Behavior) { behavior.Rate, behavior.Latency = bucket, fetchLatency })
		took, _, err := w.run(ctx, "plan")
		return took, err
	}
}

// limitedTokens creates tokens, which their count as an output needs.
func (b *bench) limitedTokens(ctx context.Context, bucket *fakeservice.Rate) (time.Duration, error) {
	service, err := b.fresh()
	if err != nil {
		return 0, err
	}
	service.Set(func(behavior *fakeservice.Behavior) { behavior.Rate, behavior.Latency = bucket, fetchLatency })
	w, err := b.limited("limited-tokens", fmt.Sprintf("ephemeral \"paymentservice_transaction_token\" \"all\" {\n  count = %d\n  create = terraform.applying\n"+
		"  type = \"one_time\"\n  email = \"taro@example.com\"\n  bank_transfer {\n    brand = \"aozora_bank\"\n  }\n}\n", tokenCount))
	if err != nil {
		return 0, err
	}
	took, _, err := w.run(ctx, "apply", "-auto-approve")
	if created := len(service.Tokens()); err == nil && created != tokenCount {
		err = fmt.Errorf("%d tokens were created", created)
	}
	return took, err
}

func (b *bench) limited(name, config string) (*workspace, error) {
	if err := os.RemoveAll(filepath.Join(b.dir, "providers", name)); err != nil {
		return nil, err
	}
	dir, err := b.install(name, "paymentservice", b.shipped)
	if err != nil {
		return nil, err
	}
	return b.workspace(name, cli.Source, dir, b.block("")+config)
}

// oneAtATime reads a list from a service that answers one request at a time.
func (b *bench) oneAtATime(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(manyCharges, fakeservice.SeedOptions{})
	limit := &fakeservice.Rate{AtOnce: 1}
	service.Set(func(behavior *fakeservice.Behavior) { behavior.Rate, behavior.Latency = limit, fetchLatency })
	cursor, err := b.readOnce(ctx, manyCharges, 1)
	if err != nil {
		return err
	}
	took, err := b.readOnce(ctx, manyCharges, paymentapi.DefaultMaxConcurrentRequests)
	if err != nil {
		return err
	}
	_, refused := limit.Counts()
	b.report.atMost("fetch of 10,000 charges, one request at a time, against 1.2 times one cursor and 3 s", over(took, cursor*12/10+3*time.Second), 1,
		"%v, one cursor %v, %d refused", short(took), short(cursor), refused)
	return nil
}

// refusedForEver lists charges at a service that refuses everything.
func (b *bench) refusedForEver(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	var requests atomic.Int64
	service.Inject(fakeservice.Fault{Status: http.StatusTooManyRequests, Body: []byte("{}"), Match: func(fakeservice.Request) bool {
		requests.Add(1)
		return true
	}})
	w, err := b.limited("refused", countConfig)
	if err != nil {
		return err
	}
	started := time.Now()
	_, _, err = w.run(ctx, "apply", "-auto-approve")
	took := time.Since(started)
	if err == nil || !strings.Contains(err.Error(), "limits the rate of requests") {
		return fmt.Errorf("a service that refuses everything was told as: %w", err)
	}
	b.report.atMost("refused for ever, time until the error, against half a minute", over(took, refusedFor), 1, "%v with the CLI's own", short(took))
	b.report.atMost("refused for ever, requests until the error, against 12", float64(requests.Load())/refusedRequests, 1, "%d requests", requests.Load())
	return nil
}

// inARow applies a list many times, each at an empty bucket.
func (b *bench) inARow(ctx context.Context) error {
	bucket := &fakeservice.Rate{Burst: 10, PerMinute: 120}
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(3_000, fakeservice.SeedOptions{})
	service.Set(func(behavior *fakeservice.Behavior) { behavior.Rate, behavior.Latency = bucket, fetchLatency })
	failed, times := 0, b.times(20)
	started := time.Now()
	for run := range times {
		if _, _, err := b.applyOnce(ctx, fmt.Sprintf("in-a-row-%d", run), []string{b.shipped}); err != nil {
			fmt.Println(err)
			failed++
		}
	}
	b.report.atMost(fmt.Sprintf("list of 3,000 charges, burst 10, 120 a minute, %d applies in a row, failed", times), float64(failed), 0, "%v in all", short(time.Since(started)))
	return nil
}
