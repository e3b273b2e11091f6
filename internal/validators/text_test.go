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

// A message names the attribute. If the value may be a secret, the message does not repeat it, and
// has no path, so that the CLI prints no source line.
func TestString(t *testing.T) {
	t.Parallel()
	const uuid = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	const blank, padded = "target: `target` must not be empty or blank; to leave it unset, omit it or set it to null (a CI secret", "target: `target` must not have white space at its beginning or end; in a configuration, `trimspace()`"
	anyText := validators.String("Empty Value", validators.CheckNotBlank)
	webhookURL := validators.String("Invalid Webhook URL", validators.CheckWebhookURL)
	sensitive := validators.SensitiveString("Invalid Key", validators.CheckUUID)
	for name, tt := range map[string]struct {
		validator validator.String
		value     types.String
		isElement bool   // of a set
		says      string // the path, which is empty if no source line may be printed, and the message
	}{
		"null":                    {validator: validators.UUID(), value: types.StringNull()},
		"unknown":                 {validator: validators.UUID(), value: types.StringUnknown()},
		"valid":                   {validator: validators.UUID(), value: types.StringValue(uuid)},
		"blank":                   {validator: validators.UUID(), value: types.StringValue(" \u3000\n"), says: blank},
		"line break after it":     {validator: validators.UUID(), value: types.StringValue(uuid + "\n"), says: padded},
		"wrong, and padded":       {validator: validators.UUID(), value: types.StringValue(" store "), says: "target: `target` must be a UUID"},
		"any text":                {validator: anyText, value: types.StringValue(" a ")},
		"sensitive":               {validator: sensitive, value: types.StringValue("sesame"), says: ": `target` must be a UUID"},
		"element":                 {validator: validators.UUID(), value: types.StringValue("store"), isElement: true, says: `target[Value("store")]: "store" in ` + "`target` must be a UUID"},
		"blank element":           {validator: validators.UUID(), value: types.StringValue(" "), isElement: true, says: `target[Value(" ")]: " " in ` + "`target` must not be null, empty or blank; to leave it unset"},
		"sensitive element":       {validator: sensitive, value: types.StringValue("sesame"), isElement: true, says: ": `target` must be a UUID"},
		"password in webhook URL": {validator: webhookURL, value: types.StringValue("http://u:sesame@localhost/"), says: ": `target` must not contain a user name or password"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var resp validator.StringResponse
			at := path.Root("target")
			if tt.isElement {
				at = at.AtSetValue(tt.value)
			}
			tt.validator.ValidateString(t.Context(), validator.StringRequest{Path: at, ConfigValue: tt.value}, &resp)
			said := ""
			for _, d := range resp.Diagnostics {
				if with, ok := d.(diag.DiagnosticWithPath); ok {
					said += with.Path().String() + ": " + d.Detail()
				}
			}
			if !strings.HasPrefix(said, tt.says) || (said == "") != (tt.says == "") || strings.Contains(said, "sesame") {
				t.Errorf("it says %q, want %q", said, tt.says)
			}
		})
	}
}
