// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// sandbox builds the provider and serves the fake service until ctx ends.
func sandbox(ctx context.Context, s *screen, address, directory string) error {
	directory, err := filepath.Abs(directory)
	if err := errors.Join(err, os.MkdirAll(directory, 0o750)); err != nil {
		return err
	}
	config, err := s.install(ctx, directory)
	if err != nil {
		return err
	}
	service := newService(fakeservice.WithObserver(func(r fakeservice.Request) {
		s.say("%s %s", s.paint(faint, r.At.Format("15:04:05")), describe(r))
	}))
	server, err := fakeservice.StartAt(service, address)
	if err != nil {
		return fmt.Errorf("%w; if another sandbox is running, use it or end it with Ctrl-C; or choose another address, for example: make sandbox SANDBOX_ADDRESS=127.0.0.1:0", err)
	}
	defer server.Close()

	exports := exportAll(append(server.Environment(), "TF_CLI_CONFIG_FILE="+config))
	ids := "# " + strings.ReplaceAll(inventory(service), "\n", "\n# ") + "\n"
	if err := os.WriteFile(filepath.Join(directory, "env"), []byte(exports+ids), 0o600); err != nil {
		return err
	}
	fmt.Fprint(s.out, welcome(s, service, server, directory, exports))
	go obey(service, s, os.Stdin)
	<-ctx.Done()
	fmt.Fprintln(s.out, "\nThe sandbox is closed, and its data is gone.")
	return nil
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

func describe(r fakeservice.Request) string {
	text := fmt.Sprintf("%-5s %s → %d", r.Method, r.Path, r.Status)
	if r.Method != "GET" {
		text += "  " + content(r)
	}
	return strings.TrimSpace(text + "  " + r.Refusal)
}

func welcome(s *screen, service *fakeservice.Service, server *fakeservice.Server, directory, exports string) string {
	return fmt.Sprintf(`%s

In another terminal, in a directory of your own, type:

  source %s

It sets:

%s
This CLI configuration makes `+"`terraform init`"+` unnecessary:

%s
The service has:

%s
It lists webhooks, as many deployments do. Its application token is a JWT with
the claims merchant_id, store_id and mode (test).

%d charges can be found by the phone number %s, by the email
%s (a filter that the API does not name), or by the card %s
of %s, %d/%d.

A first main.tf:

%s
Here, type %s to stop webhook 1 as the service does after failed
notifications, %s to delete it, or %s to see what there is. Press Ctrl-C
to end. Requests are shown as they arrive:

`, s.paint(bold, "A payment service to play with, at "+server.URL), quoteForShell(filepath.Join(directory, "env")), exports,
		indent(cli.Overrides(cli.Source, directory)), indent(inventory(service)),
		consumed, consumerPhone, consumerEmail, consumerCard.LastFour, consumerCard.Name, consumerCard.ExpMonth, consumerCard.ExpYear,
		indent(acctest.Requirement+webhookConfig), s.paint(bold, "stop 1"), s.paint(bold, "delete 1"), s.paint(bold, "list"))
}

// inventory lists what the service has.
func inventory(service *fakeservice.Service) string {
	lines := []string{"merchant " + fakeservice.DefaultMerchantID}
	for _, id := range []string{storeID, otherStoreID} {
		lines = append(lines, fmt.Sprintf("store %s with %d charges", id, service.ChargeCount(id)))
		for n := 1; n <= webhooks && id == storeID; n++ {
			lines = append(lines, fmt.Sprintf("  webhook %d: %s, %s", n, webhookID(n), condition(service, n)))
		}
	}
	return strings.Join(lines, "\n")
}

// condition says how a webhook is.
func condition(service *fakeservice.Service, n int) string {
	switch w, exists := service.Webhook(webhookID(n)); {
	case !exists:
		return "deleted"
	case w.Active:
		return "active"
	default:
		return "stopped"
	}
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

// obey carries out the commands that it reads.
func obey(service *fakeservice.Service, s *screen, in *os.File) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if typed := strings.TrimSpace(lines.Text()); typed != "" {
			for line := range strings.SplitSeq(command(service, typed), "\n") {
				s.say("%s", line)
			}
		}
	}
}

// command carries out one command and returns what it did.
func command(service *fakeservice.Service, typed string) string {
	var n int
	verb, number, _ := strings.Cut(typed, " ")
	if verb == "stop" || verb == "delete" {
		n, _ = strconv.Atoi(number)
	}
	switch {
	case typed == "list":
		return inventory(service)
	case n < 1 || n > webhooks:
		return fmt.Sprintf("type stop N or delete N, with N from 1 to %d, or list; Ctrl-C ends the sandbox", webhooks)
	}
	now := condition(service, n)
	switch {
	case now == "deleted":
		return fmt.Sprintf("webhook %d is deleted already; to get it back, start the sandbox again", n)
	case verb == "delete":
		service.DeleteWebhook(webhookID(n))
		return fmt.Sprintf("webhook %d is deleted: the next plan says so", n)
	case now == "stopped":
		return fmt.Sprintf("webhook %d is stopped already", n)
	}
	service.ChangeWebhook(webhookID(n), func(w *fakeservice.Webhook) { w.Active = false })
	return fmt.Sprintf("webhook %d is stopped: the next plan shows it, the next apply resumes it", n)
}
