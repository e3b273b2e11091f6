// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// quote prints the output of a CLI, which has at most 78 columns if it is text, and
// leaves out what is the same in every run.
func (s *screen) quote(text string) {
	for line := range strings.Lines(noise.ReplaceAllString(text, "")) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			s.lines("│ ", "│     ", faint, line)
		}
	}
}

var noise = regexp.MustCompile(`(?m)^─{10,}(?s:.*)|^\(and one more .*|^\S+: (?:Creating|Destroying|Modifying|Creation|Destruction|Modifications).*$`)

// lines prints a text in as many lines as it needs, the first after one prefix
// and the others after another.
func (s *screen) lines(first, others, style, text string) {
	line := first
	for _, word := range breakable.FindAllString(text, -1) {
		if line != first && utf8.RuneCountInString(line+strings.TrimRight(word, " ")) > width {
			fmt.Fprintln(s.out, s.paint(style, strings.TrimRight(line, " ")))
			line = others
		}
		line += word
	}
	fmt.Fprintln(s.out, s.paint(style, line))
}

// breakable divides a text after spaces and commas. A longer word stays whole.
var breakable = regexp.MustCompile(`[^ ,]*[ ,]+|[^ ,]+$`)

// install builds the provider into a directory, and returns a file with the CLI
// configuration that takes it from there.
func (s *screen) install(ctx context.Context, directory string) (config string, err error) {
	s.say("building the provider ...")
	started := time.Now()
	if err := cli.BuildInto(ctx, directory); err != nil {
		return "", err
	}
	s.good("built the provider in %s", time.Since(started).Round(time.Second))
	config = filepath.Join(directory, "cli.tfrc")
	return config, os.WriteFile(config, []byte(cli.Overrides(cli.Source, directory)), 0o600)
}
