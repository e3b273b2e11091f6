// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command demo shows the provider at work against the fake payment service: it goes
// through the main job with a real CLI, and fails if a step does not work as expected.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/mitchellh/go-wordwrap"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	named := flag.String("cli", "", "the CLI to use; if empty, the terraform or tofu on PATH or in .cache/bin")
	flag.Parse()
	err := demo(ctx, *named)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		os.Exit(1)
	}
}

// demo takes the steps with the CLI that is named, or one that it finds. It ends at
// the first step that does not work as expected.
func demo(ctx context.Context, named string) error {
	directory, err := os.MkdirTemp("", "paymentservice-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)

	fmt.Println("Building the provider, and starting a payment service in memory ...")
	path, err := cli.Find(ctx, named)
	if err != nil {
		return fmt.Errorf("%w; make demo installs a CLI", err)
	}
	c, err := cli.Open(ctx, path)
	if err != nil {
		return err
	}
	config, err := cli.InstallInto(ctx, directory)
	if err != nil {
		return err
	}

	service := fakeservice.Example()
	service.Set(func(b *fakeservice.Behavior) { b.Latency = latency })
	server, err := fakeservice.Start(service, "127.0.0.1:0", nil)
	if err != nil {
		return err
	}
	defer server.Close()
	greet(service, c)

	workspace := filepath.Join(directory, "workspace")
	environment := append(server.Environment(),
		"TF_VAR_card_number="+cardNumber,
		"TF_CLI_ARGS_plan=-out=plan.tfplan",
		"TF_CLI_ARGS_apply=-auto-approve",
		"TF_CLI_ARGS_destroy=-auto-approve",
	)
	shell, err := c.Shell(directory, workspace, config, environment...)
	if err := errors.Join(err, os.Mkdir(workspace, 0o750)); err != nil {
		return err
	}

	for number, one := range steps {
		fmt.Printf("\n%d. %s: %s\n", number+1, one.title, one.command)
		if err := one.take(ctx, service, shell); err != nil {
			return err
		}
	}
	fmt.Println("\nEverything worked as expected. `make sandbox` lets you try it by hand.")
	return nil
}

// greet shows with what the steps are taken, and what the service does beyond the API's description.
func greet(service *fakeservice.Service, c *cli.CLI) {
	webhooks := len(fakeservice.ExampleWebhooks)
	charges := len(service.Charges(""))
	fmt.Println("  ✓", c.Name())
	fmt.Printf("  ✓ %d webhooks and %d charges in all", webhooks, charges)
	fmt.Printf("; each answer takes %d ms\n", latency.Milliseconds())

	fmt.Println("\nLike many real services, it does more than the API's description shows. It also:")
	for _, extension := range service.Extensions() {
		fmt.Println("  - " + extension)
	}
}

// take shows the step, and compares it with what is expected.
func (s step) take(ctx context.Context, service *fakeservice.Service, shell *cli.Workspace) error {
	if s.needs != "" && !shell.AtLeast(s.needs, s.needs) {
		fmt.Printf("  - skipped: the CLI needs to be version %s or later\n", s.needs)
		return nil
	}
	if s.config != "" {
		if err := shell.Write("main.tf", acctest.Requirement+s.config); err != nil {
			return err
		}
	}
	if s.before != nil {
		s.before(service)
	}

	service.ResetRequests()
	said, err := shell.Script(ctx, "terraform "+s.command)
	if err != nil {
		return err
	}
	quote(said, s.from)
	sent := service.Requests()
	if err := errors.Join(s.Check(said, sent), s.checkFiles(service, shell)); err != nil {
		return err
	}

	for _, r := range cli.Writes(sent) {
		fmt.Printf("  ✓ the service received a %s {%s}\n", r.Method, strings.Join(r.BodyKeys(), ", "))
	}
	if len(sent) > 10 {
		took := sent[len(sent)-1].At.Sub(sent[0].At) + latency
		fmt.Printf("  ✓ the service received %d requests within %s\n", len(sent), took.Round(time.Millisecond))
	}
	if s.look != "" {
		fmt.Println("  ✓ " + s.look)
	}
	return nil
}

// noise is what is the same in every run.
var noise = regexp.MustCompile(`(?m)^─{10,}(?s:.*)` +
	`|^\(and one more .*` +
	`|^\S+: (?:Creating|Destroying|Modifying|Creation|Destruction|Modifications).*$`)

// quote prints the output of a CLI from some text on, in 80 columns.
func quote(said, from string) {
	at := strings.LastIndex(said, from)
	if from == "" || at < 0 {
		return
	}
	shown := noise.ReplaceAllString(said[at:], "")
	for line := range strings.Lines(wordwrap.WrapString(shown, 76)) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			fmt.Println("  │ " + line)
		}
	}
}

// checkFiles looks for the card and its tokens in every file that the CLI wrote, and for
// charges if there are to be none.
func (s step) checkFiles(service *fakeservice.Service, shell *cli.Workspace) error {
	hidden := []string{cardNumber}
	for _, token := range service.Tokens() {
		hidden = append(hidden, token.ID)
	}
	for _, charge := range service.Charges("") {
		if s.noCharge {
			hidden = append(hidden, charge.ID)
		}
	}

	written, err := shell.Traces()
	for name, text := range written {
		for _, one := range hidden {
			if strings.Contains(text, one) {
				return fmt.Errorf("the file %s contains %s", name, one)
			}
		}
	}
	return err
}
