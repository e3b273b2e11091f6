// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const registry = "https://registry.terraform.io/providers/payment-service/paymentservice/latest/docs"

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	unslug  = regexp.MustCompile("[^a-z0-9 _-]")
	fenced  = regexp.MustCompile("(?s)```.*?```")
)

// The registry rewrites no relative link, so the pages name each other by their
// address there; README.md and its like are read in the repository.
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
				case strings.HasPrefix(target, registry):
					target = "docs" + cmp.Or(strings.TrimPrefix(target, registry), "/index") + ".md"
				case strings.HasPrefix(target, "https://"):
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
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		if text, err = os.ReadFile(filepath.Join(root, path+".md")); err != nil {
			t.Errorf("%s leads nowhere: there is no %s", link, path)
			return
		}
	}
	if anchor == "" || strings.Contains(string(text), `<a id="`+anchor+`"></a>`) {
		return
	}
	for _, match := range heading.FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-") == anchor {
			return
		}
	}
	t.Errorf("%s leads to no heading of %s", link, path)
}
