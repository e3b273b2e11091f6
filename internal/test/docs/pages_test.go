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

// shipped has the code that ships, by path.
func shipped(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range files(t, "internal", ".go") {
		isTool := strings.HasPrefix(path, "internal/test/") || strings.HasPrefix(path, "internal/tools/")
		if !isTool && !strings.HasSuffix(path, "_test.go") {
			all[path] = read(t, path)
		}
	}
	return all
}

var (
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	unslug = regexp.MustCompile("[^a-z0-9 _-]")
	// registries matches the address of a page of the provider in a registry.
	registries = regexp.MustCompile(`^https://(registry\.terraform\.io|search\.opentofu\.org)` +
		`/providers?/payment-service/paymentservice/[^/]+/docs`)
	// onGitHub matches the address of a file of this repository.
	onGitHub = regexp.MustCompile(`^https://` +
		`(?:github\.com/payment-service/terraform-provider-paymentservice/(?:blob|tree)` +
		`|raw\.githubusercontent\.com/payment-service/terraform-provider-paymentservice)/[^/]+/`)
)

// Pages name each other by relative paths, so that a reader stays in the version
// and in the place that was opened: a registry, or the repository. The paths end
// in .md, which the Terraform Registry strips and the repository needs. The
// exception is the overview page: the registry serves it at …/latest/docs, so
// that no relative path works both there and in the repository.
func TestPages_links(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		for _, part := range page.parts {
			for _, match := range link.FindAllStringSubmatch(part.heading+part.text, -1) {
				target, anchor, _ := strings.Cut(match[1], "#")
				relative := filepath.ToSlash(filepath.Join(filepath.Dir(page.path), target))
				switch {
				case target == "":
					expectAnchor(t, match[1], page.path, anchor)
				case registries.MatchString(target):
					t.Errorf("%s: %s leaves the version for one registry: link to the file", page.path, match[1])
				case onGitHub.MatchString(target):
					expectAnchor(t, match[1], onGitHub.ReplaceAllString(target, ""), anchor)
				case strings.HasPrefix(target, "https://"):
				case page.path == "docs/index.md":
					t.Errorf("%s is broken on the Terraform Registry: link to the file on GitHub", match[1])
				default:
					expectAnchor(t, match[1], relative, anchor)
				}
			}
		}
	}
}

func expectAnchor(t *testing.T, link, path, anchor string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, path)); err != nil {
		t.Errorf("%s leads nowhere: there is no %s", link, path)
		return
	}
	if anchor == "" {
		return
	}
	for _, part := range load(t, path).parts {
		slug := strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(part.heading), ""), " ", "-")
		if slug == anchor || strings.Contains(part.text, `<a id="`+anchor+`"></a>`) {
			return
		}
	}
	t.Errorf("%s leads to no heading of %s", link, path)
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

// textsOf returns the texts in the code that ships.
func textsOf(t *testing.T) (texts []string) {
	t.Helper()
	for path, source := range shipped(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			literal, isLiteral := node.(*ast.BasicLit)
			if isLiteral && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Error(err)
				}
				texts = append(texts, text)
			}
			return true
		})
	}
	return texts
}

// The guide has every title that the provider can report: in a row, or in the kinds of titles that
// explain themselves, which it names before the rows. It quotes nothing that no message says. Every row has
// a symptom, its cause and what to do.
func TestGuide_namesEveryMessage(t *testing.T) {
	t.Parallel()
	texts := textsOf(t)
	titles := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !title.MatchString(text) })
	if len(titles) < 70 {
		t.Errorf("only %d titles were found", len(titles))
	}
	guide := read(t, whenThingsGoWrong)
	own, _, _ := strings.Cut(guide, "\n## The CLI refuses something")
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
	for _, title := range slices.Compact(slices.Sorted(slices.Values(titles))) {
		isOfKind := slices.ContainsFunc(kinds, func(kind string) bool { return strings.HasPrefix(title, kind) })
		if !isOfKind && !strings.Contains(symptoms, "*"+title+"*") {
			t.Errorf("the guide does not name %q", title)
		}
	}
	if rows, whole := strings.Count(guide, "\n| "), len(row.FindAllString(guide, -1)); rows != whole {
		t.Errorf("%d of the %d rows have three cells", whole, rows)
	}
}

// The Go code that CONTRIBUTING.md shows is that of a test.
func TestPages_shownGoCode(t *testing.T) {
	t.Parallel()
	var tests strings.Builder
	for _, path := range files(t, "internal", "_test.go") {
		tests.WriteString(read(t, path))
	}
	for _, b := range load(t, "CONTRIBUTING.md").section(t, "Write a test").blocks {
		if !strings.Contains(tests.String(), b.text) {
			t.Errorf("no test has this code:\n%s", b.text)
		}
	}
}
