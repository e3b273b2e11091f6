// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	install "github.com/hashicorp/hc-install"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
	"github.com/hashicorp/hc-install/src"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

// findCLI returns the CLI that is named, the terraform or tofu on PATH, or else
// a Terraform that it downloads and that cleanUp removes.
func findCLI(ctx context.Context, named string) (found *cli.CLI, cleanUp func(), err error) {
	cleanUp = func() {}
	path, err := cli.Find(named)
	if errors.Is(err, cli.ErrNotFound) {
		installer := install.NewInstaller()
		path, err = installer.Ensure(ctx, []src.Source{&releases.LatestVersion{Product: product.Terraform}})
		if err != nil {
			return nil, cleanUp, fmt.Errorf("%w, and Terraform could not be downloaded: %w; install Terraform or OpenTofu, or name one: make demo CLI=/path/to/tofu", cli.ErrNotFound, err)
		}
		cleanUp = func() { _ = installer.Remove(context.WithoutCancel(ctx)) }
	}
	if err != nil {
		return nil, cleanUp, fmt.Errorf("the CLI was not found: %w; name one that is on PATH, or its path: make demo CLI=/path/to/tofu", err)
	}
	found, err = cli.Open(ctx, path)
	return found, cleanUp, err
}

// workspace is a directory with a configuration, and a CLI to use on it.
type workspace struct{ *cli.Workspace }

// newWorkspace returns a workspace in a new directory below the given one,
// which holds the provider.
func newWorkspace(directory string, c *cli.CLI, environment []string) (*workspace, error) {
	config := filepath.Join(directory, "cli.tfrc")
	if err := os.WriteFile(config, []byte(cli.Overrides(cli.Source, directory)), 0o600); err != nil {
		return nil, err
	}
	own := filepath.Join(directory, "workspace")
	return &workspace{c.In(own, config, environment...)}, os.Mkdir(own, 0o750)
}

// configure writes the configuration.
func (w *workspace) configure(text string) error { return w.Write("main.tf", acctest.Requirement+text) }

const planFile = "plan.tfplan"

// plan plans the configuration. It returns whether there are changes, and the
// output of the CLI.
func (w *workspace) plan(ctx context.Context, more ...string) (changes bool, said string, err error) {
	said, err = w.Run(ctx, append([]string{"plan", "-detailed-exitcode", "-out=" + planFile}, more...)...)
	if cli.ExitCode(err) == 2 { // there are changes
		return true, said, nil
	}
	return false, said, err
}

// apply applies the configuration and returns the output of the CLI.
func (w *workspace) apply(ctx context.Context, more ...string) (said string, err error) {
	return w.Run(ctx, append([]string{"apply", "-auto-approve"}, more...)...)
}

// destroy destroys what the configuration declares and returns the output of
// the CLI.
func (w *workspace) destroy(ctx context.Context) (said string, err error) {
	return w.Run(ctx, "destroy", "-auto-approve")
}

// holds returns the name of a file that the CLI wrote and that contains text,
// and an empty one if there is none. It looks into plan files, too.
func (w *workspace) holds(text string) (string, error) {
	traces, err := w.Traces()
	for name, trace := range traces {
		if strings.Contains(trace, text) {
			return name, nil
		}
	}
	return "", err
}
