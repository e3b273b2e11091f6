// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	manyWebhooks   = 500
	webhookLatency = 20 * time.Millisecond
	inFlight       = 10 // the default of the CLI's parallelism, and of max_concurrent_requests
)

// webhooks measures a plan that reads many webhooks against the least it can
// take: its requests, and the same plan without any.
func (b *bench) webhooks(ctx context.Context) error {
	service, err := b.fresh()
	if err != nil {
		return err
	}
	config := "locals {\n  ids = [\n"
	for range manyWebhooks {
		config += fmt.Sprintf("    %q,\n", service.AddWebhook(fakeservice.Webhook{Active: true}).ID)
	}
	config += fmt.Sprintf("  ]\n}\nresource \"paymentservice_webhook\" \"all\" {\n  count = %d\n  store_id = %q\n  webhook_id = local.ids[count.index]\n}\n",
		manyWebhooks, fakeservice.DefaultStoreID)
	dir, err := b.install("webhooks", "paymentservice", b.shipped)
	if err != nil {
		return err
	}
	w, err := b.workspace("webhooks", cli.Source, dir, b.block("")+config)
	if err != nil {
		return err
	}
	if _, _, err := w.run(ctx, "apply", "-auto-approve"); err != nil {
		return err
	}
	service.Set(func(behavior *fakeservice.Behavior) { behavior.Latency = webhookLatency })
	before := b.server.Connections()
	var refreshed, empty []time.Duration
	for range b.times(5) {
		w.Environment = append(w.Environment, "PAYMENTSERVICE_WEBHOOK_REFRESH=get")
		took, _, err := w.run(ctx, "plan")
		if err != nil {
			return err
		}
		refreshed = append(refreshed, took)
		w.Environment = append(w.Environment, "PAYMENTSERVICE_WEBHOOK_REFRESH=off")
		if took, _, err = w.run(ctx, "plan"); err != nil {
			return err
		}
		empty = append(empty, took)
	}
	requests := manyWebhooks / inFlight * webhookLatency
	mark := requests*12/10 + best(empty)
	b.report.atMost("refresh of 500 webhooks, against 1.2 times its requests and an empty plan", over(best(refreshed), mark), 1,
		"%v, requests %v, the plan without them %v", short(best(refreshed)), requests, short(best(empty)))
	opened := float64(b.server.Connections()-before) / float64(len(refreshed))
	b.report.atMost("connections of a refresh, against requests in flight", opened/inFlight, 1, "%.1f connections", opened)
	return nil
}

const randomAddress = "hashicorp/random"

// emptyPlan compares a plan without changes with that of a small provider.
func (b *bench) emptyPlan(ctx context.Context) error {
	random := b.random
	if random == "" {
		random = filepath.Join(b.dir, providerName+"random")
		source := filepath.Join(b.dir, "random")
		if err := errors.Join(
			command(ctx, b.dir, "git", "clone", "--quiet", "--depth=1", "https://github.com/hashicorp/terraform-provider-random", source),
			command(ctx, source, "go", append(append([]string{"build"}, buildFlags...), "-o", random, ".")...),
		); err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			fmt.Println("  skipped, since there is no provider to compare with; name one with -random:", first)
			return nil
		}
	}
	service, err := b.fresh()
	if err != nil {
		return err
	}
	webhook := service.AddWebhook(fakeservice.Webhook{})
	own, err := b.planned(ctx, "own", cli.Source, b.shipped, b.block("webhook_refresh = \"off\"")+
		fmt.Sprintf("resource \"paymentservice_webhook\" \"one\" {\n  store_id = %q\n  webhook_id = %q\n}\n", webhook.StoreID, webhook.ID))
	if err != nil {
		return err
	}
	other, err := b.planned(ctx, "random", randomAddress, random, "resource \"random_id\" \"one\" {\n  byte_length = 8\n}\n")
	if err != nil {
		return err
	}
	runtime.GC() // of what the lists before left behind, not while a plan runs
	var took, cpu [2][]time.Duration
	for range b.times(25) {
		for i, w := range []*workspace{own, other} {
			one, used, err := w.run(ctx, "plan")
			if err != nil {
				return err
			}
			took[i], cpu[i] = append(took[i], one), append(cpu[i], used.CPU)
		}
	}
	figures := func(i int) string {
		return fmt.Sprintf("%v with %v of provider CPU", best(took[i]).Round(time.Millisecond), best(cpu[i]).Round(time.Millisecond))
	}
	// The two run in turn, so each pair has met the same machine.
	ratios := make([]float64, len(took[0]))
	for i := range ratios {
		ratios[i] = over(took[0][i], took[1][i])
	}
	slices.Sort(ratios)
	b.report.atMost("an empty plan, against hashicorp/random, the middle pair", ratios[len(ratios)/2], 1.1, "best %s, random %s", figures(0), figures(1))
	return nil
}

// planned returns a workspace whose configuration is applied, so that a plan is empty.
func (b *bench) planned(ctx context.Context, name, address, binary, config string) (*workspace, error) {
	dir, err := b.install("plan-"+name, filepath.Base(address), binary)
	if err != nil {
		return nil, err
	}
	w, err := b.workspace("plan-"+name, address, dir, config)
	if err != nil {
		return nil, err
	}
	_, _, err = w.run(ctx, "apply", "-auto-approve")
	return w, errors.Join(err, checkState(w.Directory))
}

func checkState(dir string) error {
	_, err := os.Stat(filepath.Join(dir, "terraform.tfstate"))
	return err
}

// command runs a program in a directory.
func command(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}
