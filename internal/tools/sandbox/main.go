// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command sandbox serves a payment service that keeps everything in memory, to try
// the provider or to test configurations. It needs no checkout:
//
//	go run github.com/payment-service/terraform-provider-paymentservice/internal/tools/sandbox@latest [flags] [command]
//
// With a command, such as terraform test, it serves until the command ends, and ends
// as the command did. The command finds the service by its environment.
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
	status, err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		status = 1
	}
	os.Exit(status)
}
