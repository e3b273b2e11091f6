// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// What the provider cannot do without is missing if neither the block nor the environment has it.
func TestConfigure_missing(t *testing.T) {
	t.Parallel()
	for argument, value := range map[string]string{
		"base_url":  "https://api.example.com",
		"secret":    leak,
		"app_token": leak,
	} {
		t.Run(argument, func(t *testing.T) {
			t.Parallel()
			variable := environmentVariable(argument)
			says := "Missing Provider Configuration\nThe provider requires `" + argument + "`. " +
				"Set the argument in the `provider \"paymentservice\"` block, " +
				"or set the environment variable " + variable + ", which counts as unset if it is empty."
			missing := acctest.Values{argument: nil}
			expectRefusal(t, says, missing, nil)
			expectRefusal(t, says, missing, map[string]string{variable: ""})
			expectRefusal(t, "", missing, map[string]string{variable: value})
			expectRefusal(t, "", acctest.Values{argument: value}, nil)
		})
	}
}

// The environment is one account: its credentials go to the service that it names.
func TestConfigure_oneAccount(t *testing.T) {
	t.Parallel()
	const (
		sandbox  = "https://sandbox.example.com"
		another  = "Credentials of Another Service\nThe provider argument `base_url` is for sandbox.example.com, but the environment variable "
		variable = "Invalid Provider Configuration\nThe environment variable PAYMENTSERVICE_BASE_URL (provider argument `base_url`) "
	)
	fromEnvironment := acctest.Values{"secret": nil, "app_token": nil}
	for name, tt := range map[string]struct {
		baseURL       string
		ofEnvironment string
		credentials   acctest.Values // of the block
		says          string
	}{
		"another port": {
			baseURL:       sandbox,
			ofEnvironment: "https://sandbox.example.com:8443",
			credentials:   fromEnvironment,
			says:          another + "PAYMENTSERVICE_BASE_URL is for sandbox.example.com:8443",
		},
		"only the token is the other's": {
			baseURL:       sandbox,
			ofEnvironment: "https://api.example.com",
			credentials:   acctest.Values{"app_token": nil},
			says:          another,
		},
		"only the secret is the other's": {
			baseURL:       sandbox,
			ofEnvironment: "https://api.example.com",
			credentials:   acctest.Values{"secret": nil},
			says:          another,
		},
		"an address that cannot be read": {
			baseURL:       sandbox,
			ofEnvironment: "api.example.com",
			credentials:   fromEnvironment,
			says:          variable + "must start with https://",
		},
		"an address with a blank after it": {
			baseURL:       sandbox,
			ofEnvironment: "https://sandbox.example.com ",
			credentials:   fromEnvironment,
			says:          variable + "must not have white space at its beginning or end",
		},
		"an address that is blank": {
			baseURL:       sandbox,
			ofEnvironment: " ",
			credentials:   fromEnvironment,
			says:          variable + "must not be blank",
		},
		"another path of the same": {
			baseURL:       "https://API.example.com/v1",
			ofEnvironment: "https://api.example.com:443/v2",
			credentials:   fromEnvironment,
		},
		"an environment without a service": {
			baseURL:     sandbox,
			credentials: fromEnvironment,
		},
		"credentials of its own": {
			baseURL:       sandbox,
			ofEnvironment: "https://api.example.com",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := acctest.Values{"base_url": tt.baseURL}
			maps.Copy(config, tt.credentials)
			expectRefusal(t, tt.says, config, map[string]string{
				"PAYMENTSERVICE_BASE_URL":  tt.ofEnvironment,
				"PAYMENTSERVICE_SECRET":    leak,
				"PAYMENTSERVICE_APP_TOKEN": leak,
			})
		})
	}
}

// A client certificate and its key require each other, wherever they are set. What is not
// known yet is not missing.
func TestConfigure_clientCertificate(t *testing.T) {
	t.Parallel()
	_, pair, _ := acctest.MutualTLS()
	_, other, _ := acctest.MutualTLS()
	for name, tt := range map[string]struct {
		certificate any // of the block
		key         any // of the block
		keyVariable string
		says        string
	}{
		"a pair": {
			certificate: pair.Certificate,
			keyVariable: pair.Key,
		},
		"not a pair": {
			certificate: pair.Certificate,
			key:         other.Key,
			says: "Invalid Provider Configuration\nThe provider arguments `client_certificate` and `client_key` " +
				"(environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) " +
				"do not belong together: the key cannot be read, or is not that of the certificate; " +
				"if there are several certificates, the client's own comes first.\n",
		},
		"no key": {
			certificate: pair.Certificate,
			says:        "require each other, and `client_key` is not set",
		},
		"only the key": {
			keyVariable: pair.Key,
			says:        "require each other, and `client_certificate` is not set",
		},
		"an unknown key": {
			certificate: pair.Certificate,
			key:         acctest.Unknown,
			keyVariable: other.Key,
		},
		"unknown, with its key": {
			certificate: acctest.Unknown,
			keyVariable: pair.Key,
		},
		"unknown, a wrong key": {
			certificate: acctest.Unknown,
			key:         pair.Certificate,
			says:        "`client_key` contains no private key",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := acctest.Values{"client_certificate": tt.certificate, "client_key": tt.key}
			expectRefusal(t, tt.says, config, map[string]string{"PAYMENTSERVICE_CLIENT_KEY": tt.keyVariable})
		})
	}
}
