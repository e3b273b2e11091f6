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

// A message names the attribute and never repeats its value. If the value may be a secret,
// the message has no path, so that the CLI prints no source line.
func TestString(t *testing.T) {
	t.Parallel()
	const uuid = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	const blank, padded = "`target` must not be empty or blank, as a CI secret that does not exist is; to leave it unset, omit it", "`target` must not have white space at its beginning or end; in a configuration, `trimspace()`"
	sensitive := validators.SensitiveString("Invalid Key", validators.CheckUUID)
	for name, tt := range map[string]struct {
		validator validator.String
		value     types.String
		says      string
		hidden    bool // no source line is printed
	}{
		"null":                    {validator: validators.UUID(), value: types.StringNull()},
		"unknown":                 {validator: validators.UUID(), value: types.StringUnknown()},
		"valid":                   {validator: validators.UUID(), value: types.StringValue(uuid)},
		"empty":                   {validator: validators.UUID(), value: types.StringValue(""), says: blank},
		"blank":                   {validator: validators.UUID(), value: types.StringValue(" \u3000\n"), says: blank},
		"space before it":         {validator: validators.UUID(), value: types.StringValue(" " + uuid), says: padded},
		"line break after it":     {validator: validators.UUID(), value: types.StringValue(uuid + "\n"), says: padded},
		"wrong, and padded":       {validator: validators.UUID(), value: types.StringValue(" store "), says: "must be a UUID"},
		"any text":                {validator: validators.NotBlank(), value: types.StringValue(" a ")},
		"any text but a blank":    {validator: validators.NotBlank(), value: types.StringValue(" "), says: blank},
		"sensitive":               {validator: sensitive, value: types.StringValue("sesame"), says: "`target` must be a UUID", hidden: true},
		"sensitive and empty":     {validator: sensitive, value: types.StringValue(""), says: blank, hidden: true},
		"webhook URL":             {validator: validators.WebhookURL(), value: types.StringValue("http://localhost/"), says: "local name"},
		"password in webhook URL": {validator: validators.WebhookURL(), value: types.StringValue("http://u:sesame@localhost/"), says: "password", hidden: true},
		"no time":                 {validator: validators.Time(), value: types.StringValue("soon"), says: "RFC 3339"},
		"no timeout":              {validator: validators.Timeout(), value: types.StringValue("0s"), says: "longer than zero"},
		"the longest timeout":     {validator: validators.Timeout(), value: types.StringValue("2562047h")},
		"timeout is too long":     {validator: validators.Timeout(), value: types.StringValue("2562048h"), says: "at most 2562047h"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var resp validator.StringResponse
			tt.validator.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("target"), ConfigValue: tt.value}, &resp)
			if tt.says == "" {
				if len(resp.Diagnostics) > 0 {
					t.Errorf("it says %v", resp.Diagnostics)
				}
				return
			}
			if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail(), tt.says) || strings.Contains(resp.Diagnostics[0].Detail(), "sesame") {
				t.Fatalf("it says %v, want %q", resp.Diagnostics, tt.says)
			}
			want := path.Root("target")
			if tt.hidden {
				want = path.Empty()
			}
			if with, ok := resp.Diagnostics[0].(diag.DiagnosticWithPath); !ok || !with.Path().Equal(want) {
				t.Errorf("the path of %v is not %q", resp.Diagnostics[0], want)
			}
		})
	}
}
