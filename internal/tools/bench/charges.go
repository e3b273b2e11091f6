// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	manyCharges  = 10_000
	fetchLatency = 50 * time.Millisecond
)

// fetch compares reading a list as the provider does with one cursor and pages of 100.
func (b *bench) fetch(ctx context.Context) error {
	for _, one := range []fetching{
		{"fetch, 10k charges, 50 ms a request, against one cursor", manyCharges, fakeservice.Skew{}, nil, 6},
		{"fetch, the same, 90% of them in 5% of the time", manyCharges, fakeservice.Skew9005, nil, 5},
		{"fetch, 100k charges, total_hits capped at 10,000", 10 * manyCharges, fakeservice.Skew{}, fakeservice.CappedTotalHits(10_000), 3},
	} {
		if one.charges > manyCharges && b.quick {
			continue
		}
		if err := b.fetchOne(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

// fetching is a list to read, and how many times faster than one cursor.
type fetching struct {
	what    string
	charges int
	skew    fakeservice.Skew
	total   fakeservice.TotalHitsText
	mark    float64
}

func (b *bench) fetchOne(ctx context.Context, one fetching) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(one.charges, fakeservice.SeedOptions{Skew: one.skew})
	service.Set(func(behavior *fakeservice.Behavior) {
		behavior.Latency, behavior.TotalHitsText = fetchLatency, one.total
	})
	cursor, err := b.readOnce(ctx, one.charges, 1)
	if err != nil {
		return err
	}
	var parts []time.Duration
	for range b.times(3) {
		took, err := b.readOnce(ctx, one.charges, paymentapi.DefaultMaxConcurrentRequests)
		if err != nil {
			return err
		}
		parts = append(parts, took)
	}
	b.report.atLeast(one.what, over(cursor, best(parts)), one.mark, "%v, one cursor %v", short(best(parts)), short(cursor))
	return nil
}

// readOnce reads and encodes all charges with a new client.
func (b *bench) readOnce(ctx context.Context, charges, concurrency int) (time.Duration, error) {
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: b.server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken, MaxConcurrentRequests: concurrency,
	})
	if err != nil {
		return 0, err
	}
	defer client.CloseIdleConnections()
	start := time.Now()
	result, err := fetch.Read(ctx, client, paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize}, func() fetch.Keep { return rows.NewEncoder(nil).Encode })
	took := time.Since(start)
	if err == nil && (result.Len != charges || result.Reread != "") {
		err = fmt.Errorf("%d charges were read, in %d parts; read again: %q", result.Len, result.Parts, result.Reread)
	}
	return took, err
}

const countConfig = `
data "paymentservice_charges" "all" {}
output "count" { value = length(data.paymentservice_charges.all.charges) }
`

// apply compares a whole apply with the CLI's own part of it, and with the usual way.
func (b *bench) apply(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	service.SeedCharges(manyCharges, fakeservice.SeedOptions{})
	value := filepath.Join(b.dir, "value")
	if err := b.encodeValue(ctx, value); err != nil {
		return err
	}
	subjects := map[string][]string{
		"shipped": {b.shipped}, "floor": {b.self, serveCommand, serveFloor, value}, "reflection": {b.self, serveCommand, serveReflected},
	}
	wall, cpu := map[string]time.Duration{}, map[string]time.Duration{}
	walls, cpus := map[string][]time.Duration{}, map[string][]time.Duration{}
	for run := range b.times(5) {
		for name, command := range subjects {
			took, used, err := b.applyOnce(ctx, fmt.Sprintf("%s-%d", name, run), command)
			if err != nil {
				return err
			}
			walls[name], cpus[name] = append(walls[name], took), append(cpus[name], used.CPU)
		}
	}
	for name := range subjects {
		wall[name], cpu[name] = best(walls[name]), best(cpus[name])
	}
	b.report.atMost("apply, 10k charges, against the floor", over(wall["shipped"], wall["floor"]), 1.2,
		"%v, floor %v", short(wall["shipped"]), short(wall["floor"]))
	b.report.atLeast("apply, 10k charges, wall against struct + reflection", over(wall["reflection"], wall["shipped"]), 2,
		"%v, reflection %v", short(wall["shipped"]), short(wall["reflection"]))
	b.report.atLeast("apply, 10k charges, provider CPU against struct + reflection", over(cpu["reflection"], cpu["shipped"]), 10,
		"%v, reflection %v", short(cpu["shipped"]), short(cpu["reflection"]))
	return nil
}

func (b *bench) applyOnce(ctx context.Context, name string, command []string) (time.Duration, usage, error) {
	return b.applyConfig(ctx, name, countConfig, command...)
}

// applyConfig applies a configuration with the provider that the command runs.
func (b *bench) applyConfig(ctx context.Context, name, config string, command ...string) (time.Duration, usage, error) {
	dir, err := b.install(name, "paymentservice", command...)
	if err != nil {
		return 0, usage{}, err
	}
	w, err := b.workspace(name, cli.Source, dir, b.block("")+config)
	if err != nil {
		return 0, usage{}, err
	}
	took, used, err := w.run(ctx, "apply", "-auto-approve")
	return took, used, errors.Join(err, os.RemoveAll(w.Directory), os.RemoveAll(dir))
}

// memory looks at what the provider holds for lists of several lengths.
func (b *bench) memory(ctx context.Context) error {
	const step = 25_000
	lengths := []int{step, 2 * step, 4 * step}
	if b.quick {
		lengths = lengths[:2]
	}
	held := make([]float64, len(lengths))
	for i, n := range lengths {
		service, err := b.fresh()
		if err != nil {
			return err
		}
		service.SeedCharges(n, fakeservice.SeedOptions{})
		took, used, err := b.applyOnce(ctx, "memory", []string{b.shipped})
		if err != nil {
			return err
		}
		held[i] = float64(used.RSS) / 1e6
		fmt.Printf("  %d charges: %.0f MB, provider CPU %v, wall %v\n", n, held[i], short(used.CPU), short(took))
	}
	last := len(lengths) - 1
	if !b.quick {
		b.report.atMost("provider memory, 100k charges, against 400 MB", held[last]/400, 1, "%.0f MB", held[last])
	}
	// A straight line through the first two lengths, or below it.
	line := held[0] + (held[1]-held[0])*float64(lengths[last]-lengths[0])/float64(lengths[1]-lengths[0])
	b.report.atMost("provider memory, growth against a straight line", held[last]/line, 1.15, "%.0f MB, line %.0f MB", held[last], line)
	return nil
}
