// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
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
	try := func(t *testing.T, config values) (verdicts, words []string) {
		t.Helper()
		schema := unconfigured.Schemas.EphemeralResourceSchemas[tokenType]
		encoded := acctest.Encode(schema, config)
		checked, err := unconfigured.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: tokenType, Config: encoded})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range checked.Diagnostics {
			does := map[tfprotov6.DiagnosticSeverity]string{tfprotov6.DiagnosticSeverityError: "refuses ", tfprotov6.DiagnosticSeverityWarning: "warns of "}[d.Severity]
			verdicts = append(verdicts, does+quoted.FindString(d.Detail)+shownAt(d))
			words = append(words, d.Detail)
		}
		value, err := encoded.Unmarshal(schema.ValueType())
		if acctest.Diagnostics(checked.Diagnostics).Errors() != "" {
			return verdicts, words
		}
		if err != nil || !value.IsFullyKnown() { // a CLI opens only what is known
			return append(verdicts, "accepts"), words
		}
		if _, diags := configured.Open(t.Context(), tokenType, config); diags.Errors() != "" {
			t.Error(diags)
		}
		requests := service.Requests()
		return append(verdicts, "sends "+string(requests[len(requests)-1].Body)), words
	}
	golden.Cases(t, "cases.txt", func(t *testing.T, line string) (verdict, words string) {
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
			verdicts, words := try(t, with(of, changes))
			return strings.Join(verdicts, "\n"), strings.Join(words, "\n")
		}
		var verdicts []string // in the order in which they occur
		tried := map[string]string{}
		path, _ := parts[1].(string)
		for _, value := range parts[2:] {
			changes[path] = value
			got, _ := try(t, with(of, changes))
			if last := &got[len(got)-1]; strings.HasPrefix(*last, "sends") {
				*last = "accepts"
			}
			shown, _ := json.Marshal(value) // it was JSON before
			verdict := strings.Join(got, ", ")
			if tried[verdict] == "" {
				verdicts = append(verdicts, verdict)
			}
			tried[verdict] += " " + string(shown)
		}
		for i, verdict := range verdicts {
			verdicts[i] += ":" + tried[verdict]
		}
		return strings.Join(verdicts, "\n"), ""
	})
}

// quoted is what a message quotes first: the argument that it is about.
var quoted = regexp.MustCompile("`[^`]+`")

// shownAt says whether a CLI prints the line of an argument. The key of a map begins with #.
func shownAt(d *tfprotov6.Diagnostic) string {
	path := strings.NewReplacer(`AttributeName("`, "", `ElementKeyString("`, "#", `")`, "").Replace(d.Attribute.String())
	switch "`" + path + "`" {
	case "``":
		return ""
	case quoted.FindString(d.Detail):
		return ", shown"
	}
	return ", `" + path + "` shown"
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
