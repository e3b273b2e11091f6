// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package golden compares texts with files of expected ones. Nothing else of
// the project is imported, so that every package can use it in its tests.
package golden

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Compare fails the test at the first line in which a text differs from the
// file testdata/NAME of the tested package. With the flag -update, it writes
// the file instead, for the change to be reviewed.
func Compare(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update to write it", err)
	}
	want := strings.ReplaceAll(string(raw), "\r\n", "\n")
	if got == want {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if g, w := line(gotLines, i), line(wantLines, i); g != w {
			t.Fatalf("line %d of %s differs; if it should, run the test with -update\n got: %s\nwant: %s", i+1, path, g, w)
		}
	}
}

func line(lines []string, i int) string {
	if i >= len(lines) {
		return "(no such line)"
	}
	return strconv.Quote(lines[i])
}

// Recorded compares what comes of each line of a file with what is recorded below it,
// indented. Lines that are empty or begin with # are comments. To add a line, write it
// and run the test with -update.
func Recorded(t testing.TB, name string, outcome func(line string) string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(string(raw), "\r\n", "\n")) {
		if strings.HasPrefix(line, " ") {
			continue
		}
		text.WriteString(line)
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			text.WriteString(outcome(line) + "\n")
		}
	}
	Compare(t, name, text.String())
}

// Rule is a check of single values, and the values to try it with.
type Rule struct {
	Check  func(string) error
	Values []string
}

// Accepted compares the values that each rule accepts with a file.
func Accepted(t testing.TB, name string, rules map[string]Rule) {
	t.Helper()
	var text strings.Builder
	for _, of := range slices.Sorted(maps.Keys(rules)) {
		rule := rules[of]
		accepted := slices.DeleteFunc(slices.Clone(rule.Values), func(value string) bool { return rule.Check(value) != nil })
		fmt.Fprintf(&text, "# %s: of %d values, these %d are accepted.\n", of, len(rule.Values), len(accepted))
		for _, value := range accepted {
			fmt.Fprintf(&text, "%q\n", value)
		}
		text.WriteString("\n")
	}
	Compare(t, name, text.String())
}

// Combine returns every text that joins one part of each list, in order.
func Combine(lists ...[]string) []string {
	texts := []string{""}
	for _, list := range lists {
		var longer []string
		for _, text := range texts {
			for _, part := range list {
				longer = append(longer, text+part)
			}
		}
		texts = longer
	}
	return texts
}
