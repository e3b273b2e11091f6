// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
)

// The examples of the guide are one configuration at four times: each is applied over
// the one before, and only the applies know the token, as in the guide's workflows.
func TestAccGuide_webhooksInCI(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	if !c.AtLeast("1.11.0", "1.11.0") {
		t.Skip("this CLI has no write-only arguments")
	}
	w := c.in(c.directory(t, map[string]string{"providers.tf": acctest.Requirement}), startSandbox(t))
	schedule := slices.Clone(w.Environment)
	for _, step := range []struct {
		heading string
		cli.Outcome
	}{
		{"Declare the webhooks", cli.Outcome{Says: []string{"1 added"}, Writes: []string{"PATCH"}}},
		{"Rotate the token without storing it", cli.Outcome{Says: []string{"1 changed"}, Writes: []string{`PATCH "auth_token":"second-token"`}}},
		{"Rename the resource", cli.Outcome{Says: []string{"0 added, 0 changed, 0 destroyed"}}},
		{"Stop managing a webhook", cli.Outcome{Says: []string{"0 added, 0 changed, 0 destroyed"}}},
	} {
		text := ownBlock(section(t, webhooksInCI, step.heading))
		if strings.HasPrefix(text, "variable") {
			declared, resource, _ := strings.Cut(text, "\nresource")
			write(t, w.Directory, map[string]string{"variables.tf": declared})
			text = "resource" + resource
		}
		write(t, w.Directory, map[string]string{"main.tf": text})
		w.ResetRequests()
		w.Environment = append(slices.Clone(schedule), "TF_VAR_webhook_token=second-token")
		if err := step.Check(w.run(t, "apply", "-auto-approve"), w.Requests()); err != nil {
			t.Errorf("%s: %v", step.heading, err)
		}
		w.Environment = schedule
		w.run(t, "plan", "-detailed-exitcode") // fails if anything is left to do
	}
	if hook, exists := w.Webhook(webhookID + "1"); !exists || !hook.Active {
		t.Errorf("the webhook does not stay as it was: %+v", hook)
	}
}

// fileBlock finds the blocks of a page that are files, with their names.
var fileBlock = regexp.MustCompile("(?s)\n`([^`]+)`:\n\n```[a-z]+\n(.*?)```")

// The module of the guide is tested as the guide says, and needs no service.
func TestAccGuide_testModules(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	if !c.AtLeast("1.7.0", "1.8.0") {
		t.Skip("this CLI has no mock_provider")
	}
	directory := c.directory(t, nil)
	for _, block := range fileBlock.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/guides/test-modules.md")), -1) {
		write(t, directory, map[string]string{block[1]: block[2]})
	}
	w := c.without(directory)
	for _, step := range []struct{ command, says string }{{"init", "initialized"}, {"test", "1 passed, 0 failed"}} {
		if said, err := w.Run(t.Context(), step.command); err != nil || !strings.Contains(said, step.says) {
			t.Fatalf("%s says %s, error %v", step.command, said, err)
		}
	}
}
