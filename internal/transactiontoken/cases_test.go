// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestCases: cases.txt has configurations, each a payment type, changes of its right
// arguments by path, and maybe an argument with values to try one after the other. "?" is
// a value that is not known. The verdict says what is refused or warned of, with "shown" if
// a CLI prints the line of the argument, or what is sent. What the messages about a whole
// configuration say is recorded.
func TestCases(t *testing.T) {
	t.Parallel()

	service, configured := start(t)
	service.Inject(fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `"}`)})
	unconfigured := acctest.NewProtocol(t)
	try := func(t *testing.T, config values) outcome {
		t.Helper()
		schema := unconfigured.Schemas.EphemeralResourceSchemas[tokenType]
		encoded := acctest.Encode(schema, config)
		checked, err := unconfigured.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
			TypeName: tokenType, Config: encoded,
		})
		if err != nil {
			t.Fatal(err)
		}
		var o outcome
		refused := false
		for _, d := range checked.Diagnostics {
			does := "warns of"
			if d.Severity == tfprotov6.DiagnosticSeverityError {
				does, refused = "refuses", true
			}
			o.verdict = append(o.verdict, fmt.Sprintf("%s %s%s", does, quoted.FindString(d.Detail), shownAt(d)))
			o.words = append(o.words, d.Detail)
		}
		if refused {
			return o
		}
		value, err := encoded.Unmarshal(schema.ValueType())
		if err != nil || !value.IsFullyKnown() { // a CLI opens only what is known
			o.verdict = append(o.verdict, "accepts")
			return o
		}
		if _, diags := configured.Open(t.Context(), tokenType, config); diags.Errors() != "" {
			t.Error(diags)
		}
		requests := service.Requests()
		o.verdict = append(o.verdict, "sends "+string(requests[len(requests)-1].Body))
		return o
	}
	golden.Cases(t, "cases.txt", func(t *testing.T, line string) (verdict, words string) { return outcomeOf(t, line, try) })
}

// outcome is what comes of a configuration.
type outcome struct{ verdict, words []string }

// outcomeOf returns the outcome of a line, or the values to try by their outcome.
func outcomeOf(t *testing.T, line string, try func(*testing.T, values) outcome) (verdict, words string) {
	t.Helper()
	of, rest, _ := strings.Cut(line, " ")
	decoder := json.NewDecoder(strings.NewReader(rest))
	decoder.UseNumber()
	var parts []any // changes, a path, values
	for decoder.More() {
		var part any
		if err := decoder.Decode(&part); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		parts = append(parts, part)
	}
	changes, _ := parts[0].(values)
	if len(parts) == 1 {
		o := try(t, with(of, changes))
		return strings.Join(o.verdict, "\n"), strings.Join(o.words, "\n")
	}
	var verdicts []string
	tried := map[string]string{}
	path, _ := parts[1].(string)
	for _, value := range parts[2:] {
		changes[path] = value
		o := try(t, with(of, changes))
		if last := &o.verdict[len(o.verdict)-1]; strings.HasPrefix(*last, "sends") {
			*last = "accepts"
		}
		got := strings.Join(o.verdict, ", ")
		if tried[got] == "" {
			verdicts = append(verdicts, got)
		}
		shown, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		tried[got] += " " + string(shown)
	}
	for i, got := range verdicts {
		verdicts[i] += ":" + tried[got]
	}
	return strings.Join(verdicts, "\n"), ""
}

// quoted is what a message quotes first: the argument that it is about.
var quoted = regexp.MustCompile("`[^`]+`")

// shownAt says whether a CLI prints the line of an argument.
func shownAt(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil || len(d.Attribute.Steps()) == 0 {
		return ""
	}
	var names []string
	for _, step := range d.Attribute.Steps() {
		names = append(names, fmt.Sprint(step))
	}
	if path := "`" + strings.Join(names, ".") + "`"; path != quoted.FindString(d.Detail) {
		return ", " + path + " shown"
	}
	return ", shown"
}

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
		"type": "one_time", "email": "customer@example.com",
		"card": values{"cardholder": cardholder, "card_number": cardNumber, "exp_month": "12", "exp_year": "2031", "cvv": cvv},
	},
	"konbini": {
		"type": "one_time", "email": "customer@example.com",
		"konbini": values{
			"customer_name": cardholder, "convenience_store": "lawson",
			"phone_number": values{"country_code": "81", "local_number": "9012345678"},
		},
	},
	"online":        {"type": "one_time", "online": values{"brand": "pay_pay_online", "call_method": "http_post"}},
	"bank_transfer": {"type": "recurring", "email": "customer@example.com", "bank_transfer": values{"brand": "aozora_bank"}},
	"paidy":         {"type": "one_time", "email": "customer@example.com", "paidy": values{"paidy_token": "tok_918273"}},
}

// with returns the right configuration of a payment type with create = true, and
// with changes of arguments by path ("card/exp_month").
func with(paymentType string, changes values) values {
	config := maps.Clone(right[paymentType])
	config["create"] = true
	for _, path := range slices.Sorted(maps.Keys(changes)) {
		set(config, path, changes[path])
	}
	return config
}

// set sets an argument by its path.
func set(config values, path string, value any) {
	steps := strings.Split(path, "/")
	at := config
	for _, step := range steps[:len(steps)-1] {
		inner := values{}
		if existing, ok := at[step].(values); ok {
			inner = maps.Clone(existing)
		}
		at[step] = inner
		at = inner
	}
	at[steps[len(steps)-1]] = value
}

// start returns a fake service, and a provider that is configured for it.
func start(t *testing.T) (*fakeservice.Service, *acctest.Protocol) {
	t.Helper()
	service, server := acctest.Start(t)
	return service, acctest.Configured(t, server, nil)
}
