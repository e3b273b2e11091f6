// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command terraform-provider-paymentservice is the Terraform provider for the payment service.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// version is set at link time.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger: print TF_REATTACH_PROVIDERS and serve until interrupted")
	flag.Parse()
	// Go's HTTP client logs what a service sends unasked, which may repeat a
	// secret, and a CLI keeps what a provider writes here in its own log.
	log.SetOutput(io.Discard)

	var options []tf6server.ServeOpt
	if *debug {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		// timeout, dumb-init and other programs signal not only the CLI but its whole process group.
		// This process must live until the CLI has stopped it, so it ignores SIGTERM. The plugin
		// library ignores SIGINT for the same reason.
		signal.Ignore(syscall.SIGTERM)
	}
	if err := tf6server.Serve(provider.Address, provider.NewServer(version), options...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
