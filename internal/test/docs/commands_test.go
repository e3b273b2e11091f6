// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// expected is what a page says about a block of commands.
type expected struct {
	cli.Outcome
	// page is a text of the page that says so.
	page string
	// stopped means that the first webhook stops before the commands: the page
	// tells the reader to type "stop 1".
	stopped bool
	// fails means that the commands end with an error.
	fails bool
}

// ends expects commands to print a text and to send writes.
func ends(says string, writes ...string) expected {
	return expected{Outcome: cli.Outcome{Says: []string{says}, Writes: writes}}
}

// as expects the page to have a text about the commands.
func (w expected) as(page string) expected { w.page = page; return w }

// afterStop stops the first webhook before the commands.
func (w expected) afterStop() expected { w.stopped = true; return w }

// tutorial is a way through a page: sections whose commands are copied in order.
type tutorial struct {
	page                string
	sections            []string
	terraform, openTofu string // an empty openTofu: it lacks what the commands need
	// has are the files that the reader already has, by name: each is an example, or
	// the first configuration of a section.
	has      map[string]string
	expected []expected // of each block of commands
}

// The commands of each page, copied as they are, do what the page says, with every
// CLI that is installed. The sandbox is the test's own, so the lines that start and
// enter it are left out.
func TestAccPages_commands(t *testing.T) {
	t.Parallel()
	withCLI(t)
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	for _, c := range everyCLI(t) {
		for name, w := range tutorials {
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

func (w tutorial) take(t *testing.T, c *installed) {
	t.Helper()
	s := startSandbox(t)
	text := ""
	for _, heading := range w.sections {
		text += section(t, w.page, heading)
	}
	scripts := commands(text)
	if len(scripts) != len(w.expected) {
		t.Fatalf("there are %d blocks of commands, want %d:\n%s", len(scripts), len(w.expected), strings.Join(scripts, "\n---\n"))
	}
	shell := readersShell(t, c, s, strings.Contains(text, "terraform init\n"))
	w.give(t, shell.Directory, s)
	for i, script := range scripts {
		want := w.expected[i]
		if want.stopped {
			s.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
		}
		if !strings.Contains(text, want.page) {
			t.Errorf("the page does not say %q", want.page)
		}
		if c.OpenTofu { // the page says so
			script = strings.ReplaceAll(script, "terraform.applying", `timestamp() != ""`)
			if slices.Equal(want.Writes, []string{"POST"}) && strings.Contains(text, notYet) {
				want.Writes = nil
			}
		}
		s.ResetRequests()
		said, err := shell.Script(t.Context(), ownAccount(script, s))
		if (err != nil) != want.fails {
			t.Fatalf("%v\n%s\n%s", err, script, said)
		}
		if err := want.Check(said, s.Requests()); err != nil {
			t.Errorf("%s\n%v", script, err)
		}
	}
}

// give writes the files that the reader already has.
func (w tutorial) give(t *testing.T, directory string, s sandbox) {
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

// ownBlock returns the first configuration of a section.
func ownBlock(text string) string {
	for _, b := range blocks(text) {
		if b.language == "terraform" {
			return b.text
		}
	}
	return ""
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
	for _, page := range append(files(t, "docs", ".md"), "README.md", "CONTRIBUTING.md", "SECURITY.md", "DESIGN.md") {
		for _, part := range parts(read(t, filepath.Join(root, page))) {
			if key := page + "#" + part.heading; len(commands(part.text)) > 0 && !tried[key] && notTried[key] == "" {
				t.Errorf("no tutorial has the commands of %s", key)
			}
		}
	}
}

// ownAccount replaces the placeholders of a page with the values of the sandbox.
func ownAccount(script string, s sandbox) string {
	return strings.NewReplacer("https://api.example.com/v1", s.server.URL,
		"your secret", fakeservice.DefaultSecret, "your application token", fakeservice.DefaultAppToken,
		"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", fakeservice.DefaultStoreID, "11ee05ae-7d4e-4f60-9b1c-3f5a2f7c1a10", webhookID+"1",
	).Replace(script)
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
func commands(text string) []string {
	var all, scripts []string
	for _, b := range blocks(text) {
		switch {
		case b.language == "yaml":
			all = append(all, steps(b.text)...)
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
func readersShell(t *testing.T, c *installed, s sandbox, byInit bool) *cli.Workspace {
	t.Helper()
	tools, config := t.TempDir(), c.config
	if !byInit {
		config = filepath.Join(tools, "cli.tfrc")
		write(t, tools, map[string]string{"cli.tfrc": cli.Overrides(cli.Source, c.provider)})
	}
	directory := filepath.Join(t.TempDir(), "my webhooks")
	if err := os.Mkdir(directory, 0o750); err != nil {
		t.Fatal(err)
	}
	shell, err := c.Shell(tools, directory, config, s.environment...)
	if err != nil {
		t.Fatal(err)
	}
	return shell
}
