// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
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
	if err != nil {
		return err
	}
	if err := os.MkdirAll(directory, 0o750); err != nil {
		return err
	}
	if err := s.build(ctx, directory); err != nil {
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

	config := filepath.Join(directory, "cli.tfrc")
	if err := os.WriteFile(config, []byte(cli.Overrides(cli.Source, directory)), 0o600); err != nil {
		return err
	}
	exports := exportAll(append(environment(server), "TF_CLI_CONFIG_FILE="+config))
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
	if r.Method == "PATCH" { // names only: the body may hold a token
		text += "  {" + strings.Join(r.BodyKeys(), ", ") + "}"
	}
	return strings.TrimSpace(text + "  " + r.Refusal)
}

func welcome(s *screen, service *fakeservice.Service, server *fakeservice.Server, directory, exports string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.paint(bold, "A payment service to play with, at "+server.URL))
	fmt.Fprintf(&b, "In another terminal, in a directory of your own, type:\n\n  source %s\n\nIt sets:\n\n%s\n", quoteForShell(filepath.Join(directory, "env")), exports)
	fmt.Fprintf(&b, "This CLI configuration makes `terraform init` unnecessary:\n\n%s\n", indent(cli.Overrides(cli.Source, directory)))
	fmt.Fprintf(&b, "The service has:\n\n%s\n", indent(inventory(service)))
	fmt.Fprintf(&b, "It lists webhooks, as many deployments do. Its application token is a JWT with\nthe claims merchant_id, store_id and mode (test).\n\n")
	fmt.Fprintf(&b, "%d charges can be found by the phone number %s, by the email %s\n(a filter that the API does not name), or by the card %s of %s, %d/%d.\n\n",
		consumed, consumerPhone, consumerEmail, consumerCard.LastFour, consumerCard.Name, consumerCard.ExpMonth, consumerCard.ExpYear)
	fmt.Fprintf(&b, "A first main.tf:\n\n%s\n", indent(firstConfig))
	fmt.Fprintf(&b, "Here, type %s to stop webhook 1 as the service does after failed\nnotifications, %s to delete it, or %s to see what there is. Press Ctrl-C\nto end. Requests are shown as they arrive:\n\n", s.paint(bold, "stop 1"), s.paint(bold, "delete 1"), s.paint(bold, "list"))
	return b.String()
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

var firstConfig = acctest.Requirement + fmt.Sprintf(`
resource "paymentservice_webhook" "first" {
  store_id   = %q
  webhook_id = %q
  url        = "https://hooks.example.com/payments/1"
  triggers   = ["charge_finished", "refund_finished"]
  active     = true
}
`, storeID, webhookID(1))

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
}

// obey carries out the commands that it reads.
func obey(service *fakeservice.Service, s *screen, in *os.File) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if words := strings.Fields(lines.Text()); len(words) > 0 {
			for line := range strings.SplitSeq(command(service, words), "\n") {
				s.say("%s", line)
			}
		}
	}
}

// command carries out one command and returns what it did.
func command(service *fakeservice.Service, words []string) string {
	usage := fmt.Sprintf("type stop N or delete N, with N from 1 to %d, or list; Ctrl-C ends the sandbox", webhooks)
	if words[0] == "list" {
		return inventory(service)
	}
	if len(words) != 2 {
		return usage
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > webhooks {
		return usage
	}
	now := condition(service, n)
	switch {
	case words[0] != "stop" && words[0] != "delete":
		return usage
	case now == "deleted":
		return fmt.Sprintf("webhook %d is deleted already; to get it back, start the sandbox again", n)
	case words[0] == "delete":
		service.DeleteWebhook(webhookID(n))
		return fmt.Sprintf("webhook %d is deleted: the next plan says so", n)
	case now == "stopped":
		return fmt.Sprintf("webhook %d is stopped already", n)
	}
	stopWebhook(service, webhookID(n))
	return fmt.Sprintf("webhook %d is stopped: the next plan shows it, the next apply resumes it", n)
}
