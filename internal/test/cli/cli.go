// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package cli runs Terraform or OpenTofu as a user of this provider does:
// installed from a mirror, or replaced by a build of one's own.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
)

const (
	// Source is the address of the provider in a configuration.
	Source = "payment-service/paymentservice"
	// Version is that of a build which is no release.
	Version = "0.1.0"

	module       = "github.com/payment-service/terraform-provider-paymentservice"
	providerName = "terraform-provider-paymentservice"
)

// ErrNotFound means that no CLI is on PATH.
var ErrNotFound = errors.New("neither terraform nor tofu is on PATH")

// CLI is an executable.
type CLI struct {
	Path     string
	Version  *version.Version
	OpenTofu bool
}

// Find returns the path of the CLI to use: the one that is named, the one that
// acceptance tests are told to use, or else the terraform or tofu on PATH.
func Find(named string) (string, error) {
	if named == "" {
		named = os.Getenv("TF_ACC_TERRAFORM_PATH")
	}
	if named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", err
		}
		return filepath.Abs(path) // a workspace runs it in another directory
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNotFound
}

// Open asks the CLI for its version.
func Open(ctx context.Context, path string) (*CLI, error) {
	c := &CLI{Path: path}
	directory, err := os.MkdirTemp("", "cli") // what a directory holds may add to the output
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(directory)
	said, err := c.In(directory, os.DevNull).Run(ctx, "version")
	if err != nil {
		return nil, err
	}
	found := versionLine.FindStringSubmatch(said)
	if found == nil {
		return nil, fmt.Errorf("%s does not print its version: %s", path, said)
	}
	c.OpenTofu = found[1] == "OpenTofu"
	c.Version, err = version.NewVersion(found[2])
	return c, err
}

var versionLine = regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\S+)`)

// Name returns the name and the version of the CLI.
func (c *CLI) Name() string {
	if c.OpenTofu {
		return "OpenTofu " + c.Version.String()
	}
	return "Terraform " + c.Version.String()
}

// AtLeast reports whether the CLI is Terraform or OpenTofu of at least these
// versions, prereleases of them included. An empty version means that this CLI
// never has the feature in question.
func (c *CLI) AtLeast(terraform, openTofu string) bool {
	minimum := terraform
	if c.OpenTofu {
		minimum = openTofu
	}
	return minimum != "" && c.Version.Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum)))
}

// Build compiles the provider into a file, without cgo, as releases are. It does so even
// in a checkout that belongs to another user, which git refuses to read.
func Build(ctx context.Context, file string, flags ...string) error {
	build := exec.CommandContext(ctx, "go", append(append([]string{"build", "-buildvcs=false"}, flags...), "-o", file, module)...) //nolint:gosec // all parts are the project's own
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// Install compiles the provider into a directory, unless it is there already.
func Install(ctx context.Context, directory string) error {
	return Build(ctx, filepath.Join(directory, executable(providerName)))
}

// InstallInto compiles the provider into a directory, and returns the file with which
// a CLI uses it, with init or without. Other providers come from their registries.
func InstallInto(ctx context.Context, directory string) (configFile string, err error) {
	configFile = filepath.Join(directory, "cli.tfrc")
	mirror := Mirror(filepath.Join(directory, "plugins"))
	if err := mirror.Build(ctx, Version); err != nil {
		return "", err
	}
	direct := "direct {\n    exclude = [" + strings.Join(addresses(), ", ") + "]\n  }"
	config := installation(override(mirror.platform(hosts[0], Version), Source), mirror.method(), direct)
	return configFile, os.WriteFile(configFile, []byte(config), 0o600)
}

// Overrides returns a CLI configuration that takes the provider of these addresses from
// the directory of its executable, so that no init is needed.
func Overrides(directory string, sources ...string) string {
	return installation(override(directory, sources...), "direct {}")
}

func override(directory string, sources ...string) string {
	var b strings.Builder
	for _, source := range sources {
		fmt.Fprintf(&b, "    %q = %q\n", source, filepath.ToSlash(directory))
	}
	return "dev_overrides {\n" + b.String() + "  }"
}

func installation(methods ...string) string {
	return "provider_installation {\n  " + strings.Join(methods, "\n  ") + "\n}\n"
}

// hosts are the registries of Terraform and of OpenTofu: each CLI looks for the provider
// at its own.
var hosts = []string{"registry.terraform.io", "registry.opentofu.org"}

// addresses returns the provider's addresses in both registries, quoted.
func addresses() []string {
	quoted := make([]string, len(hosts))
	for i, host := range hosts {
		quoted[i] = strconv.Quote(host + "/" + Source)
	}
	return quoted
}

// Mirror is a directory from which every CLI installs the provider.
type Mirror string

// Config returns a CLI configuration that uses the mirror, and nothing else.
func (m Mirror) Config() string { return installation(m.method()) }

func (m Mirror) method() string {
	return fmt.Sprintf("filesystem_mirror {\n    path = %q\n    include = [%s]\n  }", filepath.ToSlash(string(m)), strings.Join(addresses(), ", "))
}

// Directory returns the directory of the provider's versions for a CLI.
func (m Mirror) Directory(c *CLI) string {
	host := hosts[0]
	if c.OpenTofu {
		host = hosts[1]
	}
	return m.directory(host)
}

func (m Mirror) directory(host string) string {
	return filepath.Join(string(m), host, filepath.FromSlash(Source))
}

// platform returns the directory of a version for this machine.
func (m Mirror) platform(host, version string) string {
	return filepath.Join(m.directory(host), version, runtime.GOOS+"_"+runtime.GOARCH)
}

// Build compiles the provider into the mirror as a version.
func (m Mirror) Build(ctx context.Context, version string) error {
	for _, host := range hosts {
		file := filepath.Join(m.platform(host, version), executable(providerName+"_v"+version))
		if err := Build(ctx, file, "-ldflags", "-X main.version="+version); err != nil {
			return err
		}
	}
	return nil
}

func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// environment returns the environment of this process without any setting of a
// CLI or of the provider.
func environment() []string {
	var kept []string
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "TF_") && !strings.HasPrefix(setting, "PAYMENTSERVICE_") {
			kept = append(kept, setting)
		}
	}
	return append(kept, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "TF_CLI_ARGS=-no-color", "CHECKPOINT_DISABLE=1")
}
