// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
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
	// sentence about the argument and never repeats the text of a credential.
	set func(text string) error
}

// env is the name of the environment variable.
func (a argument) env() string { return "PAYMENTSERVICE_" + strings.ToUpper(a.name) }

// arguments says for each argument where its value goes and which rule it must meet.
// Those whose values are sets are in guards.go.
func (s *options) arguments() []argument {
	return []argument{
		{"base_url", true, textTo(&s.BaseURL, checkBaseURL)},
		{"secret", true, textTo(&s.Secret, paymentapi.CheckCredential)},
		{"app_token", true, textTo(&s.AppToken, paymentapi.CheckCredential)},
		{"ca_certificate", false, pemTo(&s.CACertificate, paymentapi.CheckCertificates)},
		{"client_certificate", false, pemTo(&s.ClientCertificate, paymentapi.CheckCertificates)},
		{"client_key", false, pemTo(&s.ClientKey, paymentapi.CheckPrivateKey)},
		{"webhook_refresh", false, textTo(&s.webhookRefresh, checkRefresh)},
		{"request_timeout", false, s.setRequestTimeout},
		{"max_retries", false, s.setMaxRetries},
		{"max_concurrent_requests", false, wholeNumberTo(&s.MaxConcurrentRequests, 1, paymentapi.MaxMaxConcurrentRequests)},
		{"max_requests_per_minute", false, wholeNumberTo(&s.MaxRequestsPerMinute, 1, paymentapi.MaxMaxRequestsPerMinute)},
	}
}

func textTo(to *string, check func(string) error) func(string) error {
	return func(text string) error {
		*to = text
		return check(text)
	}
}

// pemTo takes out the byte order marks that programs for Windows put before texts.
func pemTo(to *string, check func(string) error) func(string) error {
	return func(value string) error { return textTo(to, check)(strings.ReplaceAll(value, "\ufeff", "")) }
}

func wholeNumberTo(to *int, low, high int) func(string) error {
	return func(text string) (err error) {
		if *to, err = strconv.Atoi(text); err != nil || *to < low || *to > high {
			return fmt.Errorf("it must be a whole number from %d to %d, not %q", low, high, text)
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
		return fmt.Errorf("it must be get, patch or off, not %q", text)
	}
	return nil
}

func (s *options) setRequestTimeout(text string) (err error) {
	s.RequestTimeout, err = time.ParseDuration(text)
	if err != nil || s.RequestTimeout < paymentapi.MinRequestTimeout || s.RequestTimeout > paymentapi.MaxRequestTimeout {
		return fmt.Errorf("it must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
			paymentapi.FormatTimeout(paymentapi.MinRequestTimeout), paymentapi.FormatTimeout(paymentapi.MaxRequestTimeout), text)
	}
	return nil
}

func (s *options) setMaxRetries(text string) error {
	err := wholeNumberTo(&s.MaxAttempts, 0, paymentapi.MaxMaxAttempts-1)(text)
	s.MaxAttempts++ // the first is no retry
	return err
}

// configuration is the provider's block by the names of its arguments.
type configuration map[string]tftypes.Value

func readConfiguration(raw tftypes.Value) configuration {
	var values map[string]tftypes.Value
	_ = raw.As(&values)
	return values
}

// text returns the text of a value that is known; empty if it is unset.
func (c configuration) text(name string) (text string) {
	var number big.Float
	if c[name].As(&text) == nil || c[name].As(&number) != nil { // null is an empty text
		return text
	}
	return number.Text('g', -1)
}

// options returns what the arguments are set to, and adds an error for each that is
// missing or breaks its rule. An unknown value never falls back to the environment. Without
// getenv, it looks only at what is configured.
func (c configuration) options(getenv func(string) string, diags *diag.Diagnostics) *options {
	s := &options{webhookRefresh: providerdata.RefreshGet}
	for _, a := range s.arguments() {
		if !c[a.name].IsKnown() {
			s.unknown = append(s.unknown, a.name)
			continue
		}
		text, source := c.text(a.name), "provider argument `"+a.name+"`"
		if text == "" && getenv != nil {
			text, source = getenv(a.env()), fmt.Sprintf("environment variable %s (provider argument `%s`)", a.env(), a.name)
		}
		if text != "" {
			if err := a.set(text); err != nil {
				diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the %s is invalid: %s.", source, err))
			}
		} else if a.required && getenv != nil {
			diagnostics.AddError(diags, missingConfiguration,
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s.", a.name, a.env()))
		}
	}
	s.checkPair(getenv != nil && c["client_certificate"].IsKnown() && c["client_key"].IsKnown(), diags)
	return s
}

// checkPair adds an error if the client certificate and the key, each valid by itself, do
// not belong together. If they are final, one without the other is an error, too.
func (s *options) checkPair(final bool, diags *diag.Diagnostics) {
	const pair = "The provider arguments `client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) "
	switch {
	case diags.HasError() || s.ClientCertificate == "" && s.ClientKey == "":
	case s.ClientCertificate != "" && s.ClientKey != "":
		if err := paymentapi.CheckKeyPair(s.ClientCertificate, s.ClientKey); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, pair+"do not belong together: "+err.Error()+".")
		}
	case final:
		missing := "client_key"
		if s.ClientKey != "" {
			missing = "client_certificate"
		}
		diagnostics.AddError(diags, missingConfiguration, pair+"require each other, and `"+missing+"` is not set.")
	}
}

const (
	invalidConfiguration = "Invalid Provider Configuration"
	missingConfiguration = "Missing Provider Configuration"
)
