// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// screen prints what happens, in colour on a terminal.
type screen struct {
	out    io.Writer
	colour bool
	steps  int
}

func newScreen(out *os.File) *screen {
	info, err := out.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return &screen{out: out, colour: terminal && os.Getenv("NO_COLOR") == ""}
}

const (
	bold  = "1"
	green = "32"
	faint = "2"
)

func (s *screen) paint(style, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// step begins a numbered step.
func (s *screen) step(format string, args ...any) {
	s.steps++
	fmt.Fprintf(s.out, "\n%s\n", s.paint(bold, fmt.Sprintf("%d. ", s.steps)+fmt.Sprintf(format, args...)))
}

// say prints a line of a step.
func (s *screen) say(format string, args ...any) { fmt.Fprintf(s.out, "   "+format+"\n", args...) }

// good prints what was as it should be.
func (s *screen) good(format string, args ...any) {
	s.say("%s %s", s.paint(green, "✓"), fmt.Sprintf(format, args...))
}

// quote prints what a CLI said, less what is the same in every run.
func (s *screen) quote(text string) {
	for _, line := range strings.Split(essence(text), "\n") {
		fmt.Fprintln(s.out, s.paint(faint, "   │ "+line))
	}
}

var (
	overrides = regexp.MustCompile(`(?s)Warning: Provider development overrides are in effect.*?published\s+releases\.`)
	preamble  = regexp.MustCompile(`(?s)(?:Terraform|OpenTofu) used the selected providers.*?will perform the following actions:\n`)
	saved     = regexp.MustCompile(`(?s)─{10,}.*`)
	progress  = regexp.MustCompile(`(?m)^\S+: (?:Refreshing state|Creating|Destroying|Modifying|Creation complete|Destruction complete|Modifications complete).*$`)
	blank     = regexp.MustCompile(`\n\s*\n+`)
)

func essence(text string) string {
	for _, noise := range []*regexp.Regexp{overrides, preamble, saved, progress} {
		text = noise.ReplaceAllString(text, "")
	}
	return strings.TrimSpace(blank.ReplaceAllString(text, "\n"))
}
