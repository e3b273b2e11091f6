// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExportAll_isTakenLiterally(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	for name, value := range map[string]string{
		"space": "/home/taro/my clone/.sandbox", "dollar": "/home/$USER/$(id)", "quotes": `/it's/"here"`,
		"backslash": `C:\new`, "backtick": "`id`", "empty": "", "equals": "a=b",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			directory := t.TempDir()
			if err := os.WriteFile(filepath.Join(directory, "env"), []byte(exportAll([]string{"DEMO_VALUE=" + value})), 0o600); err != nil {
				t.Fatal(err)
			}
			command := exec.CommandContext(t.Context(), shell, "-euc", `. ./env; printf %s "$DEMO_VALUE"`)
			command.Dir = directory
			if got, err := command.CombinedOutput(); err != nil || string(got) != value {
				t.Errorf("the shell reads %q, want %q; %v", got, value, err)
			}
		})
	}
}

func TestScreen_fits(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := &screen{out: &out}
	words := strings.Repeat("webhook, ", 40)
	s.say("%s", words)
	s.good("%s", words)
	s.quote("      " + words)
	s.good(`one update: {"url":"%s","triggers":["charge_finished","refund_finished"]}`, strings.Repeat("a", 60))
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if got := strings.Count(out.String(), "webhook"); got != 120 {
		t.Errorf("%d of 120 words were printed:\n%s", got, out.String())
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 requests", 1: "1 request", 2: "2 requests"} {
		if got := requests(n); got != want {
			t.Errorf("%d is told as %q, want %q", n, got, want)
		}
	}
}
