// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package validators holds the checks that several parts of the provider share.
//
// Each rule is a pure Check function, whose error completes a sentence that
// begins with the argument's name ("must be …") and never repeats the value.
// The validator.String adapters put such a rule into a schema.
package validators

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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

var errUUID = errors.New("must be a UUID such as 11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d")

// CheckUUID accepts a UUID in its usual form, without braces or a prefix.
func CheckUUID(value string) error {
	if !paymentapi.IsUUID(value) {
		return errUUID
	}
	return nil
}

// UUID returns a validator for a string attribute that holds a UUID.
func UUID() validator.String {
	return String("Invalid UUID", errUUID.Error(), CheckUUID)
}

var errHeaderValue = errors.New("must not contain line breaks or control characters")

// CheckHeaderValue accepts text that can be the value of an HTTP header:
// anything without line breaks (the Unicode ones included) and control
// characters.
func CheckHeaderValue(value string) error {
	if strings.ContainsFunc(value, breaksHeader) {
		return errHeaderValue
	}
	return nil
}

func breaksHeader(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp)
}
