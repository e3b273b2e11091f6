// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package golden compares texts with files of expected ones. Nothing else of
// the project is imported, so that every package can use it in its tests.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Compare fails the test if a text differs from the file testdata/NAME of the tested
// package. With the flag -update, it writes the file instead, for the change to be
// reviewed.
func Compare(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update to write it", err)
	}
	if want := strings.ReplaceAll(string(raw), "\r\n", "\n"); got != want {
		t.Fatalf("%s differs; if it should, run the test with -update\n%s", path, beside(want, got))
	}
}

// Situations runs each situation of a file and compares what comes of it. A situation is a
// line of input. Below it are its verdict, in lines that begin with "= ", and the words of
// messages, which are indented. Lines that are empty or begin with # are comments. The flag
// -update writes what came of each, for the change to be reviewed.
func Situations(t *testing.T, name string, run func(t *testing.T, input string) (verdict, words string)) {
	t.Helper()
	path := filepath.Join("testdata", name)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(strings.ReplaceAll(string(raw), "\r\n", "\n")))
	var text strings.Builder
	for len(lines) > 0 {
		line, want := lines[0], ""
		for lines = lines[1:]; len(lines) > 0 && (strings.HasPrefix(lines[0], "= ") || strings.HasPrefix(lines[0], "  ")); lines = lines[1:] {
			want += lines[0]
		}
		got, input := want, strings.TrimSpace(line)
		if input != "" && !strings.HasPrefix(input, "#") {
			short, _, _ := strings.Cut(input, " {")
			t.Run(short, func(t *testing.T) { // unless -run leaves it out
				verdict, words := run(t, input)
				if got = prefixed("= ", verdict) + prefixed("  ", words); got != want && !*update {
					t.Errorf("%s\ncomes to something else; if it should, run the test with -update\n%s", input, beside(want, got))
				}
			})
		}
		text.WriteString(line + got)
	}
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// beside returns what is wanted and what came, from the first line that differs to the
// last.
func beside(want, got string) string {
	wanted, came := strings.Split(want, "\n"), strings.Split(got, "\n")
	for len(wanted) > 0 && len(came) > 0 && wanted[0] == came[0] {
		wanted, came = wanted[1:], came[1:]
	}
	for len(wanted) > 0 && len(came) > 0 && wanted[len(wanted)-1] == came[len(came)-1] {
		wanted, came = wanted[:len(wanted)-1], came[:len(came)-1]
	}
	return "want:\n" + strings.Join(wanted, "\n") + "\ngot:\n" + strings.Join(came, "\n")
}

// prefixed returns whole lines with a prefix; none for an empty text.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
}
