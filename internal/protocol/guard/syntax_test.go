// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/guard"
)

// modules returns a CLI's list of modules in these directories.
func modules(dirs ...string) string {
	list := `{"Modules":[{"Key":"","Source":"","Dir":"."}`
	for _, dir := range dirs {
		list += `,{"Key":"a","Source":"./a","Dir":"` + dir + `"}`
	}
	return list + "]}"
}

// directories are where a CLI may run: the files below root and beside it.
var directories = map[string]struct {
	files   map[string]string
	dataDir string
	native  bool
}{
	"native":                  {map[string]string{"root/main.tf": ""}, "", true},
	"OpenTofu":                {map[string]string{"root/main.tofu": ""}, "", true},
	"variables in JSON":       {map[string]string{"root/main.tf": "", "root/terraform.tfvars.json": "", "root/package.json": ""}, "", true},
	"JSON":                    {map[string]string{"root/main.tf.json": ""}, "", false},
	"both":                    {map[string]string{"root/main.tf": "", "root/more.tf.json": ""}, "", false},
	"OpenTofu in JSON":        {map[string]string{"root/main.tf": "", "root/more.tofu.json": ""}, "", false},
	"a test":                  {map[string]string{"root/main.tf": "", "root/a.tftest.json": ""}, "", false},
	"a query":                 {map[string]string{"root/main.tf": "", "root/a.tfquery.json": ""}, "", false},
	"a test in its directory": {map[string]string{"root/main.tf": "", "root/tests/a.tftest.json": ""}, "", false},
	"native tests":            {map[string]string{"root/main.tf": "", "root/tests/a.tftest.hcl": ""}, "", true},
	"another directory":       {map[string]string{"root/main.tf": "", "root/old/main.tf.json": ""}, "", true},
	"nothing":                 {map[string]string{"root/README": ""}, "", false},
	"no directory":            {nil, "", false},
	"native module":           {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": modules("a"), "root/a/main.tf": ""}, "", true},
	"module in JSON":          {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": modules("a"), "root/a/main.tf.json": ""}, "", false},
	"module beside it":        {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": modules("b", "../a"), "a/main.tf.json": ""}, "", false},
	"module that is gone":     {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": modules("a")}, "", true},
	"module that is a file":   {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": modules("main.tf")}, "", false},
	"list that is none":       {map[string]string{"root/main.tf": "", "root/.terraform/modules/modules.json": "{"}, "", false},
	"list elsewhere":          {map[string]string{"root/main.tf": "", "data/modules/modules.json": modules("../a"), "a/main.tf.json": ""}, "../data", false},
}

func writeAll(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	base := t.TempDir()
	for name, text := range files {
		path := filepath.Join(base, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(base, "root")
}

// TestWrap_hidesAllPathsUnlessNative: in JSON, what stands beside an argument
// may be the secret of another object or of the provider.
func TestWrap_hidesAllPathsUnlessNative(t *testing.T) {
	t.Parallel()

	for name, tc := range directories {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := writeAll(t, tc.files)
			native := func() bool { return guard.NativeSyntaxIn(root, tc.dataDir) }
			for from, at := range map[string]*tftypes.AttributePath{"no path": nil, "a path": tftypes.NewAttributePath().WithAttributeName("store_id")} {
				resp, err := wrapIn(t, speaking{at: at}, native).ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
					TypeName: "paymentservice_webhook", Config: configOf(t, hook, map[string]any{"store_id": "x"}),
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := resp.Diagnostics[0].Attribute; isEmpty(got) == tc.native {
					t.Errorf("%s: path %v, native: %t", from, got, tc.native)
				}
			}
		})
	}
}

// TestNativeSyntax_withoutCLI: this test runs in a process that no CLI started.
//
//nolint:paralleltest // changes the directory of the process
func TestNativeSyntax_withoutCLI(t *testing.T) {
	t.Chdir(writeAll(t, map[string]string{"root/main.tf": ""}))
	t.Setenv("TF_PLUGIN_MAGIC_COOKIE", "")
	if guard.NativeSyntax() {
		t.Error("a process that no CLI started is certain of the configuration")
	}
	t.Setenv("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
	if !guard.NativeSyntax() {
		t.Error("native syntax is not seen")
	}
	t.Setenv("TF_DATA_DIR", "main.tf")
	if guard.NativeSyntax() {
		t.Error("a data directory that is none is trusted")
	}
}
