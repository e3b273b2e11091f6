// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Shell returns a workspace in which commands find the CLI as terraform and as tofu:
// the links are written to the directory tools.
func (c *CLI) Shell(tools, directory, configFile string, more ...string) (*Workspace, error) {
	for _, name := range []string{"terraform", "tofu"} {
		if err := os.Symlink(c.Path, filepath.Join(tools, executable(name))); err != nil {
			return nil, err
		}
	}
	path := "PATH=" + tools + string(os.PathListSeparator) + os.Getenv("PATH")
	return c.In(directory, configFile, append(more, path)...), nil
}

// Script runs commands, as a reader does who copies them from a page, until one
// fails, and returns their output. An error contains the output, too.
func (w *Workspace) Script(ctx context.Context, commands string) (string, error) {
	return w.run(ctx, "sh", "-eu", "-c", commands)
}

// Outcome is the expected result of commands.
type Outcome struct {
	// Says are texts in the output, in which any white space counts as one space.
	Says []string
	// Writes are the requests that change something at the service: for each, the
	// method, and optionally a space and a part of its body.
	Writes []string
}

// Check compares the output of the commands, and the requests that the service
// received, with the outcome.
func (o Outcome) Check(said string, sent []fakeservice.Request) error {
	running := strings.Join(strings.Fields(said), " ")
	for _, text := range o.Says {
		if !strings.Contains(running, strings.TrimSpace(text)) {
			return fmt.Errorf("the output does not have %q:\n%s", text, said)
		}
	}
	var got []string
	for _, r := range Writes(sent) {
		got = append(got, r.Method+" "+string(r.Body))
	}
	expected := func(got, want string) bool {
		method, body, _ := strings.Cut(want, " ")
		return strings.HasPrefix(got, method+" ") && strings.Contains(got, body)
	}
	if !slices.EqualFunc(got, o.Writes, expected) {
		return fmt.Errorf("the service received the writes %q, not %q", got, o.Writes)
	}
	return nil
}

// Writes returns the requests that change something.
func Writes(sent []fakeservice.Request) []fakeservice.Request {
	return slices.DeleteFunc(slices.Clone(sent), func(r fakeservice.Request) bool { return r.Method == http.MethodGet })
}
