// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

// fileBlock finds the blocks of a page that are files, with their names.
var fileBlock = regexp.MustCompile("(?s)\n`([^`]+)`:\n\n```[a-z]+\n(.*?)```")

// The module of the guide is tested as the guide says, and needs no service.
func TestAccGuide_testModules(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	if oldest := map[bool]string{false: "1.7.0", true: "1.8.0"}[c.OpenTofu]; c.Version.LessThan(version.Must(version.NewVersion(oldest))) {
		t.Skipf("mock_provider requires %s", oldest)
	}
	directory := c.directory(t, nil)
	for _, block := range fileBlock.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/guides/test-modules.md")), -1) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(directory, block[1])), 0o750); err != nil {
			t.Fatal(err)
		}
		write(t, directory, map[string]string{block[1]: block[2]})
	}
	w := c.without(directory)
	for _, step := range []struct{ command, says string }{{"init", "initialized"}, {"test", "1 passed, 0 failed"}} {
		if said, err := w.Run(t.Context(), step.command); err != nil || !strings.Contains(said, step.says) {
			t.Fatalf("%s says %s, error %v", step.command, said, err)
		}
	}
}
