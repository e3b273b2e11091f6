// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ruleCase is one value and a part of the error that it must give; none means
// that the value is accepted.
type ruleCase struct {
	value string
	want  string
	// hidden is that the error leads to no source line.
	hidden bool
}

// runRule runs a rule over a table, through its validator of an attribute
// called "target". Null and unknown values always pass, and no error repeats
// the value.
func runRule(t *testing.T, v validator.String, cases map[string]ruleCase) {
	t.Helper()

	validate := func(value types.String) diag.Diagnostics {
		resp := validator.StringResponse{}
		v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("target"), ConfigValue: value}, &resp)
		return resp.Diagnostics
	}
	if diags := append(validate(types.StringNull()), validate(types.StringUnknown())...); len(diags) > 0 {
		t.Errorf("null or unknown refused: %v", diags)
	}

	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := validate(types.StringValue(tc.value))
			if tc.want == "" {
				if len(diags) > 0 {
					t.Errorf("%q refused: %v", tc.value, diags)
				}
				return
			}
			if len(diags) != 1 {
				t.Fatalf("%q gave %v, want one error with %q", tc.value, diags, tc.want)
			}
			expectRefusal(t, diags[0], tc)
		})
	}
}

func expectRefusal(t *testing.T, d diag.Diagnostic, tc ruleCase) {
	t.Helper()

	problem, named := strings.CutPrefix(d.Detail(), "`target` ")
	if !named || !strings.Contains(problem, tc.want) {
		t.Errorf("%q: got %q, want it to name target and contain %q", tc.value, d.Detail(), tc.want)
	}
	if len(tc.value) > 3 && strings.Contains(problem, tc.value) {
		t.Errorf("the error repeats the value: %s", problem)
	}
	at := path.Root("target")
	if tc.hidden {
		at = path.Empty()
	}
	if with, ok := d.(diag.DiagnosticWithPath); !ok || !with.Path().Equal(at) {
		t.Errorf("%v is not reported at %q", d, at)
	}
}

// rule returns a validator for a rule that has none of its own.
func rule(check func(string) error) validator.String {
	return validators.String("Invalid Value", "must be right", check)
}
