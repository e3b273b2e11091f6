// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

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
			isOfCLI := strings.HasPrefix(b.text, "provider_installation") // the CLI's own configuration
			switch {
			case known[strings.TrimSpace(b.text)] || isOfCLI:
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
	maps.Copy(all, whole)
	for _, path := range files(t, "examples/scenarios", ".tf", ".tftest.hcl") {
		all[path] = read(t, path)
	}
	valid := modules{}
	for where, text := range whole {
		if hasImport.MatchString(text) {
			if !isApplied(where) { // only a root module can import
				t.Errorf("%s has an import block: add it to the examples that are applied", where)
			}
			continue
		}
		if !ofOthers(text) {
			valid.add(t, where, map[string]string{"main.tf": text})
		}
	}

	u := newUser(t, valid.files())
	u.runs("get", outcome{})
	u.runs("validate", outcome{says: "valid"})
	for where, text := range all {
		u.Write("formatted/"+strings.NewReplacer("/", "-", " ", "-").Replace(where)+".tf", text)
	}
	u.runs("fmt -check -diff formatted", outcome{})
}

var hasImport = regexp.MustCompile(`(?m)^import {`)

// isApplied reports whether TestAccExamples_apply applies an example by itself.
func isApplied(path string) bool {
	return slices.ContainsFunc(slices.Concat(alone, together), func(e example) bool { return e.path == path })
}

// configuration returns the files that make a shown text a whole configuration.
func configuration(t *testing.T, where, text string) map[string]string {
	t.Helper()
	all := map[string]string{"main.tf": text}
	if strings.HasSuffix(where, querySuffix) {
		all = map[string]string{
			"main.tf":            acctest.Requirement,
			"find" + querySuffix: text,
		}
	}
	if importFile.MatchString(where) { // imports what the first example declares
		all["resource.tf"] = read(t, filepath.Join(filepath.Dir(where), "resource.tf"))
	}
	return all
}

const (
	webhookExamples = "examples/resources/paymentservice_webhook/"
	listExamples    = "examples/data-sources/paymentservice_webhooks/"
	actionExamples  = "examples/actions/paymentservice_resume_webhook/"
	withToken       = webhookExamples + "resource_write_only_token.tf"
	gateway         = "examples/provider/provider_gateway.tf"
	twoMerchants    = "examples/provider/provider_two_merchants.tf"
)

// example is a file of examples/ that is applied.
type example struct {
	path   string
	before string // a command that comes first
	says   string
	writes []string // as in outcome
	active []int    // the webhooks that are active then
}

// together are applied in one directory, as modules.
var together = []example{
	{path: twoMerchants},
	{path: "examples/provider/provider_guards.tf"},
	{path: gateway},
	{path: "examples/data-sources/paymentservice_caller_identity/check.tf"},
	{
		path:   webhookExamples + "resource.tf",
		writes: []string{"PATCH"},
		active: []int{1},
	},
	{
		path:   webhookExamples + "resource_create.tf",
		writes: []string{"POST"},
	},
	{
		path:   withToken,
		writes: []string{"PATCH"},
		active: []int{2},
	},
	{
		path:   actionExamples + "action_after_deployment.tf",
		writes: []string{"PATCH"},
		active: []int{3},
	},
}

// alone are applied each in a directory of its own: they import, or show what the service has.
var alone = []example{
	{
		path:   "examples/provider/provider.tf",
		says:   "1 added",
		writes: []string{"PATCH"},
	},
	{
		path:   webhookExamples + "import-by-string-id.tf",
		says:   "1 imported",
		writes: []string{"PATCH"},
	},
	{
		path:   webhookExamples + "import-by-identity.tf",
		says:   "1 imported",
		writes: []string{"PATCH"},
	},
	{
		path: listExamples + "import.tf",
		says: "3 imported, 0 added, 0 changed",
	},
	{
		path: listExamples + "data-source.tf",
		says: `"` + webhookID + `3" = "https://hooks.example.com/payments/3"`,
	},
	{
		path: listExamples + "check.tf",
		says: "Stopped: " + webhookID + "3.",
	},
	{
		path:   "examples/list-resources/paymentservice_webhook/list-resource_settings" + querySuffix,
		before: "query -generate-config-out=webhooks.tf",
		says:   "3 imported, 0 added, 0 changed",
	},
}

// expectApplied applies examples, and expects the plan to be empty then.
func (u user) expectApplied(want outcome, active []int) {
	u.t.Helper()
	u.runs("apply -auto-approve", want)
	u.expectActive(active...)
	u.runs("plan -detailed-exitcode", outcome{}) // fails if anything is left to do
}

// Applying an example does what its page says. After that, the plan is empty.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	all := slices.Clone(alone)
	for line := range strings.Lines(read(t, webhookExamples+"import.sh")) {
		if command, ok := strings.CutPrefix(line, "terraform "); ok {
			all = append(all, example{
				path:   webhookExamples + "resource.tf",
				before: command,
				says:   "1 changed",
				writes: []string{"PATCH"},
			})
		}
	}
	for _, e := range all {
		t.Run(e.path+" "+e.before, func(t *testing.T) {
			t.Parallel()
			u := newUser(t, configuration(t, e.path, read(t, e.path)))
			if e.before != "" {
				u.runs(e.before, outcome{})
			}
			want := outcome{says: e.says, writes: e.writes}
			if e.path == listExamples+"check.tf" {
				u.runs("apply -auto-approve", want) // each plan reads again what is inside of a check
				return
			}
			u.expectApplied(want, e.active)
		})
	}
}

