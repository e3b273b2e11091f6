// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	// querySuffix ends the names of files that only `terraform query` reads.
	querySuffix = ".tfquery.hcl"
	// queryVersion is the first Terraform that has queries; OpenTofu has none.
	queryVersion = "1.14.0"
)

// shown returns all configurations that users are shown, by their place: a file
// of examples/, or a block of a page. Blocks marked "terraform" are whole
// configurations. Those marked "hcl", and queries, are not.
func shown(t *testing.T) (whole, others map[string]string) {
	t.Helper()
	whole, others = map[string]string{}, map[string]string{}
	known := map[string]bool{}
	for _, path := range files(t, "examples", querySuffix) {
		others[path] = read(t, path)
		known[strings.TrimSpace(others[path])] = true
	}
	for _, path := range files(t, "examples", ".tf") {
		if !strings.HasPrefix(path, "examples/scenarios/") { // those are checked in their directories
			whole[path] = read(t, path)
			known[strings.TrimSpace(whole[path])] = true
		}
	}
	for _, page := range pages(t) {
		for i, b := range page.blocks() {
			where := fmt.Sprintf("%s block %d", page.path, i+1)
			switch {
			case known[strings.TrimSpace(b.text)], strings.HasPrefix(b.text, "provider_installation"): // the CLI's own configuration
			case b.language == "terraform":
				whole[where] = b.text
			case b.language == "hcl":
				others[where] = b.text
			}
		}
	}
	return whole, others
}

// needs lists features that some CLIs lack, with patterns that find them. An empty
// version means that no version of the CLI has the feature.
var needs = []struct {
	name                string
	written             *regexp.Regexp
	terraform, openTofu string
}{
	{"queries", regexp.MustCompile(`(?m)^list "`), queryVersion, ""},
	{"actions", regexp.MustCompile(`(?m)^action "`), "1.14.0", ""},
	{"terraform.applying", regexp.MustCompile(`terraform\.applying`), "1.10.0", ""},
	{"ephemeral values", regexp.MustCompile(`(?m)^ephemeral "|^ +ephemeral += true`), "1.10.0", "1.11.0"},
	{"write-only arguments", regexp.MustCompile(`_wo +=`), "1.11.0", "1.11.0"},
	{"imports by identity", regexp.MustCompile(`(?m)^ +identity = {`), "1.12.0", "1.12.0"},
	{"imports with for_each", regexp.MustCompile(`(?m)^import {\n +for_each`), "1.7.0", "1.7.0"},
	{"import and check blocks", regexp.MustCompile(`(?m)^import {|^check "`), "1.5.0", "1.6.0"},
	{"conditions", regexp.MustCompile(`(?:pre|post)condition {`), "1.2.0", "1.6.0"},
	{"functions", regexp.MustCompile(`provider::`), "1.8.0", "1.7.0"},
	{"plantimestamp", regexp.MustCompile(`plantimestamp\(`), "1.5.0", "1.6.0"},
	{"removed blocks", regexp.MustCompile(`(?m)^removed {`), "1.7.0", "1.10.0"},
	{"terraform_data", regexp.MustCompile(`"terraform_data"`), "1.4.0", "1.6.0"},
	{"mock providers", regexp.MustCompile(`mock_provider`), "1.7.0", "1.8.0"},
}

var (
	requires   = regexp.MustCompile(`required_providers`)
	importFile = regexp.MustCompile(`/import-[a-z-]+\.tf$`)
	typeName   = regexp.MustCompile(`(?m)^(?:resource|data|ephemeral|action) "([a-z0-9]+)_`)
)

// ofOthers reports whether a configuration uses providers that are not installed.
func ofOthers(text string) bool {
	return slices.ContainsFunc(typeName.FindAllStringSubmatch(text, -1), func(match []string) bool {
		return match[1] != "paymentservice" && match[1] != "terraform"
	})
}

