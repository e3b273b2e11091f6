// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// CLI runs the real CLI in a directory of its own, with the provider in a
// process of its own. If TF_LOG is set with Setenv, the log is one of its traces.
type CLI struct {
	t         testing.TB
	workspace *cli.Workspace
	output    strings.Builder
}

// installProvider compiles the provider once for all tests and CLIs, into the checkout: Go
// links it anew for any other directory.
var installProvider = sync.OnceValues(func() (directory string, err error) {
	ctx := context.Background()
	module, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	directory = filepath.Join(filepath.Dir(strings.TrimSpace(string(module))), ".cache", "provider")
	return directory, errors.Join(err, cli.Install(ctx, directory))
})

// openCLI finds the CLI once for all tests of a package.
var openCLI = sync.OnceValues(func() (*cli.CLI, error) {
	path, err := cli.Find("")
	if err != nil {
		return nil, err
	}
	return cli.Open(context.Background(), path)
})

// FindCLI returns the CLI to test with. It skips the test if there is none, or
// if acceptance tests are not asked for.
func FindCLI(t testing.TB) *cli.CLI {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run only if TF_ACC is set")
	}
	c, err := openCLI()
	if errors.Is(err, cli.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// NewCLI returns a CLI of at least the given version for a fake service. It
// skips the test if there is none.
func NewCLI(t testing.TB, server *fakeservice.Server, minimum string) *CLI {
	t.Helper()
	found := FindCLI(t)
	if !found.AtLeast(minimum, minimum) {
		t.Skipf("needs version %s of the CLI, have %s", minimum, found.Version)
	}
	directory := t.TempDir()
	c := &CLI{t: t, workspace: found.In(directory, filepath.Join(directory, "cli.tfrc"),
		append(server.Environment(), "TF_LOG_PATH="+filepath.Join(directory, "trace.log"), cli.WithoutTLS)...)}
	provider, err := installProvider()
	if err != nil {
		t.Fatal(err)
	}
	c.Write("cli.tfrc", cli.Overrides(provider, cli.Source))
	c.Write("terraform.tf", Requirement)
	return c
}

// Requirement is the terraform block of a configuration that uses the provider.
const Requirement = `terraform {
  required_providers {
    paymentservice = { source = "` + cli.Source + `" }
  }
}
`

// Setenv sets an environment variable for the commands that follow.
func (c *CLI) Setenv(name, value string) {
	c.workspace.Environment = append(c.workspace.Environment, name+"="+value)
}

// Write writes a file into the CLI's directory.
func (c *CLI) Write(name, text string) {
	c.t.Helper()
	if err := c.workspace.Write(name, text); err != nil {
		c.t.Fatal(err)
	}
}

// Try runs a command. It returns the CLI's output, words joined by single
// spaces, and whether the command succeeded. The output is kept for Traces.
func (c *CLI) Try(arguments ...string) (said string, ok bool) {
	c.t.Helper()
	out, err := c.workspace.Run(c.t.Context(), arguments...)
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

// Command returns a command that has not been started.
func (c *CLI) Command(arguments ...string) *exec.Cmd {
	return c.workspace.Command(c.t.Context(), arguments...)
}

// Traces returns, by name, all that the CLI printed, logged and wrote, the
// parts of a plan file unpacked.
func (c *CLI) Traces() map[string]string {
	c.t.Helper()
	texts, err := c.workspace.Traces()
	if err != nil {
		c.t.Fatal(err)
	}
	texts["output.txt"] = c.output.String()
	return texts
}
