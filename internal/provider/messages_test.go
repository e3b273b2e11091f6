// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"cmp"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// leak is a part of every value that no message may show.
const leak = "l3akY"

// pemOf is a PEM text in which everything is readable, and nothing is what it seems.
func pemOf(kind string) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Headers: map[string]string{"Comment": leak}, Bytes: []byte(leak)}))
}

// situation is what the provider is configured with, as a line of messages.golden has it:
// arguments, and an application token or its claims.
type situation struct {
	Token     string
	Claims    json.RawMessage
	arguments map[string]any
}

var placeholders = strings.NewReplacer("ALLOWED", otherMerchant, "FURTHER", "88888888-8888-4888-8888-888888888888", "ANOTHER", fakeservice.DefaultMerchantID, "LONG", strings.Repeat(leak, 1000))

// TestMessages: messages.golden has arguments that are wrong, and guards. Each is the same
// in the configuration and in the environment.
func TestMessages(t *testing.T) {
	t.Parallel()

	golden.Situations(t, "messages.golden", func(t *testing.T, line string) (verdict, words string) {
		_, input, _ := strings.Cut(line, " {")
		input = "{" + placeholders.Replace(input)
		var s situation
		for _, into := range []any{&s, &s.arguments} {
			if err := json.Unmarshal([]byte(input), into); err != nil {
				t.Fatal(err)
			}
		}
		delete(s.arguments, "token")
		delete(s.arguments, "claims")
		verdict, words = judged(t, s.configure(t, true))
		variable := regexp.MustCompile(`environment variable PAYMENTSERVICE_[A-Z_]+ \(([^)]+)\)`)
		from, said := judged(t, s.configure(t, false))
		if said = variable.ReplaceAllString(said, "$1"); from != verdict || said != words {
			t.Errorf("in the environment: %s\n%s", from, said)
		}
		return verdict, words
	})
}

// notable is what a message is about.
var notable = regexp.MustCompile("(argument|claim) `\\w+`|value of the provider's (`\\w+`(, | and )?)+|No request was sent")

// judged returns the titles of messages with what they are about, and their texts. None
// may have a path, nor show a secret.
func judged(t *testing.T, diags acctest.Diagnostics) (verdict, words string) {
	t.Helper()
	for _, d := range diags {
		if d.Attribute == nil || len(d.Attribute.Steps()) > 0 {
			t.Errorf("the path %v makes a CLI print a line of the block", d.Attribute)
		}
		verdict += strings.ToLower(d.Severity.String()) + " " + d.Summary
		for _, part := range notable.FindAllString(d.Detail, -1) {
			verdict += ", " + part
		}
		verdict += "\n"
		words += strings.ReplaceAll(d.Detail, "\n\n", "\n") + "\n"
	}
	if strings.Contains(words, leak) {
		t.Errorf("the message shows a secret: %s", words)
	}
	return cmp.Or(strings.TrimSpace(verdict), "adopts"), strings.TrimSpace(words)
}

// configure configures the provider by its block, or by the environment as far as it can,
// and adopts a webhook if nothing is wrong. Otherwise, nothing may be sent. What is not
// known never falls back to the environment.
func (s situation) configure(t *testing.T, byBlock bool) acctest.Diagnostics {
	t.Helper()
	token := cmp.Or(s.Token, jwt(string(s.Claims)))
	service, server := acctest.Start(t, fakeservice.WithCredentials(leak+"-secret", token))
	webhook := service.AddWebhook(fakeservice.Webhook{StoreID: "88888888-8888-4888-8888-888888888888", MerchantID: otherMerchant})
	config, env := acctest.FromJSON(map[string]any{"base_url": server.URL, "secret": leak + "-secret", "app_token": token}), map[string]string{}
	maps.Copy(config, acctest.FromJSON(s.arguments))
	for name, value := range config {
		text := fmt.Sprint(value)
		if kind, ok := strings.CutPrefix(text, "PEM "); ok {
			text = pemOf(kind)
			config[name] = text
		}
		if variable := "PAYMENTSERVICE_" + strings.ToUpper(name); value == acctest.Unknown {
			env[variable] = "wrong"
		} else if !byBlock && value != nil && !strings.HasPrefix(name, "allowed_") {
			env[variable] = text
			delete(config, name)
		}
	}
	p := acctest.NewProtocol(t, environment(env))
	diags := p.Configure(t.Context(), config)
	for _, secret := range []string{token, "c2ln"} {
		if s.Token != "?" && strings.Contains(diags.String(), secret) {
			t.Errorf("the message shows %q:\n%s", secret, diags)
		}
	}
	if len(diags) == 0 {
		diags = adopt(t, p, webhook)
	}
	if n := len(service.Requests()); len(diags) > 0 && n > 0 {
		t.Errorf("%d requests were sent", n)
	}
	return diags
}
