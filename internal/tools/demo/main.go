// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command demo shows the provider at work against the fake payment service: it goes
// through the main job with a real CLI, and fails if a step does not work as expected.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	named := flag.String("cli", "", "the CLI to use; if empty, the terraform or tofu on PATH, or else a Terraform that is downloaded")
	flag.Parse()
	err := demo(ctx, newScreen(os.Stdout), *named)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		os.Exit(1)
	}
}
