// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"slices"
	"strconv"
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
	baseURL, secret, appToken string
	webhookRefresh            string
	requestTimeout            time.Duration
	maxRetries                int
	maxConcurrentRequests     int
	maxRequestsPerMinute      int
}

// defaultSettings has the defaults that are not the client's own for a zero.
func defaultSettings() settings {
	return settings{webhookRefresh: providerdata.RefreshGet, maxRetries: paymentapi.DefaultMaxRetries}
}

// argument is one argument of the provider.
type argument struct {
	name, env string
	required  bool
	value     func(model) attr.Value
	// set checks a value and puts it into the settings. Its error completes a
	// sentence about the argument and never repeats the value of a secret one.
	set func(*settings, string) error
}

// arguments says for each argument where its value comes from and which rule it
// must meet. Those whose values are sets are in guards.go.
var arguments = []argument{
	{
		name: "base_url", env: "PAYMENTSERVICE_BASE_URL", required: true,
		value: func(m model) attr.Value { return m.BaseURL },
		set: func(s *settings, v string) error {
			s.baseURL = v
			_, err := paymentapi.ParseBaseURL(v)
			return err
		},
	},
	{
		name: "secret", env: "PAYMENTSERVICE_SECRET", required: true,
		value: func(m model) attr.Value { return m.Secret },
		set: func(s *settings, v string) error {
			s.secret = v
			return paymentapi.CheckCredential(v)
		},
	},
	{
		name: "app_token", env: "PAYMENTSERVICE_APP_TOKEN", required: true,
		value: func(m model) attr.Value { return m.AppToken },
		set: func(s *settings, v string) error {
			s.appToken = v
			return paymentapi.CheckCredential(v)
		},
	},
	{
		name: "webhook_refresh", env: "PAYMENTSERVICE_WEBHOOK_REFRESH",
		value: func(m model) attr.Value { return m.WebhookRefresh },
		set: func(s *settings, v string) error {
			s.webhookRefresh = v
			if !slices.Contains([]string{providerdata.RefreshGet, providerdata.RefreshPatch, providerdata.RefreshOff}, v) {
				return fmt.Errorf("it must be get, patch or off, not %q", v)
			}
			return nil
		},
	},
	{
		name: "request_timeout", env: "PAYMENTSERVICE_REQUEST_TIMEOUT",
		value: func(m model) attr.Value { return m.RequestTimeout },
		set: func(s *settings, v string) (err error) {
			s.requestTimeout, err = time.ParseDuration(v)
			if err != nil || s.requestTimeout < paymentapi.MinRequestTimeout || s.requestTimeout > paymentapi.MaxRequestTimeout {
				return fmt.Errorf("it must be a Go duration from %s to %s, such as 45s or 1m30s, not %q",
					paymentapi.FormatTimeout(paymentapi.MinRequestTimeout), paymentapi.FormatTimeout(paymentapi.MaxRequestTimeout), v)
			}
			return nil
		},
	},
	{
		name: "max_retries", env: "PAYMENTSERVICE_MAX_RETRIES",
		value: func(m model) attr.Value { return m.MaxRetries },
		set: func(s *settings, v string) (err error) {
			s.maxRetries, err = wholeNumber(v, 0, paymentapi.MaxMaxRetries)
			return err
		},
	},
	{
		name: "max_concurrent_requests", env: "PAYMENTSERVICE_MAX_CONCURRENT_REQUESTS",
		value: func(m model) attr.Value { return m.MaxConcurrentRequests },
		set: func(s *settings, v string) (err error) {
			s.maxConcurrentRequests, err = wholeNumber(v, 1, paymentapi.MaxMaxConcurrentRequests)
			return err
		},
	},
	{
		name: "max_requests_per_minute", env: "PAYMENTSERVICE_MAX_REQUESTS_PER_MINUTE",
		value: func(m model) attr.Value { return m.MaxRequestsPerMinute },
		set: func(s *settings, v string) (err error) {
			s.maxRequestsPerMinute, err = wholeNumber(v, 1, paymentapi.MaxMaxRequestsPerMinute)
			return err
		},
	},
}

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
	text := getenv(a.env)
	if text == "" {
		if a.required {
			diagnostics.AddError(diags, "Missing Provider Configuration",
				fmt.Sprintf("The provider requires `%s`. Set the argument in the `provider \"paymentservice\"` block, or set the environment variable %s.", a.name, a.env))
		}
		return
	}
	if err := a.set(s, text); err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the environment variable %s (provider argument `%s`) is invalid: %s.", a.env, a.name, err))
	}
}

const invalidConfiguration = "Invalid Provider Configuration"
