// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package validators holds the checks that several parts of the provider share. A check
// returns an error that completes a sentence which begins with the argument's name ("must be
// …") and repeats nothing of a value that may be a secret. ApplyCheck and its variants add what
// holds for every text, so that no check needs to: one that is empty or blank is an error, and if
// a check refuses a text only for the white space or the quotation marks around it, the error says so.
package validators

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

// How to unset a value that is empty or blank depends on where it is written.
var (
	errBlank = errors.New("must not be empty or blank; to leave it unset, omit it or set it to null " +
		"(a CI secret that does not exist arrives as an empty text)")
	errBlankRequired = errors.New("must not be empty or blank " +
		"(a CI secret that does not exist arrives as an empty text)")
	errBlankElement = errors.New("must not be null, empty or blank; to leave it unset, remove it " +
		"(a CI secret that does not exist arrives as an empty text)")
	errBlankVariable = errors.New("must not be blank; to leave it unset, remove it or set it to an empty text")
)

var (
	errPadded = errors.New("must not have white space at its beginning or end; " +
		"in a configuration, `trimspace()` removes it")
	errQuoted = errors.New("must not be enclosed in quotation marks, which some env files and CI systems keep")
)

// ApplyCheck applies check to the text of an optional argument, which is neither null nor unknown. It
// refuses a blank text. White space or quotation marks around a text are an error only if check does
// not accept them.
func ApplyCheck(check func(string) error, value string) error {
	return applyCheck(check, value, errBlank)
}

// ApplyRequiredCheck is ApplyCheck for an argument that cannot be left unset.
func ApplyRequiredCheck(check func(string) error, value string) error {
	return applyCheck(check, value, errBlankRequired)
}

// ApplyElementCheck is ApplyCheck for an element of a set or a map. Null does not unset an element:
// a caller passes it as an empty text, which is refused.
func ApplyElementCheck(check func(string) error, value string) error {
	return applyCheck(check, value, errBlankElement)
}

// ApplyVariableCheck is ApplyCheck for an environment variable that is not empty.
func ApplyVariableCheck(check func(string) error, value string) error {
	return applyCheck(check, value, errBlankVariable)
}

// applyCheck applies check. Its error of a blank text is the one given.
func applyCheck(check func(string) error, value string, blank error) error {
	trimmed := strings.TrimSpace(value)
	if trimmed == "" {
		return blank
	}

	err := check(value)
	if err == nil {
		return nil
	}
	// A check accepts a trimmed text that it has refused only if it was the white space that was wrong.
	if check(trimmed) == nil {
		return errPadded
	}
	if IsQuoted(value) && check(value[1:len(value)-1]) == nil {
		return errQuoted
	}
	return err
}

// quotedText matches a text that is enclosed in quotation marks, single or double.
var quotedText = regexp.MustCompile(`(?s)^(".*"|'.*')$`)

// IsQuoted reports whether a text is enclosed in quotation marks, single or double.
func IsQuoted(text string) bool {
	return quotedText.MatchString(text)
}

// AnyText is the check of a text without a rule of its own. A blank one is refused all the same, by ApplyCheck.
func AnyText(string) error {
	return nil
}

// CheckTrimmed accepts any text without white space at its beginning or end.
var CheckTrimmed = CheckThat(
	func(value string) bool { return strings.TrimSpace(value) == value },
	errPadded.Error(),
)

// CheckThat returns a check that accepts the values for which isValid reports true. The
// error of any other value says what the value must be.
func CheckThat(isValid func(string) bool, must string) func(string) error {
	err := errors.New(must)
	return func(value string) error {
		if !isValid(value) {
			return err
		}
		return nil
	}
}

// stringValidator applies a check to an attribute. Null and unknown values pass.
type stringValidator struct {
	summary   string
	check     func(string) error
	sensitive bool
}

// String returns a validator that reports the errors of check under a summary.
func String(summary string, check func(string) error) validator.String {
	return stringValidator{summary: summary, check: check}
}

// SensitiveString is String for an attribute whose value and source line must not be printed: its
// message has no path.
func SensitiveString(summary string, check func(string) error) validator.String {
	return stringValidator{summary: summary, check: check, sensitive: true}
}

// Description is not shown to anyone: the attribute's own description has the rule.
func (v stringValidator) Description(context.Context) string {
	return v.summary
}

func (v stringValidator) MarkdownDescription(ctx context.Context) string {
	return v.Description(ctx)
}

func (v stringValidator) ValidateString(
	ctx context.Context, req validator.StringRequest, resp *validator.StringResponse,
) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}

	value := req.ConfigValue.ValueString()
	err := applierFor(ctx, req)(v.check, value)
	if err == nil {
		return
	}

	at := req.Path
	isShown := !v.sensitive && !mayHoldPassword(value)
	if !isShown {
		at = path.Empty()
	}
	text := describe(req.Path, value, isShown) + " " + err.Error() + "."
	diagnostics.AddAttributeError(&resp.Diagnostics, at, v.summary, text)
}

// mayHoldPassword reports whether a text may be a URL with a password, which stands before an @.
func mayHoldPassword(text string) bool {
	return strings.Contains(text, "@")
}

// describe names the argument at a path. An element of a set has no name but its value, which is the last step of
// its path: it is named by the set, and by the value if that may be shown.
func describe(at path.Path, value string, isShown bool) string {
	step, _ := at.Steps().LastStep()
	_, isOfSet := step.(path.PathStepElementKeyValue)
	if !isOfSet {
		return "`" + at.String() + "`"
	}

	set := "`" + at.ParentPath().String() + "`"
	if !isShown {
		return set
	}
	return diagnostics.QuoteValue(value) + " in " + set
}

// applierFor returns how a check is applied to an attribute, by its place in the schema.
func applierFor(ctx context.Context, req validator.StringRequest) func(check func(string) error, value string) error {
	step, _ := req.Path.Steps().LastStep()
	_, isAttribute := step.(path.PathStepAttributeName)
	if !isAttribute { // it is an element of a set or a map
		return ApplyElementCheck
	}

	attribute, diags := req.Config.Schema.AttributeAtPath(ctx, req.Path)
	if !diags.HasError() && attribute.IsRequired() {
		return ApplyRequiredCheck
	}
	return ApplyCheck
}
