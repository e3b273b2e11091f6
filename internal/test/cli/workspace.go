// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"archive/zip"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Workspace is a directory of files in which a CLI runs.
type Workspace struct {
	*CLI
	// Directory holds the configuration.
	Directory string
	// Environment is added to the environment of this process. The latter's settings
	// for a CLI or the provider are removed.
	Environment []string
}

// WithoutTLS is an environment variable for commands that should take less CPU. Between a
// CLI and a provider on one machine, new keys for each process take a third of it.
const WithoutTLS = "TF_DISABLE_PLUGIN_TLS=1"

// In returns a workspace of a directory, with a file of CLI configuration and
// more environment variables.
func (c *CLI) In(directory, configFile string, more ...string) *Workspace {
	return &Workspace{
		CLI:         c,
		Directory:   directory,
		Environment: append([]string{"TF_CLI_CONFIG_FILE=" + configFile}, more...),
	}
}

// Write writes a file into the directory, or into one in it.
func (w *Workspace) Write(name, text string) error {
	path := filepath.Join(w.Directory, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// Run runs the CLI and returns all of its output, which the error repeats.
func (w *Workspace) Run(ctx context.Context, arguments ...string) (string, error) {
	return w.run(ctx, w.Path, arguments...)
}

func (w *Workspace) run(ctx context.Context, path string, arguments ...string) (string, error) {
	command := w.command(ctx, path, arguments...)
	out, err := command.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w\n%s", filepath.Base(path), strings.Join(arguments, " "), err, out)
	}
	return string(out), nil
}

// Command returns a command of the CLI that has not been started.
func (w *Workspace) Command(ctx context.Context, arguments ...string) *exec.Cmd {
	return w.command(ctx, w.Path, arguments...)
}

func (w *Workspace) command(ctx context.Context, path string, arguments ...string) *exec.Cmd {
	//nolint:gosec // the CLI that was chosen, or commands of the project's own pages
	command := exec.CommandContext(ctx, path, arguments...)
	command.Dir = w.Directory
	command.Env = append(environment(), w.Environment...)
	return command
}

// Traces returns, by name, every text in the directory that the CLI wrote, the
// parts of a plan file unpacked. Configurations (*.tf, *.tf.json, *.tfrc) and
// installed providers are left out.
func (w *Workspace) Traces() (map[string]string, error) {
	texts := map[string]string{}
	err := filepath.WalkDir(w.Directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == ".terraform" {
				return fs.SkipDir
			}
			return nil
		}
		switch extension := filepath.Ext(path); {
		case extension == ".tf", extension == ".tfrc", strings.HasSuffix(path, ".tf.json"):
			return nil
		case extension == ".tfplan":
			if err := unpack(path, texts); err != nil {
				return err
			}
		}
		text, err := os.ReadFile(path)
		texts[entry.Name()] = string(text)
		return err
	})
	return texts, err
}

func unpack(path string, texts map[string]string) error {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, file := range archive.File {
		text, err := fs.ReadFile(archive, file.Name)
		if err != nil {
			return err
		}
		texts[filepath.Base(path)+"/"+file.Name] = string(text)
	}
	return nil
}
