// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// A text that is wrong only by what is around it is told so, and what to do about a blank one depends
// on where it is written.
func TestApplyCheck(t *testing.T) {
	t.Parallel()
	const (
		padded = "must not have white space at its beginning or end; in a configuration, `trimspace()` removes it"
		quoted = "must not be enclosed in quotation marks"
		wrong  = "must be `get` or `off`"
	)
	check := validators.CheckOneOf("get", "off")
	for name, tt := range map[string]struct {
		apply func(check func(string) error, value string) error
		value string
		says  string
	}{
		"valid": {
			apply: validators.ApplyCheck,
			value: "get",
		},
		"wrong": {
			apply: validators.ApplyCheck,
			value: "post",
			says:  wrong,
		},
		"blanks around it": {
			apply: validators.ApplyCheck,
			value: " get\u3000",
			says:  padded,
		},
		"wrong, and blanks around it": {
			apply: validators.ApplyCheck,
			value: " post ",
			says:  wrong,
		},
		"quotes around it": {
			apply: validators.ApplyVariableCheck,
			value: `"get"`,
			says:  quoted,
		},
		"single quotes around it": {
			apply: validators.ApplyVariableCheck,
			value: `'get'`,
			says:  quoted,
		},
		"wrong, and quotes around it": {
			apply: validators.ApplyVariableCheck,
			value: `"post"`,
			says:  wrong,
		},
		"a single quote": {
			apply: validators.ApplyVariableCheck,
			value: `"`,
			says:  wrong,
		},
		"blank": {
			apply: validators.ApplyCheck,
			value: " \n",
			says:  "must not be empty or blank; to leave it unset, omit it or set it to null (a CI secret",
		},
		"empty, and required": {
			apply: validators.ApplyRequiredCheck,
			value: "",
			says:  "must not be empty or blank (a CI secret",
		},
		"empty element": {
			apply: validators.ApplyElementCheck,
			value: "",
			says:  "must not be null, empty or blank; to leave it unset, remove it (a CI secret",
		},
		"blank variable": {
			apply: validators.ApplyVariableCheck,
			value: "\t",
			says:  "must not be blank; to leave it unset, remove it or set it to an empty text",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := ""
			if err := tt.apply(check, tt.value); err != nil {
				said = err.Error()
			}
			if !strings.HasPrefix(said, tt.says) || (said == "") != (tt.says == "") {
				t.Errorf("it says %q, want %q", said, tt.says)
			}
		})
	}
}

// A message names the attribute. If the value may be a secret, the message does not repeat it, and
// has no path, so that the CLI prints no source line.
func TestString(t *testing.T) {
	t.Parallel()
	const secret = "sesame"
	long := strings.Repeat("x", 1000)
	sensitive := validators.SensitiveString("Invalid Key", validators.CheckUUID)
	for name, tt := range map[string]struct {
		validator  validator.String
		value      types.String
		isRequired bool
		isElement  bool   // of a set
		path       string // of the message; empty if no source line may be printed
		says       string
	}{
		"null": {
			validator: validators.UUID(),
			value:     types.StringNull(),
		},
		"unknown": {
			validator: validators.UUID(),
			value:     types.StringUnknown(),
		},
		"valid": {
			validator: validators.UUID(),
			value:     types.StringValue("11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"),
		},
		"any text": {
			validator: validators.String("Empty Value", validators.AnyText),
			value:     types.StringValue(" a "),
		},
		"empty": {
			validator: validators.UUID(),
			value:     types.StringValue(""),
			path:      "target",
			says:      "`target` must not be empty or blank; to leave it unset, omit it or set it to null",
		},
		"empty, and required": {
			validator:  validators.UUID(),
			value:      types.StringValue(""),
			isRequired: true,
			path:       "target",
			says:       "`target` must not be empty or blank (a CI secret that does not exist arrives",
		},
		"line break after it": {
			validator: validators.UUID(),
			value:     types.StringValue("11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d\n"),
			path:      "target",
			says:      "`target` must not have white space at its beginning or end",
		},
		"wrong": {
			validator: validators.UUID(),
			value:     types.StringValue("store"),
			path:      "target",
			says:      "`target` must be a UUID",
		},
		"sensitive": {
			validator: sensitive,
			value:     types.StringValue(secret),
			says:      "`target` must be a UUID",
		},
		"element": {
			validator: validators.UUID(),
			value:     types.StringValue("store"),
			isElement: true,
			path:      `target[Value("store")]`,
			says:      "\"store\" in `target` must be a UUID",
		},
		"long element": {
			validator: validators.UUID(),
			value:     types.StringValue(long),
			isElement: true,
			path:      `target[Value("` + long + `")]`,
			says:      `"` + long[:60] + "\"… in `target` must be a UUID",
		},
		"blank element": {
			validator: validators.UUID(),
			value:     types.StringValue(" "),
			isElement: true,
			path:      `target[Value(" ")]`,
			says:      "\" \" in `target` must not be null, empty or blank; to leave it unset, remove it",
		},
		"sensitive element": {
			validator: sensitive,
			value:     types.StringValue(secret),
			isElement: true,
			says:      "`target` must be a UUID",
		},
		"password in a webhook URL": {
			validator: validators.String("Invalid Webhook URL", validators.CheckWebhookURL),
			value:     types.StringValue("http://u:" + secret + "@localhost/"),
			says:      "`target` must not contain a user name or password",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := path.Root("target")
			if tt.isElement {
				at = at.AtSetValue(tt.value)
			}
			config := tfsdk.Config{Schema: schema.Schema{Attributes: map[string]schema.Attribute{
				"target": schema.StringAttribute{Required: tt.isRequired, Optional: !tt.isRequired},
			}}}
			var resp validator.StringResponse
			req := validator.StringRequest{Path: at, ConfigValue: tt.value, Config: config}
			tt.validator.ValidateString(t.Context(), req, &resp)

			var said, saidAt string
			for _, d := range resp.Diagnostics {
				said += d.Detail()
				if withPath, ok := d.(diag.DiagnosticWithPath); ok {
					saidAt += withPath.Path().String()
				}
			}
			if !strings.HasPrefix(said, tt.says) || (said == "") != (tt.says == "") || saidAt != tt.path {
				t.Errorf("at %q, it says %q, want %q at %q", saidAt, said, tt.says, tt.path)
			}
			if strings.Contains(said+saidAt, secret) {
				t.Errorf("it shows the value: %s", said)
			}
		})
	}
}
