// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
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
	u := newUser(t, map[string]string{"main.tf": load(t, "README.md").parts[1].configuration()})
	u.runs("apply -auto-approve", ends("1 added, 0 changed", `PATCH "url":"https://hooks.example.com/orders"`))
	u.runs("plan -detailed-exitcode", ends("No changes"))
}

// A build of one's own is installed although the CLI configuration names a mirror, which
// has no build of it.
func TestAccReadme_installsBesideMirror(t *testing.T) {
	t.Parallel()
	readme := load(t, "README.md")
	added := ""
	for _, b := range readme.section(t, "Install your own build").blocks {
		if strings.HasPrefix(b.text, "filesystem_mirror") {
			added = b.text
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
			u := newUser(t, map[string]string{"main.tf": readme.parts[1].configuration()})
			plugins := filepath.ToSlash(filepath.Join(filepath.Dir(u.ConfigFile), "plugins"))
			u.Write("company.tfrc", "provider_installation {\n"+strings.ReplaceAll(tc.config, "/home/you/.terraform.d/plugins", plugins)+"}\n")
			u.Environment = append(u.Environment, "TF_CLI_CONFIG_FILE="+filepath.Join(u.Directory, "company.tfrc"))
			u.runs("init", tc.want)
		})
	}
}
