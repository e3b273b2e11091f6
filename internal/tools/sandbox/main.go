// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command sandbox serves a payment service that keeps everything in memory, to try
// the provider or to test configurations. It needs no checkout:
//
//	go run github.com/payment-service/terraform-provider-paymentservice/internal/tools/sandbox@latest [flags] [command]
//
// With a command, such as terraform test, it serves until the command ends, and ends
// as the command did. The command finds the service by its environment.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status, err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "\nError:", err)
		status = 1
	}
	os.Exit(status)
}

// run serves until ctx ends, or for one command, whose exit status it returns.
func run(ctx context.Context, arguments []string, out io.Writer) (status int, err error) {
	o, err := parse(arguments)
	if err != nil {
		return 0, err
	}
	service := o.service()
	if len(o.command) == 0 {
		service.Observe = func(r fakeservice.Request) { fmt.Fprintln(out, describe(r)) }
	}
	server, err := fakeservice.Start(service, o.address, nil)
	if err != nil {
		return 0, fmt.Errorf(portIsTaken, err)
	}
	defer server.Close()

	environment := server.Environment()
	root, err := filepath.Abs(".sandbox")
	if err != nil {
		return 0, err
	}
	if o.build {
		config, err := cli.InstallInto(ctx, root)
		if err != nil {
			return 0, err
		}
		environment = append(environment, "TF_CLI_CONFIG_FILE="+config)
	}

	if len(o.command) > 0 {
		return o.runCommand(ctx, environment)
	}
	if err := greet(service, server, o.directory(root, server.URL), environment, out); err != nil {
		return 0, err
	}
	go obey(service, out, os.Stdin)
	<-ctx.Done()
	fmt.Fprintln(out, "\nThe sandbox is closed, and its data is gone.")
	return 0, nil
}

const portIsTaken = `%w

If another sandbox is running, use it, or end it with Ctrl-C. To use any free port:

  make sandbox SANDBOX_ADDRESS=127.0.0.1:0

Without make, use the flag -address 127.0.0.1:0`

// directory returns the directory of the files for a shell. No two sandboxes that run have
// the same one: only one of them listens at the default address.
func (o options) directory(root, url string) string {
	if o.address == defaultAddress {
		return root
	}
	return filepath.Join(root, url[strings.LastIndex(url, ":")+1:])
}

// runCommand runs the command, and returns its exit status. A terminal sends Ctrl-C to
// the command as well, and a CLI that gets it twice saves no state.
func (o options) runCommand(ctx context.Context, environment []string) (status int, err error) {
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM)
	defer stop()
	command := exec.CommandContext(ctx, o.command[0], o.command[1:]...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.Env = append(os.Environ(), environment...)
	command.Stdin = os.Stdin
	command.Stdout = os.Stdout
	command.Stderr = os.Stderr

	err = command.Run()
	switch state := command.ProcessState; {
	case state == nil:
		return 0, err // it was not started
	case state.Success():
		return 0, nil
	default:
		return max(1, state.ExitCode()), nil // a signal has no exit status
	}
}

// describe shows only the names of what a body holds, because a value may be a secret.
func describe(r fakeservice.Request) string {
	at := r.At.Format("15:04:05")
	text := fmt.Sprintf("%s %-5s %s → %d", at, r.Method, r.Path, r.Status)
	if keys := r.BodyKeys(); len(keys) > 0 {
		text += "  {" + strings.Join(keys, ", ") + "}"
	}
	return text
}

// obey carries out the commands that are typed.
func obey(service *fakeservice.Service, out io.Writer, in io.Reader) {
	last := len(fakeservice.ExampleWebhooks)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var n int
		_, err := fmt.Sscanf(lines.Text(), "stop %d", &n)
		if err != nil || n < 1 || n > last {
			fmt.Fprintf(out, "type stop N, with N from 1 to %d; Ctrl-C ends the sandbox\n", last)
			continue
		}

		service.ChangeWebhook(fakeservice.ExampleWebhookID(n), func(w *fakeservice.Webhook) { w.Active = false })
		fmt.Fprintf(out, "webhook %d is stopped: the next plan shows it, the next apply resumes it\n", n)
	}
}
