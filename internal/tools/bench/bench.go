// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	providerName  = "terraform-provider-"
	randomAddress = "hashicorp/random"
	randomSource  = "https://github.com/hashicorp/terraform-provider-random"
)

// buildFlags are those of a release.
var buildFlags = []string{"-trimpath", "-ldflags=-s -w"}

// bench is what all comparisons share.
type bench struct {
	cli       *cli.CLI
	dir       string
	providers map[string][]string // the command of each
	service   *fakeservice.Service
	server    *fakeservice.Server
}

func prepare(ctx context.Context, named string) (*bench, error) {
	path, err := cli.Find(named)
	if err != nil {
		return nil, err
	}
	b := &bench{service: fakeservice.New(fakeservice.WithRecordLimit(1))}
	if b.cli, err = cli.Open(ctx, path); err != nil {
		return nil, err
	}
	if b.dir, err = os.MkdirTemp("", "paymentservice-bench-"); err != nil {
		return nil, err
	}
	for n := range manyWebhooks {
		b.service.AddWebhook(fakeservice.Webhook{ID: webhookID(n), Active: true})
	}
	if b.server, err = fakeservice.Start(b.service); err != nil {
		return nil, err
	}
	return b, errors.Join(b.install(), cli.Build(ctx, b.providers["shipped"][0], buildFlags...))
}

// install puts this executable where the CLI looks for providers: it launches
// the one that is to be measured.
func (b *bench) install() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.providers = map[string][]string{
		"shipped": {filepath.Join(b.dir, "shipped")}, "random": {filepath.Join(b.dir, providerName+"random")},
		"reflection": {self, "serve", "reflection"}, "floor": {self, "serve", "floor", filepath.Join(b.dir, "value")},
	}
	launchers := filepath.Join(b.dir, "launchers")
	if err := os.Mkdir(launchers, 0o755); err != nil {
		return err
	}
	for _, address := range []string{cli.Source, randomAddress} {
		name := filepath.Base(address)
		if err := errors.Join(
			os.Symlink(self, filepath.Join(launchers, providerName+name)),
			os.WriteFile(filepath.Join(b.dir, name+".tfrc"), []byte(cli.Overrides(address, launchers)), 0o600),
		); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) close() error { return errors.Join(b.server.Close(), os.RemoveAll(b.dir)) }

var errNothingToCompare = errors.New("hashicorp/random could not be built")

// random builds the provider hashicorp/random as this one is built, unless the
// environment names a binary of it.
func (b *bench) random(ctx context.Context) error {
	if path := os.Getenv("BENCH_RANDOM"); path != "" {
		b.providers["random"] = []string{path}
		return nil
	}
	source := filepath.Join(b.dir, "random")
	clone := exec.CommandContext(ctx, "git", "clone", "--quiet", "--depth=1", randomSource, source)
	build := exec.CommandContext(ctx, "go", append(append([]string{"build"}, buildFlags...), "-o", b.providers["random"][0], ".")...)
	build.Dir = source
	for _, command := range []*exec.Cmd{clone, build} {
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%w; name a binary of it in BENCH_RANDOM: %s", errNothingToCompare, out)
		}
	}
	return nil
}

// measure runs the tasks of a comparison so many times, in turn.
func (b *bench) measure(ctx context.Context, c comparison, times int) (figures, error) {
	workspaces := map[string]*cli.Workspace{}
	for name, t := range c.tasks {
		if t.provider == "random" {
			if err := b.random(ctx); err != nil {
				return nil, err
			}
		}
		b.seed(t.config)
		w, err := b.workspace(filepath.Join(c.name, name), t)
		if err != nil {
			return nil, err
		}
		workspaces[name] = w
		if t.again {
			if _, err := w.Run(ctx, "apply", "-auto-approve"); err != nil {
				return nil, err
			}
		}
	}
	measured := figures{}
	for run := range times {
		for name, t := range c.tasks {
			f, err := b.once(ctx, t, workspaces[name])
			if err != nil {
				return nil, err
			}
			if old, ok := measured[name]; ok && run > 0 {
				f = figure{min(f.Wall, old.Wall), min(f.CPU, old.CPU), max(f.Memory, old.Memory), max(f.Connections, old.Connections)}
			}
			measured[name] = f
		}
	}
	for name, f := range measured {
		fmt.Printf("  %s: %v, provider CPU %v, %.0f MB\n", name, f.Wall.Round(time.Millisecond), f.CPU.Round(time.Millisecond), f.Memory)
	}
	return measured, nil
}

// once runs a task.
func (b *bench) once(ctx context.Context, t task, w *cli.Workspace) (figure, error) {
	b.service.Set(func(behavior *fakeservice.Behavior) { behavior.Latency = t.latency })
	defer b.service.Set(func(behavior *fakeservice.Behavior) { behavior.Latency = 0 })
	arguments := []string{"plan"}
	if !t.again {
		arguments = []string{"apply", "-auto-approve"}
		if err := os.RemoveAll(filepath.Join(w.Directory, "terraform.tfstate")); err != nil {
			return figure{}, err
		}
	}
	usage := filepath.Join(w.Directory, usageFile)
	if err := os.RemoveAll(usage); err != nil {
		return figure{}, err
	}
	before, start := b.server.Connections(), time.Now()
	if t.instead != nil {
		err := t.instead(ctx, b)
		return figure{Wall: time.Since(start)}, err
	}
	_, err := w.Run(ctx, arguments...)
	took := time.Since(start)
	if err != nil {
		return figure{}, err
	}
	f, err := readUsage(usage)
	f.Wall, f.Connections = took, float64(b.server.Connections()-before)
	return f, err
}

// seed gives the store of a configuration its charges, once.
func (b *bench) seed(config string) {
	for store, n := range seeded {
		if strings.Contains(config, store) && b.service.ChargeCount(store) == 0 {
			b.service.SeedCharges(n, fakeservice.SeedOptions{StoreID: store})
		}
	}
}

// workspace returns a directory with the configuration of a task.
func (b *bench) workspace(name string, t task) (*cli.Workspace, error) {
	address := cli.Source
	if t.provider == "random" {
		address = randomAddress
	}
	directory := filepath.Join(b.dir, "workspaces", name)
	target := b.providers[t.provider]
	if t.provider == "" {
		target = b.providers["shipped"]
	}
	w := b.cli.In(directory, filepath.Join(b.dir, filepath.Base(address)+".tfrc"),
		targetVariable+"="+encodeTarget(target), usageVariable+"="+filepath.Join(directory, usageFile),
		"PAYMENTSERVICE_BASE_URL="+b.server.URL, "PAYMENTSERVICE_SECRET="+fakeservice.DefaultSecret, "PAYMENTSERVICE_APP_TOKEN="+fakeservice.DefaultAppToken)
	if t.env != "" {
		w.Environment = append(w.Environment, t.env)
	}
	required := fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = %q }\n  }\n}\n", filepath.Base(address), address)
	return w, w.Write("main.tf", required+t.config)
}
