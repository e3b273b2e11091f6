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
	server  *fakeservice.Server
	cli     *cli.CLI
	shell   *cli.Shell
}

// demo walks through the main job with the CLI that is named, or one that it
// finds. It ends at the first step that does not work as expected.
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
	if err := s.build(ctx, directory); err != nil {
		return err
	}
	d := &show{screen: s, service: newService(), cli: c}
	if d.server, err = fakeservice.Start(d.service); err != nil {
		return err
	}
	defer d.server.Close()
	s.good("a payment service with %d webhooks and %d charges", webhooks, charges+otherCharges)

	config, workspace := filepath.Join(directory, "cli.tfrc"), filepath.Join(directory, "workspace")
	if d.shell, err = c.Shell(directory, workspace, config, append(environment(d.server), "TF_VAR_card_number="+cardNumber)...); err != nil {
		return err
	}
	if err := errors.Join(os.Mkdir(workspace, 0o750), os.WriteFile(config, []byte(cli.Overrides(cli.Source, directory)), 0o600)); err != nil {
		return err
	}
	for _, one := range steps {
		if err := d.do(ctx, one); err != nil {
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
	if d.cli.OpenTofu {
		name = "tofu"
	}
	d.step("%s: %s %s", s.title, name, s.command)
	if s.needs != "" && !d.cli.AtLeast(s.needs, s.needs) {
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
	said, err := d.shell.Run(ctx, name+" "+s.command+options[s.command])
	if err != nil {
		return err
	}
	sent := d.service.Requests()
	if _, shown, found := cutLast(said, s.from); found {
		d.quote(shown)
	}
	expected := cli.Outcome{Says: s.says, Writes: s.writes}
	if err := expected.Check(said, sent); err != nil {
		return err
	}
	for _, r := range cli.Writes(sent) {
		d.good("the service received a %s: %s", r.Method, content(r))
	}
	for _, text := range s.look {
		d.good("%s", text)
	}
	if s.after == nil {
		return nil
	}
	look, err := s.after(ctx, d, sent)
	if err == nil {
		d.good("%s", look)
	}
	return err
}

// cutLast returns what is from the last mark on. A step without one shows nothing.
func cutLast(text, mark string) (before, from string, found bool) {
	at := strings.LastIndex(text, mark)
	if mark == "" || at < 0 {
		return text, "", false
	}
	return text[:at], text[at:], true
}

// content is the body of a request, or only its names if it holds a secret.
func content(r fakeservice.Request) string {
	if r.Method == "PATCH" && !r.Has("auth_token") {
		return string(r.Body)
	}
	return "{" + strings.Join(r.BodyKeys(), ", ") + "}"
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