// The same of those that fit into one directory.
func TestAccExamples_applyTogether(t *testing.T) {
	t.Parallel()
	all := modules{}
	var writes []string
	var active []int
	for _, e := range together {
		all.add(t, e.path, map[string]string{"main.tf": read(t, e.path)})
		if all[e.path] != nil {
			writes = append(writes, e.writes...)
			active = append(active, e.active...)
		}
	}

	u := newUser(t, all.files())
	u.Environment = append(u.Environment,
		setting(withToken, "webhook_token", "first-token"),
		setting(gateway, "gateway_key", "key"),
		setting(twoMerchants, "second_secret", fakeservice.DefaultSecret),
		setting(twoMerchants, "second_app_token", fakeservice.DefaultAppToken),
	)
	u.runs("get", outcome{})
	u.expectApplied(outcome{writes: slices.Sorted(slices.Values(writes))}, active)
	if hook, _ := u.Webhook(webhookID + "2"); all[withToken] != nil && hook.AuthToken != "first-token" {
		t.Errorf("the webhook's token is %q", hook.AuthToken)
	}
}

// scenarioFiles returns the files of a scenario.
func scenarioFiles(t *testing.T, name string) map[string]string {
	t.Helper()
	directory := "examples/scenarios/" + name
	copied := map[string]string{}
	for _, path := range files(t, directory, ".tf", ".tftest.hcl") {
		copied[strings.TrimPrefix(path, directory+"/")] = read(t, path)
	}
	return copied
}

func TestAccScenario_webhooksAsCode(t *testing.T) {
	t.Parallel()
	u := newUser(t, scenarioFiles(t, "webhooks-as-code"))
	u.runs("init", outcome{says: "initialized"})
	u.expectApplied(outcome{
		says:   "4 added",
		writes: []string{"PATCH", "PATCH", "PATCH", "POST"},
	}, []int{1, 2, 4})
	u.runs("apply -auto-approve", outcome{
		isStopped: true,
		says:      "0 added, 1 changed",
		writes:    []string{`PATCH "active":true`},
	})
	u.runs("output", outcome{says: `"refunds" = "https://hooks.example.com/tokyo/refunds"`})

	u.runs("test", outcome{
		says: "5 passed, 0 failed",
		writes: slices.Concat(
			[]string{"DELETE"},
			slices.Repeat([]string{`PATCH "auth_token":"Bearer 3f9a"`}, 3),
			slices.Repeat([]string{"PATCH https://test.example.org/"}, 4),
			slices.Repeat([]string{`PATCH "auth_token":"Bearer 91c4"`}, 4),
			[]string{"POST https://test.example.com/tokyo/cancels"},
		),
	})
}

// The examples of the guide are one configuration at three times: each is applied over
// the one before, and only the applies know the token, as in the guide's workflows. The
// workflow that looks for drift finds none.
func TestAccGuide_webhooksInCI(t *testing.T) {
	t.Parallel()
	page := load(t, webhooksInCI)
	u := newUser(t, map[string]string{"terraform.tf": acctest.Requirement})
	schedule := u.shell()
	scripts := page.section(t, workflows).commands()
	findDrift := scripts[len(scripts)-1]
	u.Environment = append(slices.Clone(u.Environment), "TF_VAR_webhook_token=second-token")
	for _, step := range []struct {
		heading string
		want    outcome
	}{
		{
			heading: "Declare the webhooks",
			want:    outcome{says: "1 added", writes: []string{"PATCH"}},
		},
		{
			heading: "Rotate the token without storing it",
			want:    outcome{says: "1 changed", writes: []string{`PATCH "auth_token":"second-token"`}},
		},
		{
			heading: "Stop managing a webhook",
			want:    outcome{says: "0 added, 0 changed, 0 destroyed"},
		},
	} {
		text := page.section(t, step.heading).configuration()
		if declared, resource, ok := strings.Cut(text, "\nresource"); ok && strings.HasPrefix(text, "variable") {
			u.write(map[string]string{"variables.tf": declared})
			text = "resource" + resource
		}
		u.write(map[string]string{"main.tf": text})
		u.runs("apply -auto-approve", step.want)
		u.expect(outcome{says: "No difference can be seen."}, findDrift, func() (string, error) {
			return schedule.Script(t.Context(), findDrift)
		})
	}
	u.expectActive(1)
}

// The modules of the guide are tested as the guide says, which sends nothing, and one of them adds up
// what was paid in yen.
func TestAccGuide_testModules(t *testing.T) {
	t.Parallel()
	const mock = `  mock_data "paymentservice_caller_identity" {`
	module := map[string]string{
		"identity/main.tf": acctest.Requirement + `
data "paymentservice_caller_identity" "me" {}

resource "paymentservice_webhook" "orders" {
  store_id          = data.paymentservice_caller_identity.me.store_id
  url               = "https://hooks.example.com/orders"
  triggers          = ["charge_finished"]
  delete_on_destroy = true
}
`,
	}
	for _, b := range load(t, testModules).blocks() {
		if b.file != "" {
			module[b.file] = b.text
		}
		if strings.Contains(b.text, mock) { // without it, the provider refuses the store_id that a mock invents
			module["tests/identity.tftest.hcl"] = b.text + `
run "applies" {
  module {
    source = "./identity"
  }
}
`
		}
	}

	u := newAccountant(t, module)
	u.runs("init", outcome{says: "initialized"})
	u.runs("test", outcome{says: "2 passed, 0 failed"})
	acctest.ExpectNoRequests(t, u.Service)

	u.runs("apply -auto-approve -var store_id="+fakeservice.DefaultStoreID, outcome{})
	paid := u.list(fakeservice.DefaultStoreID, day(time.June, 1, time.UTC), day(time.July, 1, time.UTC)).paid()
	if got, want := u.outputs()["yen"], decoded(t, paid.charged()["JPY"]); !reflect.DeepEqual(got, want) {
		t.Errorf("%v yen were paid, want %v", got, want)
	}
}
