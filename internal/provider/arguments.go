// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/net/http/httpguts"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const (
	invalidConfiguration = "Invalid Provider Configuration"
	missingConfiguration = "Missing Provider Configuration"
)

// settings are what a provider is configured with: by its block, the environment or the defaults.
type settings struct {
	paymentapi.Options

	webhookRefresh string
	maxRetries     int
	unknown        []string // the arguments whose values are not known yet
}

// binding says which rule an argument must meet, and where its value goes. An environment
// variable can set the argument, too.
type binding struct {
	argument string
	// check returns an error that completes a sentence which begins with the argument. It
	// never repeats the text of a credential.
	check func(text string) error
	store func(text string) // of a text that passed check
}

// environmentVariable returns the name of the variable that can set an argument.
func environmentVariable(argument string) string {
	return "PAYMENTSERVICE_" + strings.ToUpper(argument)
}

func (s *settings) bindings() []binding {
	checkRefresh := validators.CheckOneOf(providerdata.RefreshGet, providerdata.RefreshList, providerdata.RefreshPatch, providerdata.RefreshOff)
	return []binding{
		{"base_url", checkBaseURL, toText(&s.BaseURL)},
		{"secret", paymentapi.CheckCredential, toText(&s.Secret)},
		{"app_token", paymentapi.CheckCredential, toText(&s.AppToken)},
		{"ca_certificate", paymentapi.CheckCertificates, toText(&s.CACertificate)},
		{"client_certificate", paymentapi.CheckCertificates, toText(&s.ClientCertificate)},
		{"client_key", paymentapi.CheckPrivateKey, toText(&s.ClientKey)},
		{"webhook_refresh", checkRefresh, toText(&s.webhookRefresh)},
		{"request_timeout", checkRequestTimeout, toParsed(&s.RequestTimeout, time.ParseDuration)},
		{"max_retries", checkWholeNumber(0, paymentapi.MaxAttemptsLimit-1), toParsed(&s.maxRetries, strconv.Atoi)},
		{"max_concurrent_requests", checkWholeNumber(1, paymentapi.MaxConcurrentRequestsLimit), toParsed(&s.MaxConcurrentRequests, strconv.Atoi)},
		{"max_requests_per_minute", checkWholeNumber(1, paymentapi.MaxRequestsPerMinuteLimit), toParsed(&s.MaxRequestsPerMinute, strconv.Atoi)},
	}
}

func toText(to *string) func(string) { return func(text string) { *to = text } }

func toParsed[T any](to *T, parse func(string) (T, error)) func(string) {
	return func(text string) { *to, _ = parse(text) }
}

func checkWholeNumber(low, high int) func(string) error {
	return func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < low || n > high {
			return fmt.Errorf("must be a whole number from %d to %d, not %q", low, high, text)
		}
		return nil
	}
}

func checkRequestTimeout(text string) error {
	if d, err := time.ParseDuration(text); err != nil || d < paymentapi.MinRequestTimeout || d > paymentapi.MaxRequestTimeout {
		return fmt.Errorf("must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
			paymentapi.FormatDuration(paymentapi.MinRequestTimeout), paymentapi.FormatDuration(paymentapi.MaxRequestTimeout), text)
	}
	return nil
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

// resolve returns the settings, and adds an error for each value that breaks its rule. What is
// not known yet is passed over, and never falls back to the environment.
func (c configuration) resolve(getenv func(string) string, diags *diag.Diagnostics) *settings {
	s := &settings{webhookRefresh: providerdata.RefreshGet, maxRetries: paymentapi.DefaultMaxAttempts - 1}
	for _, b := range s.bindings() {
		value := c[b.argument]
		text, subject := c.text(b.argument), "The provider argument `"+b.argument+"`"
		if value.IsNull() {
			variable := environmentVariable(b.argument)
			text, subject = getenv(variable), fmt.Sprintf("The environment variable %s (provider argument `%s`)", variable, b.argument)
		}
		if !value.IsKnown() || value.IsNull() && text == "" {
			continue
		}
		if err := validators.ApplyCheck(b.check, text); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, subject+" "+err.Error()+".")
			continue
		}
		b.store(text)
	}
	s.MaxAttempts = s.maxRetries + 1 // the first is no retry
	s.RequestHeaders = c.requestHeaders(diags)
	for _, list := range allowLists {
		list.enforce(c[list.argument], s.AppToken, diags)
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !c[name].IsFullyKnown() {
			s.unknown = append(s.unknown, name)
		}
	}
	return s
}

