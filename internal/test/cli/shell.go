// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	return c.In(directory, configFile, append(more, "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))...), nil
}

// Script runs commands, as a reader does who copies them from a page, until one
// fails, and returns their output. An error contains the output, too.
func (w *Workspace) Script(ctx context.Context, commands string) (string, error) {
	return w.run(ctx, "bash", "-eu", "-c", commands)
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
	writes := Writes(sent)
	ok := len(writes) == len(o.Writes)
	for i := 0; ok && i < len(writes); i++ {
		method, body, _ := strings.Cut(o.Writes[i], " ")
		ok = writes[i].Method == method && strings.Contains(string(writes[i].Body), body)
	}
	if !ok {
		got := make([]string, len(writes))
		for i, r := range writes {
			got[i] = r.Method + " " + string(r.Body)
		}
		return fmt.Errorf("the service received the writes %q, not %q", got, o.Writes)
	}
	return nil
}

// Writes returns the requests that change something.
func Writes(sent []fakeservice.Request) []fakeservice.Request {
	var writes []fakeservice.Request
	for _, r := range sent {
		if r.Method != "GET" {
			writes = append(writes, r)
		}
	}
	return writes
}
