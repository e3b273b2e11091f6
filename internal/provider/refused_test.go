// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
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
	return string(pem.EncodeToMemory(&pem.Block{
		Type:    kind,
		Headers: map[string]string{"Comment": leak},
		Bytes:   []byte(leak),
	}))
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
	all := acctest.Values{
		"base_url":  "https://api.example.com",
		"secret":    leak + "-secret",
		"app_token": leak + "-token",
	}
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
	said := refusal(t, config, env)
	if !strings.Contains(said, says) || (said == "") != (says == "") {
		t.Errorf("it says %s, want %q", said, says)
	}
}

// A value that breaks a rule is refused in the same words, whether the block or the
// environment has it.
func TestConfigure_refusesValue(t *testing.T) {
	t.Parallel()
	const (
		noCredential = "must not contain white space or control characters"
		padded       = "must not have white space at its beginning or end"
		quoted       = "must not be enclosed in quotation marks"
	)
	for name, tt := range map[string]struct {
		argument string
		value    any
		says     string
	}{
		"base_url with a blank after it": {
			argument: "base_url",
			value:    "https://api.example.com ",
			says:     padded,
		},
		"base_url with a blank after its path": {
			argument: "base_url",
			value:    "https://api.example.com/v1 ",
			says:     padded,
		},
		"base_url in quotes": {
			argument: "base_url",
			value:    `"https://api.example.com"`,
			says:     quoted,
		},
		"base_url with a query": {
			argument: "base_url",
			value:    "https://api.example.com/?key=" + leak,
			says:     "must not have a query",
		},
		"base_url with a fragment": {
			argument: "base_url",
			value:    "https://api.example.com/#" + leak,
			says:     "must not have a fragment",
		},
		"base_url with user information": {
			argument: "base_url",
			value:    "https://user:" + leak + "@api.example.com",
			says:     "must not contain a user name or password; pass credentials in `secret` and `app_token`.",
		},
		"base_url without a scheme": {
			argument: "base_url",
			value:    leak + ".example.com",
			says:     "must start with https://",
		},
		"base_url that is unprotected": {
			argument: "base_url",
			value:    "http://" + leak + ".example.com",
			says:     "must start with https://: http:// would send the credentials unprotected",
		},
		"secret with a blank in it": {
			argument: "secret",
			value:    leak + " x",
			says:     noCredential,
		},
		"secret with a line break after it": {
			argument: "secret",
			value:    leak + "\n",
			says:     padded,
		},
		"app_token with a space after it": {
			argument: "app_token",
			value:    leak + "\u00a0",
			says:     padded,
		},
		"ca_certificate that is a path": {
			argument: "ca_certificate",
			value:    "/etc/" + leak + ".pem",
			says:     "is not PEM text, which has a line with -----BEGIN; pass the text of the file, such as `file(\"name.pem\")`",
		},
		"ca_certificate that is a key": {
			argument: "ca_certificate",
			value:    pemOf("PRIVATE KEY"),
			says:     "contains a private key, and must contain certificates only; a client's key belongs in `client_key`.",
		},
		"client_key that is a certificate": {
			argument: "client_key",
			value:    pemOf("CERTIFICATE"),
			says:     "contains no private key",
		},
		"webhook_refresh with another word": {
			argument: "webhook_refresh",
			value:    "post",
			says:     "must be `get`, `list`, `patch` or `off`",
		},
		"webhook_refresh with a blank after it": {
			argument: "webhook_refresh",
			value:    "off ",
			says:     padded,
		},
		"webhook_refresh in quotes": {
			argument: "webhook_refresh",
			value:    `'off'`,
			says:     quoted,
		},
		"request_timeout that is too short": {
			argument: "request_timeout",
			value:    "999ms",
			says:     `must be a Go duration from 1s to 10m, such as 45s or 1m30s, not "999ms"`,
		},
		"request_timeout that is too long": {
			argument: "request_timeout",
			value:    "10m1s",
			says:     "must be a Go duration from 1s to 10m",
		},
		"max_retries that is not whole": {
			argument: "max_retries",
			value:    1.5,
			says:     `must be a whole number from 0 to 20, not "1.5"`,
		},
		"max_retries that is almost whole": {
			argument: "max_retries",
			value:    json.Number("4.00000000001"),
			says:     `must be a whole number from 0 to 20, not "4.00000000001"`,
		},
		"max_retries that is negative": {
			argument: "max_retries",
			value:    -1,
			says:     `must be a whole number from 0 to 20, not "-1"`,
		},
		"max_retries that is too large": {
			argument: "max_retries",
			value:    21,
			says:     `must be a whole number from 0 to 20, not "21"`,
		},
		"max_concurrent_requests that is zero": {
			argument: "max_concurrent_requests",
			value:    0,
			says:     "must be a whole number from 1 to 100",
		},
		"max_requests_per_minute that is zero": {
			argument: "max_requests_per_minute",
			value:    0,
			says:     "must be a whole number from 1 to 60000",
		},
		"max_requests_per_minute that is too large": {
			argument: "max_requests_per_minute",
			value:    60001,
			says:     "must be a whole number from 1 to 60000",
		},
		"max_requests_per_minute that is a million": {
			argument: "max_requests_per_minute",
			value:    1_000_000,
			says:     `must be a whole number from 1 to 60000, not "1000000"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			argument := "`" + tt.argument + "`"
			const title = "Invalid Provider Configuration\n"
			says := title + "The provider argument " + argument + " " + tt.says
			expectRefusal(t, says, acctest.Values{tt.argument: tt.value}, nil)

			variable := environmentVariable(tt.argument)
			says = title + "The environment variable " + variable + " (provider argument " + argument + ") " + tt.says
			env := map[string]string{variable: fmt.Sprint(tt.value)}
			expectRefusal(t, says, acctest.Values{tt.argument: nil}, env)
		})
	}
}

func environmentVariable(argument string) string {
	return "PAYMENTSERVICE_" + strings.ToUpper(argument)
}

// An empty or blank text is an error that says how to leave the argument unset, if that is possible. In
// the environment, an empty text counts as unset.
func TestConfigure_refusesBlank(t *testing.T) {
	t.Parallel()
	const (
		required = " must not be empty or blank (a CI secret"
		optional = " must not be empty or blank; to leave it unset, omit it or set it to null"
		variable = " must not be blank; to leave it unset, remove it or set it to an empty text"
	)
	says := map[string]string{
		"base_url":           required,
		"secret":             required,
		"app_token":          required,
		"ca_certificate":     optional,
		"client_certificate": optional,
		"client_key":         optional,
		"request_timeout":    optional,
		"webhook_refresh":    optional,
	}
	for argument, says := range says {
		for _, blank := range []string{"", " \n"} {
			expectRefusal(t, "`"+argument+"`"+says, acctest.Values{argument: blank}, nil)
		}
		name := environmentVariable(argument)
		env := map[string]string{name: "\t"}
		expectRefusal(t, name+" (provider argument `"+argument+"`)"+variable, acctest.Values{argument: nil}, env)
	}
}

// A message about a value shows no more than its beginning.
func TestConfigure_refusesLongValue(t *testing.T) {
	t.Parallel()
	digits := strings.Repeat("9", 100_000)
	for name, tt := range map[string]struct {
		config acctest.Values
		env    map[string]string
		says   string
	}{
		"a large number": {
			config: acctest.Values{"max_retries": json.Number("1e100000")},
			says:   `not "1e+100000"`,
		},
		"a small number": {
			config: acctest.Values{"max_concurrent_requests": json.Number("-1e-9000")},
			says:   `not "-1e-9000"`,
		},
		"many digits": {
			config: acctest.Values{"max_requests_per_minute": json.Number("1.5" + digits)},
			says:   `not "1.6"`,
		},
		"a number in the environment": {
			env:  map[string]string{"PAYMENTSERVICE_MAX_RETRIES": digits},
			says: `not "` + digits[:60] + `"…`,
		},
		"a duration": {
			config: acctest.Values{"request_timeout": digits},
			says:   `not "` + digits[:60] + `"…`,
		},
		"a mode of the token": {
			config: acctest.Values{"app_token": jwt(`{"mode":"` + digits + `"}`), "allowed_modes": []string{"test"}},
			says:   `with the value "` + digits[:60] + `"…`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := refusal(t, tt.config, tt.env)
			if !strings.Contains(said, tt.says) || len(said) > 1000 {
				t.Errorf("it says %d characters, %.1000s; want %q", len(said), said, tt.says)
			}
		})
	}
}

func TestConfigure_refusesRequestHeaders(t *testing.T) {
	t.Parallel()
	const blank = "has the header `X-Api-Key`, whose value must not be null, empty or blank; to leave it unset"
	type headers map[string]any
	for name, tt := range map[string]struct {
		headers headers
		says    string
	}{
		"none": {
			headers: headers{},
		},
		"two": {
			headers: headers{"CF-Access-Client-Id": "id.access", "X-Api-Key": leak},
		},
		"unknown": {
			headers: headers{"X-Api-Key": acctest.Unknown},
		},
		"one with two spellings": {
			headers: headers{"X-Api-Key": leak, "x-api-key": leak},
			says:    "has the header `X-Api-Key` twice",
		},
		"a whole header as name": {
			headers: headers{"X-Api-Key: " + leak: "x"},
			says:    "has a name that is not the name of a header",
		},
		"empty": {
			headers: headers{"X-Api-Key": ""},
			says:    blank,
		},
		"null": {
			headers: headers{"X-Api-Key": nil},
			says:    blank,
		},
		"with a line break": {
			headers: headers{"X-Api-Key": leak + "\r\nX: y"},
			says:    "has the header `X-Api-Key`, whose value must not contain line breaks",
		},
		"ending in a line break": {
			headers: headers{"X-Api-Key": leak + "\n"},
			says:    "has the header `X-Api-Key`, whose value must not have white space",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectRefusal(t, tt.says, acctest.Values{"request_headers": map[string]any(tt.headers)}, nil)
		})
	}

	for _, reserved := range []string{
		"Accept", "Accept-Encoding", "authorization", "Content-Type", "Content-Length", "Cookie", "Host",
		"Proxy-Authorization", "Proxy-Connection", "User-Agent",
		"Connection", "Expect", "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
	} {
		config := acctest.Values{"request_headers": map[string]any{reserved: leak}}
		expectRefusal(t, "must not have the header `"+http.CanonicalHeaderKey(reserved)+"`", config, nil)
	}
}
