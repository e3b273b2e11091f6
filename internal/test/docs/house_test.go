// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/payment-service/terraform-provider-paymentservice"

// goPackage is what `go list` says of a package.
type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func listPackages(t *testing.T, arguments ...string) []goPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports"}, arguments...)...)
	command.Dir = root
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var list []goPackage
	for decoder := json.NewDecoder(out); ; {
		var one goPackage
		err := decoder.Decode(&one)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	return list
}

// isAside reports whether a package is one that does not ship.
func isAside(path string) bool { return isIn(path, "test") || isIn(path, "tools") }

func isIn(path, room string) bool {
	return strings.HasPrefix(path+"/", module+"/internal/"+room+"/")
}

// What ships is everything under internal/ but the tests' and the tools' rooms.
func TestHouse_ships(t *testing.T) {
	t.Parallel()
	var shipped []string
	for _, p := range listPackages(t, "-deps", ".") {
		shipped = append(shipped, p.ImportPath)
		if isAside(p.ImportPath) {
			t.Errorf("the provider depends on %s", p.ImportPath)
		}
	}
	all := listPackages(t, "./internal/...")
	if len(all) < 10 {
		t.Fatalf("found %d packages only", len(all))
	}
	for _, p := range all {
		if !isAside(p.ImportPath) && !slices.Contains(shipped, p.ImportPath) {
			t.Errorf("%s does not ship: its place is internal/test or internal/tools", p.ImportPath)
		}
	}
}

// The linter holds the same rule while one writes; see depguard in
// .golangci.yml.
func TestHouse_imports(t *testing.T) {
	t.Parallel()
	for _, p := range listPackages(t, "-tags", "bench", ".", "./internal/...") {
		for _, path := range p.Imports {
			if isAside(path) && !isAside(p.ImportPath) {
				t.Errorf("%s, which ships, imports %s", p.ImportPath, path)
			}
		}
		for _, path := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if isIn(path, "tools") && !isIn(p.ImportPath, "tools") {
				t.Errorf("%s, which is no tool, imports %s", p.ImportPath, path)
			}
		}
	}
}

var (
	goVersion = regexp.MustCompile(`(?m)^(?:go|toolchain) (.+)$`)
	goModules = regexp.MustCompile(`(?m)^    directories: (\[.+\])$`)
)

// Runners install the version of Go that the root names and nothing newer, and
// Dependabot updates only the modules that it knows.
func TestHouse_modules(t *testing.T) {
	t.Parallel()
	modules := []string{"/"}
	for _, path := range files(t, "internal", "go.mod") {
		modules = append(modules, "/"+filepath.ToSlash(filepath.Dir(path)))
	}
	versions := map[string][]string{}
	for _, module := range modules {
		for _, match := range goVersion.FindAllStringSubmatch(read(t, filepath.Join(root, module, "go.mod")), -1) {
			versions[match[1]] = append(versions[match[1]], module)
		}
	}
	if len(versions) != 1 {
		t.Errorf("the modules name different versions of Go: %v", versions)
	}
	for version := range versions { // an older one of the same series does not build
		for _, page := range []string{"README.md", "CONTRIBUTING.md", "docs/guides/getting-started.md"} {
			if !strings.Contains(read(t, filepath.Join(root, page)), "Go "+version+" or later") {
				t.Errorf("%s does not ask for Go %s", page, version)
			}
		}
	}
	var updated []string
	listed := goModules.FindStringSubmatch(read(t, filepath.Join(root, ".github/dependabot.yml")))
	if listed == nil || json.Unmarshal([]byte(listed[1]), &updated) != nil {
		t.Fatalf("dependabot.yml has no list of modules: %q", listed)
	}
	slices.Sort(modules)
	if slices.Sort(updated); !slices.Equal(updated, modules) {
		t.Errorf("Dependabot updates %q, the modules are %q", updated, modules)
	}
}
