// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// test is a test, or one of its subtests.
type test struct{ pkg, name string }

// results are what came of tests.
type results struct {
	shown   io.Writer
	printed map[test]*strings.Builder
	skipped map[test]string // why
	ended   map[test]bool
}

func newResults(shown io.Writer) *results {
	return &results{
		shown:   shown,
		printed: map[test]*strings.Builder{},
		skipped: map[test]string{},
		ended:   map[test]bool{},
	}
}

// read reads the events of a run to their end. It shows what go test would show without -v.
func (r *results) read(events io.Reader) error {
	decoder := json.NewDecoder(events)
	for {
		var e event
		err := decoder.Decode(&e)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading what go test prints: %w", err)
		}
		r.add(e)
	}
}

func (r *results) add(e event) {
	key := test{e.Package, e.Test}
	switch e.Action {
	case "output", "build-output":
		r.print(key, e.Output)
	case "pass":
		r.ended[key] = true
	case "skip":
		r.ended[key] = true
		r.skipped[key] = r.reason(key)
	case "fail":
		r.ended[key] = true
		r.showFailed(key)
	}
}

// print shows what a package prints, and keeps what a test prints until it has ended.
func (r *results) print(key test, output string) {
	if strings.HasPrefix(output, "=== ") || output == "PASS\n" {
		return
	}
	if key.name == "" {
		fmt.Fprint(r.shown, output)
		return
	}
	if r.printed[key] == nil {
		r.printed[key] = &strings.Builder{}
	}
	r.printed[key].WriteString(output)
}

// showFailed shows what a test has printed that failed or, of a package, what its tests have
// printed that it did not let end.
func (r *results) showFailed(failed test) {
	for key, output := range r.printed {
		unfinished := failed.name == "" && key.pkg == failed.pkg && !r.ended[key]
		if key == failed || unfinished {
			fmt.Fprint(r.shown, output)
		}
	}
}

var reasonLine = regexp.MustCompile(`(?m)^ +\S+\.go:\d+: (.*)$`)

// reason returns why a test was skipped: the last line that it has logged.
func (r *results) reason(skipped test) string {
	output := r.printed[skipped]
	if output == nil {
		return ""
	}
	lines := reasonLine.FindAllStringSubmatch(output.String(), -1)
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1][1]
}

// permitted are the reasons to skip a test that have nothing to do with the CLI.
var permitted = []string{
	"it uses other providers",
	"the commands are for a Unix shell",
	"the file is for jq, which is not on PATH",
}

// judge fails unless each test has run that this CLI has all features for. It writes how many
// have run, and why others have not.
func (r *results) judge(c *cli.CLI, declared map[string][]string, out io.Writer) error {
	var faults []error
	for pkg, names := range declared {
		for _, name := range names {
			if !r.ended[test{pkg, name}] {
				faults = append(faults, fmt.Errorf("%s did not run", name))
			}
		}
	}

	ran, lacking := 0, 0
	reasons := map[string]int{}
	for key := range r.ended {
		reason, isSkipped := r.skipped[key]
		lacks := strings.HasPrefix(reason, c.Name()+" ")
		switch {
		case r.hasSubtests(key):
		case !isSkipped:
			ran++
		case lacks:
			lacking++
			reasons[reason]++
		case slices.Contains(permitted, reason):
			reasons[reason]++
		default:
			faults = append(faults, fmt.Errorf("%s was skipped: %s", key.name, reason))
		}
	}
	if least := leastShare(c); ran*100 < least*(ran+lacking) {
		faults = append(faults, fmt.Errorf("only %d of %d tests ran, and %s has what %d%% of them need", ran, ran+lacking, c.Name(), least))
	}

	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(out, "%4d skipped: %s\n", reasons[reason], reason)
	}
	fmt.Fprintf(out, "%4d of %d acceptance tests ran with %s\n", ran, ran+lacking, c.Name())
	return errors.Join(faults...)
}

// hasSubtests reports whether a result is that of a package, or of a test whose subtests count.
func (r *results) hasSubtests(key test) bool {
	if key.name == "" {
		return true
	}
	for other := range r.ended {
		if other.pkg == key.pkg && strings.HasPrefix(other.name, key.name+"/") {
			return true
		}
	}
	return false
}

// leastShare returns how many of 100 tests a CLI has what they need for, at least.
func leastShare(c *cli.CLI) int {
	releases := []struct {
		terraform, openTofu string
		percent             int
	}{
		{terraform: "1.14.0", percent: 100},
		{terraform: "1.11.0", openTofu: "1.12.0", percent: 85}, // no actions, no queries
		{terraform: "1.10.0", openTofu: "1.11.0", percent: 75}, // older: no ephemeral resources
		{terraform: "1.5.0", openTofu: "1.6.0", percent: 50},   // older: no import blocks
	}
	for _, one := range releases {
		if c.AtLeast(one.terraform, one.openTofu) {
			return one.percent
		}
	}
	return 30
}
