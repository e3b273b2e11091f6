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

// expect runs a script, and compares its output with what is wanted: all of it, or a part
// of a refusal.
func expect(t *testing.T, want, refusal string, script, argument string, environment ...string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the scripts of a release are for bash, which is not on PATH")
	}
	command := exec.CommandContext(t.Context(), bash, script, argument)
	command.Env = append(os.Environ(), environment...)
	said, err := command.CombinedOutput()
	text := strings.TrimSpace(string(said))
	var expected bool
	if refusal == "" {
		expected = err == nil && text == want
	} else {
		expected = err != nil && strings.Contains(text+err.Error(), refusal)
	}
	if !expected {
		t.Errorf("%s %s says %q (%v), want %q or the refusal %q", script, argument, text, err, want, refusal)
	}
}

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
	const linksTo = "https://github.com/payment-service/terraform-provider-paymentservice/blob/"
	write(t, string(read(t, "../../../.ci/notes")), d, ".ci", "notes")
	write(t, changelog, d, "CHANGELOG.md")
	write(t, linksTo+"v0.2.0/docs/a.md "+linksTo+"v0.2.0-rc1/docs/a.md", d, "docs", "index.md")
	for tag, tc := range map[string]struct{ notes, refusal string }{
		"v0.2.0":     {"FEATURES:\n\n* **New Resource:** one", ""},
		"v0.2.0-rc1": {"* A candidate.", ""},
		"v0.1.1":     {"", "docs/index.md does not link to the files of v0.1.1"},
		"v0.3.0":     {"", `CHANGELOG.md has no section "## 0.3.0 (DATE)"`}, // not released yet
		"v0.1.0":     {"", `CHANGELOG.md has no section "## 0.1.0 (DATE)"`}, // says nothing
		"v0.2":       {"", `CHANGELOG.md has no section "## 0.2 (DATE)"`},
	} {
		expect(t, tc.notes, tc.refusal, filepath.Join(d, ".ci", "notes"), tag)
	}
}

// Only a commit of main, all of whose checks have passed, is released.
func TestPassed(t *testing.T) {
	t.Parallel()
	d := t.TempDir()
	write(t, `#!/bin/sh
case "$*" in
*/compare/main...c0ffee*) [ -n "$PLACE" ] && echo "$PLACE" ;;
*/commits/c0ffee/check-runs*) echo "$CHECKS" ;;
*) exit 1 ;;
esac
`, d, "gh")
	for name, tc := range map[string]struct{ place, checks, refusal string }{ // what GitHub answers
		"the newest of main":     {"identical", "success", ""},
		"an older one":           {"behind", "success\nsuccess", ""},
		"of a branch":            {"ahead", "success", "is not on main"},
		"not checked":            {"identical", "", `has no check "All checks"`},
		"the first one failed":   {"identical", "failure\nsuccess", `is "failure"`},
		"one has not ended":      {"identical", "success\nin_progress", `is "in_progress"`},
		"GitHub does not answer": {"", "", "exit status"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect(t, "", tc.refusal, "../../../.ci/passed", "c0ffee",
				"PATH="+d+":"+os.Getenv("PATH"), "GITHUB_REPOSITORY=a/b", "PLACE="+tc.place, "CHECKS="+tc.checks)
		})
	}
}
