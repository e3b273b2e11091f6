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

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// told is what a page tells of a block of commands.
type told struct {
	cli.Outcome
	// changes are the attributes that the plan changes; nil if not told.
	changes []string
	// page is what the page says about it.
	page string
}

func says(texts ...string) []told {
	var all []told
	for _, text := range texts {
		all = append(all, told{Outcome: cli.Outcome{Says: []string{text}}})
	}
	return all
}

const (
	gettingStarted   = "templates/guides/getting-started.md"
	adoptWhatExists  = "templates/guides/adopt-what-exists.md"
	chargesOfSandbox = 5000
)

// The commands of a page do what it says, copied as they stand. The sandbox is
// the test's own, so the lines that start and enter it are left out. The first
// webhook stops after some commands: the reader is told to type "stop 1".
func TestAccGuides_commands(t *testing.T) {
	t.Parallel()
	c := withCLI(t)
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	created := told{Outcome: cli.Outcome{Says: []string{"Apply complete!"}, Writes: []string{"POST"}}, page: "The first terminal shows one `POST`, and `terraform.tfstate` contains no trace of the token."}
	if c.OpenTofu {
		created = told{Outcome: cli.Outcome{Says: []string{"Apply complete!"}}, page: "so there is no `POST` yet"}
	}
	adopted := says("https://hooks.example.com/payments/3", "3 to import, 0 to add, 0 to change", "3 imported, 0 added, 0 changed", "No changes")
	for name, tc := range map[string]struct {
		page string
		// sections are the headings whose commands are run; none for the whole page.
		sections            []string
		terraform, openTofu string // an empty openTofu: it lacks what the commands need
		told                []told // of each block
		stopAfter           int
	}{
		"README.md": {"README.md", nil, "1.0.0", "1.6.0", []told{
			{Outcome: cli.Outcome{Says: []string{"1 added, 0 changed"}, Writes: []string{"PATCH"}}},
			{Outcome: cli.Outcome{Says: []string{"active = false -> true", "0 added, 1 changed"}, Writes: []string{"PATCH"}}},
		}, 1},
		"adopting with a query":         {adoptWhatExists, []string{"Import with a query", "End with an empty plan"}, queryVersion, "", adopted, -1},
		"adopting with the data source": {adoptWhatExists, []string{"Import with the data source", "End with an empty plan"}, "1.7.0", "1.7.0", adopted, -1},
		"getting started": {gettingStarted, []string{
			"2. Adopt a webhook", "3. Resume it", "4. Import an existing webhook", "5. Look at charges", "6. Create a token", "7. Clean up",
		}, "1.10.0", "1.11.0", []told{
			{Outcome: cli.Outcome{Says: []string{"1 to add, 0 to change, 0 to destroy"}}, page: "The plan says `1 to add`."},
			{Outcome: cli.Outcome{Says: []string{"1 added, 0 changed"}, Writes: []string{"PATCH"}}, page: "The first terminal shows one `PATCH`"},
			{
				Outcome: cli.Outcome{Says: []string{"0 to add, 1 to change", "active = false -> true"}}, changes: []string{"active", "updated_on"},
				page: "The plan shows `active = false -> true`. Apart from that, only `updated_on` changes",
			},
			{Outcome: cli.Outcome{Says: []string{"0 added, 1 changed"}, Writes: []string{"PATCH"}}},
			{Outcome: cli.Outcome{Says: []string{"1 imported, 0 added, 0 changed"}}, page: "The webhook is imported as it is: `0 added, 0 changed`."},
			{Outcome: cli.Outcome{Says: []string{"charges_in_june = "}}, page: "a `GET` for every 100 charges"},
			created,
			{Outcome: cli.Outcome{Says: []string{"Webhook Stays at the Service", "2 destroyed"}}, page: "Warnings say that the two webhooks stay at the service"},
		}, 2},
		"getting started with a real account": {gettingStarted, []string{"With a real account"}, "1.5.0", "1.6.0", []told{
			{Outcome: cli.Outcome{Says: []string{""}}}, {Outcome: cli.Outcome{Says: []string{"1 imported, 0 added, 0 changed"}}}, {Outcome: cli.Outcome{Says: []string{"No changes"}}, page: "The plan says `No changes`."},
		}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !c.AtLeast(tc.terraform, tc.openTofu) {
				t.Skip("this CLI is too old for the page")
			}
			s := startSandbox(t)
			s.SeedCharges(chargesOfSandbox, fakeservice.SeedOptions{Seed: 1})
			text := sections(t, tc.page, tc.sections)
			scripts := commands(t, text, c.OpenTofu)
			shell := guideShell(t, c, s, strings.Contains(text, "terraform init\n"))
			if len(scripts) != len(tc.told) {
				t.Fatalf("there are %d blocks of commands, want %d", len(scripts), len(tc.told))
			}
			for i, script := range scripts {
				if i == tc.stopAfter {
					s.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
				}
				if !strings.Contains(text, tc.told[i].page) {
					t.Errorf("the page does not say %q", tc.told[i].page)
				}
				s.ResetRequests()
				said, err := shell.Run(t.Context(), ownAccount(script, s))
				if err != nil {
					t.Fatal(err)
				}
				tc.told[i].check(t, script, said, s)
			}
			expectNoToken(t, shell.Directory, s)
		})
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
		if b.language != "shell" || strings.Contains(b.text, "git clone") {
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

// guideShell returns the shell of a reader whose provider finds the sandbox. The
// provider is installed by init, or else overridden as the sandbox does it.
func guideShell(t *testing.T, c *installed, s sandbox, byInit bool) *cli.Shell {
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

var title = regexp.MustCompile(`"((?:Unable|Invalid|Missing|Unexpected|Webhook|Provider|Transaction|List|Fewer|Conflicting)(?: [A-Za-z]+)+)"`)

// The guide to what goes wrong leaves out no message but those of the validators
// that come with a library, and says so.
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
	if !strings.Contains(guide, "titles that begin with *Invalid Attribute*, explain themselves") {
		t.Error("the guide does not say which messages it leaves out")
	}
	if len(found) < 30 {
		t.Errorf("found %d messages only; are they written otherwise now?", len(found))
	}
}

// A reader sees the commands of the README in 80 columns without scrolling.
func TestREADME_commandsFit(t *testing.T) {
	t.Parallel()
	for _, b := range blocks(read(t, filepath.Join(root, "README.md"))) {
		for line := range strings.Lines(b.text) {
			if line = strings.TrimSuffix(line, "\n"); b.language == "shell" && len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}
