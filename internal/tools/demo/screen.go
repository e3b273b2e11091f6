// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
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
	if !s.colour || style == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// step begins a numbered step.
func (s *screen) step(format string, args ...any) {
	s.steps++
	fmt.Fprintf(s.out, "\n%s\n", s.paint(bold, fmt.Sprintf("%d. ", s.steps)+fmt.Sprintf(format, args...)))
}

// width is how many columns the output needs at most.
const width = 80

// say prints a line of a step.
func (s *screen) say(format string, args ...any) {
	s.lines("   ", "   ", "", fmt.Sprintf(format, args...))
}

// good prints what worked as expected.
func (s *screen) good(format string, args ...any) {
	s.lines("   "+s.paint(green, "✓")+" ", "     ", "", fmt.Sprintf(format, args...))
}

// quote prints the output of a CLI without what is the same in every run.
func (s *screen) quote(text string) {
	for _, line := range strings.Split(essence(text), "\n") {
		s.lines("   │ ", "   │     ", faint, line)
	}
}

// lines prints a text in as many lines as it needs, the first after one prefix
// and the others after another.
func (s *screen) lines(first, others, style, text string) {
	prefix := first
	for _, line := range wrap(text, width-len("   │     ")) {
		fmt.Fprintln(s.out, s.paint(style, prefix+line))
		prefix = others
	}
}

// wrap breaks a text after spaces and commas into lines of at most limit
// characters. A longer word stays whole.
func wrap(text string, limit int) []string {
	lines := []string{""}
	for _, word := range breakable.FindAllString(text, -1) {
		last := &lines[len(lines)-1]
		if *last != "" && utf8.RuneCountInString(*last)+utf8.RuneCountInString(strings.TrimRight(word, " ")) > limit {
			*last = strings.TrimRight(*last, " ")
			lines = append(lines, "")
			last = &lines[len(lines)-1]
		}
		*last += word
	}
	return lines
}

var breakable = regexp.MustCompile(`[^ ,]*[ ,]*`)

// build compiles the provider into a directory and shows that it is at work.
func (s *screen) build(ctx context.Context, directory string) error {
	started := time.Now()
	done := make(chan error, 1)
	go func() { done <- cli.BuildInto(ctx, directory) }()
	s.say("building the provider ...")
	for {
		select {
		case err := <-done:
			if err == nil {
				s.good("built the provider in %s", time.Since(started).Round(time.Second))
			}
			return err
		case <-time.After(5 * time.Second):
			s.say("still building, after %s ...", time.Since(started).Round(time.Second))
		}
	}
}

var (
	overrides = regexp.MustCompile(`(?s)Warning: Provider development overrides are in effect.*?published\s+releases\.`)
	preamble  = regexp.MustCompile(`(?s)(?:Terraform|OpenTofu) used the selected providers.*?will perform the following actions:\n`)
	saved     = regexp.MustCompile(`(?s)─{10,}.*`)
	folded    = regexp.MustCompile(`(?m)^.*\(and one more similar warning elsewhere\)$`) // from the plan in the apply
	progress  = regexp.MustCompile(`(?m)^\S+: (?:Refreshing state|Creating|Destroying|Modifying|Creation complete|Destruction complete|Modifications complete).*$`)
	broken    = regexp.MustCompile(`(?m)^(\S.{60,})\n(\S)`) // by the CLI, which has its own width
	blank     = regexp.MustCompile(`\n\s*\n+`)
)

func essence(text string) string {
	for _, noise := range []*regexp.Regexp{overrides, preamble, saved, progress, folded} {
		text = noise.ReplaceAllString(text, "")
	}
	for broken.MatchString(text) {
		text = broken.ReplaceAllString(text, "$1 $2")
	}
	return strings.TrimSpace(blank.ReplaceAllString(text, "\n"))
}
