// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

var (
	goLine    = regexp.MustCompile(`(?m)^go (.+)$`)
	toolchain = regexp.MustCompile(`(?m)^toolchain go(.+)$`)
	goModules = regexp.MustCompile(`(?m)^    directories: (\[.+\])$`)
)

// CI installs the toolchain that the root module names, so no module may need a newer
// one, and no other module names one: a patch of Go touches one line. Dependabot
// updates only the modules that its configuration lists.
func TestHouse_modules(t *testing.T) {
	t.Parallel()
	modules := []string{"/"}
	for _, path := range files(t, "internal", "go.mod") {
		modules = append(modules, "/"+filepath.ToSlash(filepath.Dir(path)))
	}
	var installed *version.Version
	for _, module := range modules {
		text := read(t, filepath.Join(root, module, "go.mod"))
		named := toolchain.FindStringSubmatch(text)
		if (named != nil) != (module == "/") {
			t.Fatalf("only the root module names a toolchain: %s has %q", module, named)
		}
		if named != nil {
			installed = version.Must(version.NewVersion(named[1]))
		}
		if least := version.Must(version.NewVersion(goLine.FindStringSubmatch(text)[1])); least.GreaterThan(installed) {
			t.Errorf("%s needs Go %s, and CI installs %s", module, least, installed)
		}
	}
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "docs/guides/getting-started.md"} {
		if minor := fmt.Sprintf("Go %d.%d or later", installed.Segments()[0], installed.Segments()[1]); !strings.Contains(read(t, filepath.Join(root, page)), minor) {
			t.Errorf("%s does not ask for %s", page, minor)
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
