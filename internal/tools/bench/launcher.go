// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

const (
	providerName = "terraform-provider-"
	targetFile   = "target.json"
	usageFile    = "usage.json"
)

// usage is what one or more provider processes took.
type usage struct {
	CPU time.Duration
	// RSS is the largest resident memory of a process in bytes.
	RSS int64
}

// launch stands in for a provider: it runs the command in the target file
// beside it and notes what that took. The CLI does not tell the one from the
// other.
func launch() int {
	own, err := os.Executable()
	if err != nil {
		return 1
	}
	dir := filepath.Dir(own)
	raw, err := os.ReadFile(filepath.Join(dir, targetFile))
	if err != nil {
		return 1
	}
	var command []string
	if json.Unmarshal(raw, &command) != nil || len(command) == 0 {
		return 1
	}
	signal.Ignore(os.Interrupt)
	child := exec.CommandContext(context.Background(), command[0], command[1:]...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	runErr := child.Run()
	if err := note(dir, child.ProcessState); err != nil || runErr != nil {
		return 1
	}
	return 0
}

func note(dir string, state *os.ProcessState) error {
	if state == nil {
		return errors.New("the provider did not start")
	}
	u := usage{CPU: state.UserTime() + state.SystemTime()}
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		u.RSS = r.Maxrss << 10
	}
	out, err := os.OpenFile(filepath.Join(dir, usageFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(out).Encode(u), out.Close())
}

// takeUsage adds up what was noted in dir, and forgets it.
func takeUsage(dir string) (usage, error) {
	path := filepath.Join(dir, usageFile)
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return usage{}, errors.New("no provider process has ended in order")
	}
	if err != nil {
		return usage{}, err
	}
	var sum usage
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var one usage
		if err := decoder.Decode(&one); err != nil {
			return usage{}, errors.Join(err, in.Close())
		}
		sum.CPU += one.CPU
		sum.RSS = max(sum.RSS, one.RSS)
	}
	return sum, errors.Join(in.Close(), os.Remove(path))
}

// install puts a launcher for command into a directory of its own, and returns that.
func (b *bench) install(name, source string, command ...string) (string, error) {
	dir := filepath.Join(b.dir, "providers", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	raw, err := json.Marshal(command)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, targetFile), raw, 0o600); err != nil {
		return "", err
	}
	if err := os.Link(b.self, filepath.Join(dir, providerName+source)); err != nil {
		return "", fmt.Errorf("installing the provider: %w", err)
	}
	return dir, nil
}
