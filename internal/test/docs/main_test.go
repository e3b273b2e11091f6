// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package examples_test checks every configuration that users are shown: that
// it is valid, and that it does what it says against the fake service.
package docs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const root = "../../.."

// shared holds the installed provider and an initialized directory.
var shared string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	directory, err := os.MkdirTemp("", "examples")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(directory)
	shared = directory
	return m.Run()
}

var install = sync.OnceValues(func() (*cli.CLI, error) {
	path, _ := cli.Find()
	ctx := context.Background()
	c, err := cli.New(ctx, path, shared)
	if err != nil {
		return nil, err
	}
	if err := c.BuildProvider(ctx); err != nil {
		return nil, err
	}
	initialized := filepath.Join(shared, "initialized")
	if err := os.Mkdir(initialized, 0o750); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(initialized, "providers.tf"), []byte(requirement), 0o600); err != nil {
		return nil, err
	}
	_, err = c.Run(ctx, initialized, nil, "init")
	return c, err
})

const requirement = `terraform {
  required_providers {
    paymentservice = { source = "payment-service/paymentservice" }
  }
}
`

// withCLI returns a CLI with the provider installed; like all tests with a CLI,
// its test runs where TF_ACC is set.
func withCLI(t *testing.T) *cli.CLI {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("runs with a CLI, where TF_ACC is set")
	}
	if _, ok := cli.Find(); !ok {
		t.Skip("no terraform is on PATH, and TF_ACC_TERRAFORM_PATH names none")
	}
	c, err := install()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// directory returns a directory with files in which init is done already.
func directory(t *testing.T, files map[string]string) string {
	t.Helper()
	d := t.TempDir()
	write(t, d, files)
	initialized := filepath.Join(shared, "initialized")
	if err := os.CopyFS(filepath.Join(d, ".terraform"), os.DirFS(filepath.Join(initialized, ".terraform"))); err != nil {
		t.Fatal(err)
	}
	write(t, d, map[string]string{".terraform.lock.hcl": read(t, filepath.Join(initialized, ".terraform.lock.hcl"))})
	return d
}

func write(t *testing.T, directory string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
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

// sandbox is a fake service with what the sandbox has, and the environment in
// which the provider finds it.
type sandbox struct {
	*fakeservice.Service
	server      *fakeservice.Server
	environment []string
}

const webhookID = "44444444-4444-4444-8444-44444444444" // and the number of the webhook

func startSandbox(t *testing.T) sandbox {
	t.Helper()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for n := 1; n <= 3; n++ {
		service.AddWebhook(fakeservice.Webhook{
			ID: fmt.Sprint(webhookID, n), Active: n < 3, URL: fmt.Sprintf("https://hooks.example.com/payments/%d", n),
		})
	}
	return sandbox{service, server, []string{
		"PAYMENTSERVICE_BASE_URL=" + server.URL,
		"PAYMENTSERVICE_SECRET=" + fakeservice.DefaultSecret,
		"PAYMENTSERVICE_APP_TOKEN=" + fakeservice.DefaultAppToken,
	}}
}
