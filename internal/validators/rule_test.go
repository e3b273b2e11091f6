// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ruleCase is one value and a part of the error that it must give; none means that the value is accepted.
type ruleCase struct {
	value string
	want  string
}

// runRule runs a rule over a table, and checks that no error repeats the value.
func runRule(t *testing.T, check func(string) error, cases map[string]ruleCase) {
	t.Helper()

	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			err := check(tc.value)

			switch {
			case tc.want == "" && err != nil:
				t.Errorf("%q refused: %v", tc.value, err)
			case tc.want != "" && err == nil:
				t.Errorf("%q accepted, want an error with %q", tc.value, tc.want)
			case err != nil && !strings.Contains(err.Error(), tc.want):
				t.Errorf("%q: got %q, want it to contain %q", tc.value, err, tc.want)
			case err != nil && len(tc.value) > 3 && strings.Contains(err.Error(), tc.value):
				t.Errorf("the error repeats the value: %v", err)
			}
		})
	}
}

// validatorCase is one configured value, a part of the detail that it must give, and the path it is reported at.
type validatorCase struct {
	value types.String
	want  string
	at    path.Path
}

// runValidator runs a schema validator over a table, for an attribute called "target".
func runValidator(t *testing.T, v validator.String, cases map[string]validatorCase) {
	t.Helper()

	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			resp := validator.StringResponse{}
			v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("target"), ConfigValue: tc.value}, &resp)

			if tc.want == "" {
				if resp.Diagnostics.HasError() {
					t.Fatalf("refused: %v", resp.Diagnostics)
				}

				return
			}

			if len(resp.Diagnostics) != 1 {
				t.Fatalf("got %d diagnostics, want 1", len(resp.Diagnostics))
			}

			d := resp.Diagnostics[0]
			if !strings.HasPrefix(d.Detail(), "target ") || !strings.Contains(d.Detail(), tc.want) {
				t.Errorf("got detail %q, want it to name target and contain %q", d.Detail(), tc.want)
			}

			if got := pathOf(t, d); !got.Equal(tc.at) {
				t.Errorf("reported at %q, want %q", got, tc.at)
			}
		})
	}
}
