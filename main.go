// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command terraform-provider-paymentservice is the Terraform provider for the
// payment service.
package main

import (
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// version is set at link time.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger: print TF_REATTACH_PROVIDERS and serve until interrupted")
	flag.Parse()

	var options []tf6server.ServeOpt
	if *debug {
		options = append(options, tf6server.WithManagedDebug())
	}
	if err := tf6server.Serve(provider.Address, provider.NewServer(version), options...); err != nil {
		log.Fatal(err)
	}
}
