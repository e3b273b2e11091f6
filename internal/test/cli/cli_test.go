// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

// A CLI runs in another directory than the one that its path was given in.
//
//nolint:paralleltest // changes the directory of the process
func TestFind_relativePath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("executables have an extension there")
	}
	directory := t.TempDir()
	if err := os.WriteFile(filepath.Join(directory, "tofu"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(directory)
	if got, err := cli.Find("./tofu"); err != nil || !filepath.IsAbs(got) {
		t.Errorf("found %q, %v", got, err)
	}
	if got, err := cli.Find("./terraform"); err == nil {
		t.Errorf("found %q, which is not there", got)
	}
}
