// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// told is what a page tells of a block of commands.
type told struct {
	cli.Outcome
	// page is what the page says about it.
	page string
	// changes are the attributes that the plan changes; nil if not told.
	changes []string
	// stopped means that the first webhook has stopped before: the reader is told
	// to type "stop 1".
	stopped bool
	// fails means that the commands end with an error.
	fails bool
}

// ends is told of commands that say something and send writes.
func ends(says string, writes ...string) told {
	return told{Outcome: cli.Outcome{Says: []string{says}, Writes: writes}}
}

// walk is a way through a page: sections whose commands are copied in order.
type walk struct {
	page                string
	sections            []string
	terraform, openTofu string // an empty openTofu: it lacks what the commands need
	// has are the files that the reader has already, by name: examples, or a
	// section of the page that declares them.
	has  map[string]string
	told []told // of each block of commands
}

const (
	gettingStarted   = "docs/guides/getting-started.md"
	adoptWhatExists  = "docs/guides/adopt-what-exists.md"
	webhooksInCI     = "docs/guides/webhooks-in-ci.md"
	chargesOfSandbox = 5000
)

var (
	imported = ends("3 imported, 0 added, 0 changed")
	empty    = told{Outcome: cli.Outcome{Says: []string{"No changes"}}, page: "The plan says `No changes`"}
	resumes  = told{
		Outcome: cli.Outcome{Says: []string{"0 to add, 1 to change", "active = false -> true"}}, changes: []string{"active", "updated_on"}, stopped: true,
		page: "The plan shows `active = false -> true`. Apart from that, only `updated_on` changes",
	}
)

