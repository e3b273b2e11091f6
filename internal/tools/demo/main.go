// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command demo shows the provider at work against the fake payment service:
// "demo" walks through the main job with a real CLI and fails where a step is
// not as it should be, "sandbox" serves the fake service to play with.
package main

import (
	"context"
	"errors"
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
	if len(args) == 0 {
		return errors.New("say which: demo or sandbox")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	cli := flags.String("cli", "", "the CLI to use; the terraform on PATH where empty, else one that is downloaded")
	address := flags.String("address", "127.0.0.1:8930", "where the sandbox listens")
	directory := flags.String("directory", ".sandbox", "where the sandbox puts the provider and the CLI configuration")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "demo":
		return demo(ctx, newScreen(os.Stdout), *cli)
	case "sandbox":
		return sandbox(ctx, newScreen(os.Stdout), *address, *directory)
	default:
		return fmt.Errorf("there is no %q: say demo or sandbox", args[0])
	}
}
