// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// registries matches the address of a page of the provider in a registry.
var registries = regexp.MustCompile(`^https://(registry\.terraform\.io|search\.opentofu\.org)/providers?/payment-service/paymentservice/[^/]+/docs`)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	unslug  = regexp.MustCompile("[^a-z0-9 _-]")
	fenced  = regexp.MustCompile("(?s)```.*?```")
)

// onGitHub matches the address of a file of this repository.
var onGitHub = regexp.MustCompile(`^https://(?:github\.com/payment-service/terraform-provider-paymentservice/(?:blob|tree)|raw\.githubusercontent\.com/payment-service/terraform-provider-paymentservice)/main/`)

// Pages name each other by relative paths, so that a reader stays in the version
// and in the place that was opened: a registry, or the repository. The paths end
// in .md, which the Terraform Registry strips and the repository needs. The
// exception is the overview page: the registry serves it at …/latest/docs, so
// that no relative path works both there and in the repository.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, page := range append(files(t, "docs", ".md"), "README.md", "CONTRIBUTING.md", "DESIGN.md") {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text := fenced.ReplaceAllString(read(t, filepath.Join(root, page)), "")
			for _, match := range link.FindAllStringSubmatch(text, -1) {
				target, anchor, _ := strings.Cut(match[1], "#")
				switch {
				case target == "":
					target = page
				case registries.MatchString(target):
					t.Errorf("%s leads to one registry and leaves the version: link to the file", match[1])
					continue
				case onGitHub.MatchString(target):
					target = onGitHub.ReplaceAllString(target, "")
				case strings.HasPrefix(target, "https://"):
					continue
				case page == "docs/index.md":
					t.Errorf("%s is broken on the Terraform Registry: link to the file on GitHub", match[1])
					continue
				default:
					target = filepath.ToSlash(filepath.Join(filepath.Dir(page), target))
				}
				expectPage(t, match[1], target, anchor)
			}
		})
	}
}

func expectPage(t *testing.T, link, path, anchor string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, path)); err != nil {
		t.Errorf("%s leads nowhere: there is no %s", link, path)
		return
	}
	text := ""
	if anchor != "" {
		text = read(t, filepath.Join(root, path))
	}
	if anchor == "" || strings.Contains(text, `<a id="`+anchor+`"></a>`) {
		return
	}
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		if strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-") == anchor {
			return
		}
	}
	t.Errorf("%s leads to no heading of %s", link, path)
}

// The registries show diagrams as code, and a description is also read in an
// editor, which has no pages.
func TestPages_renderEverywhere(t *testing.T) {
	t.Parallel()
	for _, page := range files(t, "docs", ".md") {
		if strings.Contains(read(t, filepath.Join(root, page)), "```mermaid") {
			t.Errorf("%s has a diagram: write a list or a table", page)
		}
	}
	for _, path := range files(t, "internal", ".go") {
		if strings.HasPrefix(path, "internal/test/") || strings.HasPrefix(path, "internal/tools/") {
			continue
		}
		for _, match := range link.FindAllStringSubmatch(read(t, filepath.Join(root, path)), -1) {
			if strings.HasSuffix(match[1], ".md") || strings.HasPrefix(match[1], ".") {
				t.Errorf("%s has the relative link %s in a description", path, match[1])
			}
		}
	}
}

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
