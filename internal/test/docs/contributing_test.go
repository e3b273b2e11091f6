// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	// packagePath matches a package, or a file or a qualified identifier of it.
	packagePath = regexp.MustCompile("`(?:internal/([a-z/]+?)(?:/[a-z_]+\\.go)?`|([a-z]+)\\.[A-Z])")
	inBackticks = regexp.MustCompile("`([^`]+)`")
	goName      = regexp.MustCompile(`^(?:[a-z]+\.)?[A-Za-z]+$`) // with a "_", it is an argument
)

// What CONTRIBUTING.md says to add to is where it says: each file is in a package that the section names, and
// each identifier is declared in a package that its sentence names, if it names one.
func TestContributing_namesExist(t *testing.T) {
	t.Parallel()
	page := load(t, "CONTRIBUTING.md")
	count := 0
	for _, title := range []string{
		"Add an argument of the provider",
		"Add a setting of the webhook",
		"Add a filter of charges",
	} {
		section := page.section(t, title).text
		ofSection := namesIn(t, section)
		for line := range strings.Lines(section) {
			ofLine := namesIn(t, line)
			for _, match := range inBackticks.FindAllStringSubmatch(line, -1) {
				name, isThere := match[1], false
				switch {
				case strings.HasSuffix(name, ".go"):
					isThere = ofSection[name]
				case goName.MatchString(name) && len(ofLine) > 0:
					isThere = ofLine[name]
				default:
					continue
				}
				if !isThere {
					t.Errorf("CONTRIBUTING.md names %s, which is not in the packages of\n%s", name, line)
				}
				count++
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d names were found", count)
	}
}

// namesIn returns the names that are in the packages of a text: those of files, and what these declare or have as
// a text, such as the key of a map.
func namesIn(t *testing.T, text string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, match := range packagePath.FindAllStringSubmatch(text, -1) {
		directory := "internal/" + match[1] + match[2]
		for _, file := range files(t, directory, ".go") {
			names[file] = true
			names[strings.TrimPrefix(file, directory+"/")] = true
			parsed, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(node ast.Node) bool {
				var declared []*ast.Ident
				switch n := node.(type) {
				case *ast.FuncDecl:
					declared = []*ast.Ident{n.Name}
				case *ast.TypeSpec:
					declared = []*ast.Ident{n.Name}
				case *ast.ValueSpec:
					declared = n.Names
				case *ast.Field:
					declared = n.Names
				case *ast.BasicLit:
					names[strings.Trim(n.Value, `"`)] = true
				}
				for _, name := range declared {
					names[name.Name] = true
					names[path.Base(directory)+"."+name.Name] = true
				}
				return true
			})
		}
	}
	return names
}

// The story that CONTRIBUTING.md shows is told.
func TestContributing_shownStory(t *testing.T) {
	t.Parallel()
	story := load(t, "CONTRIBUTING.md").section(t, "Write a test").blocks[0].text
	if !strings.Contains(read(t, "internal/webhook/resource_acc_test.go"), story) {
		t.Errorf("no test is:\n%s", story)
	}
}
