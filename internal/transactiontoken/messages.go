// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// report adds a diagnostic for each finding.
func report(diags *diag.Diagnostics, a arguments, findings []finding) {
	for _, f := range findings {
		text := f.problem + "."
		if f.argument != "" {
			text = "`" + f.argument + "` " + text
		}
		if f.warning {
			diagnostics.AddAttributeWarning(diags, a.source(f.argument), "Transaction Token Argument Without Effect", text)
		} else {
			diagnostics.AddAttributeError(diags, a.source(f.argument), "Invalid Transaction Token Argument", text)
		}
	}
}

// source returns the path to an argument by its dotted name if a CLI may print its
// source lines: it has a value, and is not sensitive. Otherwise it is the empty path.
func (a arguments) source(name string) path.Path {
	token := tokenSchema()
	if _, known := a.text(name); !known || slices.Contains(sensitive("", token.Attributes, token.Blocks), name) {
		return path.Empty()
	}
	root, inner, nested := strings.Cut(name, ".")
	at := path.Root(root)
	switch {
	case !nested:
		return at
	case root == "metadata":
		return at.AtMapKey(inner)
	}
	for step := range strings.SplitSeq(inner, ".") {
		at = at.AtName(step)
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

// warnContradictions compares an answer with the request and with what the provider's
// configuration says of the account (API description, sections 2.1 and 4.1). What is absent
// contradicts nothing, and neither does the limit of a token that has none.
func warnContradictions(diags *diag.Diagnostics, data *providerdata.Data, requested paymentapi.TokenRequest, token *paymentapi.TransactionToken) {
	var found []string
	differ := func(field, expected string, got *string, allowed ...string) {
		if got != nil && !slices.ContainsFunc(allowed, func(value string) bool { return strings.EqualFold(value, *got) }) {
			found = append(found, "`"+field+"`: "+expected+", answered "+shownAnswer(*got, requested.Secrets))
		}
	}
	differ("type", "requested `"+requested.Type+"`", token.Type, requested.Type)
	differ("payment_type", "requested `"+requested.PaymentType+"`", token.PaymentType, requested.PaymentType)
	if limit := requested.UsageLimit; limit != nil && requested.Type != typeOneTime {
		got := token.UsageLimit
		if token.Unlimited {
			got = new("null")
		}
		differ("usage_limit", "requested `"+*limit+"`", got, *limit)
	}
	if token.Active != nil && !*token.Active {
		found = append(found, "`active`: answered `false`")
	}
	if data.AllowedModes != nil {
		differ("mode", "the provider's `allowed_modes` has "+diagnostics.QuoteList(data.AllowedModes), token.Mode, data.AllowedModes...)
	}
	if store := data.Caller.StoreID; store != nil {
		differ("store_id", "not the store that the provider's `app_token` names", token.StoreID, *store)
	}
	if len(found) == 0 {
		return
	}
	list, stay := strings.Join(found, "\n  - "), ""
	if strings.HasPrefix(list, "`type`: ") || strings.Contains(list, "`usage_limit`: ") {
		stay = "The arguments stay as configured. "
	}
	diagnostics.AddAttributeWarning(diags, path.Root("type"), "Transaction Token Differs From Request", diagnostics.Paragraphs(
		"The service created the transaction token, but its answer differs from what was requested or configured:\n  - "+list,
		stay+"Check the token at the service before you use it."))
}

var (
	// knownAnswers are shown even if a secret, such as an address, has the same word.
	knownAnswers = append([]string{"live", "test", "live_test"}, paymentTypes...)
	// plainAnswer is the form of what else is shown: words, or an id.
	plainAnswer = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:[A-Za-z]{1,20}(?:_[A-Za-z]{1,20})*|[0-9a-fA-F-]{36})$`)
	})
)

// shownAnswer quotes a value of an answer, unless it may be a secret of the request,
// which a service may repeat in any field.
func shownAnswer(value string, secrets []string) string {
	small := strings.ToLower(value)
	related := func(secret string) bool {
		secret = strings.ToLower(secret)
		return secret != "" && (strings.Contains(secret, small) || strings.Contains(small, secret))
	}
	if !slices.Contains(knownAnswers, small) && (!plainAnswer().MatchString(value) || slices.ContainsFunc(secrets, related)) {
		return "another value"
	}
	return "`" + value + "`"
}

// addTokenError adds the error err of a request for a token, and says whether one may
// exist. caller is whose the application token is.
func addTokenError(diags *diag.Diagnostics, err error, requested paymentapi.TokenRequest, caller providerdata.Caller) {
	text, advice := diagnostics.Explain(err), ""
	switch paymentapi.FaultOf(err) {
	case paymentapi.FaultTimeout, paymentapi.FaultConnectionLost, paymentapi.FaultUnavailable:
		// Explain advises to try again, which could create another token.
		text = diagnostics.Paragraphs(err.Error(), diagnostics.RaiseTimeout(err))
	case paymentapi.FaultRefused, paymentapi.FaultUnauthorized, paymentapi.FaultForbidden:
		advice = tokenAdvice(err, requested, caller)
	default:
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
func tokenAdvice(err error, requested paymentapi.TokenRequest, caller providerdata.Caller) string {
	refused, _ := errors.AsType[*paymentapi.Error](err)
	forbidden := refused.Fault == paymentapi.FaultForbidden
	var store, limit, card string
	if forbidden && caller.Err == nil && caller.StoreID == nil {
		store = "The provider's `app_token` names no store: it has no claim `store_id`. Some services create tokens only with a store's application token. " +
			"If yours is one of them, set `secret` and `app_token` to those of a store."
	}
	if requested.Type == typeRecurring && requested.UsageLimit == nil {
		limit = "If your account is not permitted to create recurring tokens without a usage limit, set `usage_limit`."
	}
	if requested.PaymentType == "card" && diagnostics.CodeMeaning(refused.Code) == "" && (forbidden || len(refused.Fields) == 0) {
		card = "The service accepts card data only from merchants that comply with PCI DSS, if the operator has enabled it for them."
	}
	return diagnostics.Paragraphs(store, limit, card)
}
