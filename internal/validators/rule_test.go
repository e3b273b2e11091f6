// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// rules are the rules of single strings, each as the validator of an attribute
// called "target".
var rules = map[string]validator.String{
	"IPv4 address":   rule(validators.CheckIPv4),
	"UUID":           validators.UUID(),
	"country":        rule(validators.CheckCountry),
	"currency":       rule(validators.CheckCurrency),
	"duration":       rule(checkDuration),
	"e-mail address": rule(validators.CheckEmail),
	"header value":   rule(validators.CheckHeaderValue),
	"time":           validators.Time(),
	"time of day":    rule(validators.CheckTimeOfDay),
	"timeout":        validators.Timeout(),
	"web URL":        rule(validators.CheckHTTPURL),
	"webhook URL":    validators.WebhookURL(),
}

// rule returns a validator for a check that has none of its own.
func rule(check func(string) error) validator.String {
	return validators.String("Invalid Value", check)
}

func checkDuration(value string) error {
	_, err := validators.ParseDuration(value)
	return err
}

// TestRules compares what is said of the values in a file with what is written above them.
// To try another value, add a line below "accepted", or below a message: which one is
// recorded with -update, and whether there is one is not.
func TestRules(t *testing.T) {
	t.Parallel()

	const file = "verdicts.golden"
	raw, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	tried := map[string]bool{}
	for _, section := range strings.Split("\n"+strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n# ")[1:] {
		name, list, _ := strings.Cut(section, "\n")
		tried[name] = true
		text.WriteString("# " + name + "\n")
		var verdicts []string
		values := map[string][]string{}
		heading := ""
		for line := range strings.Lines(list) {
			quoted, isValue := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "\t")
			if !isValue {
				heading = quoted
				continue
			}
			value, err := strconv.Unquote(quoted)
			if err != nil || rules[name] == nil {
				t.Fatalf("%s of the rule %q: %v", quoted, name, err)
			}
			verdict := verdictOn(t, rules[name], types.StringValue(value))
			if (verdict == accepted) != (heading == accepted) {
				t.Fatalf("%s: %s is below %q, and the verdict is %q", name, quoted, heading, verdict)
			}
			if values[verdict] == nil {
				verdicts = append(verdicts, verdict)
			}
			values[verdict] = append(values[verdict], "\t"+strconv.Quote(value)+"\n")
		}
		for _, verdict := range verdicts {
			text.WriteString(verdict + "\n" + strings.Join(values[verdict], ""))
		}
		text.WriteString("\n")
	}
	golden.Compare(t, file, text.String())

	for name, rule := range rules {
		if !tried[name] {
			t.Errorf("the file has no values for the rule %q", name)
		}
		for _, none := range []types.String{types.StringNull(), types.StringUnknown()} {
			if got := verdictOn(t, rule, none); got != accepted {
				t.Errorf("%q refuses %s: %s", name, none, got)
			}
		}
	}
}

const accepted = "accepted"

// verdictOn returns a validator's verdict on a value, which must not repeat the value.
func verdictOn(t *testing.T, v validator.String, value types.String) string {
	t.Helper()
	var resp validator.StringResponse
	v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("target"), ConfigValue: value}, &resp)
	if len(resp.Diagnostics) == 0 {
		return accepted
	}
	d := resp.Diagnostics[0]
	detail := strings.TrimPrefix(d.Detail(), "`target` ")
	if len(resp.Diagnostics) > 1 || detail == d.Detail() || len(value.ValueString()) > 3 && strings.Contains(detail, value.ValueString()) {
		t.Errorf("the verdict on %s is %v", value, resp.Diagnostics)
	}
	verdict := d.Summary() + ": it " + detail
	if with, ok := d.(diag.DiagnosticWithPath); !ok || !with.Path().Equal(path.Root("target")) {
		verdict += " (without a source line)"
	}
	return verdict
}
