// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	packagePath = regexp.MustCompile(`internal/[a-z/]+[a-z]\b`)
	inBackticks = regexp.MustCompile("`([^`]+)`")
	goFile      = regexp.MustCompile(`^[a-z_/]+\.go$`)
	goName      = regexp.MustCompile(`^(?:[a-z]+\.)?[A-Za-z]+$`) // with a "_", it is an argument
)

// namedPackages returns the packages whose directories, or files in them, a text names.
func namedPackages(text string) []string {
	var found []string
	for _, path := range packagePath.FindAllString(text, -1) {
		if info, err := os.Stat(filepath.Join(root, path)); err != nil || !info.IsDir() {
			path = filepath.ToSlash(filepath.Dir(path)) // of a file, whose extension is not matched
		}
		found = append(found, path)
	}
	return found
}

// What CONTRIBUTING.md says to add to has the names that it gives: each file, and in a sentence that
// names a package also each identifier, is in that package.
func TestContributing_namesExist(t *testing.T) {
	t.Parallel()
	count := 0
	page := load(t, "CONTRIBUTING.md")
	for _, title := range []string{
		"Add an argument of the provider",
		"Add a setting of the webhook",
		"Add a filter of charges",
	} {
		section := page.section(t, title)
		for line := range strings.Lines(section.text) {
			named := namedPackages(line)
			for _, name := range inBackticks.FindAllStringSubmatch(line, -1) {
				switch {
				case goFile.MatchString(name[1]) && !strings.HasPrefix(name[1], "internal/"):
					expectFile(t, name[1], append(named, namedPackages(section.text)...))
				case goName.MatchString(name[1]) && len(named) > 0:
					expectIdentifier(t, name[1], named)
				}
				count++
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d names were found", count)
	}
}

func expectFile(t *testing.T, name string, packages []string) {
	t.Helper()
	for _, one := range packages {
		if _, err := os.Stat(filepath.Join(root, one, name)); err == nil {
			return
		}
	}
	t.Errorf("CONTRIBUTING.md names %s, which is in none of %s", name, packages)
}

func expectIdentifier(t *testing.T, name string, packages []string) {
	t.Helper()
	if before, after, ok := strings.Cut(name, "."); ok {
		name = after
		packages = append(packages, "internal/"+before)
	}
	for _, one := range packages {
		for _, path := range files(t, one, ".go") {
			if declares(t, path, name) {
				return
			}
		}
	}
	t.Errorf("CONTRIBUTING.md names %s, which none of %s declares", name, packages)
}

// declares reports whether a file declares a name, or has it as a text, such as the key of a map.
func declares(t *testing.T, path, name string) (found bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	isName := func(identifier *ast.Ident) bool { return identifier.Name == name }
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			found = found || isName(n.Name)
		case *ast.TypeSpec:
			found = found || isName(n.Name)
		case *ast.ValueSpec:
			found = found || slices.ContainsFunc(n.Names, isName)
		case *ast.StructType:
			found = found || slices.ContainsFunc(n.Fields.List, func(field *ast.Field) bool {
				return slices.ContainsFunc(field.Names, isName)
			})
		case *ast.BasicLit:
			found = found || n.Value == strconv.Quote(name)
		}
		return !found
	})
	return found
}
