// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// The two CLIs, by the names of their executables.
const (
	Terraform = "terraform"
	OpenTofu  = "tofu"
)

// NotFoundError means that none of the CLIs is on PATH or among those that were installed into
// the checkout.
type NotFoundError struct {
	// CLIs are those that would do, Terraform or OpenTofu, the preferred one first.
	CLIs []string
}

// Error implements error.
func (e *NotFoundError) Error() string {
	return "found no " + strings.Join(e.CLIs, " or ") + " on PATH or in .cache/bin"
}

// Find returns the path of the CLI to use. It is the one that is named or, if none is, the one
// that TF_ACC_TERRAFORM_PATH names. Otherwise, and if the name is only that of a CLI, it is the
// first that exists of: terraform and tofu on PATH, and then those that an earlier run of
// internal/tools/getcli has installed. If there is none of them, it returns a [NotFoundError].
func Find(ctx context.Context, named string) (string, error) {
	named = cmp.Or(named, os.Getenv("TF_ACC_TERRAFORM_PATH"))
	wanted := []string{Terraform, OpenTofu}
	if named != "" && !slices.Contains(wanted, named) {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("the CLI that was named is not there: %w", err)
		}
		return filepath.Abs(path) // a workspace runs it in another directory
	}
	if named != "" {
		wanted = []string{named}
	}

	for _, name := range wanted {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	for _, name := range wanted {
		path, err := Installed(ctx, name)
		if err != nil {
			return "", err
		}
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", &NotFoundError{CLIs: wanted}
}

// Installed returns the path at which a CLI is installed for this checkout.
func Installed(ctx context.Context, name string) (string, error) {
	cache, err := Cache(ctx)
	return filepath.Join(cache, "bin", executable(name)), err
}

// Cache returns the directory of the checkout for what can be made again.
func Cache(ctx context.Context) (string, error) {
	module, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the checkout: %w", err)
	}
	return filepath.Join(filepath.Dir(strings.TrimSpace(string(module))), ".cache"), nil
}
