// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// settings are the values of a provider configuration, from its block, the
// environment or the defaults.
type settings struct {
	baseURL, secret, appToken    string
	caCertificate                string
	clientCertificate, clientKey string
	webhookRefresh               string
	requestTimeout               time.Duration
	maxRetries                   int
	maxConcurrentRequests        int
	maxRequestsPerMinute         int
}

// defaultSettings has the defaults that are not the client's own for a zero.
func defaultSettings() settings {
	return settings{webhookRefresh: providerdata.RefreshGet, maxRetries: paymentapi.DefaultMaxAttempts - 1}
}

// argument is an argument of the provider that an environment variable can set, too.
type argument struct {
	name     string
	required bool
	value    func(model) attr.Value
	// set checks a text and puts its value into the settings. Its error completes a
	// sentence about the argument and never repeats the text of a credential.
	set func(s *settings, text string) error
}

// env is the name of the environment variable.
func (a argument) env() string { return "PAYMENTSERVICE_" + strings.ToUpper(a.name) }

// arguments says for each argument where its value comes from and which rule it
// must meet. Those whose values are sets are in guards.go.
var arguments = []argument{
	{"base_url", true, func(m model) attr.Value { return m.BaseURL }, func(s *settings, text string) error {
		s.baseURL = text
		_, err := paymentapi.ParseBaseURL(text)
		return err
	}},
	{"secret", true, func(m model) attr.Value { return m.Secret }, func(s *settings, text string) error {
		s.secret = text
		return paymentapi.CheckCredential(text)
	}},
	{"app_token", true, func(m model) attr.Value { return m.AppToken }, func(s *settings, text string) error {
		s.appToken = text
		return paymentapi.CheckCredential(text)
	}},
	{"ca_certificate", false, func(m model) attr.Value { return m.CACertificate }, func(s *settings, text string) error {
		s.caCertificate = withoutMarks(text)
		return paymentapi.CheckCertificates(s.caCertificate)
	}},
	{"client_certificate", false, func(m model) attr.Value { return m.ClientCertificate }, func(s *settings, text string) error {
		s.clientCertificate = withoutMarks(text)
		return paymentapi.CheckCertificates(s.clientCertificate)
	}},
	{"client_key", false, func(m model) attr.Value { return m.ClientKey }, func(s *settings, text string) error {
		s.clientKey = withoutMarks(text)
		return paymentapi.CheckPrivateKey(s.clientKey)
	}},
	{"webhook_refresh", false, func(m model) attr.Value { return m.WebhookRefresh }, func(s *settings, text string) error {
		s.webhookRefresh = text
		if !slices.Contains([]string{providerdata.RefreshGet, providerdata.RefreshPatch, providerdata.RefreshOff}, text) {
			return fmt.Errorf("it must be get, patch or off, not %q", text)
		}
		return nil
	}},
	{"request_timeout", false, func(m model) attr.Value { return m.RequestTimeout }, func(s *settings, text string) (err error) {
		s.requestTimeout, err = time.ParseDuration(text)
		if err != nil || s.requestTimeout < paymentapi.MinRequestTimeout || s.requestTimeout > paymentapi.MaxRequestTimeout {
			return fmt.Errorf("it must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
				paymentapi.FormatTimeout(paymentapi.MinRequestTimeout), paymentapi.FormatTimeout(paymentapi.MaxRequestTimeout), text)
		}
		return nil
	}},
	{"max_retries", false, func(m model) attr.Value { return m.MaxRetries }, func(s *settings, text string) (err error) {
		s.maxRetries, err = wholeNumber(text, 0, paymentapi.MaxMaxAttempts-1)
		return err
	}},
	{"max_concurrent_requests", false, func(m model) attr.Value { return m.MaxConcurrentRequests }, func(s *settings, text string) (err error) {
		s.maxConcurrentRequests, err = wholeNumber(text, 1, paymentapi.MaxMaxConcurrentRequests)
		return err
	}},
	{"max_requests_per_minute", false, func(m model) attr.Value { return m.MaxRequestsPerMinute }, func(s *settings, text string) (err error) {
		s.maxRequestsPerMinute, err = wholeNumber(text, 1, paymentapi.MaxMaxRequestsPerMinute)
		return err
	}},
}

// withoutMarks takes out the byte order marks that programs for Windows put before texts.
func withoutMarks(text string) string { return strings.ReplaceAll(text, "\ufeff", "") }

func wholeNumber(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("it must be a whole number from %d to %d, not %q", low, high, text)
	}
	return n, nil
}

// configuredText returns the text of a configured value; empty if it is unset.
func configuredText(v attr.Value) string {
	switch v := v.(type) {
	case types.String:
		return v.ValueString()
	case types.Number:
		if !v.IsNull() {
			return v.ValueBigFloat().Text('g', -1)
		}
	}
	return ""
}

// check reports whether a is configured. If so, it puts the value into s, and
// adds an error if the value breaks the rule.
func (a argument) check(m model, s *settings, diags *diag.Diagnostics) bool {
	text := configuredText(a.value(m))
	if text == "" {
		return false
	}
	if err := a.set(s, text); err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the provider argument `%s` is invalid: %s.", a.name, err))
	}
	return true
}

// find puts the value of a into s, from the configuration or else from the
// environment, and adds an error if it is missing or breaks the rule. An unknown
// value never falls back to the environment.
func (a argument) find(m model, getenv func(string) string, s *settings, diags *diag.Diagnostics) {
	if a.value(m).IsUnknown() || a.check(m, s, diags) {
		return
	}
	text := getenv(a.env())
	if text == "" {
		if a.required {
			diagnostics.AddError(diags, "Missing Provider Configuration",
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s.", a.name, a.env()))
		}
		return
	}
	if err := a.set(s, text); err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the environment variable %s (provider argument `%s`) is invalid: %s.", a.env(), a.name, err))
	}
}

// checkPair adds an error if the client certificate and the key, each valid by itself, do
// not belong together. If they are final, one without the other is an error, too.
func (s settings) checkPair(final bool, diags *diag.Diagnostics) {
	const name = "The provider arguments `client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) "
	switch both := s.clientCertificate != "" && s.clientKey != ""; {
	case diags.HasError():
	case both:
		if err := paymentapi.CheckKeyPair(s.clientCertificate, s.clientKey); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, name+"do not belong together: "+err.Error()+".")
		}
	case final && s.clientCertificate != "":
		diagnostics.AddError(diags, "Missing Provider Configuration", name+"require each other, and `client_key` is not set.")
	case final && s.clientKey != "":
		diagnostics.AddError(diags, "Missing Provider Configuration", name+"require each other, and `client_certificate` is not set.")
	}
}

const invalidConfiguration = "Invalid Provider Configuration"
