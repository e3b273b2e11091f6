// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command getcli prints the path of a CLI: of the one that is named, or of the terraform or tofu
// that is on PATH or was installed earlier. If there is none, it installs one into .cache/bin:
//
//	go run ./internal/tools/getcli [terraform|tofu|PATH]
//
// Terraform is downloaded. If that fails, OpenTofu is built from Go modules, which needs nothing
// but Go and its modules. Everything but the path goes to standard error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	named := ""
	if len(os.Args) > 1 {
		named = os.Args[1]
	}

	path, err := get(ctx, named, installers, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		os.Exit(1)
	}
	fmt.Println(path)
}

// An installer writes the executable of a CLI to a path, and reports what it does.
type installer func(ctx context.Context, path string, log io.Writer) error

var installers = map[string]installer{
	cli.Terraform: downloadTerraform,
	cli.OpenTofu:  buildOpenTofu,
}

// get returns the path of the CLI that is named, or of one that it finds or installs.
func get(ctx context.Context, named string, installers map[string]installer, log io.Writer) (string, error) {
	path, err := cli.Find(ctx, named)
	if missing := (*cli.NotFoundError)(nil); errors.As(err, &missing) {
		fmt.Fprintf(log, "Found no %s on PATH.\n", strings.Join(missing.CLIs, " or "))
		path, err = installFirst(ctx, named, installers, log)
	}
	if err != nil {
		return "", err
	}

	found, err := cli.Open(ctx, path)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(log, "Using %s: %s\n", found.Name(), short(path))
	return path, nil
}

// installFirst installs the first of the missing CLIs that it can, unless another process has
// just done so.
func installFirst(ctx context.Context, named string, installers map[string]installer, log io.Writer) (string, error) {
	cache, err := cli.Cache(ctx)
	if err != nil {
		return "", err
	}
	unlock, err := lock(ctx, filepath.Join(cache, "getcli.lock"))
	if err != nil {
		return "", err
	}
	defer unlock()

	path, err := cli.Find(ctx, named)
	missing := (*cli.NotFoundError)(nil)
	if !errors.As(err, &missing) {
		return path, err
	}
	failures := []error{errors.New("no CLI could be installed; name one, such as CLI=/path/to/tofu")}
	for _, name := range missing.CLIs {
		path, err := cli.Installed(ctx, name)
		if err != nil {
			return "", err
		}
		err = installers[name](ctx, path, log)
		if err == nil {
			return path, nil
		}
		fmt.Fprintf(log, "That failed: %v\n", err)
		failures = append(failures, err)
	}
	return "", errors.Join(failures...)
}

// short returns a path as it is seen from the working directory, if it is inside of that.
func short(path string) string {
	directory, err := os.Getwd()
	if err != nil {
		return path
	}
	inside, err := filepath.Rel(directory, path)
	if err != nil || !filepath.IsLocal(inside) {
		return path
	}
	return inside
}
