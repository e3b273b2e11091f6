// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command notices prints the licenses of everything that is in the provider's
// executables, for the archives of a release.
package main

import (
	"bytes"
	"context"
	"fmt"
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
	directories, err := modules(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, module := range slices.Sorted(maps.Keys(directories)) {
		if err := printLicenses(module, directories[module]); err != nil {
			log.Fatal(err)
		}
	}
}

// modules returns the directories of Go and of the modules that are in the executables.
func modules(ctx context.Context) (map[string]string, error) {
	const module = "{{if .Standard}}Go\t{{.Root}}{{else}}{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}{{end}}"
	directories := map[string]string{}
	for _, system := range systems {
		list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", module, ".")
		list.Env, list.Stderr = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
		lines, err := list.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(lines)) {
			if module, directory, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
				directories[module] = directory
			}
		}
	}
	return directories, nil
}

// printLicenses prints the licenses in the root of a module; a module without any is an error.
func printLicenses(module, directory string) error {
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
		fmt.Printf("%s: %s\n\n%s\n\n%s\n\n", module, entry.Name(), bytes.TrimSpace(text), strings.Repeat("=", 80))
	}
	if !found {
		return fmt.Errorf("%s has no license in %s", module, directory)
	}
	return nil
}
