// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package source_test checks rules for the source of tests that no linter knows.
package source_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestClock: no test looks at the real clock, or waits for it, because a slow machine
// would then decide whether it passes.
func TestClock(t *testing.T) {
	t.Parallel()

	packages, set := map[string][]*ast.File{}, token.NewFileSet()
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, "_test.go") || filepath.Base(filepath.Dir(name)) == "live" { // which tries a real service
			return err
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(name)] = append(packages[filepath.Dir(name)], file)
		return err
	})
	if err != nil || len(packages) < 10 {
		t.Fatalf("%d packages, error %v", len(packages), err)
	}
	for _, files := range packages {
		for _, at := range realClocks(files) {
			t.Errorf("%s: in a test, only a bubble of testing/synctest and a benchmark may use the clock", set.Position(at))
		}
	}
}

// TestRealClocks: each line of the tests ends with a comment if it is refused.
func TestRealClocks(t *testing.T) {
	t.Parallel()

	for name, code := range map[string]string{
		"a test":                       `func TestA(t *testing.T) { time.Sleep(1) } // refused`,
		"a limit":                      `func TestA(t *testing.T) { context.WithTimeout(t.Context(), 1) } // refused`,
		"a function of it":             `func TestA(t *testing.T) { f := time.Now } // refused`,
		"a variable":                   `var now = time.Now() // refused`,
		"another thing of the package": `func TestA(t *testing.T) { _ = time.Second }`,
		"a bubble":                     `func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { t.Run("", func(t *testing.T) { time.Sleep(1) }) }) }`,
		"beside a bubble": `func TestA(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { time.Now() })
			time.Now() // refused
		}`,
		"a benchmark": `func BenchmarkA(b *testing.B) { time.Now() }`,
		"a helper that a bubble calls": `
			func wait() { time.Sleep(1) }
			func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { wait() }) }`,
		"a method that a bubble calls, and a test": `
			func (h harness) wait() { time.Sleep(1) } // refused
			func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { new(harness).wait() }) }
			func TestB(t *testing.T) { new(harness).wait() }`,
		"a helper of a helper": `
			func inner() { time.Sleep(1); inner() }
			func outer() { inner() }
			func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { outer() }) }`,
		"a method of an interface": `
			type stub struct{}
			func (*stub) RoundTrip() { time.Now(); new(stub).RoundTrip() }
			func TestA(t *testing.T) { synctest.Test(t, func(t *testing.T) { use(&stub{}) }) }
			func TestB(t *testing.T) { real.RoundTrip() }`,
		"a method of an interface, without a bubble": `
			type stub struct{}
			func (*stub) RoundTrip() { time.Now() } // refused
			func TestA(t *testing.T) { use(&stub{}) }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, "", "package a\n"+code, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			var got, want []int
			for _, at := range realClocks([]*ast.File{file}) {
				got = append(got, set.Position(at).Line)
			}
			for i, line := range strings.Split(code, "\n") {
				if strings.HasSuffix(line, "// refused") {
					want = append(want, i+2)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("refuses the lines %v, want %v", got, want)
			}
		})
	}
}

// clocks are the functions that look at the clock or wait for it.
var clocks = map[string][]string{
	"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// code is what a declaration uses outside of bubbles.
type code struct {
	of, name string // the type of an exported method, and the name; empty for tests and variables
	clocks   []token.Pos
	names    []string // of functions, methods, types and others
}

// realClocks returns where the tests of a package use a clock outside of bubbles: in what
// is reached from a test or a variable without one. Benchmarks may use it.
func realClocks(files []*ast.File) (found []token.Pos) {
	var all []code
	mentioned, reached := map[string]bool{}, map[string]bool{"": true}
	for _, file := range files {
		for _, declared := range file.Decls {
			if other, ok := declared.(*ast.GenDecl); !ok || other.Tok == token.VAR {
				all = append(all, read(declared, mentioned))
			}
		}
	}
	for known := 0; known < len(reached); {
		known, found = len(reached), nil
		for _, c := range all {
			// An exported method that nothing names may be called through an interface.
			if reached[c.of] && (reached[c.name] || c.of != "" && !mentioned[c.name]) {
				found = append(found, c.clocks...)
				for _, name := range c.names {
					reached[name] = true
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

// read reads a declaration, and adds to the names that are mentioned, in bubbles, too.
func read(declared ast.Decl, mentioned map[string]bool) (c code) {
	var own *ast.Ident
	if function, ok := declared.(*ast.FuncDecl); ok && !strings.HasPrefix(function.Name.Name, "Test") {
		own = function.Name
		if c.name = own.Name; function.Recv != nil && own.IsExported() {
			of := function.Recv.List[0].Type
			if pointer, ok := of.(*ast.StarExpr); ok {
				of = pointer.X
			}
			c.of = fmt.Sprint(of)
		}
	}
	mention := func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok && ident != own {
			mentioned[ident.Name] = true
		}
		return true
	}
	ast.Inspect(declared, mention)
	ast.Inspect(declared, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			function, ok := node.Fun.(*ast.SelectorExpr)
			return !ok || !slices.Contains([]string{"bubble", "synctest"}, fmt.Sprint(function.X)) // what is in a bubble is left out
		case *ast.SelectorExpr:
			if slices.Contains(clocks[fmt.Sprint(node.X)], node.Sel.Name) {
				c.clocks = append(c.clocks, node.Pos())
			}
		case *ast.Ident:
			c.names = append(c.names, node.Name)
		}
		return true
	})
	return c
}
