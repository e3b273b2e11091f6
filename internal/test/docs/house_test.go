// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	goVersion = regexp.MustCompile(`(?m)^(?:go|toolchain) (.+)$`)
	goModules = regexp.MustCompile(`(?m)^    directories: (\[.+\])$`)
)

// CI installs only the Go version of the root module, so no module may need a newer
// one. Dependabot updates only the modules that its configuration lists.
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
	for version := range versions { // an older patch release does not build
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
