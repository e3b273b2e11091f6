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
		return fmt.Errorf("%w; choose another address, for example: make sandbox SANDBOX_ADDRESS=127.0.0.1:0", err)
	}
	defer server.Close()

	config := filepath.Join(directory, "cli.tfrc")
	if err := os.WriteFile(config, []byte(cli.Overrides(cli.Source, directory)), 0o600); err != nil {
		return err
	}
	exports := exportAll(append(environment(server), "TF_CLI_CONFIG_FILE="+config))
	if err := os.WriteFile(filepath.Join(directory, "env"), []byte(exports), 0o600); err != nil {
		return err
	}
	fmt.Fprint(s.out, welcome(s, server, directory, exports))
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
	return text
}

func welcome(s *screen, server *fakeservice.Server, directory, exports string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.paint(bold, "A payment service to play with, at "+server.URL))
	fmt.Fprintf(&b, "In another terminal, in a directory of your own, paste this (or: source %s):\n\n%s\n", quoteForShell(filepath.Join(directory, "env")), exports)
	fmt.Fprintf(&b, "It names this CLI configuration, which makes `terraform init` unnecessary:\n\n%s\n", indent(cli.Overrides(cli.Source, directory)))
	fmt.Fprintf(&b, "The service has:\n\n  store %s with %d charges\n", storeID, charges)
	for n := 1; n <= webhooks; n++ {
		note := ""
		if n == webhooks {
			note = " (stopped)"
		}
		fmt.Fprintf(&b, "    webhook %s%s\n", webhookID(n), note)
	}
	fmt.Fprintf(&b, "  store %s with %d charges\n\n", otherStoreID, otherCharges)
	fmt.Fprintf(&b, "Its application token is a JWT with the claims merchant_id (%s), store_id (%s)\nand mode (test), and it lists webhooks, as many deployments do.\n\n", fakeservice.DefaultMerchantID, storeID)
	fmt.Fprintf(&b, "A first main.tf:\n\n%s\n", indent(firstConfig))
	fmt.Fprintf(&b, "Here, type %s to stop a webhook as the service does after failed notifications,\n%s to delete it, or press Ctrl-C to end. Requests are shown as they arrive:\n\n", s.paint(bold, "stop 1"), s.paint(bold, "delete 1"))
	return b.String()
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
			s.say("%s", command(service, words))
		}
	}
}

// command carries out one command and returns what it did.
func command(service *fakeservice.Service, words []string) string {
	const usage = "type stop N or delete N, with the number of a webhook"
	if len(words) != 2 {
		return usage
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > webhooks {
		return usage
	}
	switch words[0] {
	case "stop":
		stopWebhook(service, webhookID(n))
		return "webhook " + webhookID(n) + " is stopped: terraform plan shows it, terraform apply resumes it"
	case "delete":
		service.DeleteWebhook(webhookID(n))
		return "webhook " + webhookID(n) + " is gone: terraform plan says so"
	}
	return usage
}
