// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package docs_test checks everything that users are shown: that each
// configuration is valid and does what the page says against the fake service,
// and that links, commands and quoted messages are correct.
package docs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	root = "../../.."
	// providerVersion is the version under which the provider is installed.
	providerVersion = "0.1.0"
)

// shared is a directory that lives as long as the tests.
var shared string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	directory, err := os.MkdirTemp("", "docs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(directory)
	shared = directory
	return m.Run()
}

// installed is a CLI with the provider in a mirror.
type installed struct {
	*cli.CLI
	config   string // file of the CLI configuration
	provider string // directory of the provider's executable
	init     *cli.Workspace
}

// installs has the installed CLIs by their paths. The provider is installed only
// once for each.
var installs sync.Map

func install(path string) (*installed, error) {
	once, _ := installs.LoadOrStore(path, sync.OnceValues(func() (*installed, error) {
		directory, err := os.MkdirTemp(shared, "cli")
		if err != nil {
			return nil, err
		}
		return installInto(context.Background(), directory, path)
	}))
	return once.(func() (*installed, error))() //nolint:forcetypeassert // nothing else is stored
}

// installInto makes a mirror with the provider, and a workspace that is
// initialized and has no configuration but the requirement of the provider.
func installInto(ctx context.Context, directory, path string) (*installed, error) {
	c, err := cli.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	i := &installed{CLI: c, config: filepath.Join(directory, "cli.tfrc")}
	mirror := cli.Mirror(filepath.Join(directory, "mirror"))
	if i.provider, err = mirror.Build(ctx, c, providerVersion); err != nil {
		return nil, err
	}
	if err := os.WriteFile(i.config, []byte(mirror.Config()), 0o600); err != nil {
		return nil, err
	}
	i.init = c.In(filepath.Join(directory, "initialized"), i.config)
	if err := os.Mkdir(i.init.Directory, 0o750); err != nil {
		return nil, err
	}
	if err := i.init.Write("providers.tf", acctest.Requirement); err != nil {
		return nil, err
	}
	_, err = i.init.Run(ctx, "init")
	return i, err
}

// withCLI returns a CLI with the provider installed. Like every test with a CLI,
// its test runs only if TF_ACC is set.
func withCLI(t *testing.T) *installed {
	t.Helper()
	i, err := install(acctest.FindCLI(t).Path) // skips if there is none
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// everyCLI returns all CLIs that are here, with the provider installed.
func everyCLI(t *testing.T) []*installed {
	t.Helper()
	acctest.FindCLI(t) // skips if there is none
	paths, err := cli.All()
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*installed, len(paths))
	for n, path := range paths {
		if all[n], err = install(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// workspace is a directory of files in which the CLI runs.
type workspace struct {
	*cli.Workspace
	sandbox
}

// in returns a workspace whose provider finds the sandbox.
func (i *installed) in(directory string, s sandbox) workspace {
	return workspace{i.In(directory, i.config, s.environment...), s}
}

// without returns a workspace whose provider finds no service.
func (i *installed) without(directory string) *cli.Workspace { return i.In(directory, i.config) }

// directory returns a directory with files in which init has run already.
func (i *installed) directory(t *testing.T, files map[string]string) string {
	t.Helper()
	d := t.TempDir()
	write(t, d, files)
	if err := os.CopyFS(filepath.Join(d, ".terraform"), os.DirFS(filepath.Join(i.init.Directory, ".terraform"))); err != nil {
		t.Fatal(err)
	}
	write(t, d, map[string]string{".terraform.lock.hcl": read(t, filepath.Join(i.init.Directory, ".terraform.lock.hcl"))})
	return d
}

// write writes files into a directory, or into one in it.
func write(t *testing.T, directory string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(directory, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sandbox is the service of `make sandbox`, and the environment in which the
// provider finds it.
type sandbox struct {
	*fakeservice.Service
	server      *fakeservice.Server
	environment []string
}

const webhookID = "44444444-4444-4444-8444-44444444444" // followed by the webhook's number

func startSandbox(t *testing.T) sandbox {
	t.Helper()
	service := fakeservice.Example(time.Now())
	server := acctest.Serve(t, service)
	return sandbox{service, server, server.Environment()}
}
