// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build !windows

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

const (
	aTerraform = "#!/bin/sh\necho Terraform v1.14.0\n"
	anOpenTofu = "#!/bin/sh\necho OpenTofu v1.12.6\n"
)

// newCheckout makes an empty checkout the working directory, and puts nothing on PATH but go and
// what is returned as tools. Executables are written at their paths in it.
func newCheckout(t *testing.T, executables map[string]string) (checkout string) {
	t.Helper()
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	checkout, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(checkout, "go.mod"), "module checkout\n")
	for path, text := range executables {
		write(t, filepath.Join(checkout, path), text)
	}

	tools := filepath.Join(checkout, "tools")
	err = os.MkdirAll(tools, 0o750)
	if err := errors.Join(err, os.Symlink(goCommand, filepath.Join(tools, "go"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(checkout)
	t.Setenv("PATH", tools)
	t.Setenv("TF_ACC_TERRAFORM_PATH", "")
	return checkout
}

func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o750)
	if err := errors.Join(err, os.WriteFile(path, []byte(text), 0o700)); err != nil {
		t.Fatal(err)
	}
}

// fake returns an installer that writes a text, or fails if there is none, and counts its calls.
func fake(text string, calls *atomic.Int32) installer {
	return func(_ context.Context, path string, log io.Writer) error {
		calls.Add(1)
		if text == "" {
			return errors.New("no network")
		}
		fmt.Fprintln(log, "installing")
		err := os.MkdirAll(filepath.Dir(path), 0o750)
		return errors.Join(err, os.WriteFile(path, []byte(text), 0o700))
	}
}

// The rule by which every command of the project finds its CLI.
func TestGet(t *testing.T) {
	for name, tc := range map[string]struct {
		has         map[string]string // executables, by their paths in the checkout
		named       string
		environment string // TF_ACC_TERRAFORM_PATH
		noDownload  bool
		noBuild     bool
		want        string // the path in the checkout
		says        string
		fails       string
	}{
		"a path": {
			has:   map[string]string{"my/cli": anOpenTofu, "tools/terraform": aTerraform},
			named: "./my/cli",
			want:  "my/cli",
			says:  "Using OpenTofu 1.12.6: my/cli\n",
		},
		"a path in the environment": {
			has:         map[string]string{"my/cli": anOpenTofu, "tools/terraform": aTerraform},
			environment: "my/cli",
			want:        "my/cli",
			says:        "Using OpenTofu 1.12.6: my/cli\n",
		},
		"what is named counts more than the environment": {
			has:         map[string]string{"my/cli": anOpenTofu, "tools/terraform": aTerraform},
			named:       "terraform",
			environment: "my/cli",
			want:        "tools/terraform",
			says:        "Using Terraform 1.14.0: tools/terraform\n",
		},
		"a path where nothing is": {
			has:   map[string]string{"tools/terraform": aTerraform},
			named: "./my/cli",
			fails: "the CLI that was named is not there",
		},
		"both on PATH": {
			has:  map[string]string{"tools/tofu": anOpenTofu, "tools/terraform": aTerraform},
			want: "tools/terraform",
			says: "Using Terraform 1.14.0: tools/terraform\n",
		},
		"OpenTofu on PATH, and Terraform of an earlier run": {
			has:  map[string]string{"tools/tofu": anOpenTofu, ".cache/bin/terraform": aTerraform},
			want: "tools/tofu",
			says: "Using OpenTofu 1.12.6: tools/tofu\n",
		},
		"OpenTofu by name": {
			has:   map[string]string{"tools/tofu": anOpenTofu, "tools/terraform": aTerraform},
			named: "tofu",
			want:  "tools/tofu",
			says:  "Using OpenTofu 1.12.6: tools/tofu\n",
		},
		"both of an earlier run": {
			has:  map[string]string{".cache/bin/tofu": anOpenTofu, ".cache/bin/terraform": aTerraform},
			want: ".cache/bin/terraform",
			says: "Using Terraform 1.14.0: .cache/bin/terraform\n",
		},
		"a download": {
			want: ".cache/bin/terraform",
			says: "Found no terraform or tofu on PATH.\ninstalling\nUsing Terraform 1.14.0: .cache/bin/terraform\n",
		},
		"no network but for Go modules": {
			noDownload: true,
			want:       ".cache/bin/tofu",
			says: "Found no terraform or tofu on PATH.\nThat failed: no network\ninstalling\n" +
				"Using OpenTofu 1.12.6: .cache/bin/tofu\n",
		},
		"OpenTofu by name is built": {
			has:   map[string]string{"tools/terraform": aTerraform},
			named: "tofu",
			want:  ".cache/bin/tofu",
			says:  "Found no tofu on PATH.\ninstalling\nUsing OpenTofu 1.12.6: .cache/bin/tofu\n",
		},
		"Terraform by name is not replaced by OpenTofu": {
			has:        map[string]string{"tools/tofu": anOpenTofu},
			named:      "terraform",
			noDownload: true,
			says:       "Found no terraform on PATH.\nThat failed: no network\n",
			fails:      "no CLI could be installed; name one, such as CLI=/path/to/tofu\nno network",
		},
		"nothing works": {
			noDownload: true,
			noBuild:    true,
			says:       "Found no terraform or tofu on PATH.\nThat failed: no network\nThat failed: no network\n",
			fails:      "no CLI could be installed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			checkout := newCheckout(t, tc.has)
			t.Setenv("TF_ACC_TERRAFORM_PATH", tc.environment)
			download := aTerraform
			if tc.noDownload {
				download = ""
			}
			build := anOpenTofu
			if tc.noBuild {
				build = ""
			}

			var calls atomic.Int32
			var log strings.Builder
			got, err := get(t.Context(), tc.named, map[string]installer{
				cli.Terraform: fake(download, &calls),
				cli.OpenTofu:  fake(build, &calls),
			}, &log)
			want := ""
			if tc.want != "" {
				want = filepath.Join(checkout, tc.want)
			}
			if got != want {
				t.Errorf("the CLI is %q, want %q", got, want)
			}
			if log.String() != tc.says {
				t.Errorf("says %q, want %q", log.String(), tc.says)
			}
			if (err != nil) != (tc.fails != "") || err != nil && !strings.Contains(err.Error(), tc.fails) {
				t.Errorf("fails with %v, want %q", err, tc.fails)
			}
		})
	}
}

