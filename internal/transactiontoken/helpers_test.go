// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const tokenType = "paymentservice_transaction_token"

// The values that must never be shown.
const (
	cardNumber = "4000020000000000"
	cvv        = "917"
	cardholder = "Taro Yamada"
)

type values = acctest.Values

// right holds a configuration for each payment type that breaks no rule.
var right = map[string]values{
	"card": {
		"type":  "one_time",
		"email": "customer@example.com",
		"card": values{
			"card_number": cardNumber,
			"cardholder":  cardholder,
			"cvv":         cvv,
			"exp_month":   "12",
			"exp_year":    "2031",
		},
	},
	"konbini": {
		"type":  "one_time",
		"email": "customer@example.com",
		"konbini": values{
			"convenience_store": "lawson",
			"customer_name":     cardholder,
			"phone_number":      values{"country_code": "81", "local_number": "9012345678"},
		},
	},
	"online": {
		"type":   "one_time",
		"online": values{"brand": "pay_pay_online", "call_method": "http_post"},
	},
	"bank_transfer": {
		"type":          "recurring",
		"email":         "customer@example.com",
		"bank_transfer": values{"brand": "aozora_bank"},
	},
	"paidy": {
		"type":  "one_time",
		"email": "customer@example.com",
		"paidy": values{"paidy_token": "tok_918273"},
	},
}

// with returns the right configuration of a payment type with create = true, and with changes of
// arguments by their dotted names, such as "card.exp_month".
func with(paymentType string, changes values) values {
	config := maps.Clone(right[paymentType])
	config["create"] = true
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		set(config, name, changes[name])
	}
	return config
}

// set sets an argument by its dotted name.
func set(config values, name string, value any) {
	first, rest, isInner := strings.Cut(name, ".")
	if !isInner {
		config[first] = value
		return
	}

	inner := values{}
	if existing, ok := config[first].(values); ok {
		inner = maps.Clone(existing)
	}
	set(inner, rest, value)
	config[first] = inner
}

// get returns the value of an argument by its dotted name.
func get(config values, name string) any {
	first, rest, isInner := strings.Cut(name, ".")
	inner, _ := config[first].(values)
	if isInner {
		return get(inner, rest)
	}
	return config[first]
}

// sensitive are the arguments whose lines a CLI must not print.
var sensitive = []string{
	"email", "paidy",
	"card.card_number", "card.cardholder", "card.city", "card.cvv", "card.exp_month", "card.exp_year",
	"card.line1", "card.line2", "card.state", "card.zip", "card.phone_number.local_number",
	"konbini.customer_name", "konbini.phone_number.local_number", "online.user_identifier",
}

// printedLine returns the path of the argument that a message names if a CLI may print its line, because
// it has a value that is not sensitive; otherwise an empty path.
func printedLine(config values, message string) string {
	parts := strings.Split(message, "`")
	if len(parts) < 2 || slices.Contains(sensitive, parts[1]) {
		return ""
	}
	switch value := get(config, parts[1]); value.(type) {
	case string, bool:
	default: // a message names a group without printing it
		return ""
	}

	first, rest, isInner := strings.Cut(parts[1], ".")
	path := fmt.Sprintf("AttributeName(%q)", first)
	switch {
	case first == "metadata":
		path += fmt.Sprintf(".ElementKeyString(%q)", rest)
	case isInner:
		for step := range strings.SplitSeq(rest, ".") {
			path += fmt.Sprintf(".AttributeName(%q)", step)
		}
	}
	return path
}

// validate returns the errors and the warnings of a configuration before the provider is configured.
// A message may have a CLI print the line of its argument only if that is not sensitive.
func validate(t *testing.T, p *acctest.Protocol, config values) (refuses, warns []string) {
	t.Helper()
	encoded := acctest.Encode(t, p.Schemas.EphemeralResourceSchemas[tokenType], config)
	request := &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: tokenType, Config: encoded}
	checked, err := p.Server.ValidateEphemeralResourceConfig(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range checked.Diagnostics {
		if got, want := d.Attribute.String(), printedLine(config, d.Detail); got != want {
			t.Errorf("%s\nprints the line of %q, want %q", d.Detail, got, want)
		}
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			refuses = append(refuses, d.Detail)
		} else {
			warns = append(warns, d.Detail)
		}
	}
	return refuses, warns
}

// start returns a fake service, and a provider that is configured for it.
func start(t *testing.T) (*fakeservice.Service, *acctest.Protocol) {
	t.Helper()
	service, server := acctest.Start(t)
	return service, acctest.Configured(t, server, nil)
}

// compact removes the white space between the parts of JSON.
func compact(t *testing.T, text string) string {
	t.Helper()
	var buffer bytes.Buffer
	if err := json.Compact(&buffer, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return buffer.String()
}
