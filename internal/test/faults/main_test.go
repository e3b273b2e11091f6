// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"flag"
	"io"
	"log"
	"os"
	"testing"
)

// quick is how many cases rapid tries if nobody asks for more, and the seed
// that makes a run repeat itself.
var quick = map[string]string{"rapid.checks": "40", "rapid.seed": "20260101", "rapid.nofailfile": "true"}

func TestMain(m *testing.M) {
	for name, value := range quick {
		if err := flag.Set(name, value); err != nil { // before the command line is read, which wins
			log.Fatal(err)
		}
	}
	log.SetOutput(io.Discard) // as the program does: Go logs what a service sends unasked
	if err := authority.create(); err != nil {
		log.Fatal(err)
	}
	code := m.Run()
	_ = os.Remove(authority.file)
	os.Exit(code)
}
