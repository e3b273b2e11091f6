// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// tutorial is a way through a page: sections whose commands are copied in order.
type tutorial struct {
	page      string
	sections  []string
	has       string // what the reader already has, as filesAt takes it
	terraform string // the first version of the CLI that has what the commands need
	openTofu  string // the same of OpenTofu; "" if it lacks something
	blocks    []outcome
}

// The commands of each page, copied as they are, do what the page says. The sandbox is the
// test's own, so the lines that start and enter it are left out.
func TestAccPages_commands(t *testing.T) {
	t.Parallel()
	c := acctest.FindCLI(t)
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	for name, w := range tutorials {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if reason := c.TooOld(w.terraform, w.openTofu); reason != "" {
				t.Skip(reason)
			}
			w.take(t)
		})
	}
}

func (w tutorial) take(t *testing.T) {
	t.Helper()
	page := load(t, w.page)
	text := ""
	var scripts []string
	for _, heading := range w.sections {
		part := page.section(t, heading)
		text += part.text
		scripts = append(scripts, part.commands()...)
	}
	if len(scripts) != len(w.blocks) {
		all := strings.Join(scripts, "\n---\n")
		t.Fatalf("there are %d blocks of commands, want %d:\n%s", len(scripts), len(w.blocks), all)
	}

	u := newUser(t, filesAt(t, w.has))
	u.Environment = append(u.Environment, "TF_VAR_webhook_token=a-token")
	shell := u.shell()
	for i, script := range scripts {
		want := w.blocks[i]
		if want.isQuoted {
			want.page = "`" + want.says + "`"
		}
		if !strings.Contains(text+script, want.page) {
			t.Errorf("the page does not say %q", want.page)
		}
		if u.OpenTofu { // the page says so
			script = strings.ReplaceAll(script, "terraform.applying", `timestamp() != ""`)
			if slices.Equal(want.writes, []string{"POST"}) && strings.Contains(text, notYet) {
				want.writes = nil
			}
		}
		if feature := lacks(shell.CLI, script); feature != "" {
			t.Logf("this CLI has no %s, so this is left out: %s", feature, script)
			continue
		}
		u.expect(want, script, func() (string, error) { return shell.Script(t.Context(), u.own(script)) })
	}
}

// filesAt returns the files of an example, or of the first configuration of PAGE#SECTION.
func filesAt(t *testing.T, has string) map[string]string {
	t.Helper()
	path, heading, isPart := strings.Cut(has, "#")
	switch {
	case isPart:
		return configuration(t, path, load(t, path).section(t, heading).configuration())
	case path != "":
		return configuration(t, path, read(t, path))
	}
	return nil
}

// Every block of commands of every page is tested, or notTried says why not.
func TestPages_commandsAreTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, w := range tutorials {
		for _, heading := range w.sections {
			tried[w.page+"#"+heading] = true
		}
	}
	for _, page := range pages(t) {
		for _, part := range page.parts {
			key := page.path + "#" + part.heading
			isKnown := tried[key] || notTried[key] != ""
			if len(part.commands()) > 0 && !isKnown {
				t.Errorf("no tutorial has the commands of %s", key)
			}
		}
	}
}

// commands returns the commands that are for the CLI: each block of them, and each step
// of a workflow.
func (p part) commands() []string {
	var all, scripts []string
	for _, b := range p.blocks {
		switch {
		case b.language == "yaml":
			for _, match := range step.FindAllStringSubmatch(b.text, -1) {
				all = append(all, match[1]+match[2])
			}
		case b.language == "shell" && !strings.Contains(b.text, "git clone"):
			all = append(all, b.text)
		}
	}
	for _, script := range all {
		kept := ""
		for line := range strings.Lines(script) {
			if !strings.HasPrefix(line, "make sandbox") && !strings.Contains(line, ".sandbox") {
				kept += line
			}
		}
		if kept != "" {
			scripts = append(scripts, kept)
		}
	}
	return scripts
}

// step finds the commands of a workflow's step: those on the line, or in the lines below.
var step = regexp.MustCompile(`run: (?:\|\n((?: {10}.*\n)+)|(.*\n))`)

const (
	gettingStarted  = "docs/guides/getting-started.md"
	reportToFinance = "docs/guides/report-to-finance.md"
	createWebhooks  = "docs/guides/create-webhooks.md"
	adoptWhatExists = "docs/guides/adopt-what-exists.md"
	webhooksInCI    = "docs/guides/webhooks-in-ci.md"
	workflows       = "Set up the workflows"
	lists           = "examples/list-resources/paymentservice_webhook/list-resource.tfquery.hcl"

	rightMerchant = "Make sure that you use the right merchant"
	emptyPlan     = "End with an empty plan"
	notYet        = "so there is no `POST` yet" // said of OpenTofu
)

