// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"fmt"
	"maps"
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

// options are what a provider is configured with: by its block, the environment or the defaults.
type options struct {
	paymentapi.Options

	webhookRefresh string
	maxRetries     int
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
	refreshes := []string{providerdata.RefreshGet, providerdata.RefreshPatch, providerdata.RefreshOff}
	return []argument{
		{"base_url", true, textInto(&o.BaseURL, checkBaseURL)},
		{"secret", true, textInto(&o.Secret, paymentapi.CheckCredential)},
		{"app_token", true, textInto(&o.AppToken, paymentapi.CheckCredential)},
		{"ca_certificate", false, textInto(&o.CACertificate, paymentapi.CheckCertificates)},
		{"client_certificate", false, textInto(&o.ClientCertificate, paymentapi.CheckCertificates)},
		{"client_key", false, textInto(&o.ClientKey, paymentapi.CheckPrivateKey)},
		{"webhook_refresh", false, textInto(&o.webhookRefresh, validators.CheckOneOf(refreshes...))},
		{"request_timeout", false, durationInto(&o.RequestTimeout, paymentapi.MinRequestTimeout, paymentapi.MaxRequestTimeout)},
		{"max_retries", false, wholeNumberInto(&o.maxRetries, 0, paymentapi.MaxAttemptsLimit-1)},
		{"max_concurrent_requests", false, wholeNumberInto(&o.MaxConcurrentRequests, 1, paymentapi.MaxConcurrentRequestsLimit)},
		{"max_requests_per_minute", false, wholeNumberInto(&o.MaxRequestsPerMinute, 1, paymentapi.MaxRequestsPerMinuteLimit)},
	}
}

func textInto(to *string, check func(string) error) func(string) error {
	return func(text string) error {
		*to = text
		return check(text)
	}
}

func wholeNumberInto(to *int, low, high int) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.Atoi(text); err != nil || *to < low || *to > high {
			return fmt.Errorf("must be a whole number from %d to %d, not %q", low, high, text)
		}
		return nil
	}
}

func durationInto(to *time.Duration, low, high time.Duration) func(string) error {
	return func(text string) (err error) {
		if *to, err = time.ParseDuration(text); err != nil || *to < low || *to > high {
			return fmt.Errorf("must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
				paymentapi.FormatTimeout(low), paymentapi.FormatTimeout(high), text)
		}
		return nil
	}
}

func checkBaseURL(text string) error {
	_, err := paymentapi.ParseBaseURL(text)
	return err
}

// configuration is the provider's block by the names of its arguments.
type configuration map[string]tftypes.Value

func readConfiguration(raw tftypes.Value) (c configuration) {
	_ = raw.As((*map[string]tftypes.Value)(&c))
	return c
}

// text returns a string or a number as text.
func (c configuration) text(name string) (text string) {
	var number big.Float
	if c[name].As(&text) != nil && c[name].As(&number) == nil {
		text = number.Text('f', -1)
	}
	return text
}

// options returns what the arguments are set to, and adds an error for each value that breaks its
// rule. What is not known yet is passed over, and never falls back to the environment.
func (c configuration) options(getenv func(string) string, diags *diag.Diagnostics) *options {
	o := &options{webhookRefresh: providerdata.RefreshGet, maxRetries: paymentapi.DefaultMaxAttempts - 1}
	for _, a := range o.arguments() {
		text, subject := c.text(a.name), "The provider argument `"+a.name+"`"
		if c[a.name].IsNull() {
			text = getenv(environmentVariable(a.name))
			subject = fmt.Sprintf("The environment variable %s (provider argument `%s`)", environmentVariable(a.name), a.name)
		}
		if !c[a.name].IsKnown() || c[a.name].IsNull() && text == "" {
			continue
		}
		if err := validators.CheckText(text, a.set); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, subject+" "+err.Error()+".")
		}
	}
	o.MaxAttempts = o.maxRetries + 1 // the first is no retry
	o.RequestHeaders = c.requestHeaders(diags)
	for _, list := range allowLists {
		list.enforce(c[list.argument], o.AppToken, diags)
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !c[name].IsFullyKnown() {
			o.unknown = append(o.unknown, name)
		}
	}
	return o
}

// checkRequirements adds an error for each required argument that neither the block nor the
// environment sets, and for arguments that do not go together.
func (c configuration) checkRequirements(o *options, getenv func(string) string, diags *diag.Diagnostics) {
	for _, a := range o.arguments() {
		if variable := environmentVariable(a.name); a.required && c[a.name].IsNull() && getenv(variable) == "" {
			diagnostics.AddError(diags, missingConfiguration,
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s.", a.name, variable))
		}
	}
	if diags.HasError() {
		return
	}
	c.checkAccount(o.BaseURL, getenv(environmentVariable("base_url")), diags)
	if c["client_certificate"].IsKnown() && c["client_key"].IsKnown() {
		checkPair(o.ClientCertificate, o.ClientKey, diags)
	}
}

// checkAccount adds an error if credentials of the environment would be sent to another
// service than the one that the environment names. The environment is one account.
func (c configuration) checkAccount(baseURL, ofEnvironment string, diags *diag.Diagnostics) {
	hasOwnCredentials := !c["secret"].IsNull() && !c["app_token"].IsNull()
	if baseURL == "" || ofEnvironment == "" || hasOwnCredentials {
		return
	}
	variable := environmentVariable("base_url")
	if err := validators.CheckText(ofEnvironment, checkBaseURL); err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The environment variable %s (provider argument `base_url`) %s.", variable, err))
		return
	}
	configured, _ := paymentapi.ParseBaseURL(baseURL)
	other, _ := paymentapi.ParseBaseURL(ofEnvironment)
	if hostAndPort(configured) != hostAndPort(other) {
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
func checkPair(certificate, key string, diags *diag.Diagnostics) {
	const pair = "The provider arguments `client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) "
	switch {
	case certificate == "" && key == "":
	case key == "":
		diagnostics.AddError(diags, missingConfiguration, pair+"require each other, and `client_key` is not set.")
	case certificate == "":
		diagnostics.AddError(diags, missingConfiguration, pair+"require each other, and `client_certificate` is not set.")
	default:
		if err := paymentapi.CheckKeyPair(certificate, key); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, pair+"do not belong together: "+err.Error()+".")
		}
	}
}
