// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package docs_test checks everything that users are shown: that each
// configuration is valid and does what the page says against the fake service,
// and that links, commands and quoted messages are correct.
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
	u := user{acctest.NewEmptyCLI(t, server), service, t, server.URL}
	if len(files) > 0 && !requires.MatchString(strings.Join(slices.Collect(maps.Values(files)), "")) {
		u.Write("terraform.tf", acctest.Requirement)
	}
	u.write(files)
	return u
}

// write writes files with the user's own values.
func (u user) write(files map[string]string) {
	u.t.Helper()
	for name, text := range files {
		if feature := u.lacks(text); feature != "" {
			u.t.Skipf("%s has no %s", u.Name(), feature)
		}
		u.Write(name, u.own(text))
	}
}

// lacks returns a feature that a text uses and that the CLI is too old for; "" if there
// is none.
func (u user) lacks(text string) string {
	for _, need := range needs {
		if need.written.MatchString(text) && !u.AtLeast(need.terraform, need.openTofu) {
			return need.name
		}
	}
	return ""
}

const webhookID = "44444444-4444-4444-8444-44444444444" // followed by the webhook's number

// own replaces the placeholders of a page with the values of the user's service.
func (u user) own(text string) string {
	return strings.NewReplacer("https://api.example.com/v1", u.url, "http://127.0.0.1:8930", u.url,
		"your secret", fakeservice.DefaultSecret, "your application token", fakeservice.DefaultAppToken,
		"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", fakeservice.DefaultStoreID, "11ee05ae-7d4e-4f60-9b1c-3f5a2f7c1a10", webhookID+"1",
	).Replace(text)
}

// outcome is what is expected of commands.
type outcome struct {
	cli.Outcome
	// page is a text of the page that says so.
	page string
	// stopped means that the first webhook stops before the commands: a page tells the
	// reader to type "stop 1".
	stopped bool
	// fails means that the commands end with an error.
	fails bool
}

// ends expects commands to print a text and to send writes, which are sorted by method: a CLI
// does much at the same time.
func ends(says string, writes ...string) outcome {
	return outcome{Outcome: cli.Outcome{Says: []string{says}, Writes: writes}}
}

// as expects the page to have a text about the commands.
func (o outcome) as(page string) outcome { o.page = page; return o }

// afterStop stops the first webhook before the commands.
func (o outcome) afterStop() outcome { o.stopped = true; return o }

// failing expects the commands to end with an error.
func (o outcome) failing() outcome { o.fails = true; return o }

// runs runs a command of the CLI, and returns its output.
func (u user) runs(command string, want outcome) string {
	u.t.Helper()
	return u.expect(want, command, func() (string, error) { return u.Workspace.Run(u.t.Context(), strings.Fields(command)...) })
}

// expect compares what comes of commands with what is expected.
func (u user) expect(want outcome, commands string, run func() (string, error)) string {
	u.t.Helper()
	if want.stopped {
		u.ChangeWebhook(webhookID+"1", func(w *fakeservice.Webhook) { w.Active = false })
	}
	u.ResetRequests()
	said, err := run()
	if (err != nil) != want.fails {
		u.t.Fatalf("%v\n%s\n%s", err, commands, said)
	}
	sent := u.Requests()
	slices.SortStableFunc(sent, func(a, b fakeservice.Request) int { return strings.Compare(a.Method, b.Method) })
	if err := want.Check(said, sent); err != nil {
		u.t.Errorf("%s\n%v", commands, err)
	}
	return said
}

func (u user) expectActive(numbers ...int) {
	u.t.Helper()
	for _, n := range numbers {
		if hook, _ := u.Webhook(fmt.Sprint(webhookID, n)); !hook.Active {
			u.t.Errorf("webhook %d is not active", n)
		}
	}
}