// The sections of some of them write files only, and then there is nothing to expect.
var tutorials = map[string]tutorial{
	"credentials in the environment": {
		page:      "docs/index.md",
		sections:  []string{"Authentication"},
		has:       "examples/provider/provider.tf",
		terraform: "1.0.0",
		openTofu:  "1.6.0",
		blocks:    []outcome{{says: "1 to add, 0 to change"}},
	},
	"a query": {
		page:      "docs/list-resources/webhook.md",
		sections:  []string{"Example Usage"},
		has:       lists,
		terraform: queryVersion,
		blocks: []outcome{{
			says: "to import, 0 to add, 0 to change",
			page: "… to import, 0 to add, 0 to change",
		}},
	},
	"adopting with a query": {
		page:      adoptWhatExists,
		sections:  []string{rightMerchant, "Import with a query", emptyPlan},
		terraform: queryVersion,
		blocks: []outcome{
			{},
			{says: "initialized"},
			{says: "https://hooks.example.com/payments/3"},
			{says: "3 to import, 0 to add, 0 to change", isQuoted: true},
			{says: "3 imported, 0 added, 0 changed"},
			{says: "No changes", isQuoted: true},
		},
	},
	"adopting with ids": {
		page:      adoptWhatExists,
		sections:  []string{rightMerchant, "Import with ids from the console", emptyPlan},
		terraform: "1.5.0",
		openTofu:  "1.6.0",
		blocks: []outcome{
			{},
			{says: "initialized"},
			{says: "2 to import, 0 to add, 0 to change", isQuoted: true},
			{says: "2 imported, 0 added, 0 changed"},
			{says: "No changes", isQuoted: true},
		},
	},
	"the workflows": {
		page:      webhooksInCI,
		sections:  []string{workflows},
		has:       webhooksInCI + "#Declare the webhooks",
		terraform: "1.0.0",
		openTofu:  "1.6.0",
		blocks: []outcome{
			{says: "initialized"},
			{says: "1 to add, 0 to change"},
			{}, // the secret is there
			{says: "initialized"},
			{says: "1 to add, 0 to change"},
			{
				says:   "1 added, 0 changed",
				writes: []string{"PATCH"},
			},
			{says: "initialized"},
			{
				isStopped: true,
				says:      "::error::Webhooks are not as declared.",
				fails:     true,
			},
		},
	},
	"the action": {
		page:      webhooksInCI,
		sections:  []string{"Resume a stopped webhook"},
		has:       webhooksInCI + "#Resume a stopped webhook",
		terraform: "1.14.0",
		blocks: []outcome{{
			isStopped: true,
			says:      "1 invoked",
			writes:    []string{`PATCH {"active":true}`},
		}},
	},
	"getting started": { // without the token if the CLI is too old for one
		page: gettingStarted,
		sections: []string{
			"1. Start the sandbox",
			"2. Adopt a webhook",
			"3. Resume it",
			"4. Create a webhook",
			"5. Look at charges",
			"6. Create a token",
			"7. Clean up",
		},
		terraform: "1.0.0",
		openTofu:  "1.6.0",
		blocks: []outcome{
			{
				says: "1 to add, 0 to change, 0 to destroy",
				page: "The plan says `1 to add`, but",
			},
			{
				says:   "1 added, 0 changed",
				page:   "The first terminal shows one `PATCH`",
				writes: []string{"PATCH"},
			},
			{
				isStopped: true,
				says:      "active = false -> true",
				isQuoted:  true,
			},
			{
				says:   "0 added, 1 changed",
				writes: []string{"PATCH"},
			},
			{
				says:   "1 added",
				page:   "The first terminal shows one `POST`. With `delete_on_destroy = true`",
				writes: []string{`POST "url":"https://hooks.example.com/refunds"`},
			},
			{says: "failed_in_june = 20", isQuoted: true},
			{
				says:   "Apply complete!",
				page:   "The first terminal shows one `POST`, and neither",
				writes: []string{"POST"},
			},
			{
				says:   "Webhook Not Deleted",
				page:   "The warnings say that the adopted webhook stays at the service",
				writes: []string{"DELETE"},
			},
		},
	},
	"creating webhooks": {
		page: createWebhooks,
		sections: []string{
			"Create several webhooks",
			"Rename a webhook",
			"Write a module that adopts or creates",
			"Let go of one webhook",
		},
		terraform: "1.1.0",
		openTofu:  "1.6.0",
		blocks: []outcome{
			{
				says:     "2 added",
				isQuoted: true,
				writes:   []string{"POST", "POST"},
			},
			{
				says:     "0 added, 1 changed, 0 destroyed",
				isQuoted: true,
				writes:   []string{`PATCH "url":"https://hooks.example.com/shop/payments"`},
			},
			{
				says: "2 added, 0 changed",
				writes: []string{
					`PATCH "url":"https://hooks.example.com/adopted"`,
					`POST "url":"https://hooks.example.com/created"`,
				},
			},
			{
				says: "0 added, 0 changed, 0 destroyed",
				page: "The apply says `0 added, 0 changed, 0 destroyed`, and nothing is sent",
			},
		},
	},
	"a CSV": {
		page:      reportToFinance,
		sections:  []string{"Write a CSV"},
		has:       reportToFinance + "#Write a CSV",
		terraform: "1.0.0",
		openTofu:  "1.6.0",
		blocks:    []outcome{{says: "csv = <sensitive>"}},
	},
	"getting started with a real account": {
		page:      gettingStarted,
		sections:  []string{"With a real account"},
		terraform: "1.5.0",
		openTofu:  "1.6.0",
		blocks:    []outcome{{}},
	},
}

// notTried are the sections whose commands run nowhere here, and why.
var notTried = map[string]string{
	"docs/resources/webhook.md#Import":                     "TestAccExamples_apply runs them",
	"README.md#See it work":                                ".ci/run runs them",
	"README.md#Install your own build":                     "it removes what was installed",
	"SECURITY.md#Verify a release":                         "it needs a release",
	"docs/guides/test-modules.md#Test against the sandbox": "TestRun_command runs such a command",
	"CONTRIBUTING.md#Set up":                               "they take too long",
	"CONTRIBUTING.md#Debug":                                "they wait for a debugger",
}
