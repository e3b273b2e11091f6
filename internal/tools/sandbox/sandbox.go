// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// run serves until ctx ends, or for one command, whose exit status it returns.
func run(ctx context.Context, arguments []string, out io.Writer) (status int, err error) {
	o, err := parse(arguments)
	if err != nil {
		return 0, err
	}
	if o.directory, err = free(ctx, o.directory); err != nil {
		return 0, err
	}
	var config []string
	if o.build {
		if config, err = o.install(ctx); err != nil {
			return 0, err
		}
	}
	if len(o.command) > 0 {
		return o.serveCommand(ctx, config)
	}
	return 0, o.serve(ctx, config, out)
}

// install builds the provider, and returns the setting that makes a CLI use it.
func (o options) install(ctx context.Context) (environment []string, err error) {
	config, err := cli.InstallInto(ctx, o.directory)
	return []string{"TF_CLI_CONFIG_FILE=" + config}, err
}

// free returns a directory for this sandbox alone: the one that is named, or one in it if
// another sandbox that still runs has written its file env there.
func free(ctx context.Context, named string) (directory string, err error) {
	if named, err = filepath.Abs(named); err != nil {
		return "", err
	}
	directory = named
	for n := 2; inUse(ctx, directory); n++ {
		directory = filepath.Join(named, strconv.Itoa(n))
	}
	return directory, nil
}

var hostInEnv = regexp.MustCompile(`PAYMENTSERVICE_BASE_URL='https?://([^/']+)`)

// inUse reports whether the service that the file env of a directory names still answers.
func inUse(ctx context.Context, directory string) bool {
	env, _ := os.ReadFile(filepath.Join(directory, "env")) // without one, nothing is named
	host := hostInEnv.FindSubmatch(env)
	if host == nil {
		return false
	}
	conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", string(host[1]))
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}

// serveCommand serves as long as a command runs, and returns its exit status. A terminal
// sends Ctrl-C to the command as well, and a CLI that gets it twice saves no state.
func (o options) serveCommand(ctx context.Context, config []string) (status int, err error) {
	server, environment, err := o.start(o.service()) //nolint:contextcheck // it ends with Close
	if err != nil {
		return 0, err
	}
	defer server.Close()
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), syscall.SIGTERM)
	defer stop()
	command := exec.CommandContext(ctx, o.command[0], o.command[1:]...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.Env = append(append(os.Environ(), environment...), config...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
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

// serve shows each request, until ctx ends.
func (o options) serve(ctx context.Context, config []string, out io.Writer) error {
	service := o.service(fakeservice.WithObserver(func(r fakeservice.Request) {
		fmt.Fprintf(out, "%s %s\n", r.At.Format("15:04:05"), describe(r))
	}))
	server, environment, err := o.start(service) //nolint:contextcheck // it ends with Close
	if err != nil {
		return err
	}
	defer server.Close()
	environment = append(environment, config...)
	env, err := o.write("env", exportAll(environment))
	if err != nil {
		return err
	}
	live, err := o.write("env-live", exportAll(append(environment, // the last one counts
		"PAYMENTSERVICE_SECRET="+fakeservice.LiveSecret, "PAYMENTSERVICE_APP_TOKEN="+fakeservice.LiveAppToken)))
	if err != nil {
		return err
	}
	card := fakeservice.ExampleCard
	fmt.Fprintf(out, welcome, server.URL, quoteForShell(env), namesOf(environment), inventory(service), quoteForShell(live),
		fakeservice.ExamplePhone, fakeservice.ExampleEmail, card.LastFour, card.Name, card.ExpMonth, card.ExpYear)
	go obey(service, out, os.Stdin)
	<-ctx.Done()
	fmt.Fprintln(out, "\nThe sandbox is closed, and its data is gone.")
	return nil
}

func explain(err error) error {
	return fmt.Errorf(`%w

If another sandbox is running, use it, or end it with Ctrl-C. To use any free port:

  make sandbox SANDBOX_ADDRESS=127.0.0.1:0

Without make, use the flag -address 127.0.0.1:0`, err)
}

// start serves a service, and returns the environment that leads to it.
func (o options) start(service *fakeservice.Service) (*fakeservice.Server, []string, error) {
	server, err := fakeservice.StartTLS(service, o.address, nil)
	if err != nil {
		return nil, nil, explain(err)
	}
	return server, server.Environment(), nil
}

// write writes a file into the directory, and returns its path.
func (o options) write(name, text string) (string, error) {
	if err := os.MkdirAll(o.directory, 0o750); err != nil {
		return "", err
	}
	file := filepath.Join(o.directory, name)
	return file, os.WriteFile(file, []byte(text), 0o600)
}

// namesOf returns the names of variables, each on a line.
func namesOf(environment []string) string {
	var names strings.Builder
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		names.WriteString("  " + name + "\n")
	}
	return names.String()
}

// exportAll returns settings as lines for a shell.
func exportAll(settings []string) string {
	var lines strings.Builder
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		fmt.Fprintf(&lines, "export %s=%s\n", name, quoteForShell(value))
	}
	return lines.String()
}

