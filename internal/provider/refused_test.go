// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// leak is a part of every value that no message may show.
const leak = "l3akY"

// pemOf returns a PEM text in which everything is readable, and nothing is what it seems.
func pemOf(kind string) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Headers: map[string]string{"Comment": leak}, Bytes: []byte(leak)}))
}

// configured returns a Protocol that is configured with values that every rule accepts, but for
// those of config.
func configured(t *testing.T, config acctest.Values) *acctest.Protocol {
	t.Helper()
	return acctest.Configured(t, &fakeservice.Server{URL: "https://api.example.com"}, config)
}

// refusal returns the errors of a configuration. Each must have no path, since a CLI
// would print the line of the block, and must show nothing that is secret.
func refusal(t *testing.T, config acctest.Values, env map[string]string) string {
	t.Helper()
	all := acctest.Values{"base_url": "https://api.example.com", "secret": leak + "-secret", "app_token": leak + "-token"}
	maps.Copy(all, config)
	diags := acctest.NewProtocol(t, environment(env)).Configure(t.Context(), all)
	for _, d := range diags {
		if d.Attribute == nil || len(d.Attribute.Steps()) > 0 {
			t.Errorf("the path %v makes a CLI print a line of the block", d.Attribute)
		}
	}
	said := diags.Errors()
	if strings.Contains(said, leak) {
		t.Errorf("the message shows a secret: %s", said)
	}
	return said
}

// expectRefusal fails the test unless the errors of a configuration say something; there must
// be none if that is empty.
func expectRefusal(t *testing.T, says string, config acctest.Values, env map[string]string) {
	t.Helper()
	if said := refusal(t, config, env); !strings.Contains(said, says) || (said == "") != (says == "") {
		t.Errorf("it says %s, want %q", said, says)
	}
}

