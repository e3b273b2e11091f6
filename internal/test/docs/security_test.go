// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest  = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`)
	testHeader = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// The tests that pages name exist, and each line of SECURITY.md that says what is
// shown names one.
func TestPages_namedTestsExist(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{}
	for _, path := range files(t, "internal", "_test.go") {
		for _, header := range testHeader.FindAllStringSubmatch(read(t, filepath.Join(root, path)), -1) {
			tests[header[1]] = true
		}
	}
	for _, page := range []string{"SECURITY.md", "DESIGN.md", "CONTRIBUTING.md"} {
		for _, name := range namedTest.FindAllString(read(t, filepath.Join(root, page)), -1) {
			if !tests[name] {
				t.Errorf("%s names %s, which is no test", page, name)
			}
		}
	}
	_, promised, found := strings.Cut(read(t, filepath.Join(root, "SECURITY.md")), "## What is shown")
	promised, _, _ = strings.Cut(promised, "\n## ")
	for _, promise := range strings.Split(promised, "\n- **")[1:] {
		if !namedTest.MatchString(promise) {
			t.Errorf("no test is named for %.40s", promise)
		}
	}
	if !found || !strings.Contains(promised, "\n- **") {
		t.Error("no promise was found")
	}
}