var walks = map[string]walk{
	"the first steps": {"README.md", []string{"Try it by hand"}, "1.0.0", "1.6.0", nil, []told{
		ends("1 added, 0 changed", "PATCH"),
		{Outcome: cli.Outcome{Says: []string{"active = false -> true", "0 added, 1 changed"}, Writes: []string{"PATCH"}}, stopped: true},
	}},
	"an import": {"README.md", []string{"Use it"}, "1.5.0", "1.6.0", map[string]string{"import.tf": "docs/guides/getting-started.md#With a real account"}, []told{
		ends("1 imported, 0 added, 0 changed"),
	}},
	"credentials in the environment": {"docs/index.md", []string{"Authentication"}, "1.0.0", "1.6.0", map[string]string{"main.tf": "examples/provider/provider.tf"}, []told{
		ends("1 to add, 0 to change"),
	}},
	"a query": {"docs/list-resources/webhook.md", []string{"Example Usage"}, queryVersion, "", map[string]string{"find.tfquery.hcl": "examples/list-resources/paymentservice_webhook/list-resource.tfquery.hcl"}, []told{
		{Outcome: cli.Outcome{Says: []string{"https://hooks.example.com/payments/3", "to import, 0 to add, 0 to change"}}, page: "… to import, 0 to add, 0 to change"},
	}},
	"adopting with a query": {adoptWhatExists, []string{"Import with a query", "End with an empty plan"}, queryVersion, "", nil, []told{
		ends("https://hooks.example.com/payments/3"), ends("3 to import, 0 to add, 0 to change"), imported, empty,
	}},
	"adopting with the data source": {adoptWhatExists, []string{"Import with the data source", "End with an empty plan"}, "1.7.0", "1.7.0", nil, []told{
		ends("https://hooks.example.com/payments/3"), ends("3 to import, 0 to add, 0 to change"), imported, empty,
	}},
	"adopting with ids": {adoptWhatExists, []string{"Import with ids from the console", "End with an empty plan"}, "1.5.0", "1.6.0", nil, []told{
		{Outcome: cli.Outcome{Says: []string{"2 to import, 0 to add, 0 to change"}}, page: "The plan says `2 to import, 0 to add, 0 to change`"},
		ends("2 imported, 0 added, 0 changed"), empty,
	}},
	"the workflows": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", map[string]string{"main.tf": webhooksInCI + "#Declare the webhooks"}, []told{
		ends("initialized"), ends("1 to add, 0 to change"),
		ends("initialized"), ends("1 to add, 0 to change"), ends("1 added, 0 changed", "PATCH"),
		ends("initialized"), {Outcome: cli.Outcome{Says: []string{"active = false -> true", "::error::Webhooks are not as declared."}}, stopped: true, fails: true},
	}},
	"a workflow that finds nothing": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", map[string]string{"main.tf": "examples/provider/provider_guards.tf"}, []told{
		ends("initialized"), ends("No changes"), ends("initialized"), ends("No changes"), ends("0 added, 0 changed"),
		ends("initialized"), ends("All webhooks are as declared."),
	}},
	"the action": {webhooksInCI, []string{"Resume a stopped webhook"}, "1.14.0", "", map[string]string{"main.tf": webhooksInCI + "#Resume a stopped webhook"}, []told{
		{Outcome: cli.Outcome{Says: []string{"1 invoked"}, Writes: []string{`PATCH {"active":true}`}}, stopped: true},
	}},
	"getting started": {gettingStarted, []string{
		"1. Start the sandbox", "2. Adopt a webhook", "3. Resume it", "4. Import an existing webhook", "5. Look at charges", "6. Create a token", "7. Clean up",
	}, "1.10.0", "1.11.0", nil, []told{
		{Outcome: cli.Outcome{Says: []string{"1 to add, 0 to change, 0 to destroy"}}, page: "The plan says `1 to add`."},
		{Outcome: cli.Outcome{Says: []string{"1 added, 0 changed"}, Writes: []string{"PATCH"}}, page: "The first terminal shows one `PATCH`"},
		resumes, ends("0 added, 1 changed", "PATCH"),
		{Outcome: cli.Outcome{Says: []string{"1 imported, 0 added, 0 changed"}}, page: "The webhook is imported as it is: `0 added, 0 changed`."},
		{Outcome: cli.Outcome{Says: []string{"charges_in_june = "}}, page: "a `GET` for every 100 charges"},
		{Outcome: cli.Outcome{Says: []string{"Apply complete!"}, Writes: []string{"POST"}}, page: "The first terminal shows one `POST`, and `terraform.tfstate` contains no trace of the token."},
		{Outcome: cli.Outcome{Says: []string{"Webhook Stays at the Service", "2 destroyed"}}, page: "Warnings say that the two webhooks stay at the service"},
	}},
	"getting started with a real account": {gettingStarted, []string{"With a real account"}, "1.5.0", "1.6.0", nil, []told{
		ends(""), ends("1 imported, 0 added, 0 changed"), empty,
	}},
}

// notWalked are the sections whose commands run nowhere here, and why.
var notWalked = map[string]string{
	"docs/resources/webhook.md#Import": "TestAccExamples_importCommands runs them",
	"README.md#See it work":            "the demo has a test of its own",
	"README.md#Install your own build": "it removes what was installed",
	"README.md#Verify a release":       "it needs a release",
	"CONTRIBUTING.md#Set up":           "they take too long",
	"CONTRIBUTING.md#Debug":            "they wait for a debugger",
}

// The commands of each page do what it says, copied as they stand, with each CLI
// that is here. The sandbox is the test's own, so the lines that start and enter
// it are left out.
func TestAccPages_commands(t *testing.T) {
	t.Parallel()
	withCLI(t)
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	for _, c := range everyCLI(t) {
		for name, w := range walks {
			t.Run(c.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				if !c.AtLeast(w.terraform, w.openTofu) {
					t.Skip("this CLI is too old for the page")
				}
				w.take(t, c)
			})
		}
	}
}

