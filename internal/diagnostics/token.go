// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import (
	"errors"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TokenKind is what the advice on a refused transaction token depends on.
type TokenKind struct {
	Card               bool
	UnlimitedRecurring bool
}

// AddTokenError adds the error err of creating a transaction token, and says
// whether one may exist.
func AddTokenError(diags *diag.Diagnostics, err error, kind TokenKind) {
	AddSecretError(diags, "Unable to Create Transaction Token", paragraphs(explainTokenError(err), tokenOutcome(err), tokenAdvice(err, kind)))
}

// explainTokenError is Explain without the advice to try again where a token
// may exist.
func explainTokenError(err error) string {
	var (
		api       *paymentapi.APIError
		transport *paymentapi.TransportError
	)
	text := Explain(err)
	passing := errors.As(err, &transport) || errors.As(err, &api) && api.StatusCode >= http.StatusInternalServerError
	if passing && paymentapi.MayHaveActed(err) {
		text, _, _ = strings.Cut(text, "\n\n")
	}
	return text
}

func tokenOutcome(err error) string {
	if !paymentapi.MayHaveActed(err) {
		return "No transaction token was created."
	}
	return "A transaction token may exist all the same, and its id is not known. The request was not repeated, since that could create another one. " +
		"Look for the token at the service, by the consumer's data or the time, before you apply again; applying again creates a new one."
}

// tokenAdvice names what services refuse tokens for besides wrong values.
func tokenAdvice(err error, kind TokenKind) string {
	var api *paymentapi.APIError
	if !errors.As(err, &api) || api.StatusCode < 400 || api.StatusCode > 499 {
		return ""
	}
	var limit, card string
	if kind.UnlimitedRecurring {
		limit = "An account without the permission for recurring tokens that can be charged without limit must give a `usage_limit`."
	}
	if kind.Card && (api.StatusCode == http.StatusForbidden || len(api.Fields) == 0) {
		card = "Card data is accepted only from a merchant that complies with PCI DSS and for whom the operator has enabled it."
	}
	return paragraphs(limit, card)
}
