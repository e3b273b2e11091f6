// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The first configuration adopts a webhook as it is, and the page stays short.
func TestAccReadme_firstScreen(t *testing.T) {
	t.Parallel()
	text := read(t, "README.md")
	if words := len(strings.Fields(text)); words > 1000 {
		t.Errorf("README.md has %d words, more than 1,000", words)
	}
	u := newUser(t, withCLI(t), map[string]string{"main.tf": load(t, "README.md").parts[1].configuration()})
	u.runs("apply -auto-approve", ends("1 added, 0 changed", `PATCH "url":"https://hooks.example.com/orders"`))
	u.runs("plan -detailed-exitcode", ends("No changes"))
}

// A build of one's own is installed although the CLI configuration names a mirror, which
// has no build of it.
func TestAccReadme_installsBesideMirror(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	added := ""
	for _, b := range load(t, "README.md").section(t, "Install your own build").blocks {
		if strings.HasPrefix(b.text, "filesystem_mirror") {
			added = strings.ReplaceAll(b.text, "/home/you/.terraform.d/plugins", filepath.ToSlash(filepath.Join(filepath.Dir(c.config), "plugins")))
		}
	}
	mirror := "network_mirror {\nurl = \"https://127.0.0.1:9/\"\n%s\n}\n" // nothing listens at this port
	for name, tc := range map[string]struct {
		config string
		want   outcome
	}{
		"with the block":    {added + fmt.Sprintf(mirror, `exclude = ["payment-service/paymentservice"]`), ends("successfully initialized!")},
		"without the block": {fmt.Sprintf(mirror, ""), ends("provider packages").failing()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "company.tfrc")
			config := "provider_installation {\n" + tc.config + "}\n"
			if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
				t.Fatal(err)
			}
			u := newUser(t, &installed{c.CLI, file}, map[string]string{"main.tf": load(t, "README.md").parts[1].configuration()})
			u.runs("init", tc.want)
		})
	}
}
