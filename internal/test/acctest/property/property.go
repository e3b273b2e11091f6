// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package property runs the property tests of a package.
package property

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"
)

// Main runs the tests of a package whose property tests use rapid. They try so many
// cases, always the same ones. The environment wins: RAPID_SEED names another seed, or
// 0 for a new one in each run, and RAPID_CHECKS the number of cases. So do rapid's
// flags. A failure shows the flag that repeats it, such as -rapid.seed=5.
func Main(m *testing.M, checks int) {
	for name, value := range flags(checks, os.Getenv) {
		if err := flag.Set(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}

// flags returns rapid's flags as far as the environment, which rapid has read by
// itself, leaves them open. The command line is not parsed yet.
func flags(checks int, getenv func(string) string) map[string]string {
	set := map[string]string{"rapid.nofailfile": "true"}
	if getenv("RAPID_SEED") == "" {
		set["rapid.seed"] = "20260101"
	}
	if getenv("RAPID_CHECKS") == "" {
		set["rapid.checks"] = strconv.Itoa(checks)
	}
	return set
}
