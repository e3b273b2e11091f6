// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package faults_test tests what holds for all objects at once: failures, odd
// answers and secrets, and any series of events in the life of a webhook. What one
// package can hold is tested there.
package faults_test

import (
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestMain(m *testing.M) {
	if err := errors.Join(acctest.QuickRapid(40), flag.Set("rapid.steps", "15")); err != nil {
		log.Fatal(err)
	}
	log.SetOutput(io.Discard) // as the program does: Go logs what a server sends unasked
	os.Exit(m.Run())
}
