// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// leak is a part of every value that no message may show.
const leak = "l3akY"

// badValues are values that an argument must not have, in the configuration or in the
// environment.
var badValues = map[string]struct {
	argument string
	value    any
}{
	"no scheme":           {"base_url", leak + ".example.com"},
	"http elsewhere":      {"base_url", "http://" + leak + ".example.com"},
	"http lookalike":      {"base_url", "http://127.0.0.1.example.com/" + leak},
	"user information":    {"base_url", "https://user:" + leak + "@api.example.com"},
	"query":               {"base_url", "https://api.example.com/?key=" + leak},
	"empty query":         {"base_url", "https://api.example.com/?"},
	"fragment":            {"base_url", "https://api.example.com/#" + leak},
	"no host":             {"base_url", "https:///" + leak},
	"control":             {"base_url", "https://api.example.com/\x7f" + leak},
	"secret blank":        {"secret", leak + " x"},
	"secret line":         {"secret", leak + "\n"},
	"token control":       {"app_token", leak + "\x01"},
	"token no-break":      {"app_token", leak + "\u00a0"},
	"CA a path":           {"ca_certificate", "/etc/" + leak + ".pem"},
	"CA damaged":          {"ca_certificate", "-----BEGIN CERTIFICATE-----\n" + leak},
	"CA of text":          {"ca_certificate", pemOf("CERTIFICATE")},
	"CA a key":            {"ca_certificate", pemOf("PRIVATE KEY")},
	"certificate request": {"client_certificate", pemOf("CERTIFICATE REQUEST")},
	"certificate a key":   {"client_certificate", pemOf("EC PRIVATE KEY")},
	"key a certificate":   {"client_key", pemOf("CERTIFICATE")},
	"key encrypted":       {"client_key", pemOf("ENCRYPTED PRIVATE KEY")},
	"key of text":         {"client_key", pemOf("RSA PRIVATE KEY")},
	"refresh":             {"webhook_refresh", "post"},
	"timeout unit":        {"request_timeout", "30"},
	"timeout short":       {"request_timeout", "999ms"},
	"timeout long":        {"request_timeout", "10m1s"},
	"retries negative":    {"max_retries", -1},
	"retries in part":     {"max_retries", 1.5},
	"retries many":        {"max_retries", 21},
	"concurrent none":     {"max_concurrent_requests", 0},
	"per minute none":     {"max_requests_per_minute", 0},
	"per minute too many": {"max_requests_per_minute", 60_001},
	"concurrent too many": {"max_concurrent_requests", 101},
}

// pemOf is a PEM text in which everything is readable, and nothing is what it seems.
func pemOf(kind string) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Headers: map[string]string{"Comment": leak}, Bytes: []byte(leak)}))
}

var (
	oneMerchant = acctest.Values{"allowed_merchant_ids": []string{otherMerchant, "88888888-8888-4888-8888-888888888888"}}
	testMode    = acctest.Values{"allowed_modes": []string{"test"}}
)

// guarded are application tokens, and the guards that check them.
var guarded = map[string]struct {
	token  string
	guards acctest.Values
}{
	"no guard, no JWT":           {token: "t0ken"},
	"merchant":                   {token: jwt(`{"merchant_id":"` + otherMerchant + `"}`), guards: oneMerchant},
	"merchant in capitals":       {token: jwt(`{"merchant_id":"` + strings.ToUpper(otherMerchant) + `"}`), guards: oneMerchant},
	"mode":                       {token: jwt(`{"mode":"test"}`), guards: testMode},
	"several modes":              {token: jwt(`{"mode":"live_test"}`), guards: acctest.Values{"allowed_modes": []string{"test", "live_test"}}},
	"both":                       {token: jwt(`{"mode":"test","merchant_id":"` + otherMerchant + `"}`), guards: both(oneMerchant, testMode)},
	"padding":                    {token: segment(`{}`) + "." + base64.URLEncoding.EncodeToString([]byte(`{"mode":"test" }`)) + ".", guards: testMode},
	"another merchant":           {token: jwt(`{"merchant_id":"` + fakeservice.DefaultMerchantID + `"}`), guards: oneMerchant},
	"live":                       {token: jwt(`{"mode":"live"}`), guards: testMode},
	"modes have a case":          {token: jwt(`{"mode":"TEST"}`), guards: testMode},
	"no merchant":                {token: jwt(`{"mode":"test"}`), guards: oneMerchant},
	"no mode":                    {token: jwt(`{"merchant_id":"` + otherMerchant + `"}`), guards: testMode},
	"another spelling":           {token: jwt(`{"Mode":"test"}`), guards: testMode},
	"mode null":                  {token: jwt(`{"mode":null}`), guards: testMode},
	"mode empty":                 {token: jwt(`{"mode":""}`), guards: testMode},
	"mode a number":              {token: jwt(`{"mode":1}`), guards: testMode},
	"modes":                      {token: jwt(`{"mode":["test"]}`), guards: testMode},
	"a merchant as an object":    {token: jwt(`{"merchant_id":{"id":"` + otherMerchant + `"}}`), guards: oneMerchant},
	"two modes":                  {token: jwt(`{"mode":"live","mode":"test"}`), guards: testMode},
	"two modes, one escaped":     {token: jwt(`{"mo\u0064e":"live","mode":"test"}`), guards: testMode},
	"two merchants":              {token: jwt(`{"merchant_id":"` + fakeservice.DefaultMerchantID + `","merchant_id":"` + otherMerchant + `"}`), guards: oneMerchant},
	"two of another claim":       {token: jwt(`{"sub":"a","sub":"b","mode":"test"}`), guards: testMode},
	"a claim inside another":     {token: jwt(`{"data":{"mode":"live"},"mode":"test"}`), guards: testMode},
	"not a JWT":                  {token: "t0ken", guards: testMode},
	"five parts":                 {token: jwt(`{"mode":"test"}`) + ".a.b", guards: testMode},
	"header no JSON":             {token: "aaaa." + segment(`{"mode":"test"}`) + ".", guards: testMode},
	"payload no base64":          {token: segment("{}") + ".!!!.", guards: testMode},
	"payload no object":          {token: jwt(`["test"]`), guards: testMode},
	"payload null":               {token: jwt(`null`), guards: testMode},
	"one of two":                 {token: jwt(`{"mode":"live","merchant_id":"` + otherMerchant + `"}`), guards: both(oneMerchant, testMode)},
	"neither":                    {token: jwt(`{"mode":"live"}`), guards: both(oneMerchant, testMode)},
	"a long claim":               {token: jwt(`{"mode":"` + strings.Repeat("l3akY", 1000) + `"}`), guards: testMode},
	"a claim with escapes":       {token: jwt(`{"mode":"\u001b[31mred\n"}`), guards: testMode},
	"a claim that is the secret": {token: jwt(`{"mode":"l3akY-secret"}`), guards: testMode},
	"a claim with the secret":    {token: jwt(`{"mode":"x l3akY-secret"}`), guards: testMode},
	"a mode in the secret":       {token: jwt(`{"mode":"secret"}`), guards: testMode},
	"a claim in the secret":      {token: jwt(`{"mode":"akY-secret"}`), guards: testMode},
	"no merchants allowed":       {token: jwt(`{}`), guards: acctest.Values{"allowed_merchant_ids": []string{}}},
	"no modes allowed":           {token: jwt(`{}`), guards: acctest.Values{"allowed_modes": []string{}}},
	"a merchant without a UUID":  {token: jwt(`{}`), guards: acctest.Values{"allowed_merchant_ids": []string{otherMerchant, "acme"}}},
	"a blank mode":               {token: jwt(`{}`), guards: acctest.Values{"allowed_modes": []string{" "}}},
	"a null mode":                {token: jwt(`{}`), guards: acctest.Values{"allowed_modes": []any{"test", nil}}},
}

