// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// page is a page of the documentation.
type page struct {
	path  string
	parts []part
}

// part is what follows a heading, up to the next one: its text, and its code blocks.
type part struct {
	heading, text string
	blocks        []block
}

// block is a code block without its indentation. It is a file if its name stands before
// it.
type block struct {
	language string
	file     string
	text     string
}

var (
	fence    = regexp.MustCompile("^( *)```([a-z]*)$")
	heading  = regexp.MustCompile(`^#+ +(.+)$`)
	fileName = regexp.MustCompile("\n`([^`]+)`:\\s*$")
)

// load divides a page into its parts.
func load(t *testing.T, path string) page {
	t.Helper()
	p := page{path, []part{{}}}
	open, indent := false, ""
	for line := range strings.Lines(read(t, path)) {
		last := &p.parts[len(p.parts)-1]
		line = strings.TrimSuffix(line, "\n")
		fenced, titled := fence.FindStringSubmatch(line), heading.FindStringSubmatch(line)
		switch {
		case fenced != nil && open:
			open = false
		case fenced != nil:
			b := block{language: fenced[2]}
			if named := fileName.FindStringSubmatch(last.text); named != nil {
				b.file = named[1]
			}
			last.blocks = append(last.blocks, b)
			open, indent = true, fenced[1]
		case open:
			last.blocks[len(last.blocks)-1].text += strings.TrimPrefix(line, indent) + "\n"
		case titled != nil:
			p.parts = append(p.parts, part{heading: titled[1]})
		default:
			last.text += line + "\n"
		}
	}
	return p
}

// pages returns all pages of the documentation and of the repository.
func pages(t *testing.T) (all []page) {
	t.Helper()
	for _, path := range files(t, "docs", ".md") {
		all = append(all, load(t, path))
	}
	for _, name := range []string{"README", "CONTRIBUTING", "DESIGN", "SECURITY", "SUPPORT", "CODE_OF_CONDUCT"} {
		all = append(all, load(t, name+".md"))
	}
	return all
}

// section returns the part of a page with a heading.
func (p page) section(t *testing.T, title string) part {
	t.Helper()
	for _, part := range p.parts {
		if part.heading == title {
			return part
		}
	}
	t.Fatalf("%s has no section %q", p.path, title)
	return part{}
}

func (p page) blocks() (all []block) {
	for _, part := range p.parts {
		all = append(all, part.blocks...)
	}
	return all
}

// configuration returns the first configuration of a part.
func (p part) configuration() string {
	for _, b := range p.blocks {
		if b.language == "terraform" {
			return b.text
		}
	}
	return ""
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// files returns the files in a directory whose names end in one of the suffixes.
func files(t *testing.T, directory string, suffixes ...string) (found []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), directory, func(path string, _ fs.DirEntry, err error) error {
		isOne := slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(path, suffix) })
		if isOne && !strings.Contains(path, "/.terraform/") {
			found = append(found, path)
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("there are no %s files in %s: %v", suffixes, directory, err)
	}
	return found
}

// The page of every object has an example, and the README and the overview lead to it.
func TestPages_ofObjects(t *testing.T) {
	t.Parallel()
	for _, path := range files(t, "docs", ".md") {
		if strings.Count(path, "/") < 2 || strings.HasPrefix(path, "docs/guides/") {
			continue
		}
		if !strings.Contains(read(t, path), "## Example Usage") {
			t.Errorf("%s has no example", path)
		}
		for _, overview := range []string{"README.md", "docs/index.md"} {
			if !strings.Contains(read(t, overview), path+")") {
				t.Errorf("%s does not lead to %s", overview, path)
			}
		}
	}
}

const whenThingsGoWrong = "docs/guides/when-things-go-wrong.md"

var (
	// title matches the title of a message, and nothing else that the code has.
	title  = regexp.MustCompile(`^[A-Z][A-Za-z]+(?: (?:[A-Z][A-Za-z]*|a|an|and|at|in|of|or|the|to))* [A-Z][A-Za-z]*$`)
	row    = regexp.MustCompile(`(?m)^\| (.+) \| (.+) \| (.+) \|$`)
	phrase = regexp.MustCompile(`\*([^*|]+)\*`)
)

// shippedTexts returns the texts in the code that ships.
func shippedTexts(t *testing.T) (texts []string) {
	t.Helper()
	for _, path := range files(t, "internal", ".go") {
		isTool := strings.HasPrefix(path, "internal/test/") || strings.HasPrefix(path, "internal/tools/")
		if isTool || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, read(t, path), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value) // it has been parsed
				texts = append(texts, text)
			}
			return true
		})
	}
	return texts
}

// The guide has every title that the provider can report: in a row, or in the kinds of titles that
// explain themselves, which it names before the rows. It quotes nothing that no message says.
func TestGuide_namesEveryMessage(t *testing.T) {
	t.Parallel()
	texts := shippedTexts(t)
	own, _, _ := strings.Cut(read(t, whenThingsGoWrong), "\n## The CLI refuses something")
	preface, _, _ := strings.Cut(own, "\n## ")

	var kinds []string
	for _, match := range phrase.FindAllStringSubmatch(preface, -1) {
		kinds = append(kinds, match[1]+" ")
	}
	symptoms := ""
	all := strings.Join(texts, "\n")
	for _, cells := range row.FindAllStringSubmatch(own, -1) {
		symptoms += cells[1]
		for _, match := range phrase.FindAllStringSubmatch(cells[1], -1) {
			if !strings.Contains(all, match[1]) {
				t.Errorf("the guide quotes %q, which no message says", match[1])
			}
		}
	}
	titles := 0
	for _, text := range texts {
		if !title.MatchString(text) {
			continue
		}
		titles++
		isOfKind := slices.ContainsFunc(kinds, func(kind string) bool { return strings.HasPrefix(text, kind) })
		if !isOfKind && !strings.Contains(symptoms, "*"+text+"*") {
			t.Errorf("the guide does not name %q", text)
		}
	}
	if titles < 70 {
		t.Errorf("only %d titles were found", titles)
	}
}
