// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestExportAll_isTakenLiterally(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	for name, value := range map[string]string{
		"space": "/home/taro/my clone/.sandbox", "dollar": "/home/$USER/$(id)", "quotes": `/it's/"here"`,
		"backslash": `C:\new`, "backtick": "`id`", "empty": "", "equals": "a=b",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			directory := t.TempDir()
			if err := os.WriteFile(filepath.Join(directory, "env"), []byte(exportAll([]string{"DEMO_VALUE=" + value})), 0o600); err != nil {
				t.Fatal(err)
			}
			command := exec.CommandContext(t.Context(), shell, "-euc", `. ./env; printf %s "$DEMO_VALUE"`)
			command.Dir = directory
			if got, err := command.CombinedOutput(); err != nil || string(got) != value {
				t.Errorf("the shell reads %q, want %q; %v", got, value, err)
			}
		})
	}
}

func TestScreen_fits(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	s := &screen{out: &out}
	words := strings.Repeat("webhook, ", 40)
	s.say("%s", words)
	s.good("%s", words)
	s.quote("      " + words)
	s.good(`one update: {"url":"%s","triggers":["charge_finished","refund_finished"]}`, strings.Repeat("a", 60))
	for line := range strings.Lines(out.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
	if got := strings.Count(out.String(), "webhook"); got != 120 {
		t.Errorf("%d of 120 words were printed:\n%s", got, out.String())
	}
}

// The sandbox says what a command did, and what it could not do.
func TestCommand(t *testing.T) {
	t.Parallel()
	service := newService()
	for _, step := range []struct{ typed, says string }{
		{"list", "webhook 1: " + webhookID(1) + ", active"},
		{"stop 1", "webhook 1 is stopped: the next plan shows it"},
		{"stop 1", "webhook 1 is stopped already"},
		{"list", "webhook 1: " + webhookID(1) + ", stopped"},
		{"delete 1", "webhook 1 is deleted: the next plan says so"},
		{"delete 1", "to get it back, start the sandbox again"},
		{"stop 1", "to get it back, start the sandbox again"},
		{"list", "webhook 1: " + webhookID(1) + ", deleted"},
		{"stop 9", "with N from 1 to 3"},
		{"stop", "type stop N"},
		{"help", "type stop N"},
		{"resume 2", "type stop N"},
	} {
		if said := command(service, step.typed); !strings.Contains(said, step.says) {
			t.Errorf("after %q it says %q, want %q", step.typed, said, step.says)
		}
	}
	if _, exists := service.Webhook(webhookID(1)); exists {
		t.Error("the webhook is still there")
	}
}

// Each filter that the sandbox suggests finds the charges.
func TestNewService_consumer(t *testing.T) {
	t.Parallel()
	server, err := fakeservice.Start(newService())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	p := acctest.Configured(t, server, nil)
	for name, filter := range map[string]acctest.Values{
		"phone": {"phone": consumerPhone},
		"email": {"extra_filters": acctest.Values{"email": consumerEmail}},
		"card": {"card": acctest.Values{
			"last_four": consumerCard.LastFour, "name": consumerCard.Name, "exp_month": consumerCard.ExpMonth, "exp_year": consumerCard.ExpYear,
		}},
	} {
		result, diags := p.Read(t.Context(), "paymentservice_charges", filter)
		if list, _ := result["charges"].([]any); len(list) != consumed || len(diags) > 0 {
			t.Errorf("by %s: %d charges and %s, want %d", name, len(list), diags, consumed)
		}
	}
}

// The sandbox shows what arrives and why it is refused, but no value that was sent.
func TestDescribe(t *testing.T) {
	t.Parallel()
	shown := make(chan string, 100)
	server, err := fakeservice.Start(newService(fakeservice.WithObserver(func(r fakeservice.Request) { shown <- describe(r) + "\n" })))
	if err != nil {
		t.Fatal(err)
	}
	p := acctest.Configured(t, server, nil)
	p.NewResource("paymentservice_webhook").Apply(t.Context(), acctest.Values{"store_id": storeID, "webhook_id": webhookID(1), "auth_token": "top-secret"})
	p.Read(t.Context(), "paymentservice_charges", acctest.Values{"extra_filters": acctest.Values{"page": "top-secret"}})
	if err := server.Close(); err != nil { // which waits for the last line
		t.Fatal(err)
	}
	close(shown)
	var all strings.Builder
	for line := range shown {
		all.WriteString(line)
	}
	for _, want := range []string{webhookID(1) + " → 200  {auth_token}\n", "GET   /charges → 400  VALIDATION_ERROR page:UNKNOWN_FIELD\n"} {
		if !strings.Contains(all.String(), want) || strings.Contains(all.String(), "top-secret") {
			t.Errorf("it shows %s, want %s", all.String(), want)
		}
	}
}
