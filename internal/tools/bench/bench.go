// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const chargesType = "paymentservice_charges"

// bench is what all benchmarks share.
type bench struct {
	settings
	report  report
	dir     string
	self    string // this executable
	shipped string // the provider as it is released
	service *fakeservice.Service
	server  *fakeservice.Server
}

// buildFlags are those of a release.
var buildFlags = []string{"build", "-trimpath", "-ldflags=-s -w"}

func prepare(ctx context.Context, s settings) (*bench, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &bench{settings: s}
	if b.dir, err = os.MkdirTemp("", "paymentservice-bench-"); err != nil {
		return nil, err
	}
	// A link to the executable of "go run" would cross file systems where that is elsewhere.
	b.self, b.shipped = filepath.Join(b.dir, "bench"), filepath.Join(b.dir, providerName+"paymentservice")
	if err := copyFile(self, b.self); err != nil {
		return nil, errors.Join(err, b.close())
	}
	if err := command(ctx, ".", nil, "go", append(buildFlags, "-o", b.shipped, ".")...); err != nil {
		return nil, errors.Join(fmt.Errorf("building the provider (run this in its root): %w", err), b.close())
	}
	return b, nil
}

func copyFile(from, to string) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, raw, 0o755)
}

// fresh starts a new, empty service.
func (b *bench) fresh() (*fakeservice.Service, error) {
	if err := b.stop(); err != nil {
		return nil, err
	}
	b.service = fakeservice.New(fakeservice.WithRecordLimit(1))
	var err error
	b.server, err = fakeservice.Start(b.service)
	return b.service, err
}

func (b *bench) stop() error {
	if b.server == nil {
		return nil
	}
	server := b.server
	b.server = nil
	return server.Close()
}

func (b *bench) close() error { return errors.Join(b.stop(), os.RemoveAll(b.dir)) }

// times is how often something is measured.
func (b *bench) times(n int) int {
	if b.quick {
		return min(n, 3)
	}
	return n
}

func (b *bench) credentials() map[string]string {
	return map[string]string{"base_url": b.server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken}
}

// block is a provider block for the service, with more arguments.
func (b *bench) block(more string) string {
	var text strings.Builder
	text.WriteString("provider \"paymentservice\" {\n")
	for name, value := range b.credentials() {
		fmt.Fprintf(&text, "  %s = %q\n", name, value)
	}
	return text.String() + more + "\n}\n"
}

// command runs a program and returns an error with what it said.
func command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out.String())
	}
	return nil
}

// workspace is a directory with a configuration, and a provider to run it with.
type workspace struct {
	b        *bench
	dir      string
	provider string // the directory of the launcher
	env      []string
}

func (b *bench) workspace(name, address, providerDir, config string) (*workspace, error) {
	w := &workspace{b: b, dir: filepath.Join(b.dir, "workspaces", name), provider: providerDir}
	if err := errors.Join(os.RemoveAll(w.dir), os.MkdirAll(w.dir, 0o755)); err != nil {
		return nil, err
	}
	rc := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n  direct {}\n}\n", address, providerDir)
	w.env = []string{"TF_CLI_CONFIG_FILE=" + filepath.Join(w.dir, "cli.tfrc"), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1"}
	config = fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = %q }\n  }\n}\n", filepath.Base(address), address) + config
	return w, errors.Join(
		os.WriteFile(filepath.Join(w.dir, "cli.tfrc"), []byte(rc), 0o600),
		os.WriteFile(filepath.Join(w.dir, "main.tf"), []byte(config), 0o600))
}

// terraform runs the CLI, and returns how long that took and what the provider took of it.
func (w *workspace) terraform(ctx context.Context, args ...string) (time.Duration, usage, error) {
	start := time.Now()
	if err := command(ctx, w.dir, w.env, w.b.terraform, append(args, "-no-color")...); err != nil {
		return 0, usage{}, err
	}
	took := time.Since(start)
	u, err := takeUsage(w.provider)
	return took, u, err
}

// object encodes strings as an object of the schema, all else null.
func object(schema *tfprotov6.Schema, values map[string]string) (*tfprotov6.DynamicValue, error) {
	typ, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		return nil, errors.New("a schema is no object")
	}
	members := map[string]tftypes.Value{}
	for name, t := range typ.AttributeTypes {
		members[name] = tftypes.NewValue(t, nil)
		if value, ok := values[name]; ok {
			members[name] = tftypes.NewValue(t, value)
		}
	}
	value, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	return &value, err
}
