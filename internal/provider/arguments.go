// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"math"
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

	claims      map[string]any // what the application token says of itself
	claimsError error          // why it is no JWT, or that it is not known yet; nil if it was decoded
}

// binding says which rule an argument must meet, and where its value goes. An environment
// variable can set the argument, too.
type binding struct {
	argument string
	// check returns an error that completes a sentence which begins with the argument. It
	// never repeats the text of a credential.
	check func(text string) error
	// store takes a text that check accepts.
	store func(text string)
}

// environmentVariable returns the name of the variable that can set an argument.
func environmentVariable(argument string) string {
	return "PAYMENTSERVICE_" + strings.ToUpper(argument)
}

func (s *settings) bindings() []binding {
	const (
		maxRetries    = paymentapi.MaxAttemptsLimit - 1 // the first attempt is no retry
		maxConcurrent = paymentapi.MaxConcurrentRequestsLimit
		maxPerMinute  = paymentapi.MaxRequestsPerMinuteLimit
	)

	checkRefresh := validators.CheckOneOf(
		providerdata.RefreshGet,
		providerdata.RefreshList,
		providerdata.RefreshPatch,
		providerdata.RefreshOff,
	)

	return []binding{
		bindText("base_url", checkBaseURL, &s.BaseURL),
		bindText("secret", paymentapi.CheckCredential, &s.Secret),
		bindText("app_token", paymentapi.CheckCredential, &s.AppToken),
		bindText("ca_certificate", paymentapi.CheckCertificates, &s.CACertificate),
		bindText("client_certificate", paymentapi.CheckCertificates, &s.ClientCertificate),
		bindText("client_key", paymentapi.CheckPrivateKey, &s.ClientKey),
		bindText("webhook_refresh", checkRefresh, &s.webhookRefresh),
		bindParsed("request_timeout", checkRequestTimeout, time.ParseDuration, &s.RequestTimeout),
		bindNumber("max_retries", 0, maxRetries, &s.maxRetries),
		bindNumber("max_concurrent_requests", 1, maxConcurrent, &s.MaxConcurrentRequests),
		bindNumber("max_requests_per_minute", 1, maxPerMinute, &s.MaxRequestsPerMinute),
	}
}

func bindText(argument string, check func(string) error, to *string) binding {
	return binding{argument, check, func(text string) { *to = text }}
}

// bindParsed binds an argument whose text parse reads whenever check accepts it.
func bindParsed[T any](argument string, check func(string) error, parse func(string) (T, error), to *T) binding {
	return binding{argument, check, func(text string) { *to, _ = parse(text) }}
}

// bindNumber binds an argument that is a whole number from low to high.
func bindNumber(argument string, low, high int, to *int) binding {
	return bindParsed(argument, checkWholeNumber(low, high), strconv.Atoi, to)
}

func checkWholeNumber(low, high int) func(string) error {
	return func(text string) error {
		number, err := strconv.Atoi(text)
		if err != nil || number < low || number > high {
			return fmt.Errorf("must be a whole number from %d to %d, not %s", low, high, diagnostics.QuoteValue(text))
		}
		return nil
	}
}

func checkRequestTimeout(text string) error {
	const (
		low  = paymentapi.MinRequestTimeout
		high = paymentapi.MaxRequestTimeout
	)
	timeout, err := time.ParseDuration(text)
	if err != nil || timeout < low || timeout > high {
		return fmt.Errorf("must be a Go duration from %s to %s, such as 45s or 1m30s, not %s",
			paymentapi.FormatDuration(low), paymentapi.FormatDuration(high), diagnostics.QuoteValue(text))
	}
	return nil
}

func checkBaseURL(text string) error {
	_, err := paymentapi.ParseBaseURL(text)
	return err
}

// configuration is the provider's block by the names of its arguments.
type configuration map[string]tftypes.Value

func readConfiguration(raw tftypes.Value) configuration {
	var arguments map[string]tftypes.Value
	_ = raw.As(&arguments) // the schema makes it an object
	return arguments
}

// resolve returns the settings, and adds an error for each value that breaks its rule. A value that is
// not known yet never falls back to the environment.
func (c configuration) resolve(getenv func(string) string, diags *diag.Diagnostics) *settings {
	s := &settings{
		webhookRefresh: providerdata.RefreshGet,
		maxRetries:     paymentapi.DefaultMaxAttempts - 1,
	}

	for _, b := range s.bindings() {
		c.resolveArgument(b, getenv, diags)
	}
	s.MaxAttempts = s.maxRetries + 1
	s.RequestHeaders = c.requestHeaders(diags)

	s.claims, s.claimsError = decodeClaims(s.AppToken)
	for _, list := range allowLists {
		list.enforce(c[list.argument], s, diags)
	}

	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !c[name].IsFullyKnown() {
			s.unknown = append(s.unknown, name)
		}
	}
	return s
}

// resolveArgument stores the value of one argument, or that of its environment variable if the argument is null. It
// stores nothing as long as the argument is unknown.
func (c configuration) resolveArgument(b binding, getenv func(string) string, diags *diag.Diagnostics) {
	value := c[b.argument]
	switch {
	case value.IsNull():
		b.takeVariable(getenv, diags)
	case value.IsKnown():
		b.takeArgument(c.text(b.argument), diags)
	}
}

// takeVariable stores the text of the environment variable, if there is one.
func (b binding) takeVariable(getenv func(string) string, diags *diag.Diagnostics) {
	variable := environmentVariable(b.argument)
	text := getenv(variable)
	if text == "" {
		return
	}

	subject := fmt.Sprintf("The environment variable %s (provider argument `%s`)", variable, b.argument)
	err := validators.ApplyVariableCheck(b.check, text)
	b.take(text, err, subject, diags)
}

// takeArgument stores the text of an argument of the block.
func (b binding) takeArgument(text string, diags *diag.Diagnostics) {
	apply := validators.ApplyCheck
	if slices.Contains(requiredArguments, b.argument) {
		apply = validators.ApplyRequiredCheck
	}

	subject := "The provider argument `" + b.argument + "`"
	err := apply(b.check, text)
	b.take(text, err, subject, diags)
}

// take stores a text, or adds the error of its check, in a sentence that begins with the subject.
func (b binding) take(text string, err error, subject string, diags *diag.Diagnostics) {
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, subject+" "+diagnostics.ExplainOption(err)+".")
		return
	}
	b.store(text)
}

// text returns a string or a number as text.
func (c configuration) text(argument string) string {
	var text string
	if c[argument].As(&text) == nil {
		return text
	}

	var number big.Float
	_ = c[argument].As(&number) // every argument with a binding is a string or a number
	return formatNumber(&number)
}

// formatNumber returns a number as text: in full if it is not far from 1, and otherwise about its power of ten. All
// digits of 1e100000 are many, and take long to compute.
func formatNumber(number *big.Float) string {
	_, accuracy := number.Int64()
	if accuracy == big.Exact {
		return number.Text('f', 0)
	}

	const longest = 1000
	exponent := number.MantExp(nil) // to the base 2
	if -longest < exponent && exponent < longest {
		const shortest = -1 // of the texts that stand for this number
		return number.Text('g', shortest)
	}

	sign := ""
	if number.Signbit() {
		sign = "-"
	}
	return fmt.Sprintf("%s1e%+.0f", sign, float64(exponent)*math.Log10(2))
}
