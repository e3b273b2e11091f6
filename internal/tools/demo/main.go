// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command demo shows the provider at work against the fake payment service:
// "demo" walks through the main job with a real CLI and fails if a step does not
// work as expected, "sandbox" serves the fake service to play with.
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
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	named := flags.String("cli", "", "the CLI to use; if empty, the terraform or tofu on PATH, or else a Terraform that is downloaded")
	address := flags.String("address", "127.0.0.1:8930", "the address at which the sandbox listens")
	directory := flags.String("directory", ".sandbox", "the directory for the provider and the CLI configuration of the sandbox")
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch command {
	case "demo":
		return demo(ctx, newScreen(os.Stdout), *named)
	case "sandbox":
		return sandbox(ctx, newScreen(os.Stdout), *address, *directory)
	default:
		return fmt.Errorf("unknown command %q: use demo or sandbox", command)
	}
}
