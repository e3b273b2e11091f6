// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const chargesType = "paymentservice_charges"

// bench is what all benchmarks share.
type bench struct {
	settings
	cli     *cli.CLI
	report  report
	dir     string
	self    string // this executable
	shipped string // the provider as it is released
	service *fakeservice.Service
	server  *fakeservice.Server
}

// buildFlags are those of a release.
var buildFlags = []string{"-trimpath", "-ldflags=-s -w"}

func prepare(ctx context.Context, s settings) (*bench, error) {
	path, err := cli.Find(s.cli)
	if err != nil {
		return nil, err
	}
	c, err := cli.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &bench{settings: s, cli: c}
	if b.dir, err = os.MkdirTemp("", "paymentservice-bench-"); err != nil {
		return nil, err
	}
	// A copy, since a link could cross file systems.
	b.self, b.shipped = filepath.Join(b.dir, "bench"), filepath.Join(b.dir, providerName+"paymentservice")
	if err := copyFile(self, b.self); err != nil {
		return nil, errors.Join(err, b.close())
	}
	if err := cli.Build(ctx, b.shipped, buildFlags...); err != nil {
		return nil, errors.Join(err, b.close())
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

// workspace is a directory with a configuration, and a provider to run it with.
type workspace struct {
	*cli.Workspace
	provider string // the directory of the launcher
}

func (b *bench) workspace(name, address, providerDir, config string) (*workspace, error) {
	dir := filepath.Join(b.dir, "workspaces", name)
	w := &workspace{b.cli.In(dir, filepath.Join(dir, "cli.tfrc")), providerDir}
	config = fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = %q }\n  }\n}\n", filepath.Base(address), address) + config
	return w, errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755),
		w.Write("cli.tfrc", cli.Overrides(address, providerDir)), w.Write("main.tf", config))
}

// run runs the CLI. It returns how long that took, and what the provider took
// of it.
func (w *workspace) run(ctx context.Context, args ...string) (time.Duration, usage, error) {
	start := time.Now()
	if _, err := w.Run(ctx, args...); err != nil {
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
