// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The CLI runs this executable as the provider if this environment variable says so:
// "shipped", or the file in which a prepared provider keeps its value.
const serves = "BENCH_SERVES"

func TestMain(m *testing.M) {
	kind := os.Getenv(serves)
	if kind == "" {
		os.Exit(m.Run())
	}
	shipped := provider.NewServer("bench")
	server := shipped
	if kind != "shipped" {
		server = func() tfprotov6.ProviderServer { return prepared{shipped(), kind} }
	}
	if err := tf6server.Serve(provider.Address, server); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// prepared is the provider with a data source that reads its value only once and then
// takes it from a file.
type prepared struct {
	tfprotov6.ProviderServer
	file string
}

func (p prepared) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	if value, err := os.ReadFile(p.file); err == nil {
		return &tfprotov6.ReadDataSourceResponse{State: &tfprotov6.DynamicValue{MsgPack: value}}, nil
	}
	resp, err := p.ProviderServer.ReadDataSource(ctx, req)
	if err != nil || resp.State == nil {
		return resp, err
	}
	return resp, os.WriteFile(p.file, resp.State.MsgPack, 0o600)
}

// bench is a CLI, and a service for the provider that it runs.
type bench struct {
	*testing.B
	*cli.CLI
	*fakeservice.Service
	server *fakeservice.Server
}

func newBench(b *testing.B) bench {
	service, server := acctest.Start(b)
	path, err := cli.Find("")
	found, openErr := cli.Open(b.Context(), path)
	check(b, errors.Join(err, openErr))
	return bench{b, found, service, server}
}

// workspace returns a directory with a configuration, for which the CLI runs an
// executable.
func (b bench) workspace(source, executable, config string, more ...string) *cli.Workspace {
	directory, name := b.TempDir(), filepath.Base(source)
	w := b.In(directory, filepath.Join(directory, "cli.tfrc"), append(more, b.server.Environment()...)...)
	check(b, errors.Join(
		os.Symlink(executable, filepath.Join(directory, "terraform-provider-"+name)),
		w.Write("cli.tfrc", cli.Overrides(directory, source)),
		w.Write("main.tf", fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = %q }\n  }\n}\n%s", name, source, config)),
	))
	return w
}

func check(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// run returns a task of a CLI.
func (b bench) run(w *cli.Workspace, arguments ...string) func() {
	return func() {
		_, err := w.Run(b.Context(), arguments...)
		check(b, err)
	}
}

// BenchmarkMark_apply applies a list of 10,000 charges with the provider, and with one
// that has the finished value in a file: what is left is the CLI's own time.
func BenchmarkMark_apply(b *testing.B) {
	all := newBench(b)
	all.SeedCharges(10_000, fakeservice.SeedOptions{})
	self, err := os.Executable()
	check(b, err)
	tasks := map[string]func(){}
	for name, of := range map[string]struct{ provider, arguments string }{
		"shipped": {"shipped", ""}, "prepared": {filepath.Join(b.TempDir(), "value"), ""},
		"four fields": {"shipped", `fields = ["created_on", "id", "requested_amount", "status"]`},
	} {
		w := all.workspace(cli.Source, self, fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
  %s
}
output "count" {
  value = length(data.paymentservice_charges.all.charges)
}
`, fakeservice.DefaultStoreID, of.arguments), serves+"="+of.provider)
		apply := all.run(w, "apply", "-auto-approve")
		tasks[name] = func() {
			check(b, os.RemoveAll(filepath.Join(w.Directory, "terraform.tfstate")))
			apply()
		}
	}
	took := mark.Fastest(5, tasks)
	mark.AtMost(b, "against the finished value", took["shipped"]/took["prepared"], 1.2)
	mark.AtMost(b, "four fields, against all", took["four fields"]/took["shipped"], 0.75)
}

// BenchmarkMark_emptyPlan plans with the provider and with hashicorp/random, built
// as a release is: `go build -trimpath -ldflags='-s -w'`.
func BenchmarkMark_emptyPlan(b *testing.B) {
	random := os.Getenv("BENCH_RANDOM")
	if random == "" {
		b.Skip("BENCH_RANDOM does not name a build of hashicorp/random to compare with")
	}
	own := filepath.Join(b.TempDir(), "own")
	check(b, cli.Build(b.Context(), own, "-trimpath", "-ldflags=-s -w"))
	both := newBench(b)
	both.AddWebhook(fakeservice.Webhook{ID: "44444444-4444-4444-8444-444444444441", Active: true})
	tasks := map[string]func(){}
	for name, w := range map[string]*cli.Workspace{
		"own": both.workspace(cli.Source, own, fmt.Sprintf("resource \"paymentservice_webhook\" \"one\" {\n  store_id   = %q\n  webhook_id = \"44444444-4444-4444-8444-444444444441\"\n}\n",
			fakeservice.DefaultStoreID), "PAYMENTSERVICE_WEBHOOK_REFRESH=off"),
		"random": both.workspace("hashicorp/random", random, "resource \"random_id\" \"one\" {\n  byte_length = 8\n}\n"),
	} {
		both.run(w, "apply", "-auto-approve")()
		tasks[name] = both.run(w, "plan")
	}
	took := mark.Fastest(25, tasks)
	mark.AtMost(b, "against hashicorp random", took["own"]/took["random"], 1.1)
}
