// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const whenThingsGoWrong = "docs/guides/when-things-go-wrong.md"

var (
	message = regexp.MustCompile(`(?mi)^ *(?:error|warning): ([a-z ]+?)(?: *\(.*| AttributeName.*| *)$`)
	quoted  = regexp.MustCompile(`"((?:Unable|Invalid|Missing|Unexpected|Provider)(?: [A-Z][A-Za-z]*| to)+)"`)
	row     = regexp.MustCompile(`(?m)^\| (.+) \| (.+) \| (.+) \|$`)
	phrase  = regexp.MustCompile(`\*([a-z][^*|]+)\*`)
	named   = regexp.MustCompile(`\*([A-Z][a-z]+(?: [A-Z][A-Za-z]*| a| and| at| by| in| of| the| to)+)\*`)
)

// titles returns the titles of the provider's messages from the golden files, and
// from the code of packages that have none. texts has all golden files and all code.
func titles(t *testing.T) (all []string, texts string) {
	t.Helper()
	var shown []string
	for _, path := range files(t, "internal", "messages.golden") {
		shown = append(shown, strings.Split(path, "/")[1])
		text := read(t, filepath.Join(root, path))
		for _, match := range message.FindAllStringSubmatch(text, -1) {
			all = append(all, match[1])
		}
		texts += text
	}
	for _, path := range files(t, "internal", ".go") {
		room := strings.Split(path, "/")[1]
		if strings.HasSuffix(path, "_test.go") || room == "test" || room == "tools" {
			continue
		}
		text := read(t, filepath.Join(root, path))
		for _, match := range quoted.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(shown, room) {
				all = append(all, match[1])
			}
		}
		texts += text
	}
	slices.Sort(all)
	return slices.Compact(all), texts
}

// The guide names every message of the provider, and no title that does not exist.
// It leaves out those of library validators, and says so.
func TestGuide_namesEveryMessage(t *testing.T) {
	t.Parallel()
	var titled []string
	said, texts := titles(t)
	guide := read(t, filepath.Join(root, whenThingsGoWrong))
	own, _, _ := strings.Cut(guide, "\n## The CLI refuses something")
	for _, cells := range row.FindAllStringSubmatch(own, -1) {
		for _, match := range phrase.FindAllStringSubmatch(cells[1], -1) {
			if !strings.Contains(texts, match[1]) {
				t.Errorf("the guide quotes %q, which no message says", match[1])
			}
		}
		for _, match := range named.FindAllStringSubmatch(cells[1], -1) {
			titled = append(titled, match[1])
		}
	}
	for _, title := range said {
		if !slices.Contains(titled, title) && !strings.HasPrefix(title, "Invalid Attribute") {
			t.Errorf("the guide does not name %q", title)
		}
	}
	for _, title := range titled {
		if !slices.Contains(said, title) && !strings.Contains(texts, `"`+title+`"`) {
			t.Errorf("the guide names %q, which no message has as its title", title)
		}
	}
	if len(said) < 30 || !strings.Contains(guide, "titles that begin with *Invalid Attribute*, explain themselves") {
		t.Errorf("found %d messages only, or the guide does not say which ones it leaves out", len(said))
	}
}

// The guide begins with a table of its sections, and every row of a section has a
// symptom, its cause and what to do.
func TestGuide_isFoundBySymptom(t *testing.T) {
	t.Parallel()
	all := parts(read(t, filepath.Join(root, whenThingsGoWrong)))
	for _, part := range all[2:] {
		rows := strings.Count(part.text, "\n| ") - 1
		if rows < 1 {
			continue // a section without symptoms
		}
		if !strings.Contains(all[1].text, "| ["+part.heading+"](#") {
			t.Errorf("the first table does not lead to %q", part.heading)
		}
		if got := len(row.FindAllString(part.text, -1)) - 1; got != rows {
			t.Errorf("%d of the %d rows of %q have three cells", got, rows, part.heading)
		}
	}
}

// A reader sees the commands of the README in 80 columns without scrolling.
func TestREADME_commandsFit(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(read(t, filepath.Join(root, "README.md"))) {
		for line := range strings.Lines(b.text) {
			if line = strings.TrimSuffix(line, "\n"); b.language == "shell" && len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}
