// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	version "github.com/hashicorp/go-version"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// CLI runs the real CLI in a directory of its own, with the provider as a
// program of its own and everything logged.
type CLI struct {
	t           testing.TB
	path        string
	directory   string
	environment []string
}

// buildProvider compiles the provider once for all tests of a package.
var buildProvider = sync.OnceValues(func() (string, error) {
	directory, err := os.MkdirTemp("", "provider")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", directory, module).CombinedOutput() //nolint:noctx // lives as long as the tests
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return directory, nil
})

const module = "github.com/payment-service/terraform-provider-paymentservice"

// NewCLI returns a CLI of at least the given version for a fake service. It
// skips the test where there is none.
func NewCLI(t testing.TB, server *fakeservice.Server, minimum string) *CLI {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1 only")
	}
	path, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Skipf("no CLI was found: %v", err)
	}
	plugins, err := buildProvider()
	if err != nil {
		t.Fatal(err)
	}
	c := &CLI{t: t, path: path, directory: t.TempDir()}
	c.Write("cli.tfrc", fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"payment-service/paymentservice\" = %q\n  }\n  direct {}\n}\n", plugins))
	c.environment = append(os.Environ(),
		"TF_CLI_CONFIG_FILE="+filepath.Join(c.directory, "cli.tfrc"),
		"TF_LOG=TRACE", "TF_LOG_PATH="+filepath.Join(c.directory, "trace.log"),
		"TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1",
		"PAYMENTSERVICE_BASE_URL="+server.URL,
		"PAYMENTSERVICE_SECRET="+fakeservice.DefaultSecret,
		"PAYMENTSERVICE_APP_TOKEN="+fakeservice.DefaultAppToken,
	)
	c.Write("terraform.tf", "terraform {\n  required_providers {\n    paymentservice = { source = \"payment-service/paymentservice\" }\n  }\n}\n")
	c.skipBelow(minimum)
	return c
}

func (c *CLI) skipBelow(minimum string) {
	c.t.Helper()
	out, err := c.command("version", "-json").Output()
	if err != nil {
		c.t.Fatal(err)
	}
	var has struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(out, &has); err != nil {
		c.t.Fatal(err)
	}
	got, err := version.NewVersion(has.Version)
	if err != nil {
		c.t.Fatal(err)
	}
	if got.Core().LessThan(version.Must(version.NewVersion(minimum))) {
		c.t.Skipf("needs version %s of the CLI, have %s", minimum, has.Version)
	}
}

func (c *CLI) command(arguments ...string) *exec.Cmd {
	command := exec.CommandContext(c.t.Context(), c.path, arguments...)
	command.Dir, command.Env = c.directory, c.environment
	return command
}

// Setenv sets an environment variable for the commands that follow.
func (c *CLI) Setenv(name, value string) { c.environment = append(c.environment, name+"="+value) }

// Write puts a file into the CLI's directory.
func (c *CLI) Write(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.directory, name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// File returns the text of a file in the CLI's directory.
func (c *CLI) File(name string) string {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.directory, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

// Try runs a command and returns what the CLI said, words joined by single
// spaces, and whether it succeeded. What it said is kept for Traces.
func (c *CLI) Try(arguments ...string) (said string, ok bool) {
	c.t.Helper()
	out, err := c.command(arguments...).CombinedOutput()
	log, openErr := os.OpenFile(filepath.Join(c.directory, "output.txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if openErr != nil {
		c.t.Fatal(openErr)
	}
	if _, err := log.Write(out); err != nil {
		c.t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		c.t.Fatal(err)
	}
	words := strings.NewReplacer("│", " ", "╷", " ", "╵", " ").Replace(colours.ReplaceAllString(string(out), ""))
	return strings.Join(strings.Fields(words), " "), err == nil
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// Run is Try for a command that must succeed.
func (c *CLI) Run(arguments ...string) string {
	c.t.Helper()
	said, ok := c.Try(arguments...)
	if !ok {
		c.t.Fatalf("%s %s failed:\n%s", filepath.Base(c.path), strings.Join(arguments, " "), said)
	}
	return said
}

// Traces returns, by name, all that the CLI said, logged and wrote, the parts
// of a plan file unpacked; what the test itself wrote (*.tf, *.tfrc) aside.
func (c *CLI) Traces() map[string]string {
	c.t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(c.directory, func(path string, entry fs.DirEntry, err error) error {
		extension := filepath.Ext(path)
		if err != nil || entry.IsDir() || extension == ".tf" || extension == ".tfrc" {
			return err
		}
		text, err := os.ReadFile(path)
		texts[entry.Name()] = string(text)
		if extension == ".tfplan" && err == nil {
			return unpack(path, texts)
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return texts
}

func unpack(path string, texts map[string]string) error {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		texts[filepath.Base(path)+"/"+file.Name] = string(text)
	}
	return nil
}
