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

// TestPassed: only a commit of main, all of whose checks have passed, is released.
func TestPassed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		place, checks string // what GitHub answers
		refusal       string
	}{
		"the newest of main":     {"identical", "success", ""},
		"an older one":           {"behind", "success\nsuccess", ""},
		"of a branch":            {"ahead", "success", `is not on main`},
		"not checked":            {"identical", "", `has no check "All checks"`},
		"the first one failed":   {"identical", "failure\nsuccess", `is "failure"`},
		"one has not ended":      {"identical", "success\nin_progress", `is "in_progress"`},
		"GitHub does not answer": {"", "", "exit status"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := t.TempDir()
			const gh = `#!/bin/sh
case "$*" in
*/compare/main...c0ffee*) [ -n "$PLACE" ] && echo "$PLACE" ;;
*/commits/c0ffee/check-runs*) echo "$CHECKS" ;;
*) exit 1 ;;
esac
`
			if err := os.WriteFile(filepath.Join(d, "gh"), []byte(gh), 0o700); err != nil { //nolint:gosec // a script is executable
				t.Fatal(err)
			}
			command := exec.CommandContext(t.Context(), "../../../.ci/passed", "c0ffee")
			command.Env = append(os.Environ(), "PATH="+d+":"+os.Getenv("PATH"), "GITHUB_REPOSITORY=a/b", "PLACE="+tc.place, "CHECKS="+tc.checks)
			said, err := command.CombinedOutput()
			if got := string(said); err != nil {
				got += err.Error()
				if tc.refusal == "" || !strings.Contains(got, tc.refusal) {
					t.Errorf("it is refused: %s", got)
				}
			} else if tc.refusal != "" {
				t.Errorf("it is not refused: %s", got)
			}
		})
	}
}
