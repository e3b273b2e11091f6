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
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
)

const (
	// Source is the address of the provider in a configuration.
	Source = "payment-service/paymentservice"
	// Version is that of a build which is no release.
	Version      = "0.1.0"
	providerName = "terraform-provider-paymentservice"
)

// CLI is an executable.
type CLI struct {
	Path     string
	Version  *version.Version
	OpenTofu bool
}

// Open asks the CLI for its version.
func Open(ctx context.Context, path string) (*CLI, error) {
	c := &CLI{Path: path}
	said, err := c.In(os.TempDir(), os.DevNull).Run(ctx, "version")
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

// hosts are the registries of Terraform and of OpenTofu, and addresses the provider's in both.
var hosts = []string{"registry.terraform.io", "registry.opentofu.org"}

const addresses = `"registry.terraform.io/` + Source + `", "registry.opentofu.org/` + Source + `"`

// Registry returns the host at which the CLI looks for a provider.
func (c *CLI) Registry() string {
	if c.OpenTofu {
		return hosts[1]
	}
	return hosts[0]
}

// Name returns the name and the version of the CLI.
func (c *CLI) Name() string {
	if c.OpenTofu {
		return "OpenTofu " + c.Version.String()
	}
	return "Terraform " + c.Version.String()
}

// TooOld returns why the CLI cannot do what needs these versions of Terraform and OpenTofu, or
// "" if it can. An empty version means that this CLI never has the feature in question.
func (c *CLI) TooOld(terraform, openTofu string) string {
	minimum := terraform
	if c.OpenTofu {
		minimum = openTofu
	}

	switch {
	case c.AtLeast(terraform, openTofu):
		return ""
	case minimum == "":
		return c.Name() + " does not have what this needs"
	default:
		return c.Name() + " is too old: this needs version " + minimum
	}
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
	arguments := append([]string{"build", "-buildvcs=false"}, flags...)
	arguments = append(arguments, "-o", file, "github.com/payment-service/"+providerName)
	build := exec.CommandContext(ctx, "go", arguments...) //nolint:gosec // all parts are the project's own
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// InstallInto compiles the provider into a directory, and returns the file with which
// a CLI uses it, with init or without. Other providers come from their registries.
func InstallInto(ctx context.Context, directory string) (configFile string, err error) {
	mirror := Mirror(filepath.Join(directory, "plugins"))
	var build string // the directory of an executable
	for _, host := range hosts {
		build = filepath.Join(mirror.Directory(host), Version, runtime.GOOS+"_"+runtime.GOARCH)
		file := filepath.Join(build, executable(providerName+"_v"+Version))
		if err := Build(ctx, file, "-ldflags", "-X main.version="+Version); err != nil {
			return "", err
		}
	}
	direct := "direct {\n    exclude = [" + addresses + "]\n  }"
	config := installation(override(Source, build), mirror.method(), direct)
	configFile = filepath.Join(directory, "cli.tfrc")
	draft := fmt.Sprint(configFile, os.Getpid()) // a CLI may be reading the file
	return configFile, errors.Join(os.WriteFile(draft, []byte(config), 0o600), os.Rename(draft, configFile))
}

// Override returns a CLI configuration that takes the provider of this address from
// the directory of its executable, so that no init is needed.
func Override(source, directory string) string {
	return installation(override(source, directory), "direct {}")
}

func override(source, directory string) string {
	return fmt.Sprintf("dev_overrides {\n    %q = %q\n  }", source, filepath.ToSlash(directory))
}

func installation(methods ...string) string {
	return "provider_installation {\n  " + strings.Join(methods, "\n  ") + "\n}\n"
}

// Mirror is a directory from which every CLI installs the provider.
type Mirror string

// Config returns a CLI configuration that uses the mirror, and nothing else.
func (m Mirror) Config() string { return installation(m.method()) }

func (m Mirror) method() string {
	path := filepath.ToSlash(string(m))
	return fmt.Sprintf("filesystem_mirror {\n    path = %q\n    include = [%s]\n  }", path, addresses)
}

// Directory returns the directory of the provider's versions for the CLIs of a registry.
func (m Mirror) Directory(host string) string {
	return filepath.Join(string(m), host, filepath.FromSlash(Source))
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
	kept := slices.DeleteFunc(os.Environ(), func(setting string) bool {
		return strings.HasPrefix(setting, "TF_") || strings.HasPrefix(setting, "PAYMENTSERVICE_")
	})
	return append(kept, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "TF_CLI_ARGS=-no-color", "CHECKPOINT_DISABLE=1")
}
