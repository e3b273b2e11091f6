// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// CLI runs the real CLI in a directory of its own, with the provider in a process of its own,
// which the CLI finds with init or without.
type CLI struct {
	*cli.Workspace
	// ConfigFile is the CLI's own configuration.
	ConfigFile string

	t      testing.TB
	output strings.Builder
}

// installProvider compiles the provider once for all tests and CLIs, into the checkout: Go
// links it anew for any other directory.
var installProvider = sync.OnceValues(func() (configFile string, err error) {
	ctx := context.Background()
	cache, err := cli.Cache(ctx)
	if err != nil {
		return "", err
	}
	return cli.InstallInto(ctx, filepath.Join(cache, "provider"))
})

// openCLI finds the CLI once for all tests of a package.
var openCLI = sync.OnceValues(func() (*cli.CLI, error) {
	ctx := context.Background()
	path, err := cli.Find(ctx, "")
	if err != nil {
		return nil, err
	}
	return cli.Open(ctx, path)
})

// FindCLI returns the CLI to test with. It skips the test if acceptance tests are not asked for,
// and fails it if they are and there is no CLI: no run is green that has tried nothing.
func FindCLI(t testing.TB) *cli.CLI {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run only if TF_ACC is set")
	}
	c, err := openCLI()
	if err != nil {
		t.Fatal(noCLI(err))
	}
	return c
}

// noCLI adds to an error what to do if there is no CLI.
func noCLI(err error) error {
	missing := (*cli.NotFoundError)(nil)
	if errors.As(err, &missing) {
		return fmt.Errorf("TF_ACC is set, but there is no CLI: %w; make testacc installs one", err)
	}
	return err
}

// NewCLI returns a CLI of at least the given version for a fake service, and requires the
// provider in its directory. It skips the test if the CLI is older.
func NewCLI(t testing.TB, server *fakeservice.Server, minimum string) *CLI {
	t.Helper()
	if reason := FindCLI(t).TooOld(minimum, minimum); reason != "" {
		t.Skip(reason)
	}
	c := NewEmptyCLI(t, server)
	c.Write("terraform.tf", Requirement)
	return c
}

// NewEmptyCLI returns a CLI for a fake service in an empty directory.
func NewEmptyCLI(t testing.TB, server *fakeservice.Server) *CLI {
	t.Helper()
	found := FindCLI(t)
	configFile, err := installProvider()
	if err != nil {
		t.Fatal(err)
	}
	directory := filepath.Join(t.TempDir(), "my webhooks") // a name that commands must quote
	if err := os.Mkdir(directory, 0o750); err != nil {
		t.Fatal(err)
	}
	environment := append(server.Environment(), cli.WithoutTLS)
	return &CLI{Workspace: found.In(directory, configFile, environment...), ConfigFile: configFile, t: t}
}

// Requirement is the terraform block of a configuration that uses the provider.
const Requirement = `terraform {
  required_providers {
    paymentservice = { source = "` + cli.Source + `" }
  }
}
`

// Write writes a file into the CLI's directory.
func (c *CLI) Write(name, text string) {
	c.t.Helper()
	if err := c.Workspace.Write(name, text); err != nil {
		c.t.Fatal(err)
	}
}

// Try runs a command. It returns the CLI's output, words joined by single
// spaces, and whether the command succeeded. The output is kept for Traces.
func (c *CLI) Try(arguments ...string) (said string, ok bool) {
	c.t.Helper()
	out, err := c.Workspace.Run(c.t.Context(), arguments...)
	c.output.WriteString(out)
	words := strings.NewReplacer("│", " ", "╷", " ", "╵", " ").Replace(out)
	return strings.Join(strings.Fields(words), " "), err == nil
}

// Run is Try for a command that must succeed.
func (c *CLI) Run(arguments ...string) string {
	c.t.Helper()
	said, ok := c.Try(arguments...)
	if !ok {
		c.t.Fatalf("%s failed:\n%s", strings.Join(arguments, " "), said)
	}
	return said
}

// Traces returns, by name, all that the CLI printed and wrote, the parts of a plan file
// unpacked.
func (c *CLI) Traces() map[string]string {
	c.t.Helper()
	texts, err := c.Workspace.Traces()
	if err != nil {
		c.t.Fatal(err)
	}
	texts["output.txt"] = c.output.String()
	return texts
}