// quoteForShell quotes a text so that a shell takes it literally.
func quoteForShell(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// describe shows only the names of what a body holds, because a value may be a secret.
func describe(r fakeservice.Request) string {
	text := fmt.Sprintf("%-5s %s → %d", r.Method, r.Path, r.Status)
	if keys := r.BodyKeys(); len(keys) > 0 {
		text += "  {" + strings.Join(keys, ", ") + "}"
	}
	return strings.TrimSpace(text + "  " + r.Refusal)
}

const welcome = `A payment service to play with, at %s

In another terminal, type:

  source %s

It sets

%s
Then follow docs/guides/getting-started.md.

The service has:

%s

The credentials are those of the first store, for test mode. To try what happens with
those of the third store, for live mode, source this file instead:

  source %s

The charges are of 2025 and of the last seven days. Three of them can be found by
the phone number %s, by the email %s (in extra_filters),
or by the card %s of %s, %d/%d.

Here, type "stop 1" to stop webhook 1 as the service does after failed
notifications, "delete 1" to delete it, or "list" to see what there is.
Press Ctrl-C to end. Requests are shown as they arrive:

`

// inventory lists what the service has: the example webhooks with their numbers, also
// those that are deleted, and then the created ones.
func inventory(service *fakeservice.Service) string {
	lines := []string{"merchant " + fakeservice.DefaultMerchantID}
	for _, store := range fakeservice.ExampleStores {
		lines = append(lines, fmt.Sprintf("store %s with %d charges", store.ID, len(service.Charges(store.ID))))
		examples := map[string]bool{}
		for _, n := range store.Webhooks {
			id := fakeservice.ExampleWebhookID(n)
			examples[id] = true
			lines = append(lines, fmt.Sprintf("  webhook %d: %s, %s", n, id, condition(service, id)))
		}
		for _, w := range service.Webhooks() {
			if w.StoreID == store.ID && !examples[w.ID] {
				lines = append(lines, fmt.Sprintf("  created: %s, %s", w.ID, condition(service, w.ID)))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// condition says how a webhook is.
func condition(service *fakeservice.Service, id string) string {
	switch w, exists := service.Webhook(id); {
	case !exists:
		return "deleted"
	case w.Active:
		return "active"
	default:
		return "stopped"
	}
}

// obey carries out the commands that it reads.
func obey(service *fakeservice.Service, out io.Writer, in io.Reader) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if typed := strings.TrimSpace(lines.Text()); typed != "" {
			fmt.Fprintln(out, obeyOne(service, typed))
		}
	}
}

// obeyOne carries out one command and returns what it did.
func obeyOne(service *fakeservice.Service, typed string) string {
	verb, number, _ := strings.Cut(typed, " ")
	n, _ := strconv.Atoi(number)
	switch {
	case typed == "list":
		return inventory(service)
	case verb != "stop" && verb != "delete", n < 1, n > fakeservice.ExampleWebhooks:
		return fmt.Sprintf("type stop N or delete N, with N from 1 to %d, or list; Ctrl-C ends the sandbox", fakeservice.ExampleWebhooks)
	}
	id := fakeservice.ExampleWebhookID(n)
	now := condition(service, id)
	switch {
	case now == "deleted":
		return fmt.Sprintf("webhook %d is deleted already; to get it back, start the sandbox again", n)
	case verb == "delete":
		service.DeleteWebhook(id)
		return fmt.Sprintf("webhook %d is deleted: the next plan says so", n)
	case now == "stopped":
		return fmt.Sprintf("webhook %d is stopped already", n)
	}
	service.ChangeWebhook(id, func(w *fakeservice.Webhook) { w.Active = false })
	return fmt.Sprintf("webhook %d is stopped: the next plan shows it, the next apply resumes it", n)
}
