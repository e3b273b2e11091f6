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

// Main runs the tests of a package whose property tests use rapid. They try so many
// cases, always the same ones. The environment wins: RAPID_SEED names another seed, or
// 0 for a new one in each run, and RAPID_CHECKS the number of cases. So do rapid's
// flags. A failure shows the flag that repeats it, such as -rapid.seed=5.
func Main(m *testing.M, checks int) {
	for _, setting := range []struct{ name, value, variable string }{
		{"rapid.nofailfile", "true", ""},
		{"rapid.seed", "20260101", "RAPID_SEED"},
		{"rapid.checks", strconv.Itoa(checks), "RAPID_CHECKS"},
	} {
		if setting.variable != "" && os.Getenv(setting.variable) != "" {
			continue // rapid has read it by itself
		}
		if err := flag.Set(setting.name, setting.value); err != nil {
			log.Fatal(err)
		}
	}
	os.Exit(m.Run())
}
