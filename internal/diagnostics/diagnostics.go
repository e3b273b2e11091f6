// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package diagnostics words what users are told. A message says what happened,
// to which object, and what to do next, and never holds a secret.
package diagnostics

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// AddSecretError adds an error about an argument that holds a secret. It has no
// path: a CLI prints the source line that a path leads to.
func AddSecretError(diags *diag.Diagnostics, summary, detail string) {
	diags.AddAttributeError(path.Empty(), summary, detail)
}

// AddSecretWarning is AddSecretError for a warning.
func AddSecretWarning(diags *diag.Diagnostics, summary, detail string) {
	diags.AddAttributeWarning(path.Empty(), summary, detail)
}

// AddCallError adds the error err of a call, and what else is to be said.
func AddCallError(diags *diag.Diagnostics, summary string, err error, more ...string) {
	diags.AddError(summary, paragraphs(append([]string{Explain(err)}, more...)...))
}

// Configure returns the provider's data for a resource, and reports where there
// is none though there should be.
func Configure(providerData any, diags *diag.Diagnostics) *providerdata.Data {
	data, err := providerdata.From(providerData)
	if err != nil {
		diags.AddError("Unable to Configure Provider", err.Error())
	}
	return data
}

// RequireClient reports that what (such as "reading charges") has to wait, and
// returns false, where the provider has no client yet.
func RequireClient(data *providerdata.Data, what string, diags *diag.Diagnostics) bool {
	switch {
	case data == nil:
		diags.AddError("Provider Not Configured",
			fmt.Sprintf("The paymentservice provider was not configured before %s. This is a bug in the CLI or the provider.", what))
		return false
	case data.Client == nil:
		diags.AddError("Provider Configuration Not Known Yet", paragraphs(
			fmt.Sprintf("The provider's %s depends on something that is not known before apply, so %s is not possible now.", quoteList(data.Unknown), what),
			"Apply what the value comes from first (`-target`), or give the provider a value that is known at plan time, such as an input variable or an environment variable."))
		return false
	}
	return true
}

func paragraphs(list ...string) string {
	var filled []string
	for _, p := range list {
		if p = strings.TrimSpace(p); p != "" {
			filled = append(filled, p)
		}
	}
	return strings.Join(filled, "\n\n")
}

func quoteList(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
}