// Of commands that run side by side, one installs the CLI, and the others wait for it.
func TestGet_installsOnce(t *testing.T) { //nolint:paralleltest // sets the environment
	newCheckout(t, nil)
	var calls atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			installers := map[string]installer{cli.Terraform: fake(aTerraform, &calls)}
			if _, err := get(t.Context(), "", installers, io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if calls.Load() != 1 {
		t.Errorf("installed %d times", calls.Load())
	}
}

// A command that is interrupted does not wait for another one's build.
func TestLock_endsWithItsContext(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := lock(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lock(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("the lock was taken: %v", err)
	}
}

// OpenTofu keeps what needs no cloud.
func TestLeaveOutClouds(t *testing.T) {
	t.Parallel()
	sources := t.TempDir()
	write(t, filepath.Join(sources, namesClouds[0]), `import (
	backendLocal "github.com/opentofu/opentofu/internal/backend/local"
	backendS3 "github.com/opentofu/opentofu/internal/backend/remote-state/s3"
)
		"local": func(enc encryption.StateEncryption) backend.Backend { return backendLocal.New(enc) },
		"s3":    func(enc encryption.StateEncryption) backend.Backend { return backendS3.New(enc) },
`)
	write(t, filepath.Join(sources, namesClouds[1]), `import (
	"github.com/opentofu/opentofu/internal/encryption/keyprovider/aws_kms"
	"github.com/opentofu/opentofu/internal/encryption/keyprovider/pbkdf2"
)
	if err := DefaultRegistry.RegisterKeyProvider(pbkdf2.New()); err != nil {
		panic(err)
	}
	if err := DefaultRegistry.RegisterKeyProvider(aws_kms.New()); err != nil {
		panic(err)
	}
`)
	if err := leaveOutClouds(sources); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		namesClouds[0]: `import (
	backendLocal "github.com/opentofu/opentofu/internal/backend/local"
)
		"local": func(enc encryption.StateEncryption) backend.Backend { return backendLocal.New(enc) },
`,
		namesClouds[1]: `import (
	"github.com/opentofu/opentofu/internal/encryption/keyprovider/pbkdf2"
)
	if err := DefaultRegistry.RegisterKeyProvider(pbkdf2.New()); err != nil {
		panic(err)
	}
`,
	} {
		text, err := os.ReadFile(filepath.Join(sources, name))
		if err != nil || string(text) != want {
			t.Errorf("%v: %s is\n%swant\n%s", err, name, text, want)
		}
	}
}
