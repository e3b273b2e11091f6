// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package docs_test checks what users are shown: each configuration is valid and does
// what the page says against the fake service, and so do the commands. Figures, quoted
// messages, and what pages refer to, are those of the project.
package docs_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const root = "../../.."

// user is someone who uses the provider in a directory, with the service of
// `make sandbox`.
type user struct {
	*acctest.CLI
	*fakeservice.Service

	t   *testing.T
	url string // of the service
}

// newUser returns a user of the sandbox's service.
func newUser(t *testing.T, files map[string]string) user {
	t.Helper()
	service := fakeservice.Example()
	service.ChangeWebhook(fakeservice.ExampleWebhookID(2), func(w *fakeservice.Webhook) {
		w.URL = "https://hooks.example.com/${payments}/2" // what a configuration must escape
	})
	return newUserOf(t, service, files)
}

// newUserOf returns a user of a service who has these files, and one that requires the
// provider if none of them does. If the CLI is too old for them, the test is skipped.
func newUserOf(t *testing.T, service *fakeservice.Service, files map[string]string) user {
	t.Helper()
	server := acctest.Serve(t, service)
	u := user{
		CLI:     acctest.NewEmptyCLI(t, server),
		Service: service,
		t:       t,
		url:     server.URL,
	}
	if len(files) > 0 && !requires.MatchString(textOf(files)) {
		u.Write("terraform.tf", acctest.Requirement)
	}
	u.write(files)
	return u
}

// write writes files with the user's own values.
func (u user) write(files map[string]string) {
	u.t.Helper()
	if feature := lacks(u.CLI.CLI, textOf(files)); feature != "" {
		u.t.Skipf("%s has no %s", u.Name(), feature)
	}
	for name, text := range files {
		u.Write(name, u.own(text))
	}
}

// textOf returns the texts of files.
func textOf(files map[string]string) string {
	return strings.Join(slices.Collect(maps.Values(files)), "\n")
}

// lacks returns a feature that a text uses and that a CLI is too old for; "" if there is none.
func lacks(c *cli.CLI, text string) string {
	for _, need := range needs {
		if need.written.MatchString(text) && !c.AtLeast(need.terraform, need.openTofu) {
			return need.name
		}
	}
	return ""
}

const webhookID = "44444444-4444-4444-8444-44444444444" // followed by the webhook's number

// own replaces the placeholders of a page with the values of the user's service.
func (u user) own(text string) string {
	return strings.NewReplacer(
		"https://api.example.com/v1", u.url,
		"http://127.0.0.1:8930", u.url,
		"your secret", fakeservice.DefaultSecret,
		"your application token", fakeservice.DefaultAppToken,
		"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", fakeservice.DefaultStoreID,
		"11ee05ae-7d4e-4f60-9b1c-3f5a2f7c1a10", webhookID+"1",
	).Replace(text)
}

// outcome is what is expected of commands.
type outcome struct {
	says   string   // a text in the output
	writes []string // the requests that change something, as [cli.Outcome] has them, sorted by method
	page   string   // a text of the page that says so

	isQuoted  bool // the page says so by quoting what is said
	isStopped bool // the first webhook stops before the commands: a page has the reader type "stop 1"
	fails     bool // the commands end with an error
}

// runs runs a command of the CLI, and returns its output.
func (u user) runs(command string, want outcome) string {
	u.t.Helper()
	return u.expect(want, command, func() (string, error) {
		return u.Workspace.Run(u.t.Context(), strings.Fields(command)...)
	})
}

// expect compares what comes of commands with what is expected.
func (u user) expect(want outcome, commands string, run func() (string, error)) string {
	u.t.Helper()
	if want.isStopped {
		u.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
	}
	u.ResetRequests()
	said, err := run()
	if (err != nil) != want.fails {
		u.t.Fatalf("%v\n%s\n%s", err, commands, said)
	}

	sent := u.Requests() // a CLI does much at the same time
	slices.SortStableFunc(sent, func(a, b fakeservice.Request) int { return strings.Compare(a.Method, b.Method) })
	expected := cli.Outcome{Says: []string{want.says}, Writes: want.writes}
	if err := expected.Check(said, sent); err != nil {
		u.t.Errorf("%s\n%v", commands, err)
	}
	return said
}

// shell returns a shell in the user's directory, in which the CLI is on PATH.
func (u user) shell() *cli.Workspace {
	u.t.Helper()
	shell, err := u.Shell(u.t.TempDir(), u.Directory, u.ConfigFile, u.Environment...)
	if err != nil {
		u.t.Fatal(err)
	}
	return shell
}

func (u user) expectActive(numbers ...int) {
	u.t.Helper()
	for _, n := range numbers {
		if hook, _ := u.Webhook(fmt.Sprint(webhookID, n)); !hook.Active {
			u.t.Errorf("webhook %d is not active", n)
		}
	}
}
