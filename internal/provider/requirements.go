// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// requiredArguments are those that either the block or the environment must set.
var requiredArguments = []string{"base_url", "secret", "app_token"}

// checkRequirements adds an error for each required argument that is not set, and for arguments
// that do not go together.
func (c configuration) checkRequirements(s *settings, getenv func(string) string, diags *diag.Diagnostics) {
	for _, argument := range requiredArguments {
		variable := environmentVariable(argument)
		if c[argument].IsNull() && getenv(variable) == "" {
			diagnostics.AddError(diags, missingConfiguration, fmt.Sprintf(
				"The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, "+
					"or set the environment variable %s, which counts as unset if it is empty.", argument, variable))
		}
	}
	if diags.HasError() {
		return
	}

	// What is required is set, or not known yet.
	c.checkAccount(s.BaseURL, getenv(environmentVariable("base_url")), diags)
	if c["client_certificate"].IsKnown() && c["client_key"].IsKnown() {
		checkPair(s.ClientCertificate, s.ClientKey, diags)
	}
}

// checkAccount adds an error if credentials of the environment would be sent to another
// service than the one that the environment names. The environment is one account.
func (c configuration) checkAccount(baseURL, environmentURL string, diags *diag.Diagnostics) {
	// Credentials that are not known yet are the block's own, too: they never come from the environment.
	hasOwnCredentials := !c["secret"].IsNull() && !c["app_token"].IsNull()
	if baseURL == "" || environmentURL == "" || hasOwnCredentials {
		return
	}

	variable := environmentVariable("base_url")
	err := validators.ApplyVariableCheck(checkBaseURL, environmentURL)
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf(
			"The environment variable %s (provider argument `base_url`) %s.", variable, err))
		return
	}

	configured, _ := paymentapi.ParseBaseURL(baseURL) // it passed its check
	other, _ := paymentapi.ParseBaseURL(environmentURL)
	if validators.HostAndPort(configured) == validators.HostAndPort(other) {
		return
	}

	diagnostics.AddError(diags, "Credentials of Another Service", fmt.Sprintf(
		"The provider argument `base_url` is for %s, but the environment variable %s is for %s. "+
			"Credentials of the environment are not sent to another service. "+
			"This provider configuration sent no request.\n\n"+
			"Set `secret` and `app_token` in the block that sets `base_url`, or change one of the two addresses.",
		configured.Host, variable, other.Host))
}

// checkPair adds an error if there is a client certificate without its key, or a key without
// its certificate.
func checkPair(certificate, key string, diags *diag.Diagnostics) {
	const pair = "The provider arguments `client_certificate` and `client_key` " +
		"(environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) "
	const requireEachOther = pair + "require each other, and "

	switch {
	case certificate == "" && key == "":
		return
	case key == "":
		diagnostics.AddError(diags, missingConfiguration, requireEachOther+"`client_key` is not set.")
		return
	case certificate == "":
		diagnostics.AddError(diags, missingConfiguration, requireEachOther+"`client_certificate` is not set.")
		return
	}

	err := paymentapi.CheckKeyPair(certificate, key)
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, pair+"do not belong together: "+err.Error()+".")
	}
}
