// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const (
	invalidSummary  = "Invalid Transaction Token Argument"
	noEffectSummary = "Transaction Token Argument Without Effect"
)

// report adds a diagnostic for each finding.
func report(ctx context.Context, diags *diag.Diagnostics, a arguments, findings []finding) {
	for _, f := range findings {
		if f.warning {
			diagnostics.AddAttributeWarning(diags, a.source(ctx, f.argument), noEffectSummary, f.String())
		} else {
			diagnostics.AddAttributeError(diags, a.source(ctx, f.argument), invalidSummary, f.String())
		}
	}
}

// source returns the path to an argument by its dotted name if a CLI may print its
// source lines: it is configured and not sensitive. Otherwise it is the empty path.
func (a arguments) source(ctx context.Context, name string) path.Path {
	root, inner, nested := strings.Cut(name, ".")
	at := path.Root(root)
	inMap := nested && root == "metadata"
	for step := range strings.SplitSeq(inner, ".") {
		if nested && !inMap {
			at = at.AtName(step)
		}
	}
	attribute, none := tokenSchema().AttributeAtPath(ctx, at)
	switch {
	case none.HasError() || attribute.IsSensitive() || a.missing(name):
		return path.Empty()
	case inMap:
		return at.AtMapKey(inner)
	}
	return at
}

// onlyInApply says how to create a token neither in a plan nor before all values are
// known.
const onlyInApply = "To create a token only in an apply, set `create = terraform.applying` with Terraform, or `create = timestamp() != \"\"` with OpenTofu."

func warnAlwaysCreates(diags *diag.Diagnostics) {
	diagnostics.AddWarning(diags, "Transaction Token Created at Every Opening",
		"`create` is not set, so every plan and every apply creates a transaction token, and the API documents no call that deletes one.\n\n"+
			onlyInApply+" If you want a token in every plan and every apply, set `create = true`, which removes this warning.")
}

func warnOpenTofuPlan(diags *diag.Diagnostics) {
	diagnostics.AddWarning(diags, "Transaction Token Not Created",
		"`create` is false, so no transaction token was created. Its results are null, and OpenTofu plans with these nulls.\n\n"+
			"With OpenTofu, set `create = timestamp() != \"\"` instead. It is not known before the apply, so OpenTofu opens the resource only then, and plans with unknown results.")
}

// warnContradictions says how an answer differs from what was expected.
func warnContradictions(diags *diag.Diagnostics, found []string) {
	if len(found) == 0 {
		return
	}
	var stay string
	if slices.ContainsFunc(found, func(f string) bool {
		return strings.HasPrefix(f, "`type`") || strings.HasPrefix(f, "`usage_limit`")
	}) {
		stay = "The arguments stay as configured. "
	}
	diagnostics.AddAttributeWarning(diags, path.Root("type"), "Transaction Token Differs From Request", diagnostics.Paragraphs(
		"The service created the transaction token, but its answer differs from what was requested or configured:\n  - "+strings.Join(found, "\n  - "),
		stay+"Check the token at the service before you use it."))
}

// tokenFaults are the faults that are explained here, and not by Explain alone.
var tokenFaults = map[paymentapi.Fault]struct {
	again bool // Explain advises to try again, which could create another token
	token bool // the service refused the token, maybe for something that the account lacks
}{
	paymentapi.FaultTimeout: {again: true}, paymentapi.FaultBroken: {again: true}, paymentapi.FaultInterrupted: {again: true},
	paymentapi.FaultUnavailable: {again: true},
	paymentapi.FaultRefused:     {token: true}, paymentapi.FaultUnauthorized: {token: true}, paymentapi.FaultForbidden: {token: true},
}

// addTokenError adds the error err of creating the token of m, and says whether one
// may exist. noStore reports whether the application token names no store.
func addTokenError(diags *diag.Diagnostics, err error, m *model, noStore bool) {
	fault := tokenFaults[paymentapi.FaultOf(err)]
	text := diagnostics.Explain(err)
	if fault.again && paymentapi.MayHaveActed(err) {
		text = diagnostics.Paragraphs(err.Error(), diagnostics.RaiseTimeout(err))
	}
	var advice string
	if refused, ok := errors.AsType[*paymentapi.Error](err); ok && fault.token {
		advice = tokenAdvice(refused, m, noStore)
	}
	diagnostics.AddError(diags, "Unable to Create Transaction Token", diagnostics.Paragraphs(text, tokenOutcome(err), advice))
}

func tokenOutcome(err error) string {
	if !paymentapi.MayHaveActed(err) {
		return "No transaction token was created."
	}
	id, search := ", and its id is not known", ", by the consumer's data or the time,"
	if failed, ok := errors.AsType[*paymentapi.Error](err); ok && failed.ObjectID != "" {
		id, search = ": the answer names the token `"+failed.ObjectID+"`", ""
	}
	return "A transaction token may exist nevertheless" + id + ". The provider did not retry the request after that, since it could create another token. " +
		"Look for the token at the service" + search + " before you apply again; applying again creates a new one."
}

// tokenAdvice names what services refuse tokens for besides wrong values.
func tokenAdvice(refused *paymentapi.Error, m *model, noStore bool) string {
	forbidden := refused.Fault == paymentapi.FaultForbidden
	var store, limit, card string
	if noStore && forbidden {
		store = "The provider's `app_token` names no store: it has no claim `store_id`. Some services create tokens only with a store's application token. " +
			"If yours is one of them, set `secret` and `app_token` to those of a store."
	}
	if m.Type.ValueString() == typeRecurring && m.UsageLimit.IsNull() {
		limit = "If your account is not permitted to create recurring tokens without a usage limit, set `usage_limit`."
	}
	if !m.Card.IsNull() && diagnostics.CodeMeaning(refused.Code) == "" && (forbidden || len(refused.Fields) == 0) {
		card = "The service accepts card data only from merchants that comply with PCI DSS, if the operator has enabled it for them."
	}
	return diagnostics.Paragraphs(store, limit, card)
}
