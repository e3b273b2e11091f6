// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const (
	// querySuffix ends the names of files that only `terraform query` reads.
	querySuffix = ".tfquery.hcl"
	// queryVersion is the first Terraform that has queries; OpenTofu has none.
	queryVersion = "1.14.0"
)

// shown returns all configurations that users are shown, by their place: a file
// of examples/, or a block of a page. Blocks marked "terraform" are whole
// configurations, together with earlier blocks of the page. Those marked "hcl"
// are parts of one.
func shown(t *testing.T) (whole, parts map[string]string) {
	t.Helper()
	whole, parts = map[string]string{}, map[string]string{}
	known := map[string]bool{}
	for _, path := range files(t, "examples", querySuffix) {
		known[strings.TrimSpace(read(t, filepath.Join(root, path)))] = true
	}
	for _, path := range files(t, "examples", ".tf") {
		if strings.HasPrefix(path, "examples/scenarios/") {
			continue // checked as they are, in their directories
		}
		text := read(t, filepath.Join(root, path))
		known[strings.TrimSpace(text)] = true
		whole[path] = text
	}
	for _, page := range append(files(t, "docs", ".md"), "README.md") {
		var before []string
		for i, b := range blocks(read(t, filepath.Join(root, page))) {
			where := fmt.Sprintf("%s block %d", page, i+1)
			switch {
			case known[strings.TrimSpace(b.text)], strings.HasPrefix(b.text, "provider_installation"): // the CLI's own configuration
			case b.language == "terraform":
				whole[where] = withContext(b.text, before)
			case b.language == "hcl":
				parts[where] = b.text
			}
			if b.language == "terraform" {
				before = append(before, b.text)
			}
		}
	}
	return whole, parts
}

func files(t *testing.T, directory, suffix string) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(os.DirFS(root), directory, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, suffix) && !strings.Contains(path, "/.terraform/") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatalf("there are no %s files in %s", suffix, directory)
	}
	return found
}

type block struct{ language, text string }

var fence = regexp.MustCompile("^( *)```([a-z]*)$")

// blocks returns the fenced blocks of a page, without their indentation.
func blocks(page string) []block {
	var (
		found  []block
		open   bool
		indent string
	)
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		match := fence.FindStringSubmatch(line)
		switch {
		case match != nil && open:
			open = false
		case match != nil:
			open, indent = true, match[1]
			found = append(found, block{language: match[2]})
		case open:
			found[len(found)-1].text += strings.TrimPrefix(line, indent) + "\n"
		}
	}
	return found
}

// needs lists features that some CLIs lack, with patterns that find them. An empty
// version means that no version of the CLI has the feature.
var needs = []struct {
	name                string
	written             *regexp.Regexp
	terraform, openTofu string
}{
	{"actions", regexp.MustCompile(`(?m)^action "`), "1.14.0", ""},
	{"terraform.applying", regexp.MustCompile(`terraform\.applying`), "1.10.0", ""},
	{"ephemeral values", regexp.MustCompile(`(?m)^ephemeral "|^ +ephemeral += true`), "1.10.0", "1.11.0"},
	{"write-only arguments", regexp.MustCompile(`_wo +=`), "1.11.0", "1.11.0"},
	{"imports by identity", regexp.MustCompile(`(?m)^ +identity = {`), "1.12.0", "1.12.0"},
	{"imports with for_each", regexp.MustCompile(`(?m)^import {\n +for_each`), "1.7.0", "1.7.0"},
	{"import and check blocks", regexp.MustCompile(`(?m)^import {|^check "`), "1.5.0", "1.6.0"},
	{"plantimestamp", regexp.MustCompile(`plantimestamp\(`), "1.5.0", "1.6.0"},
	{"removed blocks", regexp.MustCompile(`(?m)^removed {`), "1.7.0", "1.10.0"},
	{"terraform_data", regexp.MustCompile(`"terraform_data"`), "1.4.0", "1.6.0"},
}

