// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package property runs the property tests of a package.
package property

import (
	"flag"
	"log"
	"os"
	"strconv"
	"testing"
)

// Main runs the tests of a package. Each property is tried with so many cases, which are
// the same in each run, unless the command line says otherwise: -rapid.seed=0 tries
// others. A failure names its seed.
func Main(m *testing.M, checks int) {
	for _, one := range [][2]string{{"rapid.checks", strconv.Itoa(checks)}, {"rapid.seed", "20260101"}, {"rapid.nofailfile", "true"}} {
		if err := flag.Set(one[0], one[1]); err != nil { // before the command line is parsed, so that its flags win
			log.Fatal(err)
		}
	}
	os.Exit(m.Run())
}
