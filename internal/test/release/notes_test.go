// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build !windows

package release_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const changelog = `# Changelog

## 0.3.0 (Unreleased)

* Not yet.

## 0.2.0 (November 30, 2026)

FEATURES:

* **New Resource:** one

## 0.2.0-rc1 (November 22, 2026)

* A candidate.

## 0.1.0 (November 1, 2026)
`

// The notes of a release are the section of its version, and without one there is no
// release.
func TestNotes(t *testing.T) {
	t.Parallel()
	d := t.TempDir()
	if err := os.Mkdir(filepath.Join(d, ".ci"), 0o750); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{".ci/notes": string(read(t, "../../../.ci/notes")), "CHANGELOG.md": changelog} {
		if err := os.WriteFile(filepath.Join(d, path), []byte(text), 0o700); err != nil { //nolint:gosec // a script is executable
			t.Fatal(err)
		}
	}
	for tag, want := range map[string]string{
		"v0.2.0":     "FEATURES:\n\n* **New Resource:** one",
		"v0.2.0-rc1": "* A candidate.",
		"v0.3.0":     "", // not released yet
		"v0.1.0":     "", // says nothing
		"v0.2":       "",
		"v9.9.9":     "",
	} {
		command := exec.CommandContext(t.Context(), filepath.Join(d, ".ci/notes"), tag)
		var refusal strings.Builder
		command.Stderr = &refusal
		notes, err := command.Output()
		if got := strings.TrimSpace(string(notes)); got != want || (err == nil) != (want != "") {
			t.Errorf("the notes of %s are %q (%v), want %q", tag, got, err, want)
		}
		if want == "" && !strings.Contains(refusal.String(), "CHANGELOG.md has no section \"## "+strings.TrimPrefix(tag, "v")+" (DATE)\"") {
			t.Errorf("the refusal of %s is %q", tag, refusal.String())
		}
	}
}
