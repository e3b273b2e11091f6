// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// run runs the CLI, and ends the test if that fails.
func (w workspace) run(t *testing.T, args ...string) string {
	t.Helper()
	said, err := w.Run(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// open returns a workspace for an example.
func open(t *testing.T, path string) workspace {
	t.Helper()
	c := withCLI(t)
	text := read(t, filepath.Join(root, path))
	skipUnlessSupported(t, c, text)
	w := c.in(c.directory(t, configuration(t, path, text)), startSandbox(t))
	w.Environment = append(w.Environment, "TF_VAR_webhook_token=first-token")
	return w
}

func (w workspace) expectActive(t *testing.T, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if hook, _ := w.Webhook(fmt.Sprint(webhookID, n)); !hook.Active {
			t.Errorf("webhook %d is not active", n)
		}
	}
}

func TestAccExamples_webhooksApply(t *testing.T) {
	t.Parallel()
	for file, numbers := range map[string][]int{
		"resource.tf": {1}, "resource_write_only_token.tf": {2}, "resource_for_each.tf": {1, 2},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			w := open(t, "examples/resources/paymentservice_webhook/"+file)
			w.run(t, "apply", "-auto-approve")
			w.expectActive(t, numbers...)
			w.run(t, "plan", "-detailed-exitcode") // fails if anything is left to do
		})
	}
}

func TestAccExamples_importBlocks(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"import-by-string-id.tf", "import-by-identity.tf"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			w := open(t, "examples/resources/paymentservice_webhook/"+file)
			if said := w.run(t, "apply", "-auto-approve"); !strings.Contains(said, "1 imported") {
				t.Errorf("nothing was imported:\n%s", said)
			}
			w.run(t, "plan", "-detailed-exitcode")
		})
	}
}

func TestAccExamples_importCommands(t *testing.T) {
	t.Parallel()
	commands := 0
	for line := range strings.Lines(read(t, filepath.Join(root, "examples/resources/paymentservice_webhook/import.sh"))) {
		args := strings.Fields(line)
		if len(args) == 0 || args[0] != "terraform" {
			continue
		}
		commands++
		t.Run(args[len(args)-1], func(t *testing.T) {
			t.Parallel()
			w := open(t, "examples/resources/paymentservice_webhook/resource.tf")
			w.run(t, args[1:]...)
			w.run(t, "apply", "-auto-approve")
			w.run(t, "plan", "-detailed-exitcode")
		})
	}
	if commands == 0 {
		t.Error("import.sh has no commands")
	}
}

func TestAccExamples_actions(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file string
		args []string
	}{
		"invoked":            {"action.tf", []string{"-invoke=action.paymentservice_resume_webhook.orders"}},
		"after a deployment": {"action_after_deployment.tf", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "examples/actions/paymentservice_resume_webhook/"+tc.file)
			said := w.run(t, append([]string{"apply", "-auto-approve"}, tc.args...)...)
			w.expectActive(t, 3)
			if !strings.Contains(said, "Webhook "+webhookID+"3 is active.") {
				t.Errorf("the progress was not shown:\n%s", said)
			}
		})
	}
}

// The examples of the provider name a service that does not exist, so the
// sandbox takes its place.
func TestAccExamples_providers(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"provider.tf", "provider_two_merchants.tf", "provider_guards.tf"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			path := "examples/provider/" + file
			c := withCLI(t)
			s := startSandbox(t)
			text := strings.ReplaceAll(read(t, filepath.Join(root, path)), "https://api.example.com/v1", s.server.URL)
			w := c.in(c.directory(t, configuration(t, path, text)), s)
			w.Environment = append(w.Environment,
				"TF_VAR_second_secret="+fakeservice.DefaultSecret, "TF_VAR_second_app_token="+fakeservice.DefaultAppToken)
			w.run(t, "apply", "-auto-approve")
			w.run(t, "plan", "-detailed-exitcode")
		})
	}
}