// skipUnlessSupported skips a test of a configuration that the CLI is too old
// for.
func skipUnlessSupported(t *testing.T, c *installed, text string) {
	t.Helper()
	for _, need := range needs {
		if need.written.MatchString(text) && !c.AtLeast(need.terraform, need.openTofu) {
			t.Skipf("this CLI has no %s", need.name)
		}
	}
}

var (
	typeName   = regexp.MustCompile(`(?m)^(?:resource|data|ephemeral|action) "([a-z0-9]+)_`)
	requires   = regexp.MustCompile(`required_providers`)
	importFile = regexp.MustCompile(`/import-[a-z-]+\.tf$`)
)

// ofOthers reports whether a configuration uses providers that are not installed.
func ofOthers(text string) bool {
	for _, match := range typeName.FindAllStringSubmatch(text, -1) {
		if match[1] != "paymentservice" && match[1] != "terraform" {
			return true
		}
	}
	return false
}

func TestAccExamples_valid(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	whole, parts := shown(t)
	for where, text := range whole {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			if ofOthers(text) {
				expectFormatted(t, c, text)
				return
			}
			skipUnlessSupported(t, c, text)
			d := c.directory(t, configuration(t, where, text))
			if _, err := c.without(d).Run(t.Context(), "validate"); err != nil {
				t.Error(err)
			}
			expectFormatted(t, c, text)
		})
	}
	for where, text := range parts {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			expectFormatted(t, c, text)
		})
	}
}

// configuration returns the files that make a shown text a whole configuration.
func configuration(t *testing.T, where, text string) map[string]string {
	t.Helper()
	all := map[string]string{"main.tf": text}
	if !requires.MatchString(text) {
		all["providers.tf"] = acctest.Requirement
	}
	if importFile.MatchString(where) { // imports what the first example declares
		all["resource.tf"] = read(t, filepath.Join(root, filepath.Dir(where), "resource.tf"))
	}
	return all
}

// expectFormatted checks a text's syntax and its format.
func expectFormatted(t *testing.T, c *installed, text string) {
	t.Helper()
	d := t.TempDir()
	write(t, d, map[string]string{"main.tf": text})
	if said, err := c.without(d).Run(t.Context(), "fmt", "-check", "-diff"); err != nil {
		t.Errorf("not formatted as `terraform fmt` does: %s", said)
	}
}

var (
	variable    = regexp.MustCompile(`\bvar\.([a-z0-9_]+)`)
	declaration = regexp.MustCompile(`(?m)^(resource|data|ephemeral) "([a-z0-9_]+)" "([a-z0-9_]+)"`)
)

// withContext completes a block of a page with what a reader knows at that point:
// the earlier blocks that declare what it refers to, and input variables of any
// type.
func withContext(text string, before []string) string {
	for i := len(before) - 1; i >= 0; i-- {
		if declaresMissing(before[i], text) {
			text = before[i] + "\n" + text
		}
	}
	added := map[string]bool{}
	for _, match := range variable.FindAllStringSubmatch(text, -1) {
		name := match[1]
		if !added[name] && !strings.Contains(text, fmt.Sprintf("variable %q", name)) {
			added[name] = true
			text += fmt.Sprintf("\nvariable %q {}\n", name)
		}
	}
	return text
}

// declaresMissing reports whether a block declares something that text refers to
// and does not declare itself, and nothing that text declares.
func declaresMissing(earlier, text string) bool {
	missing := false
	for _, d := range declaration.FindAllStringSubmatch(earlier, -1) {
		if strings.Contains(text, d[0]) {
			return false
		}
		reference := d[2] + "." + d[3]
		if d[1] != "resource" {
			reference = d[1] + "." + reference
		}
		missing = missing || regexp.MustCompile(`\b`+regexp.QuoteMeta(reference)+`\b`).MatchString(text)
	}
	return missing
}
