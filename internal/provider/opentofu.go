// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// runByOpenTofu reports whether OpenTofu started this process. OpenTofu calls
// itself Terraform to every provider, so only the paths of the executables show
// it: a provider that was installed from OpenTofu's registry, or a parent process
// that is named tofu (Linux only).
func runByOpenTofu() bool {
	own, err := os.Executable()
	if err != nil {
		own = ""
	}
	parent, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", os.Getppid()))
	if err != nil {
		parent = ""
	}
	return isOpenTofu(own, parent)
}

func isOpenTofu(own, parent string) bool {
	return strings.Contains(filepath.ToSlash(own), "/registry.opentofu.org/") ||
		strings.HasPrefix(filepath.Base(parent), "tofu")
}
