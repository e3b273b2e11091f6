// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
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

func (p prepared) ReadDataSource(
	ctx context.Context, req *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	if value, err := os.ReadFile(p.file); err == nil {
		return &tfprotov6.ReadDataSourceResponse{State: &tfprotov6.DynamicValue{MsgPack: value}}, nil
	}
	resp, err := p.ProviderServer.ReadDataSource(ctx, req)
	if err != nil || resp.State == nil {
		return resp, err
	}
	return resp, os.WriteFile(p.file, resp.State.MsgPack, 0o600)
}

// newCLI returns a CLI with a configuration, for which it runs an executable, with TLS between
// them as users have it.
func newCLI(
	b *testing.B, server *fakeservice.Server, source, executable, config string, environment ...string,
) *acctest.CLI {
	b.Helper()
	c, name := acctest.NewEmptyCLI(b, server), filepath.Base(source)
	if err := os.Symlink(executable, filepath.Join(c.Directory, "terraform-provider-"+name)); err != nil {
		b.Fatal(err)
	}
	c.Write("cli.tfrc", cli.Override(source, c.Directory))
	c.Write("main.tf", fmt.Sprintf(`
terraform {
  required_providers {
    %s = { source = %q }
  }
}
%s`, name, source, config))
	c.Environment = append(append(c.Environment, environment...),
		"TF_DISABLE_PLUGIN_TLS=",
		"TF_CLI_CONFIG_FILE="+filepath.Join(c.Directory, "cli.tfrc"),
	)
	return c
}

// BenchmarkMark_apply applies a list of 10,000 charges with the provider, and with one
// that has the finished value in a file: what is left is the CLI's own time.
func BenchmarkMark_apply(b *testing.B) {
	service, server := acctest.Start(b)
	service.SeedCharges(10_000, fakeservice.SeedOptions{})
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	tasks := map[string]func(){}
	for name, of := range map[string]struct{ provider, arguments string }{
		"shipped": {"shipped", ""}, "prepared": {filepath.Join(b.TempDir(), "value"), ""},
		"four fields": {"shipped", `fields = ["created_on", "id", "requested_amount", "status"]`},
	} {
		c := newCLI(b, server, cli.Source, self, fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
  %s
}
output "count" {
  value = length(data.paymentservice_charges.all.charges)
}
`, fakeservice.DefaultStoreID, of.arguments), serves+"="+of.provider)
		tasks[name] = func() { c.Run("apply", "-auto-approve", "-state-out="+filepath.Join(b.TempDir(), "state")) }
	}
	took := mark.Fastest(5, tasks)
	mark.AtMost(b, "against the finished value", took["shipped"]/took["prepared"], 1.2)
	mark.AtMost(b, "four fields, against all", took["four fields"]/took["shipped"], 0.75)
}

// BenchmarkMark_emptyPlan plans with the provider and with a small one of the framework, both built
// as a release is.
func BenchmarkMark_emptyPlan(b *testing.B) {
	directory := b.TempDir()
	own := filepath.Join(directory, "own")
	small := filepath.Join(directory, "small")
	err := cli.Build(b.Context(), own, "-trimpath", "-ldflags=-s -w")
	if err := errors.Join(err, buildSmall(b.Context(), small)); err != nil {
		b.Fatal(err)
	}

	service, server := acctest.Start(b)
	hook := service.AddWebhook(fakeservice.Webhook{Active: true})
	webhook := fmt.Sprintf(`
resource "paymentservice_webhook" "one" {
  store_id   = %q
  webhook_id = %q
}
`, hook.StoreID, hook.ID)
	const id = "resource \"small_id\" \"one\" {}\n"
	tasks := map[string]func(){}
	for name, c := range map[string]*acctest.CLI{
		"own":   newCLI(b, server, cli.Source, own, webhook, "PAYMENTSERVICE_WEBHOOK_REFRESH=off"),
		"small": newCLI(b, server, "hashicorp/small", small, id),
	} {
		c.Run("apply", "-auto-approve")
		tasks[name] = func() { c.Run("plan") }
	}
	took := mark.Fastest(25, tasks)
	mark.AtMost(b, "against a small provider", took["own"]/took["small"], 1.1)
}

// buildSmall compiles the small provider into a file.
func buildSmall(ctx context.Context, file string) error {
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "./testdata/small")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the small provider: %w\n%s", err, out)
	}
	return nil
}
