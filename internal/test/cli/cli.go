// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package cli runs Terraform or OpenTofu as a user does who has this provider
// installed: from a local mirror, after init, in a directory of files.
package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/hashicorp/go-version"
)

const (
	module = "github.com/payment-service/terraform-provider-paymentservice"
	// Version is the version under which BuildProvider installs the provider.
	Version = "0.1.0"
)

// CLI is an executable with a configuration of its own.
type CLI struct {
	Path     string
	Version  *version.Version
	OpenTofu bool

	config string
	mirror string
}

// Find returns the path of the CLI to test with: the one that acceptance tests
// are told to use, or the terraform on PATH.
func Find() (path string, ok bool) {
	if path = os.Getenv("TF_ACC_TERRAFORM_PATH"); path != "" {
		return path, true
	}
	path, err := exec.LookPath("terraform")
	return path, err == nil
}

// New returns a CLI that installs providers from a mirror in directory only.
func New(ctx context.Context, path, directory string) (*CLI, error) {
	c := &CLI{Path: path, config: filepath.Join(directory, "cli.tfrc"), mirror: filepath.Join(directory, "mirror")}
	config := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", filepath.ToSlash(c.mirror))
	if err := os.WriteFile(c.config, []byte(config), 0o600); err != nil {
		return nil, err
	}
	said, err := c.Run(ctx, directory, nil, "version")
	if err != nil {
		return nil, err
	}
	found := versionLine.FindStringSubmatch(said)
	if found == nil {
		return nil, fmt.Errorf("%s does not tell its version: %s", path, said)
	}
	c.OpenTofu = found[1] == "OpenTofu"
	c.Version, err = version.NewVersion(found[2])
	return c, err
}

var versionLine = regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\S+)`)

// AtLeast tells whether the CLI has a version, prereleases of it included.
func (c *CLI) AtLeast(minimum string) bool {
	return c.Version.Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum)))
}

// Mirror returns the directory of the mirror that holds the provider's
// versions, which need not exist yet.
func (c *CLI) Mirror() string {
	host := "registry.terraform.io"
	if c.OpenTofu {
		host = "registry.opentofu.org"
	}
	return filepath.Join(c.mirror, host, "payment-service", "paymentservice")
}

// BuildProvider compiles the provider into the mirror.
func (c *CLI) BuildProvider(ctx context.Context) error {
	name := "terraform-provider-paymentservice_v" + Version
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	binary := filepath.Join(c.Mirror(), Version, runtime.GOOS+"_"+runtime.GOARCH, name)
	build := exec.CommandContext(ctx, "go", "build", "-ldflags", "-X main.version="+Version, "-o", binary, module) //nolint:gosec // all parts are this package's own
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// Run runs the CLI in a directory and returns all that it said. Of the caller's
// environment, no setting of the CLI or the provider gets through.
func (c *CLI) Run(ctx context.Context, directory string, environment []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, c.Path, args...) //nolint:gosec // a test's CLI with a test's arguments
	command.Dir = directory
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "TF_") && !strings.HasPrefix(setting, "PAYMENTSERVICE_") {
			command.Env = append(command.Env, setting)
		}
	}
	command.Env = append(command.Env, "TF_CLI_CONFIG_FILE="+c.config, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "TF_CLI_ARGS=-no-color", "CHECKPOINT_DISABLE=1")
	command.Env = append(command.Env, environment...)
	out, err := command.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w\n%s", filepath.Base(c.Path), strings.Join(args, " "), err, out)
	}
	return string(out), nil
}
