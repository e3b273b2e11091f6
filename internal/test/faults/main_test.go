// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"io"
	"log"
	"os"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestMain(m *testing.M) {
	if err := acctest.QuickRapid(40); err != nil {
		log.Fatal(err)
	}
	log.SetOutput(io.Discard) // as the program does: Go logs what a server sends unasked
	os.Exit(m.Run())
}