// A value that breaks a rule is refused in the same words, whether the block or the
// environment has it.
func TestConfigure_refusesValue(t *testing.T) {
	t.Parallel()
	const noCredential, padded, blank = "must not contain white space or control characters", "must not have white space at its beginning or end", "must not be empty or blank"
	for name, tt := range map[string]struct {
		argument string
		value    any
		says     string
	}{
		"base_url has a blank after it":        {"base_url", "https://api.example.com ", padded},
		"base_url has a blank after its path":  {"base_url", "https://api.example.com/v1 ", padded},
		"base_url is empty":                    {"base_url", "", blank},
		"base_url is blank":                    {"base_url", " ", blank},
		"base_url has a query":                 {"base_url", "https://api.example.com/?key=" + leak, "must not have a query"},
		"base_url has a fragment":              {"base_url", "https://api.example.com/#" + leak, "must not have a fragment"},
		"base_url has user information":        {"base_url", "https://user:" + leak + "@api.example.com", "must not contain a user name or password"},
		"base_url has no scheme":               {"base_url", leak + ".example.com", "must start with https://"},
		"base_url is unprotected":              {"base_url", "http://" + leak + ".example.com", "must start with https://: http:// would send the credentials unprotected"},
		"secret is blank":                      {"secret", " \n", blank},
		"secret has a blank in it":             {"secret", leak + " x", noCredential},
		"app_token is blank":                   {"app_token", "\t", blank},
		"app_token has a space at its end":     {"app_token", leak + "\u00a0", padded},
		"ca_certificate is a path":             {"ca_certificate", "/etc/" + leak + ".pem", "is not PEM text"},
		"ca_certificate is a key":              {"ca_certificate", pemOf("PRIVATE KEY"), "contains a private key"},
		"client_key is a certificate":          {"client_key", pemOf("CERTIFICATE"), "contains no private key"},
		"webhook_refresh is another word":      {"webhook_refresh", "post", "must be `get`, `list`, `patch` or `off`"},
		"webhook_refresh has a blank at end":   {"webhook_refresh", "off ", padded},
		"request_timeout is too short":         {"request_timeout", "999ms", "must be a Go duration from 1s to 10m"},
		"request_timeout is too long":          {"request_timeout", "10m1s", "must be a Go duration from 1s to 10m"},
		"max_retries is not whole":             {"max_retries", 1.5, `must be a whole number from 0 to 20, not "1.5"`},
		"max_retries is negative":              {"max_retries", -1, "must be a whole number from 0 to 20"},
		"max_retries is too large":             {"max_retries", 21, "must be a whole number from 0 to 20"},
		"max_concurrent_requests is zero":      {"max_concurrent_requests", 0, "must be a whole number from 1 to 100"},
		"max_requests_per_minute is zero":      {"max_requests_per_minute", 0, "must be a whole number from 1 to 60000"},
		"max_requests_per_minute is too large": {"max_requests_per_minute", 60001, "must be a whole number from 1 to 60000"},
		"max_requests_per_minute is a million": {"max_requests_per_minute", 1_000_000, `must be a whole number from 1 to 60000, not "1000000"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectRefusal(t, "The provider argument `"+tt.argument+"` "+tt.says, acctest.Values{tt.argument: tt.value}, nil)
			if tt.value == "" {
				return // in the environment, it counts as unset
			}
			variable := "PAYMENTSERVICE_" + strings.ToUpper(tt.argument)
			says := "The environment variable " + variable + " (provider argument `" + tt.argument + "`) " + tt.says
			expectRefusal(t, says, acctest.Values{tt.argument: nil}, map[string]string{variable: fmt.Sprint(tt.value)})
		})
	}
}

// The environment is one account: its credentials go to the service that it names.
func TestConfigure_oneAccount(t *testing.T) {
	t.Parallel()
	const other = "The provider argument `base_url` is for sandbox.example.com, but the environment variable PAYMENTSERVICE_BASE_URL is for "
	fromEnvironment := acctest.Values{"secret": nil, "app_token": nil}
	for name, tt := range map[string]struct {
		baseURL, variable string
		config            acctest.Values
		says              string
	}{
		"another port":                     {"https://sandbox.example.com", "https://sandbox.example.com:8443", fromEnvironment, other + "sandbox.example.com:8443"},
		"only the token is the other's":    {"https://sandbox.example.com", "https://api.example.com", acctest.Values{"app_token": nil}, other},
		"only the secret is the other's":   {"https://sandbox.example.com", "https://api.example.com", acctest.Values{"secret": nil}, other},
		"an address that cannot be read":   {"https://sandbox.example.com", "api.example.com", fromEnvironment, "The environment variable PAYMENTSERVICE_BASE_URL (provider argument `base_url`) must start with https://"},
		"an address with a blank after it": {"https://sandbox.example.com", "https://sandbox.example.com ", fromEnvironment, "PAYMENTSERVICE_BASE_URL (provider argument `base_url`) must not have white space at its beginning or end"},
		"another path of the same":         {"https://API.example.com/v1", "https://api.example.com:443/v2", fromEnvironment, ""},
		"an environment without a service": {"https://sandbox.example.com", "", fromEnvironment, ""},
		"credentials of its own":           {"https://sandbox.example.com", "https://api.example.com", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := acctest.Values{"base_url": tt.baseURL}
			maps.Copy(config, tt.config)
			expectRefusal(t, tt.says, config, map[string]string{"PAYMENTSERVICE_BASE_URL": tt.variable, "PAYMENTSERVICE_SECRET": leak, "PAYMENTSERVICE_APP_TOKEN": leak})
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
		certificate, key any // of the block
		keyVariable      string
		says             string
	}{
		"a pair":                {certificate: pair.Certificate, keyVariable: pair.Key},
		"not a pair":            {certificate: pair.Certificate, key: other.Key, says: "do not belong together"},
		"no key":                {certificate: pair.Certificate, says: "require each other, and `client_key` is not set"},
		"only the key":          {keyVariable: pair.Key, says: "require each other, and `client_certificate` is not set"},
		"an unknown key":        {certificate: pair.Certificate, key: acctest.Unknown, keyVariable: other.Key},
		"unknown, with its key": {certificate: acctest.Unknown, keyVariable: pair.Key},
		"unknown, a wrong key":  {certificate: acctest.Unknown, key: pair.Certificate, says: "`client_key` contains no private key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := acctest.Values{"client_certificate": tt.certificate, "client_key": tt.key}
			expectRefusal(t, tt.says, config, map[string]string{"PAYMENTSERVICE_CLIENT_KEY": tt.keyVariable})
		})
	}
}

func TestConfigure_requestHeaders(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		headers map[string]any
		says    string
	}{
		"none":                   {headers: map[string]any{}},
		"two":                    {headers: map[string]any{"CF-Access-Client-Id": "id.access", "X-Api-Key": leak}},
		"unknown":                {headers: map[string]any{"X-Api-Key": acctest.Unknown}},
		"one with two spellings": {headers: map[string]any{"X-Api-Key": leak, "x-api-key": leak}, says: "has the header `X-Api-Key` twice"},
		"a whole header as name": {headers: map[string]any{"X-Api-Key: " + leak: "x"}, says: "has a name that is not the name of a header"},
		"empty":                  {headers: map[string]any{"X-Api-Key": ""}, says: "has the header `X-Api-Key`, whose value must not be null, empty or blank; to leave it unset"},
		"null":                   {headers: map[string]any{"X-Api-Key": nil}, says: "has the header `X-Api-Key`, whose value must not be null, empty or blank; to leave it unset"},
		"with a line break":      {headers: map[string]any{"X-Api-Key": leak + "\r\nX: y"}, says: "has the header `X-Api-Key`, whose value must not contain line breaks"},
		"ending in a line break": {headers: map[string]any{"X-Api-Key": leak + "\n"}, says: "has the header `X-Api-Key`, whose value must not have white space"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectRefusal(t, tt.says, acctest.Values{"request_headers": tt.headers}, nil)
		})
	}
	for _, reserved := range []string{
		"Accept", "Accept-Encoding", "authorization", "Content-Type", "Content-Length", "Cookie", "Host", "Proxy-Authorization", "Proxy-Connection", "User-Agent",
		"Connection", "Expect", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
	} {
		expectRefusal(t, "must not have the header `"+http.CanonicalHeaderKey(reserved)+"`", acctest.Values{"request_headers": map[string]any{reserved: leak}}, nil)
	}
	service, server := acctest.Start(t)
	p := acctest.Configured(t, server, acctest.Values{"request_headers": map[string]any{"x-api-key": "gate"}})
	if _, diags := p.Read(t.Context(), "paymentservice_charges", nil); len(diags) > 0 || service.Requests()[0].Header.Get("X-Api-Key") != "gate" {
		t.Errorf("the headers are %v; it says %s", service.Requests()[0].Header, diags)
	}
	if _, diags := acctest.Configured(t, server, acctest.Values{"request_headers": acctest.Unknown}).Read(t.Context(), "paymentservice_charges", nil); !strings.Contains(diags.Errors(), "The value of the provider's `request_headers` is not known") {
		t.Errorf("it says %s", diags)
	}
}
