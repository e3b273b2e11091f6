// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const (
	invalidConfiguration = "Invalid Provider Configuration"
	missingConfiguration = "Missing Provider Configuration"
)

// options are what a provider is configured with: by its block, the environment or the
// defaults.
type options struct {
	paymentapi.Options

	webhookRefresh string
	// unknown names the arguments whose values are not known yet.
	unknown []string
}

// argument is an argument of the provider that an environment variable can set, too.
type argument struct {
	name     string
	required bool
	// set checks a text and puts its value into the options. Its error completes a
	// sentence that begins with the argument, and never repeats the text of a credential.
	set func(text string) error
}

// environmentVariable returns the name of the variable that can set an argument.
func environmentVariable(argument string) string {
	return "PAYMENTSERVICE_" + strings.ToUpper(argument)
}

// arguments says for each argument where its value goes and which rule it must meet.
func (o *options) arguments() []argument {
	return []argument{
		{"base_url", true, textTo(&o.BaseURL, checkBaseURL)},
		{"secret", true, textTo(&o.Secret, paymentapi.CheckCredential)},
		{"app_token", true, textTo(&o.AppToken, paymentapi.CheckCredential)},
		{"ca_certificate", false, textTo(&o.CACertificate, paymentapi.CheckCertificates)},
		{"client_certificate", false, textTo(&o.ClientCertificate, paymentapi.CheckCertificates)},
		{"client_key", false, textTo(&o.ClientKey, paymentapi.CheckPrivateKey)},
		{"webhook_refresh", false, textTo(&o.webhookRefresh, checkRefresh)},
		{"request_timeout", false, o.setRequestTimeout},
		{"max_retries", false, o.setMaxRetries},
		{"max_concurrent_requests", false, wholeNumberTo(&o.MaxConcurrentRequests, 1, paymentapi.MaxMaxConcurrentRequests)},
		{"max_requests_per_minute", false, wholeNumberTo(&o.MaxRequestsPerMinute, 1, paymentapi.MaxMaxRequestsPerMinute)},
	}
}

func textTo(to *string, check func(string) error) func(string) error {
	return func(text string) error {
		*to = text
		return check(text)
	}
}

func wholeNumberTo(to *int, low, high int) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.Atoi(text); err != nil || *to < low || *to > high {
			return fmt.Errorf("must be a whole number from %d to %d, not %q", low, high, text)
		}
		return nil
	}
}

func checkBaseURL(text string) error {
	_, err := paymentapi.ParseBaseURL(text)
	return err
}

func checkRefresh(text string) error {
	if !slices.Contains([]string{providerdata.RefreshGet, providerdata.RefreshPatch, providerdata.RefreshOff}, text) {
		return fmt.Errorf("must be get, patch or off, not %q", text)
	}
	return nil
}

func (o *options) setRequestTimeout(text string) (err error) {
	o.RequestTimeout, err = time.ParseDuration(text)
	if err != nil || o.RequestTimeout < paymentapi.MinRequestTimeout || o.RequestTimeout > paymentapi.MaxRequestTimeout {
		return fmt.Errorf("must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
			paymentapi.FormatTimeout(paymentapi.MinRequestTimeout), paymentapi.FormatTimeout(paymentapi.MaxRequestTimeout), text)
	}
	return nil
}

func (o *options) setMaxRetries(text string) error {
	err := wholeNumberTo(&o.MaxAttempts, 0, paymentapi.MaxMaxAttempts-1)(text)
	o.MaxAttempts++ // the first is no retry
	return err
}

// configuration is the provider's block by the names of its arguments.
type configuration map[string]tftypes.Value

func readConfiguration(raw tftypes.Value) configuration {
	var values map[string]tftypes.Value
	_ = raw.As(&values)
	return values
}

// text returns the text of a value that is known, and whether it is set.
func (c configuration) text(name string) (text string, isSet bool) {
	var number big.Float
	switch value := c[name]; {
	case value.IsNull():
		return "", false
	case value.As(&text) == nil:
		return text, true
	default:
		_ = value.As(&number)
		return number.Text('g', -1), true
	}
}

