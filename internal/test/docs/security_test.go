// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest  = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	testHeader = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(`)
)

// TestSecurity_namesItsTests: each promise of SECURITY.md names tests, and all
// of them exist.
func TestSecurity_namesItsTests(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	err = filepath.WalkDir(filepath.Join(root, "internal"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, header := range testHeader.FindAllSubmatch(source, -1) {
			tests[string(header[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range namedTest.FindAllStringSubmatch(string(text), -1) {
		if !tests[name[1]] {
			t.Errorf("there is no test %s", name[1])
		}
	}
	_, promised, _ := strings.Cut(string(text), "## What is promised")
	promised, _, _ = strings.Cut(promised, "\n## ")
	promises := 0
	for line := range strings.SplitSeq(promised, "\n") {
		if !strings.HasPrefix(line, "- **") {
			continue
		}
		promises++
		if !namedTest.MatchString(line) {
			t.Errorf("no test is named for %.40s", line)
		}
	}
	if promises == 0 {
		t.Error("no promise was found")
	}
}
