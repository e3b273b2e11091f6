// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// report adds a diagnostic for each finding.
func report(diags *diag.Diagnostics, c tokenConfig, findings []finding) {
	for _, f := range findings {
		text := f.problem + "."
		if f.argument != "" {
			text = "`" + f.argument + "` " + text
		}
		if f.warning {
			diagnostics.AddAttributeWarning(diags, c.printablePath(f.argument), "Transaction Token Argument Without Effect", text)
		} else {
			diagnostics.AddAttributeError(diags, c.printablePath(f.argument), "Invalid Transaction Token Argument", text)
		}
	}
}

// printablePath returns the path to an argument by its dotted name if a CLI may print its
// source lines: it has a value, and is not sensitive. Otherwise it is the empty path.
func (c tokenConfig) printablePath(name string) path.Path {
	if _, known := c.scalarText(name); !known || slices.Contains(argumentNames(schema.Attribute.IsSensitive), name) {
		return path.Empty()
	}
	steps := strings.Split(name, ".")
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

// onlyInApply says how to create a token neither in a plan nor before all values are known.
const onlyInApply = "To create a token only in an apply, set `create = terraform.applying` with Terraform, or `create = timestamp() != \"\"` with OpenTofu."

func warnAlwaysCreates(diags *diag.Diagnostics) {
	diagnostics.AddWarning(diags, "Transaction Token Created at Every Opening",
		"`create` is not set, so every plan and every apply creates a transaction token, and the API documents no call that deletes one.\n\n"+
			onlyInApply+" If you want a token in every plan and every apply, set `create = true`, which removes this warning.")
}

// addTokenError adds the error err of a request for a token, and says whether one may exist.
func addTokenError(diags *diag.Diagnostics, err error, requested paymentapi.TokenRequest) {
	text, outcome, advice := diagnostics.Explain(err), "No transaction token was created.", ""
	if slices.Contains([]paymentapi.Fault{paymentapi.FaultTimeout, paymentapi.FaultConnectionLost, paymentapi.FaultUnavailable}, paymentapi.FaultOf(err)) {
		// Explain advises to try again, which could create another token.
		text = diagnostics.Paragraphs(err.Error(), diagnostics.AdviceWithoutRetry(err))
	}
	switch failed, _ := errors.AsType[*paymentapi.Error](err); {
	case paymentapi.MayHaveActed(err): // also if err is no *paymentapi.Error; failed is nil then
		outcome = mayExist(failed)
	case mayRequireLimit(failed) && requested.Type == typeRecurring && requested.UsageLimit == nil:
		advice = "If your account is not permitted to create recurring tokens without a usage limit, set `usage_limit`."
	}
	diagnostics.AddError(diags, "Unable to Create Transaction Token", diagnostics.Paragraphs(text, outcome, advice))
}

// mayRequireLimit reports whether the service may have refused a token for its lack of a limit.
func mayRequireLimit(e *paymentapi.Error) bool {
	return e.Fault == paymentapi.FaultForbidden || e.Fault == paymentapi.FaultRefused
}

// mayExist says that a token may exist, and how to find it.
func mayExist(failed *paymentapi.Error) string {
	id, search := ", and its id is not known", ", by the consumer's data or the time,"
	if failed != nil && failed.ObjectID != "" {
		id, search = ": the answer names the token `"+failed.ObjectID+"`", ""
	}
	return "A transaction token may exist nevertheless" + id + ". The provider did not retry the request after that, since it could create another token. " +
		"Look for the token at the service" + search + " before you apply again; applying again creates a new one."
}