// options returns what the arguments are set to, and adds an error for each that is
// missing or breaks its rule. An unknown value never falls back to the environment. Without
// getenv, it looks only at what is configured.
func (c configuration) options(getenv func(string) string, diags *diag.Diagnostics) *options {
	o := &options{webhookRefresh: providerdata.RefreshGet}
	var fromEnvironment []string
	for _, a := range o.arguments() {
		if !c[a.name].IsKnown() {
			o.unknown = append(o.unknown, a.name)
			continue
		}
		subject := "The provider argument `" + a.name + "`"
		text, isSet := c.text(a.name)
		if !isSet && getenv != nil {
			text = getenv(environmentVariable(a.name))
			isSet = text != ""
			subject = fmt.Sprintf("The environment variable %s (provider argument `%s`)", environmentVariable(a.name), a.name)
			fromEnvironment = append(fromEnvironment, a.name)
		}
		if isSet {
			if err := validators.CheckText(text, a.set); err != nil {
				diagnostics.AddError(diags, invalidConfiguration, subject+" "+err.Error()+".")
			}
		} else if a.required && getenv != nil {
			diagnostics.AddError(diags, missingConfiguration,
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s.", a.name, environmentVariable(a.name)))
		}
	}
	o.RequestHeaders = c.requestHeaders(diags)
	for _, g := range guards {
		allowed := c.allowed(g, diags)
		if allowed != nil && o.AppToken != "" && getenv != nil {
			g.enforce(allowed, o.AppToken, diags)
		}
	}
	for _, name := range []string{"request_headers", "allowed_merchant_ids", "allowed_modes"} {
		if !c[name].IsFullyKnown() {
			o.unknown = append(o.unknown, name)
		}
	}
	if getenv != nil && !diags.HasError() {
		o.checkAccount(getenv, fromEnvironment, diags)
		if c["client_certificate"].IsKnown() && c["client_key"].IsKnown() {
			o.checkPair(diags)
		}
	}
	return o
}

// checkAccount adds an error if credentials of the environment would be sent to another
// service than the one that the environment names. The environment is one account.
func (o *options) checkAccount(getenv func(string) string, fromEnvironment []string, diags *diag.Diagnostics) {
	variable := environmentVariable("base_url")
	isCredential := func(name string) bool { return name == "secret" || name == "app_token" }
	if o.BaseURL == "" || getenv(variable) == "" || slices.Contains(fromEnvironment, "base_url") || !slices.ContainsFunc(fromEnvironment, isCredential) {
		return
	}
	configured, _ := paymentapi.ParseBaseURL(o.BaseURL)
	other, err := paymentapi.ParseBaseURL(getenv(variable))
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The environment variable %s (provider argument `base_url`) %s.", variable, err))
	} else if hostAndPort(configured) != hostAndPort(other) {
		diagnostics.AddError(diags, "Credentials of Another Service", fmt.Sprintf(
			"The provider argument `base_url` is for %s, but the environment variable %s is for %s. Credentials of the environment are not sent to another service. No request was sent.\n\n"+
				"Set `secret` and `app_token` in the block that sets `base_url`, or change one of the two addresses.", configured.Host, variable, other.Host))
	}
}

// hostAndPort returns where a connection to a base address is made.
func hostAndPort(u *url.URL) string {
	return strings.ToLower(u.Hostname()) + ":" + cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
}

// checkPair adds an error if there is a client certificate without its key, or a key without
// its certificate.
func (o *options) checkPair(diags *diag.Diagnostics) {
	const pair = "The provider arguments `client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) "
	switch {
	case o.ClientCertificate == "" && o.ClientKey == "":
	case o.ClientKey == "":
		diagnostics.AddError(diags, missingConfiguration, pair+"require each other, and `client_key` is not set.")
	case o.ClientCertificate == "":
		diagnostics.AddError(diags, missingConfiguration, pair+"require each other, and `client_certificate` is not set.")
	default:
		if err := paymentapi.CheckKeyPair(o.ClientCertificate, o.ClientKey); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, pair+"do not belong together: "+err.Error()+".")
		}
	}
}