func (w walk) take(t *testing.T, c *installed) {
	t.Helper()
	s := startSandbox(t)
	s.SeedCharges(chargesOfSandbox, fakeservice.SeedOptions{Seed: 1})
	text := ""
	for _, heading := range w.sections {
		text += section(t, w.page, heading)
	}
	scripts := commands(text, c.OpenTofu)
	if len(scripts) != len(w.told) {
		t.Fatalf("there are %d blocks of commands, want %d:\n%s", len(scripts), len(w.told), strings.Join(scripts, "\n---\n"))
	}
	shell := readersShell(t, c, s, strings.Contains(text, "terraform init\n"))
	w.give(t, shell.Directory, s)
	for i, script := range scripts {
		told := w.told[i]
		if told.stopped {
			s.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
		}
		if !strings.Contains(text, told.page) {
			t.Errorf("the page does not say %q", told.page)
		}
		if c.OpenTofu && slices.Equal(told.Writes, []string{"POST"}) && strings.Contains(text, "so there is no `POST` yet") {
			told.Writes = nil
		}
		s.ResetRequests()
		said, err := shell.Run(t.Context(), ownAccount(script, s))
		if (err != nil) != told.fails {
			t.Fatalf("%v\n%s\n%s", err, script, said)
		}
		told.check(t, script, said, s)
	}
	expectNoToken(t, shell.Directory, s)
}

// give writes what the reader has already.
func (w walk) give(t *testing.T, directory string, s sandbox) {
	t.Helper()
	all := ""
	for name, source := range w.has {
		path, heading, isPart := strings.Cut(source, "#")
		text := read(t, filepath.Join(root, path))
		if isPart {
			text = ownBlock(section(t, path, heading))
		}
		all += text
		write(t, directory, map[string]string{name: ownAccount(text, s)})
	}
	if w.has != nil && !requires.MatchString(all) {
		write(t, directory, map[string]string{"providers.tf": acctest.Requirement})
	}
}

var heredoc = regexp.MustCompile(`(?s)cat > import\.tf <<'EOF'\n(.*?)EOF\n`)

// ownBlock returns the first configuration of a section: a block of it, or the
// import.tf that its commands write.
func ownBlock(text string) string {
	for _, b := range blocks(text) {
		if b.language == "terraform" {
			return b.text
		}
		if match := heredoc.FindStringSubmatch(b.text); match != nil {
			return match[1]
		}
	}
	return ""
}

// Every block of commands of every page is walked, or it is said why not.
func TestPages_commandsAreWalked(t *testing.T) {
	t.Parallel()
	walked := map[string]bool{}
	for _, w := range walks {
		for _, heading := range w.sections {
			walked[w.page+"#"+heading] = true
		}
	}
	for _, page := range append(files(t, "docs", ".md"), "README.md", "CONTRIBUTING.md", "SECURITY.md", "DESIGN.md") {
		for _, part := range parts(read(t, filepath.Join(root, page))) {
			if key := page + "#" + part.heading; len(commands(part.text, false)) > 0 && !walked[key] && notWalked[key] == "" {
				t.Errorf("nobody tries the commands of %s", key)
			}
		}
	}
}

// ownAccount replaces what readers are told to replace with the sandbox's.
func ownAccount(script string, s sandbox) string {
	return strings.NewReplacer("https://api.example.com/v1", s.server.URL,
		"your secret", fakeservice.DefaultSecret, "your application token", fakeservice.DefaultAppToken,
		"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", fakeservice.DefaultStoreID, "11ee05ae-7d4e-4f60-9b1c-3f5a2f7c1a10", webhookID+"1",
	).Replace(script)
}

var (
	// OpenTofu shows a write-only argument in every update, whether it changes or not.
	changedAttribute = regexp.MustCompile(`(?m)^ +~ (\w+) += [^(\n]`)
	counted          = regexp.MustCompile(`charges_in_june = (\d+)`)
)

