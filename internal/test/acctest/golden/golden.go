// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package golden compares what comes of inputs with a file of expected outcomes. Nothing
// else of the project is imported, so that every package can use it in its tests.
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

// Cases runs each case of the file testdata/NAME and compares what comes of it. A case is a
// line of input. Below it are its verdict, in lines that begin with "= ", and the words of
// messages, which are indented. Lines that are empty or begin with # are comments. The flag
// -update writes what came of each, for the change to be reviewed.
func Cases(t *testing.T, name string, run func(t *testing.T, input string) (verdict, words string)) {
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
		for lines = lines[1:]; len(lines) > 0 && isExpected(lines[0]); lines = lines[1:] {
			want += lines[0]
		}
		got, input := want, strings.TrimSpace(line)
		if input != "" && !strings.HasPrefix(input, "#") {
			short, _, _ := strings.Cut(input, " {")
			t.Run(short, func(t *testing.T) { // unless -run leaves it out
				verdict, words := run(t, input)
				if got = prefixed("= ", verdict) + prefixed("  ", words); got != want && !*update {
					t.Errorf("%s\ncomes to\n%swant\n%sIf it should, run the test with -update.", input, got, want)
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

// isExpected reports whether a line is one of those below a line of input.
func isExpected(line string) bool {
	return strings.HasPrefix(line, "= ") || strings.HasPrefix(line, "  ")
}

// prefixed returns whole lines with a prefix; none for an empty text.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
}
