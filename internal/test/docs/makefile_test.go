// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package docs_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// makes returns a command of the Makefile in a process group of its own. Like every
// test that compiles tools, its test runs only if TF_ACC is set.
func makes(ctx context.Context, t *testing.T, directory string, arguments ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil || os.Getenv("TF_ACC") == "" {
		t.Skip("needs make, and TF_ACC")
	}
	command := exec.CommandContext(ctx, "make", append([]string{"--no-print-directory"}, arguments...)...)
	command.Dir = directory
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return command
}

// clone copies this checkout into a directory whose name must be quoted in a shell.
func clone(t *testing.T) string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skipf("this is no git checkout, so its files are not known: %v", err)
	}
	directory := filepath.Join(t.TempDir(), "my 'new' $clone")
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		if content, err := os.ReadFile(filepath.Join(root, path)); err == nil { // otherwise, it is removed and not committed yet
			write(t, directory, map[string]string{path: string(content)})
		}
	}
	return directory
}

func TestAccMakefile_cleanLeavesNeighbours(t *testing.T) {
	t.Parallel()
	directory := filepath.Join(t.TempDir(), "my 'new' $clone")
	write(t, directory, map[string]string{"../my/file": "", ".cache/file": "", ".sandbox/file": "", "dist/file": "", "GNUmakefile": read(t, filepath.Join(root, "GNUmakefile"))})
	if out, err := makes(t.Context(), t, directory, "clean").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for path, stays := range map[string]bool{"../my": true, ".cache": false, ".sandbox": false, "dist": false} {
		if _, err := os.Stat(filepath.Join(directory, path)); (err == nil) != stays {
			t.Errorf("after make clean, %s exists: %t", path, err == nil)
		}
	}
}

func TestAccMakefile_says(t *testing.T) {
	t.Parallel()
	var everything []string
	for line := range strings.Lines(read(t, filepath.Join(root, "GNUmakefile"))) {
		if targets, ok := strings.CutPrefix(line, ".PHONY: "); ok {
			for target := range strings.FieldsSeq(targets) {
				everything = append(everything, "make "+target+" ")
			}
		}
	}
	for name, tc := range map[string]struct {
		arguments []string
		says      []string
	}{
		"help":                      {[]string{"help"}, everything},
		"a tag's name is a version": {[]string{"-n", "install", "VERSION=v0.2.0"}, []string{"main.version=0.2.0'", "provider-paymentservice_v0.2.0\"", "remove .terraform.lock.hcl"}},
		"tests without a CLI":       {[]string{"acceptance", "PATH=" + filepath.Join(t.TempDir(), "none")}, []string{"The tests need terraform or tofu on PATH"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, _ := makes(t.Context(), t, root, tc.arguments...).CombinedOutput()
			for _, text := range tc.says {
				if !strings.Contains(string(out), text) {
					t.Errorf("it does not say %q:\n%s", text, out)
				}
			}
			for line := range strings.Lines(string(out)) {
				if name == "help" && len(line) > 80 {
					t.Errorf("it needs more than 80 columns: %s", line)
				}
			}
		})
	}
}

// The file env holds what a shell needs to use the sandbox, and Ctrl-C ends it.
func TestAccMakefile_sandbox(t *testing.T) {
	t.Parallel()
	directory := clone(t)
	command := makes(t.Context(), t, directory, "sandbox", "SANDBOX_ADDRESS=127.0.0.1:0")
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = command.Stdout
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(output)
	for lines.Scan() && !strings.Contains(lines.Text(), "Requests are shown as they arrive") {
		said.WriteString(lines.Text() + "\n")
	}
	shell := exec.CommandContext(t.Context(), "sh", "-euc", `. .sandbox/env; test -s "$TF_CLI_CONFIG_FILE"; test -n "$PAYMENTSERVICE_BASE_URL"`)
	shell.Dir = directory
	if out, err := shell.CombinedOutput(); err != nil {
		t.Errorf("the shell can't use .sandbox/env: %v\n%s\n%s", err, out, said.String())
	}
	if err := syscall.Kill(-command.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
	}
	_ = command.Wait() // make ends by the signal, too
	if !strings.Contains(said.String(), "The sandbox is closed") || strings.Contains(said.String(), "Error") {
		t.Errorf("Ctrl-C does not end the sandbox cleanly:\n%s", said.String())
	}
}
