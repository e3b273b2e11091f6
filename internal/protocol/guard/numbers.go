// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// explainNumbers replaces what the framework says of a number that is not whole
// or too large: it calls that a mistake of the provider, and shows the number,
// even one that is sensitive.
func (s *server) explainNumbers(r request, diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	if !slices.ContainsFunc(diags, isAboutNumber) {
		return diags
	}
	explained := s.wrongNumbers(r)
	for _, d := range diags {
		if !isAboutNumber(d) {
			explained = append(explained, d)
		}
	}
	return explained
}

// isAboutNumber reports whether d is the framework's message about a number that
// is not whole or too large.
func isAboutNumber(d *tfprotov6.Diagnostic) bool {
	return d != nil && strings.Contains(d.Detail, "Value ") &&
		(strings.Contains(d.Detail, "is not an integer") || strings.Contains(d.Detail, "cannot be represented as a 64-bit integer"))
}

// wrongNumbers names the arguments that are configured with a number that is not
// whole or too large. A schema of the protocol does not tell which numbers must
// be whole, but no object has both kinds.
func (s *server) wrongNumbers(r request) (diags []*tfprotov6.Diagnostic) {
	o, _ := s.objectOf(r)
	if config, ok := o.decode(r.config); ok {
		_ = tftypes.Walk(config, func(at *tftypes.AttributePath, v tftypes.Value) (bool, error) {
			if wrong := whatIsWrong(v); wrong != "" {
				diags = append(diags, invalidNumber("`"+nameOf(at)+"`", wrong, at))
			}
			return true, nil
		}) // no step of which fails
	}
	if len(diags) == 0 {
		diags = append(diags, invalidNumber("A number in the configuration", "must be whole and fit in 64 bits", nil))
	}
	return diags
}

func invalidNumber(subject, wrong string, at *tftypes.AttributePath) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity:  tfprotov6.DiagnosticSeverityError,
		Summary:   "Invalid Number",
		Detail:    subject + " " + wrong + ".",
		Attribute: at,
	}
}

// whatIsWrong says what keeps v from being a whole number of 64 bits, "" if
// nothing does or if it is no number.
func whatIsWrong(v tftypes.Value) string {
	var number big.Float
	if !v.Type().Is(tftypes.Number) || !v.IsKnown() || v.IsNull() || v.As(&number) != nil {
		return ""
	}
	if !number.IsInt() {
		return "must be a whole number"
	}
	if _, accuracy := number.Int64(); accuracy != big.Exact {
		return fmt.Sprintf("must be a whole number of 64 bits, from %d to %d", int64(math.MinInt64), int64(math.MaxInt64))
	}
	return ""
}

// nameOf spells a path as messages do.
func nameOf(at *tftypes.AttributePath) string {
	var names []string
	for _, step := range at.Steps() {
		if name, ok := step.(tftypes.AttributeName); ok {
			names = append(names, string(name))
		}
	}
	return strings.Join(names, ".")
}
