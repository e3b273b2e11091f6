// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The ends of the names of files that a CLI reads as configuration.
var (
	nativeFiles = []string{".tf", ".tofu"}
	jsonFiles   = []string{
		".tf.json", ".tofu.json", ".tftest.json", ".tofutest.json", ".tfquery.json",
		".tfcomponent.json", ".tfdeploy.json", ".tfstack.json",
	}
)

// NativeSyntax reports whether the CLI that started this process certainly reads
// no configuration in JSON. If no CLI started it (a debugger or a test did),
// nothing is certain: the configuration may be anywhere.
func NativeSyntax() bool {
	return os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "" && NativeSyntaxIn(".", os.Getenv("TF_DATA_DIR"))
}

// NativeSyntaxIn reports whether root holds a root module, and whether it and
// all modules that it calls are certainly in native syntax. The CLI keeps the
// list of these in its data directory, which is relative to root and .terraform
// if it is empty.
func NativeSyntaxIn(root, dataDir string) bool {
	if dataDir == "" {
		dataDir = ".terraform"
	}
	modules, err := moduleDirs(within(root, within(dataDir, "modules", "modules.json")))
	if err != nil {
		return false
	}
	found, err := filesOf(root)
	if err != nil || !slices.ContainsFunc(found, hasEnd(nativeFiles)) {
		return false
	}
	for _, module := range modules {
		more, err := filesOf(within(root, module))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // the list may be older than the configuration
			return false
		}
		found = append(found, more...)
	}
	// Files of tests may be in any directory, which is named to the CLI only. Most
	// are in one beside the root module.
	tests, err := fs.Glob(os.DirFS(root), "*/*test.json")
	return err == nil && !slices.ContainsFunc(append(found, tests...), hasEnd(jsonFiles))
}

// moduleDirs returns the directories in the CLI's list of modules, none if there
// is no list.
func moduleDirs(list string) (dirs []string, err error) {
	text, err := os.ReadFile(list) //nolint:gosec // the CLI wrote it
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var known struct{ Modules []struct{ Dir string } }
	if err := json.Unmarshal(text, &known); err != nil {
		return nil, err
	}
	for _, module := range known.Modules {
		dirs = append(dirs, filepath.FromSlash(module.Dir))
	}
	return dirs, nil
}

// within returns a path that is relative to a directory, unless it is absolute.
func within(dir string, path ...string) string {
	joined := filepath.Join(path...)
	if filepath.IsAbs(joined) {
		return joined
	}
	return filepath.Join(dir, joined)
}

// filesOf returns the names of what a directory holds.
func filesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

func hasEnd(ends []string) func(string) bool {
	return func(name string) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) })
	}
}
