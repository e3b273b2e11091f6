// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The commands of a page do what it says, copied as they stand. The sandbox is
// the test's own, so the lines that start and enter it are left out. The first
// webhook stops after some commands: the reader is told to type "stop 1".
func TestAccGuides_commands(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	tokens := 1
	if c.OpenTofu {
		tokens = 0 // it opens none in an apply that changes nothing
	}
	for name, tc := range map[string]struct {
		page string
		// sections are the headings whose commands are run; none for the whole page.
		sections            []string
		terraform, openTofu string // an empty openTofu: it lacks what the commands need
		// says is what the commands of each block say.
		says      []string
		stopAfter int
		tokens    int
	}{
		"README.md": {"README.md", nil, "1.0.0", "1.6.0", []string{"1 added, 0 changed", "0 added, 1 changed"}, 1, 0},
		"adopting with a query": {"templates/guides/adopt-what-exists.md", []string{"With a query", "End with an empty plan"}, queryVersion, "", []string{
			"https://hooks.example.com/payments/3", "3 to import, 0 to add, 0 to change", "3 imported, 0 added, 0 changed", "No changes",
		}, -1, 0},
		"adopting with the data source": {"templates/guides/adopt-what-exists.md", []string{"With the data source", "End with an empty plan"}, "1.7.0", "1.7.0", []string{
			"https://hooks.example.com/payments/3", "3 to import, 0 to add, 0 to change", "3 imported, 0 added, 0 changed", "No changes",
		}, -1, 0},
		"getting started": {"templates/guides/getting-started.md", nil, "1.10.0", "1.11.0", []string{
			"1 to add, 0 to change, 0 to destroy", "1 added, 0 changed",
			"0 to add, 1 to change", "0 added, 1 changed",
			"1 imported, 0 added, 0 changed", "charges_in_june = ", "Apply complete!", "Webhook Stays at the Service",
		}, 2, tokens},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !c.AtLeast(tc.terraform, tc.openTofu) {
				t.Skip("this CLI is too old for the page")
			}
			s := startSandbox(t)
			s.SeedCharges(3000, fakeservice.SeedOptions{Seed: 1})
			shell := guideShell{t: t, bash: bash, directory: t.TempDir(), environment: append(os.Environ(), s.environment...)}
			shell.provide(c)
			scripts := commands(t, sections(t, tc.page, tc.sections), c.OpenTofu)
			if len(scripts) != len(tc.says) {
				t.Fatalf("there are %d blocks of commands, want %d", len(scripts), len(tc.says))
			}
			for i, script := range scripts {
				if i == tc.stopAfter {
					s.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
				}
				if said := shell.run(script); !strings.Contains(said, tc.says[i]) {
					t.Errorf("%s\ndoes not say %q:\n%s", script, tc.says[i], said)
				}
			}
			if got := len(s.Tokens()); got != tc.tokens {
				t.Errorf("the commands created %d tokens, want %d", got, tc.tokens)
			}
		})
	}
}

// sections returns the text of a page below some of its headings of the second
// level; all of it if there are none.
func sections(t *testing.T, page string, headings []string) string {
	t.Helper()
	text := read(t, filepath.Join(root, page))
	if len(headings) == 0 {
		return text
	}
	var chosen strings.Builder
	for _, heading := range headings {
		_, below, found := strings.Cut(text, "\n## "+heading+"\n")
		if !found {
			t.Fatalf("%s has no section %q", page, heading)
		}
		section, _, _ := strings.Cut(below, "\n## ")
		chosen.WriteString(section + "\n")
	}
	return chosen.String()
}

// commands returns the blocks of commands of a text that are for the CLI.
func commands(t *testing.T, text string, openTofu bool) []string {
	t.Helper()
	var scripts []string
	for _, b := range blocks(text) {
		if b.language != "shell" {
			continue
		}
		var script strings.Builder
		for line := range strings.Lines(b.text) {
			if !strings.HasPrefix(line, "make ") && !strings.Contains(line, ".sandbox") {
				script.WriteString(line)
			}
		}
		if script.Len() == 0 {
			continue
		}
		text := script.String()
		if openTofu {
			text = strings.ReplaceAll(text, "terraform.applying", `timestamp() != ""`)
		}
		scripts = append(scripts, text)
	}
	return scripts
}

// guideShell runs what a reader copies.
type guideShell struct {
	t           *testing.T
	bash        string
	directory   string
	environment []string
}

// provide makes the CLI known as terraform, with the provider overridden as
// the sandbox does it.
func (s *guideShell) provide(c *installed) {
	s.t.Helper()
	tools := s.t.TempDir()
	if err := os.Symlink(c.Path, filepath.Join(tools, "terraform")); err != nil {
		s.t.Fatal(err)
	}
	write(s.t, tools, map[string]string{"cli.tfrc": cli.Overrides(cli.Source, c.provider)})
	s.environment = append(s.environment, "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"),
		"TF_CLI_CONFIG_FILE="+filepath.Join(tools, "cli.tfrc"), "TF_CLI_ARGS=-no-color", "CHECKPOINT_DISABLE=1")
}

func (s *guideShell) run(script string) string {
	s.t.Helper()
	command := exec.CommandContext(s.t.Context(), s.bash, "-eu", "-c", script)
	command.Dir, command.Env = s.directory, s.environment
	out, err := command.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return string(out)
}

var title = regexp.MustCompile(`"((?:Unable|Invalid|Missing|Unexpected|Webhook|Provider|Transaction|List|Fewer|Conflicting)(?: [A-Za-z]+)+)"`)

// The guide to what goes wrong leaves out no message.
func TestGuide_namesEveryMessage(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(root, "templates/guides/when-things-go-wrong.md"))
	found := map[string]bool{}
	for _, path := range files(t, "internal", ".go") {
		if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/test/fakeservice/") {
			continue
		}
		for _, match := range title.FindAllStringSubmatch(read(t, filepath.Join(root, path)), -1) {
			if text := match[1]; !found[text] && !strings.Contains(guide, text) {
				t.Errorf("the guide does not name %q of %s", text, path)
			}
			found[match[1]] = true
		}
	}
	if len(found) < 30 {
		t.Errorf("found %d messages only; are they written otherwise now?", len(found))
	}
}
