// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"flag"
	"log"
	"os"
	"testing"
)

// quick is how many cases rapid tries unless the command line asks for more, and
// the seed that makes a run repeat itself.
var quick = map[string]string{"rapid.checks": "40", "rapid.seed": "20260101", "rapid.nofailfile": "true"}

func TestMain(m *testing.M) {
	for name, value := range quick {
		if err := flag.Set(name, value); err != nil { // before the command line is read, which wins
			log.Fatal(err)
		}
	}
	os.Exit(m.Run())
}
