// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// scenario returns a workspace with a copy of a scenario's directory, after
// init.
func scenario(t *testing.T, name, terraform, openTofu string) workspace {
	t.Helper()
	c := withCLI(t)
	if !c.AtLeast(terraform, openTofu) {
		t.Skipf("needs Terraform %s or OpenTofu %s", terraform, openTofu)
	}
	d := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(d, os.DirFS(filepath.Join(root, "examples/scenarios", name))); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{".terraform", ".terraform.lock.hcl", "terraform.tfstate", "terraform.tfstate.backup"} {
		if err := os.RemoveAll(filepath.Join(d, left)); err != nil { // left by someone who tried the scenario there
			t.Fatal(err)
		}
	}
	w := c.in(d, startSandbox(t))
	w.run(t, "init")
	w.run(t, "fmt", "-check", "-recursive")
	w.run(t, "validate")
	return w
}

// output decodes an output.
func (w workspace) output(t *testing.T, name string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(w.run(t, "output", "-json", name)), into); err != nil {
		t.Fatal(err)
	}
}

func TestAccScenario_webhooksAsCode(t *testing.T) {
	t.Parallel()
	w := scenario(t, "webhooks-as-code", "1.11.0", "1.11.0")
	w.run(t, "apply", "-auto-approve")
	w.run(t, "plan", "-detailed-exitcode")
	w.expectActive(t, 1, 2, 4)

	w.ChangeWebhook(webhookID+"1", func(hook *fakeservice.Webhook) { hook.Active = false })
	if said, err := w.Run(t.Context(), "plan", "-detailed-exitcode"); err == nil {
		t.Errorf("the plan does not show that a webhook stopped:\n%s", said)
	}
	w.run(t, "apply", "-auto-approve")
	w.expectActive(t, 1)

	var urls map[string]map[string]string
	w.output(t, "urls", &urls)
	if hook, _ := w.Webhook(webhookID + "2"); urls["tokyo"]["refunds"] != hook.URL {
		t.Errorf("the output says %q, the service %q", urls["tokyo"]["refunds"], hook.URL)
	}
	sandboxTests := filepath.Join(w.Directory, "tests", "sandbox.tftest.hcl")
	text := strings.ReplaceAll(read(t, sandboxTests), "http://127.0.0.1:8930", w.server.URL)
	write(t, filepath.Dir(sandboxTests), map[string]string{filepath.Base(sandboxTests): text})
	if said := w.run(t, "test"); !strings.Contains(said, "5 passed, 0 failed") {
		t.Errorf("the scenario's own tests say:\n%s", said)
	}
	for _, n := range []string{"1", "2", "4"} {
		if hook, _ := w.Webhook(webhookID + n); hook.AuthToken != "Bearer 91c4" {
			t.Errorf("webhook %s has the token %q", n, hook.AuthToken)
		}
	}
}

func TestAccScenario_chargeReport(t *testing.T) {
	t.Parallel()
	w := scenario(t, "charge-report", "1.5.0", "1.6.0")
	from, to := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC)
	want, sums := 0, map[string]int64{}
	for _, charge := range w.Charges(fakeservice.DefaultStoreID) {
		if charge.CreatedOn.Before(from) || !charge.CreatedOn.Before(to) {
			continue
		}
		want++
		if charge.Status == fakeservice.StatusSuccessful {
			sums[*charge.ChargedCurrency] += *charge.ChargedAmount
		}
	}
	if said := w.run(t, "apply", "-auto-approve", "-var", "tolerated_failures=1"); strings.Contains(said, "created_on,id") || !strings.Contains(said, "sums") {
		t.Errorf("apply must print the figures and not the CSV:\n%s", said)
	}

	var got map[string]int64
	w.output(t, "sums", &got)
	if len(got) != len(sums) || len(got) == 0 {
		t.Fatalf("the sums are %v, want %v", got, sums)
	}
	for currency, sum := range sums {
		if got[currency] != sum {
			t.Errorf("the sum in %s is %d, want %d", currency, got[currency], sum)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(w.run(t, "output", "-raw", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != want+1 {
		t.Errorf("the CSV has %d rows, want a header and %d charges", len(rows), want)
	}
	if said := w.run(t, "plan", "-var", "tolerated_failures=0"); !strings.Contains(said, "more than is tolerated") {
		t.Errorf("the check says nothing about failed charges:\n%s", said)
	}
}
