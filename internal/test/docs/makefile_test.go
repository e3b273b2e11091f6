// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package docs_test

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// clone is a copy of this checkout in a directory whose name must be quoted in a
// shell.
type clone struct {
	t         *testing.T
	directory string
}

func newClone(t *testing.T) clone {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("compiles the tools anew, so it runs with the acceptance tests")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed")
	}
	list := exec.CommandContext(t.Context(), "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skipf("this is no git checkout, so its files are not known: %v", err)
	}
	c := clone{t, filepath.Join(t.TempDir(), "my 'new' $clone")}
	for path := range strings.Lines(string(out)) {
		path = strings.TrimSpace(path)
		to := filepath.Join(c.directory, path)
		content, err := os.ReadFile(filepath.Join(root, path))
		if os.IsNotExist(err) {
			continue // removed and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// make returns a command of the Makefile in a process group of its own.
func (c clone) make(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "make", append([]string{"--no-print-directory"}, arguments...)...)
	command.Dir = c.directory
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return command
}

func (c clone) run(arguments ...string) {
	c.t.Helper()
	if out, err := c.make(c.t.Context(), arguments...).CombinedOutput(); err != nil {
		c.t.Fatalf("make %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
}

func (c clone) exists(path ...string) bool {
	_, err := os.Stat(filepath.Join(append([]string{c.directory}, path...)...))
	return err == nil
}

func TestAccMakefile_cleanLeavesNeighbours(t *testing.T) {
	t.Parallel()
	c := newClone(t)
	neighbour := filepath.Join(filepath.Dir(c.directory), "my")
	for _, directory := range []string{neighbour, filepath.Join(c.directory, ".cache"), filepath.Join(c.directory, ".sandbox"), filepath.Join(c.directory, "dist")} {
		if err := os.MkdirAll(directory, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	c.run("clean")
	if !c.exists("..", "my") {
		t.Error("make clean removed a neighbour")
	}
	for _, built := range []string{".cache", ".sandbox", "dist"} {
		if c.exists(built) {
			t.Errorf("make clean left %s", built)
		}
	}
}

func TestAccMakefile_help(t *testing.T) {
	t.Parallel()
	c := newClone(t)
	out, err := c.make(t.Context(), "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(read(t, filepath.Join(root, "GNUmakefile"))) {
		targets, ok := strings.CutPrefix(line, ".PHONY: ")
		if !ok {
			continue
		}
		for _, target := range strings.Fields(targets) {
			if !strings.Contains(string(out), "make "+target+" ") {
				t.Errorf("make help does not describe %s:\n%s", target, out)
			}
		}
	}
	for line := range strings.Lines(string(out)) {
		if len(line) > 80 {
			t.Errorf("make help needs more than 80 columns: %s", line)
		}
	}
}

func TestAccMakefile_saysWhatToDo(t *testing.T) {
	t.Parallel()
	c := newClone(t)
	noCLI := filepath.Join(t.TempDir(), "none")
	for name, tc := range map[string]struct {
		arguments []string
		says      []string
	}{
		"a tag's name is a version": {[]string{"-n", "install", "VERSION=v0.2.0"}, []string{"main.version=0.2.0'", "provider-paymentservice_v0.2.0\"", "remove .terraform.lock.hcl"}},
		"tests without a CLI":       {[]string{"acceptance", "PATH=" + noCLI}, []string{"The tests need terraform or tofu on PATH"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, _ := c.make(t.Context(), tc.arguments...).CombinedOutput()
			for _, text := range tc.says {
				if !strings.Contains(string(out), text) {
					t.Errorf("it does not say %q:\n%s", text, out)
				}
			}
		})
	}
}

// The file env holds what a shell needs to use the sandbox.
func TestAccMakefile_sandbox(t *testing.T) {
	t.Parallel()
	c := newClone(t)
	command := c.make(t.Context(), "sandbox", "SANDBOX_ADDRESS=127.0.0.1:0")
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
	shell := exec.CommandContext(t.Context(), "sh", "-euc", `. .sandbox/env; test -s "$TF_CLI_CONFIG_FILE"; printf %s "$PAYMENTSERVICE_BASE_URL"`)
	shell.Dir = c.directory
	address, err := shell.CombinedOutput()
	if err != nil {
		t.Errorf("the shell can't use .sandbox/env: %v\n%s\n%s", err, address, said.String())
	} else {
		expectService(t, string(address))
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

func expectService(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/charges", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without credentials the sandbox answers %s", response.Status)
	}
}
