// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	code     = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	unslug   = regexp.MustCompile("[^a-z0-9 _-]")
	onGitHub = regexp.MustCompile(`^https://` +
		`(?:github\.com/payment-service/terraform-provider-paymentservice/(?:blob|tree)` +
		`|raw\.githubusercontent\.com/payment-service/terraform-provider-paymentservice)/[^/]+/`)
)

// The links of pages to files and headings of the repository lead to some. Those of the overview are addresses on
// GitHub: the Terraform Registry serves it where no relative path works that works in the repository, too.
func TestPages_links(t *testing.T) {
	t.Parallel()
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob("../../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	count := 0
	for _, page := range pages {
		for _, match := range link.FindAllStringSubmatch(prose(t, page), -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			path := filepath.Join(filepath.Dir(page), target)
			switch {
			case target == "":
				path = page
			case onGitHub.MatchString(target):
				path = filepath.Join("../../..", onGitHub.ReplaceAllString(target, ""))
			case strings.HasPrefix(target, "https://"):
				continue
			case filepath.ToSlash(page) == "../../../docs/index.md":
				t.Errorf("%s is broken on the Terraform Registry: link to the file on GitHub", match[1])
			}
			count++
			if _, err := os.Stat(path); err != nil || anchor != "" && !hasAnchor(t, path, anchor) {
				t.Errorf("%s: %s leads nowhere", page, match[1])
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d links were found", count)
	}
}

func hasAnchor(t *testing.T, page, anchor string) bool {
	t.Helper()
	text := prose(t, page)
	for _, match := range heading.FindAllStringSubmatch(text, -1) {
		if strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return strings.Contains(text, `<a id="`+anchor+`"></a>`)
}

// prose returns a page without its blocks of code.
func prose(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return code.ReplaceAllString(string(text), "")
}
