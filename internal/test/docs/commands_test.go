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
	page                string
	sections            []string
	terraform, openTofu string    // an empty openTofu: it lacks what the commands need
	has                 string    // what the reader already has, as filesAt takes it
	expected            []outcome // of each block of commands
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
	text, page := "", load(t, w.page)
	var scripts []string
	for _, heading := range w.sections {
		part := page.section(t, heading)
		text += part.text
		scripts = append(scripts, part.commands()...)
	}
	if len(scripts) != len(w.expected) {
		t.Fatalf("there are %d blocks of commands, want %d:\n%s", len(scripts), len(w.expected), strings.Join(scripts, "\n---\n"))
	}
	u := newUser(t, filesAt(t, w.has))
	u.Environment = append(u.Environment, "TF_VAR_webhook_token=a-token")
	shell, err := u.Shell(t.TempDir(), u.Directory, u.ConfigFile, u.Environment...)
	if err != nil {
		t.Fatal(err)
	}
	for i, script := range scripts {
		want := w.expected[i]
		if !strings.Contains(text+script, want.page) {
			t.Errorf("the page does not say %q", want.page)
		}
		if u.OpenTofu { // the page says so
			script = strings.ReplaceAll(script, "terraform.applying", `timestamp() != ""`)
			if slices.Equal(want.Writes, []string{"POST"}) && strings.Contains(text, notYet) {
				want.Writes = nil
			}
		}
		if feature := u.lacks(script); feature != "" {
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
			if key := page.path + "#" + part.heading; len(part.commands()) > 0 && !tried[key] && notTried[key] == "" {
				t.Errorf("no tutorial has the commands of %s", key)
			}
		}
	}
}

// The first commands of README are those that every change must pass.
func TestReadme_commands(t *testing.T) {
	t.Parallel()
	checks := read(t, ".ci/run")
	count := 0
	for line := range strings.Lines(load(t, "README.md").section(t, "See it work").blocks[0].text) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), "#")
		target, isMake := strings.CutPrefix(strings.TrimSpace(command), "make ")
		if !isMake {
			continue
		}
		count++
		if !regexp.MustCompile(`'make (-j2 )?` + target + `'`).MatchString(checks) {
			t.Errorf(".ci/run does not run make %s", target)
		}
	}
	if count != 2 {
		t.Errorf("README.md has %d commands, want 2", count)
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
	lists           = "examples/list-resources/paymentservice_webhook/list-resource.tfquery.hcl"

	rightMerchant = "Make sure that you use the right merchant"
	emptyPlan     = "End with an empty plan"
	notYet        = "so there is no `POST` yet" // said of OpenTofu
)

var (
	found    = ends("https://hooks.example.com/payments/3")
	imports  = ends("3 to import, 0 to add, 0 to change").as("The plan says `3 to import, 0 to add, 0 to change`")
	imported = ends("3 imported, 0 added, 0 changed")
	empty    = ends("No changes").as("The plan says `No changes`")
	onlyFile = ends("")
	initDone = ends("initialized")
)

var tutorials = map[string]tutorial{
	"credentials in the environment": {"docs/index.md", []string{"Authentication"}, "1.0.0", "1.6.0", "examples/provider/provider.tf", []outcome{
		ends("1 to add, 0 to change"),
	}},
	"a query": {"docs/list-resources/webhook.md", []string{"Example Usage"}, queryVersion, "", lists, []outcome{
		ends("to import, 0 to add, 0 to change").as("… to import, 0 to add, 0 to change"),
	}},
	"adopting with a query": {adoptWhatExists, []string{rightMerchant, "Import with a query", emptyPlan}, queryVersion, "", "", []outcome{
		onlyFile, initDone, found, imports, imported, empty,
	}},
	"adopting with ids": {adoptWhatExists, []string{rightMerchant, "Import with ids from the console", emptyPlan}, "1.5.0", "1.6.0", "", []outcome{
		onlyFile, initDone, ends("2 to import, 0 to add, 0 to change").as("The plan says `2 to import, 0 to add, 0 to change`"), ends("2 imported, 0 added, 0 changed"), empty,
	}},
	"the workflows": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", webhooksInCI + "#Declare the webhooks", []outcome{
		initDone, ends("1 to add, 0 to change"),
		ends(""), initDone, ends("1 to add, 0 to change"), ends("1 added, 0 changed", "PATCH"),
		initDone, ends("::error::Webhooks are not as declared.").afterStop().failing(),
	}},
	"workflows that find nothing": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", "examples/provider/provider_guards.tf", []outcome{
		initDone, ends("No changes"), ends(""), initDone, ends("No changes"), ends("0 added, 0 changed"), initDone, ends("No difference can be seen."),
	}},
	"the action": {webhooksInCI, []string{"Resume a stopped webhook"}, "1.14.0", "", webhooksInCI + "#Resume a stopped webhook", []outcome{
		ends("1 invoked", `PATCH {"active":true}`).afterStop(),
	}},
	"getting started": {gettingStarted, []string{
		"1. Start the sandbox", "2. Adopt a webhook", "3. Resume it", "4. Create a webhook", "5. Look at charges", "6. Create a token", "7. Clean up",
	}, "1.0.0", "1.6.0", "", []outcome{ // without the token if the CLI is too old for one
		ends("1 to add, 0 to change, 0 to destroy").as("The plan says `1 to add`, but"),
		ends("1 added, 0 changed", "PATCH").as("The first terminal shows one `PATCH`"),
		ends("active = false -> true").as("The plan shows `active = false -> true`").afterStop(),
		ends("0 added, 1 changed", "PATCH"),
		ends("1 added", `POST "url":"https://hooks.example.com/refunds"`).as("The first terminal shows one `POST`. With `delete_on_destroy = true`"),
		ends("failed_in_june = 20").as("The output is `failed_in_june = 20`"),
		ends("Apply complete!", "POST").as("The first terminal shows one `POST`, and neither"),
		ends("Webhook Not Deleted", "DELETE").as("The warnings say that the adopted webhook stays at the service"),
	}},
	"creating webhooks": {createWebhooks, []string{"Create several webhooks", "Rename a webhook", "Write a module that adopts or creates", "Let go of one webhook"}, "1.1.0", "1.6.0", "", []outcome{
		ends("2 added", "POST", "POST").as("The apply says `2 added`"),
		ends("0 added, 1 changed, 0 destroyed", `PATCH "url":"https://hooks.example.com/shop/payments"`).as("The apply says `0 added, 1 changed, 0 destroyed`"),
		ends("2 added, 0 changed", `PATCH "url":"https://hooks.example.com/adopted"`, `POST "url":"https://hooks.example.com/created"`),
		ends("0 added, 0 changed, 0 destroyed").as("The apply says `0 added, 0 changed, 0 destroyed`, and nothing is sent"),
	}},
	"a CSV":                               {reportToFinance, []string{"Write a CSV"}, "1.0.0", "1.6.0", reportToFinance + "#Write a CSV", []outcome{ends("csv = <sensitive>")}},
	"getting started with a real account": {gettingStarted, []string{"With a real account"}, "1.5.0", "1.6.0", "", []outcome{ends("")}},
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