func (w told) check(t *testing.T, script, said string, s sandbox) {
	t.Helper()
	if err := w.Check(said, s.Requests()); err != nil {
		t.Errorf("%s\n%v", script, err)
	}
	var changes []string
	pages := 0
	for _, r := range s.Requests() {
		if strings.HasSuffix(r.Path, "/charges") && r.Query.Get("from") != "" {
			pages++
		}
	}
	for _, match := range changedAttribute.FindAllStringSubmatch(said, -1) {
		changes = append(changes, match[1])
	}
	if w.changes != nil && !slices.Equal(changes, w.changes) {
		t.Errorf("the plan changes %q, want %q:\n%s", changes, w.changes, said)
	}
	if match := counted.FindStringSubmatch(said); match != nil && w.page != "" && pages > 0 {
		if n, err := strconv.Atoi(match[1]); err != nil || (n+99)/100 != pages {
			t.Errorf("%s charges are read by %d requests", match[1], pages)
		}
	}
}

type part struct{ heading, text string }

// parts divides a page at its headings.
func parts(page string) []part {
	all := []part{{}}
	open := false
	for line := range strings.Lines(page) {
		if match := heading.FindStringSubmatch(line); match != nil && !open {
			all = append(all, part{heading: match[1]})
			continue
		}
		open = open != fence.MatchString(strings.TrimRight(line, "\n"))
		all[len(all)-1].text += line
	}
	return all
}

// section returns the text of a page below a heading, up to the next one.
func section(t *testing.T, page, title string) string {
	t.Helper()
	for _, part := range parts(read(t, filepath.Join(root, page))) {
		if part.heading == title {
			return part.text
		}
	}
	t.Fatalf("%s has no section %q", page, title)
	return ""
}

// commands returns the commands of a text that are for the CLI: each block of
// them, and each step of a workflow.
func commands(text string, openTofu bool) []string {
	var scripts []string
	for _, b := range blocks(text) {
		switch {
		case b.language == "yaml":
			scripts = append(scripts, steps(b.text)...)
		case b.language == "shell" && !strings.Contains(b.text, "git clone"):
			scripts = append(scripts, b.text)
		}
	}
	for i, script := range scripts {
		kept := ""
		for line := range strings.Lines(script) {
			if !strings.HasPrefix(line, "make sandbox") && !strings.Contains(line, ".sandbox") {
				kept += line
			}
		}
		if openTofu {
			kept = strings.ReplaceAll(kept, "terraform.applying", `timestamp() != ""`)
		}
		scripts[i] = kept
	}
	return slices.DeleteFunc(scripts, func(script string) bool { return script == "" })
}

// steps returns the commands of a workflow's steps.
func steps(workflow string) []string {
	var found []string
	open, indent := -1, 0
	for line := range strings.Lines(workflow) {
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		_, command, isRun := strings.Cut(line, "run: ")
		switch {
		case isRun && strings.TrimSpace(command) == "|":
			found = append(found, "")
			open, indent = len(found)-1, spaces
		case isRun:
			found, open = append(found, command), -1
		case open >= 0 && spaces > indent:
			found[open] += line
		default:
			open = -1
		}
	}
	return found
}

// readersShell returns the shell of a reader whose provider finds the sandbox.
// The provider is installed by init, or else overridden as the sandbox does it.
func readersShell(t *testing.T, c *installed, s sandbox, byInit bool) *cli.Shell {
	t.Helper()
	tools, config := t.TempDir(), c.config
	if !byInit {
		config = filepath.Join(tools, "cli.tfrc")
		write(t, tools, map[string]string{"cli.tfrc": cli.Overrides(cli.Source, c.provider)})
	}
	shell, err := c.Shell(tools, t.TempDir(), config, s.environment...)
	if err != nil {
		t.Fatal(err)
	}
	return shell
}

// expectNoToken checks that no state holds the id of a token.
func expectNoToken(t *testing.T, directory string, service sandbox) {
	t.Helper()
	for _, name := range []string{"terraform.tfstate", "terraform.tfstate.backup"} {
		state, err := os.ReadFile(filepath.Join(directory, name))
		if err != nil {
			continue // the commands left none
		}
		for _, token := range service.Tokens() {
			if strings.Contains(string(state), token.ID) {
				t.Errorf("%s holds a token", name)
			}
		}
	}
}
