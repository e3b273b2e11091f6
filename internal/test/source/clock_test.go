// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package source_test checks rules for the source of tests that no linter knows.
package source_test

import (
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
		"a helper that nothing calls": `func wait() { time.Sleep(1) } // refused`,
		"a helper with a bubble": `
			func bubble(t *testing.T, f func()) { synctest.Test(t, func(t *testing.T) { f() }) }
			func TestA(t *testing.T) { bubble(t, func() { time.Sleep(1) }) }`,
		"a helper with a bubble beside the call": `
			func bubble(t *testing.T, f func()) { synctest.Test(t, func(t *testing.T) {}); f() }
			func TestA(t *testing.T) { bubble(t, func() { time.Sleep(1) }) } // refused`,
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

// use is a place in a function that uses a clock, or another function.
type use struct {
	by   string // the function, by its name; "" outside of all
	of   string // the type of an exported method, which others may call through an interface
	free bool   // a bubble or a benchmark is around it in this function
	at   token.Pos
}

// tests is what one package's tests use.
type tests struct {
	clocks    []use
	functions map[string][]use // by name; methods and types, too
	bubbles   []string         // functions that run those they are given in a bubble
}

// realClocks returns where the tests of a package use a clock outside of bubbles and
// benchmarks. A function is in one if everything that uses it is, and an exported method
// if everything that uses its type is.
func realClocks(files []*ast.File) (found []token.Pos) {
	all := tests{functions: map[string][]use{}, bubbles: []string{"synctest.Test"}}
	for known := 0; known < len(all.bubbles); {
		known = len(all.bubbles)
		all.clocks, all.functions = nil, map[string][]use{}
		for _, file := range files {
			for _, declared := range file.Decls {
				all.read(declared)
			}
		}
	}
	var free func(u use, path ...string) bool
	free = func(u use, path ...string) bool {
		only := func(name string) bool {
			uses := all.functions[name]
			return len(uses) > 0 && !slices.ContainsFunc(uses, func(other use) bool {
				return !slices.Contains(path, other.by) && !free(other, append(path, u.by)...)
			})
		}
		return u.free || only(u.by) || u.of != "" && only(u.of)
	}
	for _, u := range all.clocks {
		if !free(u) {
			found = append(found, u.at)
		}
	}
	return found
}

// read reads one declaration.
func (s *tests) read(declared ast.Decl) {
	function, isFunction := declared.(*ast.FuncDecl)
	if !isFunction {
		if declared, ok := declared.(*ast.GenDecl); ok && declared.Tok == token.VAR {
			s.walk(declared, use{}, nil)
		}
		return
	}
	in := use{by: function.Name.Name}
	if function.Recv != nil && function.Name.IsExported() {
		in.of = name(function.Recv.List[0].Type)
	}
	given := map[string]bool{} // the functions that it is given: whether it runs all in a bubble
	for _, param := range function.Type.Params.List {
		text := name(param.Type)
		in.free = in.free || text == "testing.B" || text == "testing.F"
		if _, ok := param.Type.(*ast.FuncType); ok {
			for _, ident := range param.Names {
				given[ident.Name] = true
			}
		}
	}
	if function.Body != nil {
		s.walk(function.Body, in, given)
	}
	for _, inBubble := range given {
		if inBubble && !in.free && !slices.Contains(s.bubbles, function.Name.Name) {
			s.bubbles = append(s.bubbles, function.Name.Name)
		}
	}
}

// walk reads what is in a function.
func (s *tests) walk(root ast.Node, in use, given map[string]bool) {
	ast.Inspect(root, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			bubble := slices.Contains(s.bubbles, name(node.Fun))
			s.walk(node.Fun, in, given)
			for _, arg := range node.Args {
				inside := in
				inside.free = in.free || bubble
				s.walk(arg, inside, given)
			}
			return false
		case *ast.SelectorExpr:
			pkg, _ := node.X.(*ast.Ident)
			if pkg != nil && slices.Contains(clocks[pkg.Name], node.Sel.Name) {
				in.at = node.Pos()
				s.clocks = append(s.clocks, in)
				return false
			}
		case *ast.Ident:
			if _, ok := given[node.Name]; ok && !in.free {
				given[node.Name] = false
			}
			in.at = node.Pos()
			s.functions[node.Name] = append(s.functions[node.Name], in)
		}
		return true
	})
}

// name returns the name of a function or of a type, with its package if it has one, and
// without the pointer.
func name(node ast.Expr) string {
	switch node := node.(type) {
	case *ast.Ident:
		return node.Name
	case *ast.StarExpr:
		return name(node.X)
	case *ast.SelectorExpr:
		if pkg, ok := node.X.(*ast.Ident); ok {
			return pkg.Name + "." + node.Sel.Name
		}
	}
	return ""
}
