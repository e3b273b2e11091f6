// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
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

// open returns a workspace for an example, with the sandbox in place of the
// service in its provider block.
func open(t *testing.T, path string) workspace {
	t.Helper()
	c, s := withCLI(t), startSandbox(t)
	text := ownAccount(read(t, filepath.Join(root, path)), s)
	skipUnlessSupported(t, c, text)
	w := c.in(c.directory(t, configuration(t, path, text)), s)
	w.Environment = append(w.Environment, "TF_VAR_webhook_token=first-token",
		"TF_VAR_second_secret="+fakeservice.DefaultSecret, "TF_VAR_second_app_token="+fakeservice.DefaultAppToken)
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

// Applying an example does what its page says. After that, the plan is empty.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	const (
		webhook = "examples/resources/paymentservice_webhook/"
		list    = "examples/data-sources/paymentservice_webhooks/"
	)
	type example struct {
		path   string
		says   string
		writes []string
		active []int  // the webhooks that are active then
		before string // a command that comes first
	}
	all := []example{
		{path: "examples/provider/provider.tf", says: "1 added", writes: []string{"PATCH"}},
		{path: "examples/provider/provider_two_merchants.tf"},
		{path: "examples/provider/provider_guards.tf"},
		{path: webhook + "resource.tf", says: "1 added", writes: []string{"PATCH"}, active: []int{1}},
		{path: webhook + "resource_create.tf", says: "1 added", writes: []string{"POST"}},
		{path: webhook + "resource_write_only_token.tf", says: "1 added", writes: []string{"PATCH first-token"}, active: []int{2}},
		{path: webhook + "resource_for_each.tf", says: "2 added", writes: []string{"PATCH", "PATCH"}, active: []int{1, 2}},
		{path: webhook + "import-by-string-id.tf", says: "1 imported", writes: []string{"PATCH"}},
		{path: webhook + "import-by-identity.tf", says: "1 imported", writes: []string{"PATCH"}},
		{path: list + "import.tf", says: "3 imported, 0 added, 0 changed"},
		{path: list + "for_each.tf", says: "3 added", writes: []string{"PATCH", "PATCH", "PATCH"}, active: []int{1, 2, 3}},
		{path: list + "data-source.tf", says: `"` + webhookID + `2" = "https://hooks.example.com/payments/2"`},
		{path: list + "check.tf", says: "Stopped: " + webhookID + "3."},
		{path: "examples/actions/paymentservice_resume_webhook/action_after_deployment.tf", says: "Webhook " + webhookID + "3 is active.", writes: []string{"PATCH"}, active: []int{3}},
	}
	for line := range strings.Lines(read(t, filepath.Join(root, webhook+"import.sh"))) {
		if strings.HasPrefix(line, "terraform ") {
			all = append(all, example{path: webhook + "resource.tf", says: "1 changed", writes: []string{"PATCH"}, before: line})
		}
	}
	for _, e := range all {
		t.Run(e.path+" "+e.before, func(t *testing.T) {
			t.Parallel()
			w := open(t, e.path)
			if e.before != "" {
				w.run(t, strings.Fields(e.before)[1:]...)
			}
			said := w.run(t, "apply", "-auto-approve")
			if err := (cli.Outcome{Says: []string{e.says}, Writes: e.writes}).Check(said, w.Requests()); err != nil {
				t.Error(err)
			}
			w.expectActive(t, e.active...)
			if !strings.HasSuffix(e.path, "check.tf") { // with a check block, each plan reads its data source again
				w.run(t, "plan", "-detailed-exitcode") // fails if anything is left to do
			}
		})
	}
}

func TestAccExamples_queries(t *testing.T) {
	t.Parallel()
	for _, path := range files(t, "examples", querySuffix) {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			c := withCLI(t)
			text := read(t, filepath.Join(root, path))
			expectFormatted(t, c, text)
			if !c.AtLeast(queryVersion, "") {
				t.Skip("this CLI has no queries")
			}
			w := c.in(c.directory(t, map[string]string{"main.tf": acctest.Requirement, "find" + querySuffix: text}), startSandbox(t))
			w.run(t, "validate", "-query")
			w.run(t, "query", "-generate-config-out=webhooks.tf")
			said := w.run(t, "apply", "-auto-approve")
			if err := (cli.Outcome{Says: []string{"3 imported, 0 added, 0 changed"}}).Check(said, w.Requests()); err != nil {
				t.Error(err)
			}
			w.run(t, "plan", "-detailed-exitcode")
		})
	}
}
