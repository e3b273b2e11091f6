// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"flag"
	"log"
	"os"
	"strconv"
	"testing"
)

// Main runs the tests of a package with QuickRapid.
func Main(m *testing.M, checks int) {
	if err := QuickRapid(checks); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// QuickRapid sets how many cases rapid tries, and a fixed seed, so that all runs are
// alike. Call it before the command line is parsed, so that its flags win.
func QuickRapid(checks int) error {
	for _, one := range [][2]string{{"rapid.checks", strconv.Itoa(checks)}, {"rapid.seed", "20260101"}, {"rapid.nofailfile", "true"}} {
		if err := flag.Set(one[0], one[1]); err != nil {
			return err
		}
	}
	return nil
}