// requestHeaders returns the known headers of request_headers by their canonical names, and
// adds an error for each that breaks a rule. No error shows a value, nor a name that is
// invalid: it may be a whole header.
func (c configuration) requestHeaders(diags *diag.Diagnostics) map[string]string {
	var values map[string]tftypes.Value
	if c["request_headers"].IsNull() || c["request_headers"].As(&values) != nil {
		return nil // it is unset or unknown
	}
	headers := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		canonical := http.CanonicalHeaderKey(name)
		_, isRepeated := headers[canonical]
		var value, problem string
		var err error
		if values[name].As(&value) == nil { // it is known; null reads as an empty text
			err = validators.ApplyElementCheck(validators.CheckHeaderValue, value)
		}
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			problem = "has a name that is not the name of a header, such as X-Api-Key"
		case isRepeated:
			problem = fmt.Sprintf("has the header `%s` twice; upper and lower case make no difference", canonical)
		case isReserved(canonical):
			problem = fmt.Sprintf("must not have the header `%s`, which the provider or the connection sets", canonical)
		case err != nil:
			problem = fmt.Sprintf("has the header `%s`, whose value %s", canonical, err)
		}
		if problem != "" {
			diagnostics.AddError(diags, invalidConfiguration, "The provider argument `request_headers` "+problem+".")
		}
		headers[canonical] = value
	}
	return headers
}

// isReserved reports whether the provider sets a header itself, or it belongs to the connection.
func isReserved(canonical string) bool {
	reserved := []string{
		"Accept", "Accept-Encoding", "Authorization", "Cookie", "Host", "User-Agent",
		"Connection", "Expect", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
	}
	return slices.Contains(reserved, canonical) || strings.HasPrefix(canonical, "Content-") || strings.HasPrefix(canonical, "Proxy-")
}

// checkRequirements adds an error for each required argument that neither the block nor the
// environment sets, and for arguments that do not go together.
func (c configuration) checkRequirements(s *settings, getenv func(string) string, diags *diag.Diagnostics) {
	for _, argument := range []string{"base_url", "secret", "app_token"} {
		if variable := environmentVariable(argument); c[argument].IsNull() && getenv(variable) == "" {
			diagnostics.AddError(diags, missingConfiguration,
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s, which counts as unset if it is empty.", argument, variable))
		}
	}
	if diags.HasError() {
		return
	}
	c.checkAccount(s.BaseURL, getenv(environmentVariable("base_url")), diags)
	if c["client_certificate"].IsKnown() && c["client_key"].IsKnown() {
		checkPair(s.ClientCertificate, s.ClientKey, diags)
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
	if err := validators.ApplyCheck(checkBaseURL, ofEnvironment); err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The environment variable %s (provider argument `base_url`) %s.", variable, err))
		return
	}
	configured, _ := paymentapi.ParseBaseURL(baseURL)
	other, _ := paymentapi.ParseBaseURL(ofEnvironment)
	if validators.HostAndPort(configured) != validators.HostAndPort(other) {
		diagnostics.AddError(diags, "Credentials of Another Service", fmt.Sprintf(
			"The provider argument `base_url` is for %s, but the environment variable %s is for %s. Credentials of the environment are not sent to another service. This provider configuration sent no request.\n\n"+
				"Set `secret` and `app_token` in the block that sets `base_url`, or change one of the two addresses.", configured.Host, variable, other.Host))
	}
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
