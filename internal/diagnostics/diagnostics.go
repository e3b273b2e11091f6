// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package diagnostics words what users are told. A message says what happened,
// to which object, and what to do next, and never holds a secret.
package diagnostics

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// AddCallError adds the error err of a call, and what else is to be said.
func AddCallError(diags *diag.Diagnostics, summary string, err error, more ...string) {
	diags.AddError(summary, Paragraphs(Explain(err), Paragraphs(more...)))
}

// Paragraphs joins those that are not empty.
func Paragraphs(list ...string) string {
	var filled []string
	for _, p := range list {
		if p = strings.TrimSpace(p); p != "" {
			filled = append(filled, p)
		}
	}
	return strings.Join(filled, "\n\n")
}

// QuoteList writes names as code, the last with an "and".
func QuoteList(names []string) string { return quoted(names, "and") }

// QuoteChoice writes values as code, the last with an "or".
func QuoteChoice(values []string) string { return quoted(values, "or") }

func quoted(texts []string, conjunction string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = "`" + text + "`"
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " " + conjunction + " " + quoted[last]
}
