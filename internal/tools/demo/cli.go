// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	version "github.com/hashicorp/go-version"
	install "github.com/hashicorp/hc-install"
	"github.com/hashicorp/hc-install/fs"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
	"github.com/hashicorp/hc-install/src"
	"github.com/hashicorp/terraform-exec/tfexec"
)

const (
	providerName = "terraform-provider-paymentservice"
	source       = "payment-service/paymentservice"
)

// findCLI returns the path of a Terraform CLI: the one asked for, the one on
// PATH, or else one that is downloaded.
func findCLI(ctx context.Context, asked string) (path string, cleanUp func(), err error) {
	cleanUp = func() {}
	if asked != "" {
		path, err = exec.LookPath(asked)
		return path, cleanUp, err
	}
	installer := install.NewInstaller()
	path, err = installer.Ensure(ctx, []src.Source{
		&fs.AnyVersion{Product: &product.Terraform},
		&releases.LatestVersion{Product: product.Terraform},
	})
	if err != nil {
		return "", cleanUp, fmt.Errorf("no terraform is on PATH, and none could be downloaded: %w; install Terraform or OpenTofu, or name one with -cli", err)
	}
	// What was found rather than downloaded is left alone.
	return path, func() { _ = installer.Remove(context.WithoutCancel(ctx)) }, nil
}

// buildProvider compiles the provider into a directory.
func buildProvider(ctx context.Context, directory string) error {
	name := providerName
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(directory, name), ".")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// cliConfig is a CLI configuration that takes the provider from a directory.
func cliConfig(directory string) string {
	return fmt.Sprintf(`provider_installation {
  dev_overrides {
    %q = %q
  }
  direct {}
}
`, source, directory)
}

// workspace is a directory with a configuration, and a CLI to use on it.
type workspace struct {
	directory string
	cli       *tfexec.Terraform
	out       *bytes.Buffer
}

func newWorkspace(directory, cli string, environment map[string]string) (*workspace, error) {
	config := filepath.Join(directory, "cli.tfrc")
	if err := os.WriteFile(config, []byte(cliConfig(directory)), 0o600); err != nil {
		return nil, err
	}
	tf, err := tfexec.NewTerraform(directory, cli)
	if err != nil {
		return nil, err
	}
	w := &workspace{directory: directory, cli: tf, out: &bytes.Buffer{}}
	tf.SetStdout(w.out)
	tf.SetStderr(w.out)
	all := map[string]string{"TF_CLI_CONFIG_FILE": config, "CHECKPOINT_DISABLE": "1"}
	for _, inherited := range []string{"PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot"} {
		if value, ok := os.LookupEnv(inherited); ok {
			all[inherited] = value
		}
	}
	for name, value := range environment {
		all[name] = value
	}
	return w, tf.SetEnv(all)
}

// write puts the configuration into the workspace.
func (w *workspace) write(config string) error {
	return os.WriteFile(filepath.Join(w.directory, "main.tf"), []byte(config), 0o600)
}

const planFile = "plan.tfplan"

// plan plans the configuration and returns whether there are changes, and what
// the CLI said.
func (w *workspace) plan(ctx context.Context, options ...tfexec.PlanOption) (changes bool, said string, err error) {
	w.out.Reset()
	changes, err = w.cli.Plan(ctx, append(options, tfexec.Out(planFile))...)
	return changes, w.out.String(), w.explain(err)
}

// apply applies the plan, and returns what the CLI said.
func (w *workspace) apply(ctx context.Context, options ...tfexec.ApplyOption) (said string, err error) {
	w.out.Reset()
	err = w.cli.Apply(ctx, options...)
	return w.out.String(), w.explain(err)
}

// destroy destroys what the configuration declares, and returns what the CLI
// said.
func (w *workspace) destroy(ctx context.Context) (said string, err error) {
	w.out.Reset()
	err = w.cli.Destroy(ctx)
	return w.out.String(), w.explain(err)
}

func (w *workspace) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w\n%s", err, essence(w.out.String()))
}

// atLeast tells whether the CLI has a version.
func (w *workspace) atLeast(ctx context.Context, minimum string) (bool, error) {
	has, _, err := w.cli.Version(ctx, true)
	if err != nil {
		return false, err
	}
	return has.Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum))), nil
}

// holds tells which file of the workspace, if any, contains a text, whatever
// the CLI wrote there.
func (w *workspace) holds(text string) (string, error) {
	var found string
	err := filepath.WalkDir(w.directory, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), providerName) {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil && bytes.Contains(content, []byte(text)) {
			found = entry.Name()
		}
		return err
	})
	return found, err
}
