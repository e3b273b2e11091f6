// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// querySuffix ends the names of files that only `terraform query` reads.
const querySuffix = ".tfquery.hcl"

// queryVersion is the first Terraform that has queries; OpenTofu has none.
const queryVersion = "1.14.0"

// imports is what a plan says that adopts the sandbox's webhooks as they are.
const imports = "Plan: 3 to import, 0 to add, 0 to change, 0 to destroy."

func TestAccExamples_queries(t *testing.T) {
	t.Parallel()
	for _, path := range files(t, "examples", querySuffix) {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			c := withCLI(t)
			text := read(t, filepath.Join(root, path))
			expectFormatted(t, c, text)
			if !c.AtLeast(queryVersion, "") {
				t.Skip("this CLI has no queries")
			}
			w := c.in(c.directory(t, map[string]string{"main.tf": acctest.Requirement, "find" + querySuffix: text}), startSandbox(t))
			w.run(t, "validate", "-query")
			if said := w.run(t, "query"); strings.Count(said, "https://hooks.example.com/payments/") != 3 {
				t.Errorf("the query does not find the three webhooks:\n%s", said)
			}
			w.run(t, "query", "-generate-config-out=webhooks.tf")
			w.expectAdopted(t)
		})
	}
}

// expectAdopted applies what adopts the sandbox's webhooks: nothing changes at
// the service, and the plan is empty then.
func (w workspace) expectAdopted(t *testing.T) {
	t.Helper()
	if said := w.run(t, "plan"); !strings.Contains(said, imports) {
		t.Errorf("the plan does not say %q:\n%s", imports, said)
	}
	if said := w.run(t, "apply", "-auto-approve"); !strings.Contains(said, "3 imported, 0 added, 0 changed") {
		t.Errorf("not all is imported as it is:\n%s", said)
	}
	w.run(t, "plan", "-detailed-exitcode")
	for _, r := range w.Requests() {
		if r.Method != "GET" {
			t.Errorf("%s %s was sent", r.Method, r.Path)
		}
	}
}

func TestAccExamples_webhooksData(t *testing.T) {
	t.Parallel()
	const directory = "examples/data-sources/paymentservice_webhooks/"
	t.Run("import", func(t *testing.T) {
		t.Parallel()
		open(t, directory+"import.tf").expectAdopted(t)
	})
	t.Run("for_each", func(t *testing.T) {
		t.Parallel()
		w := open(t, directory+"for_each.tf")
		w.run(t, "apply", "-auto-approve")
		w.run(t, "plan", "-detailed-exitcode")
		w.expectActive(t, 1, 2, 3)
	})
	t.Run("output", func(t *testing.T) {
		t.Parallel()
		w := open(t, directory+"data-source.tf")
		w.run(t, "apply", "-auto-approve")
		var urls map[string]string
		if w.output(t, "webhooks", &urls); len(urls) != 3 || urls[webhookID+"2"] != "https://hooks.example.com/payments/2" {
			t.Errorf("the output is %v", urls)
		}
	})
	t.Run("check", func(t *testing.T) {
		t.Parallel()
		w := open(t, directory+"check.tf")
		if said := w.run(t, "plan"); !strings.Contains(said, "Stopped: https://hooks.example.com/payments/3.") {
			t.Errorf("the check says nothing about the stopped webhook:\n%s", said)
		}
	})
}
