// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

// Command bench measures the provider with the real CLI against the fake
// service, next to what it could be instead, and prints each figure as a ratio.
//
//	go run -tags bench ./internal/tools/bench [-quick] [-cli path] [-random path]
//
// It exits with status 1 if a ratio misses its mark.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	if strings.HasPrefix(filepath.Base(os.Args[0]), providerName) {
		os.Exit(launch())
	}
	if len(os.Args) > 1 && os.Args[1] == serveCommand {
		exitOn(serve(os.Args[2:]))
		return
	}
	exitOn(run())
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// settings are what the command line says.
type settings struct {
	quick  bool
	cli    string
	random string
	only   string
}

func run() error {
	var s settings
	flag.BoolVar(&s.quick, "quick", false, "skip the lists of 100,000 charges, and measure less often")
	flag.StringVar(&s.cli, "cli", "", "the CLI; if empty, the one in TF_ACC_TERRAFORM_PATH, or terraform or tofu on PATH")
	flag.StringVar(&s.random, "random", os.Getenv("BENCH_RANDOM"), "a binary of the provider hashicorp/random, built with -trimpath -ldflags='-s -w'; fetched and built if empty")
	flag.StringVar(&s.only, "only", "", "measure only what has this in its name")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	b, err := prepare(ctx, s)
	if err != nil {
		return err
	}
	defer b.close()
	return b.measure(ctx)
}

// measure runs every benchmark and prints the report.
func (b *bench) measure(ctx context.Context) error {
	all := []struct {
		name string
		run  func(context.Context) error
	}{
		{"fetch", b.fetch}, {"apply", b.apply}, {"memory", b.memory}, {"fields", b.fields}, {"summary", b.summary},
		{"webhooks", b.webhooks}, {"empty plan", b.emptyPlan}, {"rate", b.rates},
		{"one at a time", b.oneAtATime}, {"refused for ever", b.refusedForEver}, {"many in a row", b.inARow},
	}
	for _, one := range all {
		if !strings.Contains(one.name, b.only) {
			continue
		}
		fmt.Printf("\n%s\n", strings.ToUpper(one.name))
		if err := one.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return b.report.print()
}
