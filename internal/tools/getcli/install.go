// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	install "github.com/hashicorp/hc-install"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
	"github.com/hashicorp/hc-install/src"
)

// downloadTerraform downloads the newest release of Terraform, whose signed checksums hc-install
// verifies.
func downloadTerraform(ctx context.Context, path string, log io.Writer) error {
	fmt.Fprintln(log, "Downloading Terraform, once ...")
	directory, err := newDirectory(path)
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)

	release := &releases.LatestVersion{
		Product:    product.Terraform,
		InstallDir: directory,
		Timeout:    5 * time.Minute,
		HTTPClient: &http.Client{}, // the library's own tries for 15 s if there is no network
	}
	downloaded, err := install.NewInstaller().Install(ctx, []src.Installable{release})
	if err != nil {
		return fmt.Errorf("downloading Terraform: %w", err)
	}
	return os.Rename(downloaded, path)
}

const (
	openTofu     = "github.com/opentofu/opentofu"
	openTofuTook = "about a minute and a half on two idle cores"
)

// buildOpenTofu compiles the version of OpenTofu that internal/tools/tofu pins. It does so with
// the flags of the provider, so that what both import is compiled once.
func buildOpenTofu(ctx context.Context, path string, log io.Writer) error {
	said, err := run(ctx, "go", "-C", "internal/tools/tofu", "mod", "download", "-json", openTofu)
	if err != nil {
		return err
	}
	var module struct{ Dir, Version string }
	if err := json.Unmarshal(said, &module); err != nil {
		return fmt.Errorf("downloading OpenTofu: %w", err)
	}
	fmt.Fprintf(log, "Building OpenTofu %s from Go modules, once.\n", module.Version)
	fmt.Fprintf(log, "This takes %s ...\n", openTofuTook)

	directory, err := newDirectory(path)
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	sources := filepath.Join(directory, "sources") // those of the module cannot be changed
	if err := os.CopyFS(sources, os.DirFS(module.Dir)); err != nil {
		return err
	}
	if err := leaveOutClouds(sources); err != nil {
		return err
	}

	built := filepath.Join(directory, "tofu")
	linked := "-ldflags=-s -w -X " + openTofu + "/version.dev=no"
	if _, err := run(ctx, "go", "build", "-C", sources, linked, "-o", built, "./cmd/tofu"); err != nil {
		return err
	}
	return os.Rename(built, path)
}

// newDirectory returns a new directory on the disk of a path, whose own directory it creates.
func newDirectory(path string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return "", err
	}
	return os.MkdirTemp(filepath.Dir(path), "new")
}

func run(ctx context.Context, name string, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	var complaints strings.Builder
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", strings.Join(command.Args, " "), err, complaints.String(), out)
	}
	return out, nil
}

// The backends and the key providers of clouds are a third of what OpenTofu compiles, and no test
// uses them. Two files name them.
const clouds = `azure|consul|cos|gcs|kubernetes|oss|pg|s3|aws_kms|azure_vault|gcp_kms|openbao`

var (
	namesClouds = []string{"internal/backend/init/init.go", "internal/encryption/default_registry.go"}
	ofClouds    = regexp.MustCompile(`(?mi)^\t.*/(?:` + clouds + `)"\n` + // an import
		`|^.*\bbackend(?:` + clouds + `)\.New.*\n` + // a row of the table of backends
		`|^.*\b(?:` + clouds + `)\.New.*\n.*\n.*\n`) // a registration, and what checks its error
)

// leaveOutClouds removes from the sources of OpenTofu what is about clouds.
func leaveOutClouds(sources string) error {
	for _, name := range namesClouds {
		path := filepath.Join(sources, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, ofClouds.ReplaceAll(text, nil), 0o600); err != nil {
			return err
		}
	}
	return nil
}
