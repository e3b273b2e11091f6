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
func report(diags *diag.Diagnostics, c tokenConfig, found findings) {
	for _, f := range found {
		at := c.printablePath(f.argument)
		text := f.problem + "."
		if f.argument != "" {
			text = "`" + f.argument + "` " + text
		}

		if f.warning {
			diagnostics.AddAttributeWarning(diags, at, "Transaction Token Argument Without Effect", text)
		} else {
			diagnostics.AddAttributeError(diags, at, "Invalid Transaction Token Argument", text)
		}
	}
}

// printablePath returns the path to an argument by its dotted name if a CLI may print its
// source lines: it has a value, and is not sensitive. Otherwise it is the empty path.
func (c tokenConfig) printablePath(name string) path.Path {
	_, known := c.scalarText(name)
	isSensitive := slices.Contains(argumentNames(schema.Attribute.IsSensitive), name)
	if !known || isSensitive {
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

// onlyInApply says how to create a token only in an apply. Then, all values are known.
const onlyInApply = "To create a token only in an apply, set `create = terraform.applying` with Terraform, " +
	"or `create = timestamp() != \"\"` with OpenTofu."

func warnAlwaysCreates(diags *diag.Diagnostics) {
	diagnostics.AddWarning(diags, "Transaction Token Created at Every Opening",
		"`create` is not set, so every plan and every apply creates a transaction token, "+
			"and the API documents no call that deletes one.\n\n"+
			onlyInApply+" If you want a token in every plan and every apply, set `create = true`, "+
			"which removes this warning.")
}

// addTokenError adds the error err of a request for a token, and says whether one may exist.
func addTokenError(diags *diag.Diagnostics, err error, requested paymentapi.TokenRequest) {
	explanation := diagnostics.Explain(err)
	// After these faults, Explain advises to try again, which could create another token. After others, such as a
	// redirect, its advice is right even if a token may exist.
	advisesRetry := paymentapi.Is(err,
		paymentapi.FaultTimeout, paymentapi.FaultConnectionLost, paymentapi.FaultUnavailable)
	if advisesRetry {
		explanation = diagnostics.Paragraphs(err.Error(), diagnostics.AdviceWithoutRetry(err))
	}

	outcome := "No transaction token was created."
	advice := adviceOnLimit(err, requested)
	if paymentapi.MayHaveActed(err) {
		outcome = mayExist(err)
		advice = ""
	}

	diagnostics.AddError(diags, "Unable to Create Transaction Token",
		diagnostics.Paragraphs(explanation, outcome, advice))
}

// adviceOnLimit returns what to do if the service may have refused a token because it has no usage
// limit; empty if it cannot be that.
func adviceOnLimit(err error, requested paymentapi.TokenRequest) string {
	isRefused := paymentapi.Is(err, paymentapi.FaultForbidden, paymentapi.FaultRefused)
	isUnlimited := requested.Type == typeRecurring && requested.UsageLimit == nil
	if !isRefused || !isUnlimited {
		return ""
	}
	return "If your account is not permitted to create recurring tokens without a usage limit, set `usage_limit`."
}

// mayExist says that a token may exist, and how to find it.
func mayExist(err error) string {
	id := ", and its id is not known"
	search := ", by the consumer's data or the time,"
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if ok && failed.ObjectID != "" {
		id = ": the answer names the token `" + failed.ObjectID + "`"
		search = ""
	}

	return "A transaction token may exist nevertheless" + id + ". " +
		"The provider did not retry the request after that, since it could create another token. " +
		"Look for the token at the service" + search + " before you apply again; applying again creates a new one."
}