// Every configuration that users are shown is valid, and is formatted as the CLI's fmt
// does it.
func TestAccExamples_valid(t *testing.T) {
	t.Parallel()
	whole, all := shown(t)
	for where, text := range whole {
		all[where] = text
		if isApplied(where) {
			continue
		}
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			if ofOthers(text) {
				t.Skip("it uses other providers")
			}
			newUser(t, configuration(t, where, text)).runs("validate", ends(""))
		})
	}
	u := newUser(t, nil)
	for where, text := range all {
		u.Write(strings.NewReplacer("/", "-", " ", "-").Replace(where)+".tf", text)
	}
	u.runs("fmt -check -diff", ends(""))
}

// isApplied reports whether another test applies an example, which is more than to
// validate it.
func isApplied(path string) bool {
	return strings.Contains(path, "/paymentservice_charge") || strings.Contains(path, "/paymentservice_transaction_token/") ||
		slices.ContainsFunc(applied, func(e example) bool { return e.path == path })
}

// configuration returns the files that make a shown text a whole configuration.
func configuration(t *testing.T, where, text string) map[string]string {
	t.Helper()
	all := map[string]string{"main.tf": text}
	if strings.HasSuffix(where, querySuffix) {
		all = map[string]string{"main.tf": acctest.Requirement, "find" + querySuffix: text}
	}
	if importFile.MatchString(where) { // imports what the first example declares
		all["resource.tf"] = read(t, filepath.Join(filepath.Dir(where), "resource.tf"))
	}
	return all
}

const (
	webhookExamples = "examples/resources/paymentservice_webhook/"
	listExamples    = "examples/data-sources/paymentservice_webhooks/"
)

// example is a file of examples/ that is applied.
type example struct {
	path   string
	does   outcome
	active []int  // the webhooks that are active then
	before string // a command that comes first
}

var applied = []example{
	{path: "examples/provider/provider.tf", does: ends("1 added", "PATCH")},
	{path: "examples/provider/provider_two_merchants.tf", does: ends("")},
	{path: "examples/provider/provider_guards.tf", does: ends("")},
	{path: "examples/provider/provider_gateway.tf", does: ends("")},
	{path: "examples/data-sources/paymentservice_caller_identity/check.tf", does: ends("0 added, 0 changed")},
	{path: webhookExamples + "resource.tf", does: ends("1 added", "PATCH"), active: []int{1}},
	{path: webhookExamples + "resource_create.tf", does: ends("1 added", "POST")},
	{path: webhookExamples + "resource_write_only_token.tf", does: ends("1 added", "PATCH first-token"), active: []int{2}},
	{path: webhookExamples + "import-by-string-id.tf", does: ends("1 imported", "PATCH")},
	{path: webhookExamples + "import-by-identity.tf", does: ends("1 imported", "PATCH")},
	{path: listExamples + "import.tf", does: ends("3 imported, 0 added, 0 changed")},
	{path: listExamples + "data-source.tf", does: ends(`"` + webhookID + `3" = "https://hooks.example.com/payments/3"`)},
	{path: listExamples + "check.tf", does: ends("Stopped: " + webhookID + "3.")},
	{path: "examples/actions/paymentservice_resume_webhook/action_after_deployment.tf", does: ends("1 added", "PATCH"), active: []int{3}},
}

// Applying an example does what its page says. After that, the plan is empty.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	all := slices.Clone(applied)
	for line := range strings.Lines(read(t, webhookExamples+"import.sh")) {
		if command, ok := strings.CutPrefix(line, "terraform "); ok {
			all = append(all, example{path: webhookExamples + "resource.tf", does: ends("1 changed", "PATCH"), before: command})
		}
	}
	for _, path := range files(t, "examples", querySuffix) {
		all = append(all, example{path: path, does: ends("3 imported, 0 added, 0 changed"), before: "query -generate-config-out=webhooks.tf"})
	}
	for _, e := range all {
		t.Run(e.path+" "+e.before, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, configuration(t, e.path, read(t, e.path)))
			u.Environment = append(u.Environment, "TF_VAR_webhook_token=first-token", "TF_VAR_gateway_key=key",
				"TF_VAR_second_secret="+fakeservice.DefaultSecret, "TF_VAR_second_app_token="+fakeservice.DefaultAppToken)
			if e.before != "" {
				u.runs(e.before, ends(""))
			}
			u.runs("apply -auto-approve", e.does)
			u.expectActive(e.active...)
			if e.path != listExamples+"check.tf" { // its data source is inside of the check, so each plan intends to read it again
				u.runs("plan -detailed-exitcode", ends("")) // fails if anything is left to do
			}
		})
	}
}

