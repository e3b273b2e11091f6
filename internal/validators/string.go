// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

var _ validator.String = stringValidator{}

// stringValidator puts a rule for one string into a schema. Null and unknown
// values pass.
type stringValidator struct {
	summary     string
	description string
	check       func(string) error
	hide        func(string) bool
	advice      string
}

// String returns a schema validator that reports check's error under the given
// summary. The description completes a sentence that begins with "value".
func String(summary, description string, check func(string) error) validator.String {
	return stringValidator{summary: summary, description: description, check: check}
}

func (v stringValidator) Description(context.Context) string { return "value " + v.description }

func (v stringValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v stringValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}

	value := req.ConfigValue.ValueString()

	err := v.check(value)
	if err == nil {
		return
	}

	at := req.Path
	if v.hide != nil && v.hide(value) {
		at = path.Empty() // the CLI prints the source line of any other path
	}

	diagnostics.AddAttributeError(&resp.Diagnostics, at, v.summary, "`"+req.Path.String()+"` "+err.Error()+"."+v.advice)
}