// messages has the messages of configuring the provider, by case.
type messages struct {
	mu   sync.Mutex
	said map[string]string
}

// add notes the message of a case, which must not depend on where values come from.
func (m *messages) add(t *testing.T, name string, diags acctest.Diagnostics) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	said := strings.TrimSpace(diags.String())
	if said == "" {
		said = "accepted"
	}
	if before, ok := m.said[name]; ok && before != said {
		t.Errorf("%s has two messages:\n%s\nand:\n%s", name, before, said)
	}
	m.said[name] = said
	for _, d := range diags {
		if d.Attribute == nil || len(d.Attribute.Steps()) > 0 {
			t.Errorf("%s: the path %v makes a CLI print a line of the block", name, d.Attribute)
		}
	}
	if strings.Contains(said, leak) {
		t.Errorf("the message shows a secret: %s", said)
	}
}

// TestMessages compares all messages of configuring the provider with a file.
func TestMessages(t *testing.T) {
	t.Parallel()

	m := &messages{said: map[string]string{}}
	m.add(t, "nothing configured", acctest.NewProtocol(t).Configure(t.Context(), acctest.Values{}))
	for name, tc := range badValues {
		config := acctest.Values{"base_url": "https://api.example.com", "secret": "s", "app_token": "a", tc.argument: tc.value}
		diags := acctest.NewProtocol(t).Configure(t.Context(), config)
		m.add(t, name, diags)
		delete(config, tc.argument)
		env := map[string]string{"PAYMENTSERVICE_" + strings.ToUpper(tc.argument): fmt.Sprint(tc.value)}
		m.add(t, name+", in the environment", acctest.NewProtocol(t, environment(env)).Configure(t.Context(), config))
	}
	t.Run("guards", func(t *testing.T) { //nolint:paralleltest // what follows waits for them
		for name, tc := range guarded {
			for _, from := range []string{"argument", "environment"} {
				t.Run(name+"/"+from, func(t *testing.T) {
					t.Parallel()
					m.add(t, "guards: "+name, configureGuarded(t, tc.token, tc.guards, from == "argument"))
				})
			}
		}
	})
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.said)) {
		fmt.Fprintf(&text, "== %s\n%s\n\n", name, m.said[name])
	}
	golden.Compare(t, "messages.golden", text.String())
}

// configureGuarded configures the provider with a token and guards. If they are
// refused, nothing may be sent. Otherwise, it makes a call.
func configureGuarded(t *testing.T, token string, guards acctest.Values, argument bool) acctest.Diagnostics {
	t.Helper()
	service, server := acctest.Start(t, fakeservice.WithCredentials(leak+"-secret", token))
	webhook := service.AddWebhook(fakeservice.Webhook{})
	config, env := acctest.Values{"base_url": server.URL, "secret": leak + "-secret"}, map[string]string{}
	maps.Copy(config, guards)
	if argument {
		config["app_token"] = token
	} else {
		env["PAYMENTSERVICE_APP_TOKEN"] = token
	}
	p := acctest.NewProtocol(t, environment(env))
	diags := p.Configure(t.Context(), config)
	for _, secret := range []string{token, "c2ln"} {
		if strings.Contains(diags.String(), secret) {
			t.Errorf("the message shows %q:\n%s", secret, diags)
		}
	}
	if len(diags) > 0 {
		if n := len(service.Requests()); n > 0 {
			t.Errorf("%d requests were sent", n)
		}
		return diags
	}
	return adopt(t, p, webhook)
}
