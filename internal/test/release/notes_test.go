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

## 0.1.1 (November 2, 2026)

* A fix.

## 0.1.0 (November 1, 2026)
`

// The notes of a release are the section of its version, and without one there is no
// release.
func TestNotes(t *testing.T) {
	t.Parallel()
	d := t.TempDir()
	for _, directory := range []string{".ci", "docs"} {
		if err := os.Mkdir(filepath.Join(d, directory), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	linksTo := func(ref string) string {
		return "[a page](https://github.com/payment-service/terraform-provider-paymentservice/blob/" + ref + "/docs/a.md)"
	}
	for path, text := range map[string]string{".ci/notes": string(read(t, "../../../.ci/notes")), "CHANGELOG.md": changelog, "docs/index.md": linksTo("v0.2.0") + linksTo("v0.2.0-rc1")} {
		if err := os.WriteFile(filepath.Join(d, path), []byte(text), 0o700); err != nil { //nolint:gosec // a script is executable
			t.Fatal(err)
		}
	}
	const noSection, noLinks = "CHANGELOG.md has no section \"## ", "docs/index.md does not link to the files of v0.1.1"
	for tag, tc := range map[string]struct{ notes, refusal string }{
		"v0.2.0":     {"FEATURES:\n\n* **New Resource:** one", ""},
		"v0.2.0-rc1": {"* A candidate.", ""},
		"v0.1.1":     {"", noLinks},
		"v0.3.0":     {"", noSection + "0.3.0 (DATE)"}, // not released yet
		"v0.1.0":     {"", noSection + "0.1.0 (DATE)"}, // says nothing
		"v0.2":       {"", noSection + "0.2 (DATE)"},
		"v9.9.9":     {"", noSection + "9.9.9 (DATE)"},
	} {
		command := exec.CommandContext(t.Context(), filepath.Join(d, ".ci/notes"), tag)
		var refusal strings.Builder
		command.Stderr = &refusal
		notes, err := command.Output()
		if got := strings.TrimSpace(string(notes)); got != tc.notes || (err == nil) != (tc.refusal == "") {
			t.Errorf("the notes of %s are %q (%v), want %q", tag, got, err, tc.notes)
		}
		if !strings.Contains(refusal.String(), tc.refusal) {
			t.Errorf("the refusal of %s is %q, want %q", tag, refusal.String(), tc.refusal)
		}
	}
}
