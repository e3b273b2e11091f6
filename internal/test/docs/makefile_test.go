// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package docs_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// makes returns a command of the Makefile in a process group of its own. Like every
// test that compiles tools, its test runs only if TF_ACC is set.
func makes(t *testing.T, directory string, arguments ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil || os.Getenv("TF_ACC") == "" {
		t.Skip("needs make, and TF_ACC")
	}
	command := exec.CommandContext(t.Context(), "make", append([]string{"--no-print-directory"}, arguments...)...)
	command.Dir = directory
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command
}

func TestAccMakefile_says(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		arguments []string
		says      []string
	}{
		"help":                      {[]string{"help"}, []string{"make install ", "make sandbox ", "make demo ", "make testacc "}},
		"a tag's name is a version": {[]string{"-n", "install", "VERSION=v0.2.0"}, []string{"CGO_ENABLED=0 go build -ldflags '-X main.version=0.2.0'", "provider-paymentservice_v0.2.0\"", "remove .terraform.lock.hcl"}},
		"no version":                {[]string{"install", "VERSION=abc", "PLUGINS=" + filepath.Join(t.TempDir(), "plugins")}, []string{`VERSION is three numbers, such as 0.1.0 or 0.2.0-rc1, not "abc".`}},
		"tests of one package":      {[]string{"-n", "test", "PKG=./internal/webhook"}, []string{"go test -race ./internal/webhook\n"}},
		"tests without a CLI":       {[]string{"acceptance", "PATH=" + filepath.Join(t.TempDir(), "none")}, []string{"The tests need terraform or tofu on PATH"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, _ := makes(t, root, tc.arguments...).CombinedOutput()
			for _, text := range tc.says {
				if !strings.Contains(string(out), text) {
					t.Errorf("it does not say %q:\n%s", text, out)
				}
			}
		})
	}
}

// The file env holds what a shell needs to use the sandbox, and Ctrl-C ends it.
func TestAccMakefile_sandbox(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(filepath.Join(root, ".sandbox")); err == nil {
		t.Skip("there is a sandbox already")
	}
	t.Cleanup(func() { _ = os.RemoveAll(filepath.Join(root, ".sandbox")) }) // it is only in the way
	command := makes(t, root, "sandbox", "SANDBOX_ADDRESS=127.0.0.1:0")
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
	shell.Dir = root
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
