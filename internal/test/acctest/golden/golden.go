// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package golden compares texts with files of expected ones. Nothing else of
// the project is imported, so that every package can use it in its tests.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
		t.Fatalf("%s differs; if it should, run the test with -update\n%s", path, beside("", want, got))
	}
}

// situation is a part of a file of situations: a line of input, the verdict that a person
// has written below it, and words that are recorded.
type situation struct {
	before                string // comments and empty lines
	input, verdict, words string // no input at the end of a file
}

// Situations runs each situation of a file and compares what comes of it. The verdict is
// what the situation must come to, in lines that begin with "= ". A line that begins with
// "= says " has a part of the words that must be there. The flag -update rewrites the
// words, which are indented, and never a verdict. Lines that are empty or begin with # are
// comments.
func Situations(t *testing.T, name string, run func(t *testing.T, input string) (verdict, words string)) {
	t.Helper()
	path := filepath.Join("testdata", name)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, s := range situations(strings.ReplaceAll(string(raw), "\r\n", "\n")) {
		if s.input != "" {
			short, _, _ := strings.Cut(s.input, " {")
			t.Run(short, func(t *testing.T) {
				verdict, words := run(t, s.input)
				for _, fault := range s.faults(verdict, words, *update) {
					t.Error(fault)
				}
				s.words = words
			})
		}
		text.WriteString(s.String())
	}
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// situations reads a file of situations.
func situations(text string) []situation {
	var (
		all []situation
		s   situation
	)
	for line := range strings.Lines(text) {
		verdict, isVerdict := strings.CutPrefix(line, "= ")
		words, isWords := strings.CutPrefix(line, "  ")
		switch {
		case isVerdict:
			s.verdict += verdict
		case isWords:
			s.words += words
		default:
			if s.input != "" {
				all = append(all, s.trimmed())
				s = situation{}
			}
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
				s.before += line
			} else {
				s.input = line
			}
		}
	}
	return append(all, s.trimmed())
}

func (s situation) trimmed() situation {
	s.input, s.verdict, s.words = strings.TrimSpace(s.input), strings.TrimSuffix(s.verdict, "\n"), strings.TrimSuffix(s.words, "\n")
	return s
}

// String returns the situation as the file has it.
func (s situation) String() string {
	text := s.before
	if s.input != "" {
		text += s.input + "\n" + prefixed("= ", s.verdict) + prefixed("  ", s.words)
	}
	return text
}

// faults says what is wrong with what a situation has come to.
func (s situation) faults(verdict, words string, recording bool) []string {
	var all, want []string
	said := strings.Join(strings.Fields(words), " ")
	for line := range strings.SplitSeq(s.verdict, "\n") {
		if part, says := strings.CutPrefix(line, "says "); !says {
			want = append(want, line)
		} else if !strings.Contains(said, part) {
			all = append(all, fmt.Sprintf("%s\ndoes not say %q:\n%s", s.input, part, prefixed("  ", words)))
		}
	}
	switch want := strings.Join(want, "\n"); {
	case want == "":
		all = append(all, fmt.Sprintf("%s\nhas no verdict. If this is right, write it below the line:\n%s", s.input, prefixed("= ", verdict)))
	case want != verdict:
		all = append(all, fmt.Sprintf("%s\ncomes to something else; -update does not change that:\n%s", s.input, beside("= ", want, verdict)))
	}
	if !recording && s.words != words {
		all = append(all, fmt.Sprintf("%s\nis worded differently; if it should be, run the test with -update:\n%s", s.input, beside("  ", s.words, words)))
	}
	return all
}

// beside returns what is wanted and what came, from the first line that differs to the
// last.
func beside(prefix, want, got string) string {
	wanted, came := strings.Split(want, "\n"), strings.Split(got, "\n")
	for len(wanted) > 0 && len(came) > 0 && wanted[0] == came[0] {
		wanted, came = wanted[1:], came[1:]
	}
	for len(wanted) > 0 && len(came) > 0 && wanted[len(wanted)-1] == came[len(came)-1] {
		wanted, came = wanted[:len(wanted)-1], came[:len(came)-1]
	}
	return "want:\n" + prefixed(prefix, strings.Join(wanted, "\n")) + "got:\n" + prefixed(prefix, strings.Join(came, "\n"))
}

// prefixed returns whole lines with a prefix; none for an empty text.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
}
