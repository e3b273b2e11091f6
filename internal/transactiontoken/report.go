// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

const (
	invalidSummary  = "Invalid Transaction Token Argument"
	noEffectSummary = "Transaction Token Argument Without Effect"
)

// report adds a diagnostic for each finding. Where a card or other secrets are
// configured, none has a path: a CLI prints the source line of a path, and that
// line may hold a secret.
func report(diags *diag.Diagnostics, a arguments, findings []finding) {
	secret := !a.missing("card") || !a.missing("paidy")
	for _, f := range findings {
		at := argumentPath(f.argument)
		if secret || f.argument == "email" {
			at = path.Empty()
		}
		detail := f.argument + " " + f.problem + "."
		if f.warning {
			diags.AddAttributeWarning(at, noEffectSummary, detail)
		} else {
			diags.AddAttributeError(at, invalidSummary, detail)
		}
	}
}

// argumentPath returns the path of a dotted name, the empty one where it names
// no argument.
func argumentPath(name string) path.Path {
	steps := strings.Split(name, ".")
	if strings.Contains(name, " ") {
		return path.Empty()
	}
	at := path.Root(steps[0])
	for _, step := range steps[1:] {
		if steps[0] == "metadata" {
			at = at.AtMapKey(step)
		} else {
			at = at.AtName(step)
		}
	}
	return at
}

func warnAlwaysCreates(diags *diag.Diagnostics) {
	diagnostics.AddSecretWarning(diags, "Transaction Token Created at Every Opening",
		"`create` is not set, so that every plan and every apply creates a transaction token, and none can be deleted.\n\n"+
			"Set `create = terraform.applying` with Terraform, or `create = timestamp() != \"\"` with OpenTofu, to create it in an apply only. "+
			"Set `create = true` where every opening is to create one.")
}

func warnOpenTofuPlan(diags *diag.Diagnostics) {
	diagnostics.AddSecretWarning(diags, "Transaction Token Not Created",
		"`create` is false, so no transaction token was created and its results are null, which OpenTofu plans with.\n\n"+
			"With OpenTofu, set `create = timestamp() != \"\"`: it is not known before the apply, so that OpenTofu itself opens the resource only then and plans with unknown results.")
}