// scenarioFiles returns the files of a scenario.
func scenarioFiles(t *testing.T, name string) map[string]string {
	t.Helper()
	directory, copied := "examples/scenarios/"+name, map[string]string{}
	for _, path := range files(t, directory, ".tf", ".tftest.hcl") {
		copied[strings.TrimPrefix(path, directory+"/")] = read(t, path)
	}
	return copied
}

// initialize installs the provider, and checks the files.
func (u user) initialize() {
	u.t.Helper()
	u.runs("init", ends("initialized"))
	u.runs("fmt -check -recursive", ends(""))
	u.runs("validate", ends("valid"))
}

func TestAccScenario_webhooksAsCode(t *testing.T) {
	t.Parallel()
	u := newUser(t, scenarioFiles(t, "webhooks-as-code"))
	u.initialize()
	u.runs("apply -auto-approve", ends("4 added", "PATCH", "PATCH", "PATCH", "POST"))
	u.runs("plan -detailed-exitcode", ends("No changes"))
	u.expectActive(1, 2, 4)
	u.runs("plan -detailed-exitcode", ends("active = false -> true").afterStop().failing())
	u.runs("apply -auto-approve", ends("0 added, 1 changed", `PATCH "active":true`))
	u.runs("output", ends(`"refunds" = "https://hooks.example.com/tokyo/refunds"`))
	patch := func(times int, write string) []string { return slices.Repeat([]string{"PATCH " + write}, times) }
	u.runs("test", ends("5 passed, 0 failed", slices.Concat([]string{"DELETE"},
		patch(3, `"auth_token":"Bearer 3f9a"`), patch(4, "https://test.example.org/"), patch(4, `"auth_token":"Bearer 91c4"`),
		[]string{"POST https://test.example.com/tokyo/cancels"})...))
}

// The examples of the guide are one configuration at three times: each is applied over
// the one before, and only the applies know the token, as in the guide's workflows.
func TestAccGuide_webhooksInCI(t *testing.T) {
	t.Parallel()
	u := newUser(t, map[string]string{"terraform.tf": acctest.Requirement})
	schedule := slices.Clone(u.Environment)
	for _, step := range []struct {
		heading string
		outcome
	}{
		{"Declare the webhooks", ends("1 added", "PATCH")},
		{"Rotate the token without storing it", ends("1 changed", `PATCH "auth_token":"second-token"`)},
		{"Stop managing a webhook", ends("0 added, 0 changed, 0 destroyed")},
	} {
		text := load(t, webhooksInCI).section(t, step.heading).configuration()
		if declared, resource, ok := strings.Cut(text, "\nresource"); ok && strings.HasPrefix(text, "variable") {
			u.write(map[string]string{"variables.tf": declared})
			text = "resource" + resource
		}
		u.write(map[string]string{"main.tf": text})
		u.Environment = append(slices.Clone(schedule), "TF_VAR_webhook_token=second-token")
		u.runs("apply -auto-approve", step.outcome)
		u.Environment = schedule
		u.runs("plan -detailed-exitcode", ends("")) // fails if anything is left to do
	}
	u.expectActive(1)
}

// The module of the guide is tested as the guide says, which sends nothing, and adds up what
// was paid in yen.
func TestAccGuide_testModules(t *testing.T) {
	t.Parallel()
	module := map[string]string{}
	for _, b := range load(t, testModules).blocks() {
		if b.file != "" {
			module[b.file] = b.text
		}
	}
	u := accountant(t, module)
	u.runs("init", ends("initialized"))
	u.runs("test", ends("1 passed, 0 failed"))
	acctest.ExpectNoRequests(t, u.Service)

	u.runs("apply -auto-approve -var store_id="+fakeservice.DefaultStoreID, ends(""))
	paid := u.list(ofStore + "&from=2025-06-01&to=2025-07-01").paid()
	if got, want := u.outputs(), decoded(t, figures{"yen": paid.charged()["JPY"]}); !reflect.DeepEqual(got, want) {
		t.Errorf("the outputs are %v, want %v", got, want)
	}
}
