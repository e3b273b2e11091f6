// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package diagnostics words what users are told. A message says what happened,
// to which object, and what to do next, and never holds a secret.
package diagnostics

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Beside a diagnostic, a CLI prints the source lines that its path leads to. Without a
// path, or if the path leads to an argument that is not configured, it prints the
// beginning of the block, which may hold a secret if the block is on one line. So
// packages use the functions below, and the linter refuses the framework's own.

// AddError adds an error beside which no source line is printed.
func AddError(diags *diag.Diagnostics, summary, detail string) {
	diags.AddAttributeError(path.Empty(), summary, detail)
}

// AddWarning adds a warning beside which no source line is printed.
func AddWarning(diags *diag.Diagnostics, summary, detail string) {
	diags.AddAttributeWarning(path.Empty(), summary, detail)
}

// AddAttributeError adds an error beside which the lines of an argument are printed.
// The argument must be configured and hold nothing sensitive.
func AddAttributeError(diags *diag.Diagnostics, at path.Path, summary, detail string) {
	diags.AddAttributeError(at, summary, detail)
}

// AddAttributeWarning adds a warning beside which the lines of an argument are
// printed, and which a CLI can fold with others of the same summary. The argument
// must be configured and hold nothing sensitive.
func AddAttributeWarning(diags *diag.Diagnostics, at path.Path, summary, detail string) {
	diags.AddAttributeWarning(at, summary, detail)
}

// AddCallError adds the error err of a call, and what else is to be said.
func AddCallError(diags *diag.Diagnostics, summary string, err error, advice ...string) {
	AddError(diags, summary, Paragraphs(Explain(err), Paragraphs(advice...)))
}

// Paragraphs joins those that are not empty.
func Paragraphs(list ...string) string {
	var filled []string
	for _, paragraph := range list {
		trimmed := strings.TrimSpace(paragraph)
		if trimmed != "" {
			filled = append(filled, trimmed)
		}
	}
	return strings.Join(filled, "\n\n")
}

// QuoteList writes names as code, the last with an "and".
func QuoteList(names []string) string {
	return quoted(names, "and")
}

// QuoteChoice writes values as code, the last with an "or".
func QuoteChoice(values []string) string {
	return quoted(values, "or")
}

func quoted(texts []string, conjunction string) string {
	const separator = "`, `"
	last := len(texts) - 1
	if last < 1 {
		return "`" + strings.Join(texts, separator) + "`"
	}
	return "`" + strings.Join(texts[:last], separator) + "` " + conjunction + " `" + texts[last] + "`"
}
