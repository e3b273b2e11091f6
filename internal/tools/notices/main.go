// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command notices prints the licenses of everything that is in the provider's
// executables, for the archives of a release.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those of the archives; each may need modules of its own.
var systems = []string{"darwin", "freebsd", "linux", "windows"}

var license = regexp.MustCompile(`(?i)^(licen[cs]e|notice|copying|patents)([.-].*)?$`)

func main() {
	if err := write(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func write(ctx context.Context, out io.Writer) error {
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	directories := map[string]string{"Go": strings.TrimSpace(string(goroot))}
	for _, system := range systems {
		list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		list.Env, list.Stderr = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
		modules, err := list.Output()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(modules)) {
			if module, directory, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
				directories[module] = directory
			}
		}
	}
	for _, module := range slices.Sorted(maps.Keys(directories)) {
		if err := writeModule(out, module, directories[module]); err != nil {
			return err
		}
	}
	return nil
}

// writeModule writes the licenses in the root of a module; a module without any is
// an error.
func writeModule(out io.Writer, module, directory string) error {
	entries, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	found := false
	for _, entry := range entries {
		if entry.IsDir() || !license.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(directory, entry.Name())) //nolint:gosec // of a module in the cache
		if err != nil {
			return err
		}
		found = true
		if _, err := fmt.Fprintf(out, "%s: %s\n\n%s\n\n%s\n\n", module, entry.Name(), strings.TrimSpace(string(text)), strings.Repeat("=", 80)); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s has no license in %s", module, directory)
	}
	return nil
}
