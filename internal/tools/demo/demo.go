// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	install "github.com/hashicorp/hc-install"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
	"github.com/hashicorp/hc-install/src"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// show is a demonstration in progress.
type show struct {
	*screen
	service *fakeservice.Service
	shell   *cli.Workspace
}

// demo takes the steps with the CLI that is named, or one that it finds. It ends at
// the first step that does not work as expected.
func demo(ctx context.Context, s *screen, named string) error {
	directory, err := os.MkdirTemp("", "paymentservice-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)

	s.step("Find a CLI, build the provider, start a payment service in memory")
	c, cleanUp, err := findCLI(ctx, named)
	if err != nil {
		return err
	}
	defer cleanUp()
	s.good("%s: %s", c.Name(), c.Path)
	config, err := s.install(ctx, directory)
	if err != nil {
		return err
	}
	service := fakeservice.Example(time.Now())
	service.Set(func(b *fakeservice.Behavior) { b.Latency = latency })
	server, err := fakeservice.Start(service)
	if err != nil {
		return err
	}
	defer server.Close()
	s.good("a payment service with %d webhooks and %d charges, %s away", fakeservice.ExampleWebhooks, service.ChargeCount(""), latency)

	workspace := filepath.Join(directory, "workspace")
	shell, err := c.Shell(directory, workspace, config, append(server.Environment(), "TF_VAR_card_number="+cardNumber)...)
	if err := errors.Join(err, os.Mkdir(workspace, 0o750)); err != nil {
		return err
	}
	for _, one := range steps {
		if err := (&show{s, service, shell}).do(ctx, one); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.out, "\n%s\n", s.paint(green, "Everything worked as expected. `make sandbox` lets you try it by hand."))
	return nil
}

// options are those of a command that a demonstration needs, and a user does not.
var options = map[string]string{"plan": " -out=plan.tfplan", "apply": " -auto-approve", "destroy": " -auto-approve"}

// do shows one step, and compares it with what is expected.
func (d *show) do(ctx context.Context, s step) error {
	name := "terraform"
	if d.shell.OpenTofu {
		name = "tofu"
	}
	d.step("%s: %s %s", s.title, name, s.command)
	if s.needs != "" && !d.shell.AtLeast(s.needs, s.needs) {
		d.say("- skipped: the CLI needs to be version %s or later", s.needs)
		return nil
	}
	if s.config != "" {
		if err := os.WriteFile(filepath.Join(d.shell.Directory, "main.tf"), []byte(acctest.Requirement+s.config), 0o600); err != nil {
			return err
		}
	}
	if s.before != nil {
		s.before(d.service)
	}
	d.service.ResetRequests()
	said, err := d.shell.Script(ctx, name+" "+s.command+options[s.command])
	if err != nil {
		return err
	}
	if at := strings.LastIndex(said, s.from); s.from != "" && at >= 0 {
		d.quote(said[at:])
	}
	sent := d.service.Requests()
	if err := errors.Join(s.Check(said, sent), d.checkFiles(s.stateLacks)); err != nil {
		return err
	}
	for _, r := range cli.Writes(sent) {
		d.good("the service received a %s: %s", r.Method, "{"+strings.Join(r.BodyKeys(), ", ")+"}")
	}
	if len(sent) > 10 {
		took := sent[len(sent)-1].At.Sub(sent[0].At) + latency
		d.good("the service received %d requests within %s", len(sent), took.Round(time.Millisecond))
	}
	if s.look != "" {
		d.good("%s", s.look)
	}
	return nil
}

// checkFiles looks for a text in the state, and in every file that the CLI wrote
// for the card and the tokens.
func (d *show) checkFiles(stateLacks string) error {
	written, err := d.shell.Traces()
	if stateLacks != "" && strings.Contains(written["terraform.tfstate"], stateLacks) {
		return fmt.Errorf("the state contains %s", stateLacks)
	}
	secrets := []string{cardNumber}
	for _, token := range d.service.Tokens() {
		secrets = append(secrets, token.ID)
	}
	for name, text := range written {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				return fmt.Errorf("the file %s contains the token or the card number", name)
			}
		}
	}
	return err
}

// findCLI returns the CLI that is named, the terraform or tofu on PATH, or else
// a Terraform that it downloads and that cleanUp removes.
func findCLI(ctx context.Context, named string) (found *cli.CLI, cleanUp func(), err error) {
	cleanUp = func() {}
	path, err := cli.Find(named)
	if errors.Is(err, cli.ErrNotFound) {
		installer := install.NewInstaller()
		path, err = installer.Ensure(ctx, []src.Source{&releases.LatestVersion{Product: product.Terraform}})
		if err != nil {
			return nil, cleanUp, fmt.Errorf("%w, and Terraform could not be downloaded: %w; install Terraform or OpenTofu, or name one: make demo CLI=/path/to/tofu", cli.ErrNotFound, err)
		}
		cleanUp = func() { _ = installer.Remove(context.WithoutCancel(ctx)) }
	}
	if err != nil {
		return nil, cleanUp, fmt.Errorf("the CLI was not found: %w; name one that is on PATH, or its path: make demo CLI=/path/to/tofu", err)
	}
	found, err = cli.Open(ctx, path)
	return found, cleanUp, err
}
