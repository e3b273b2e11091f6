// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command schemajson prints the provider's schema as `terraform providers
// schema -json` does. The documentation is generated from it, so that it is the
// same whichever CLI is installed, and complete with none at all.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

func main() {
	document, err := describe(context.Background(), provider.NewServer("dev")())
	if err != nil {
		log.Fatal(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		log.Fatal(err)
	}
}
