// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command release checks the configuration of GoReleaser, without compiling all of
// GoReleaser. `make snapshot` follows the configuration, and so finds the rest.
package main

import (
	"log"
	"os"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

func main() {
	for _, path := range os.Args[1:] {
		if _, err := config.Load(path); err != nil {
			log.Fatal(err)
		}
	}
}
