// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command acceptance runs the acceptance tests of all packages, or of some, and counts what ran:
//
//	go run ./internal/tools/acceptance [FLAGS OF GO TEST] [./PACKAGE ...]
//
// It fails if a test fails, and also if tests did not run that the CLI has all features for, so
// that no run passes which has tried nothing. What passes is not shown.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\nError: %v\n", err)
		os.Exit(1)
	}
}

// run runs the tests of packages with flags of go test, and writes what it sees of them and its judgement.
func run(ctx context.Context, given []string, out io.Writer) error {
	flags, packages := splitArguments(given)
	path, err := cli.Find(ctx, "")
	if err != nil {
		return fmt.Errorf("%w; make testacc installs a CLI", err)
	}
	found, err := cli.Open(ctx, path)
	if err != nil {
		return err
	}
	declared, err := declaredTests(ctx, packages)
	if err != nil {
		return err
	}

	arguments := append([]string{"test", "-json", "-timeout", "25m", "-run", "^TestAcc"}, flags...)
	tests := exec.CommandContext(ctx, "go", append(arguments, slices.Sorted(maps.Keys(declared))...)...)
	tests.Cancel = func() error { return tests.Process.Signal(os.Interrupt) }
	tests.Env = environment(path)
	tests.Stderr = os.Stderr
	said, err := tests.StdoutPipe()
	if err != nil {
		return err
	}
	if err := tests.Start(); err != nil {
		return err
	}

	results := newResults(out)
	err = results.read(said)
	if err := errors.Join(err, tests.Wait()); err != nil {
		return fmt.Errorf("the acceptance tests failed with %s: %w", found.Name(), err)
	}
	return results.judge(found, declared, out)
}

// splitArguments tells the flags of go test from packages, which are all if none is named.
func splitArguments(given []string) (flags, packages []string) {
	for _, argument := range given {
		if strings.HasPrefix(argument, "./") {
			packages = append(packages, argument)
		} else {
			flags = append(flags, argument)
		}
	}
	if packages == nil {
		packages = []string{"./internal/..."}
	}
	return flags, packages
}

// environment returns the environment of the tests. A CLI configuration of the developer's own is
// none of their business.
func environment(path string) []string {
	kept := slices.DeleteFunc(os.Environ(), func(setting string) bool {
		return strings.HasPrefix(setting, "TF_CLI_CONFIG_FILE=")
	})
	return append(kept, "TF_ACC=1", "TF_ACC_TERRAFORM_PATH="+path)
}

var testHeader = regexp.MustCompile(`(?m)^func (TestAcc\w*)\(`)

// declaredTests returns the names of the acceptance tests of packages on this system, by package.
func declaredTests(ctx context.Context, packages []string) (map[string][]string, error) {
	arguments := []string{"list", "-json=Dir,ImportPath,TestGoFiles,XTestGoFiles"}
	list := exec.CommandContext(ctx, "go", append(arguments, packages...)...)
	list.Stderr = os.Stderr
	listed, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the packages: %w", err)
	}

	declared := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(listed))); decoder.More(); {
		var one struct {
			Dir, ImportPath           string
			TestGoFiles, XTestGoFiles []string
		}
		if err := decoder.Decode(&one); err != nil {
			return nil, err
		}
		for _, file := range append(one.TestGoFiles, one.XTestGoFiles...) {
			text, err := os.ReadFile(filepath.Join(one.Dir, file))
			if err != nil {
				return nil, err
			}
			for _, header := range testHeader.FindAllSubmatch(text, -1) {
				declared[one.ImportPath] = append(declared[one.ImportPath], string(header[1]))
			}
		}
	}
	return declared, nil
}
