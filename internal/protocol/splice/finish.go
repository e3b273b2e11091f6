// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package splice

import "github.com/hashicorp/terraform-plugin-go/tfprotov6"

// Finish returns value with the collected list in it. With an error among diags
// the value stays as it is; a list that cannot be written is itself such an
// error.
func (c *Collector) Finish(value *tfprotov6.DynamicValue, diags []*tfprotov6.Diagnostic) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	attribute, list := c.taken()
	if list == nil || hasError(diags) {
		return value, diags
	}
	spliced, err := insert(value, attribute, list)
	if err != nil {
		return value, append(diags, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError,
			Summary:  "Unable to Return List",
			Detail: "The list was read, but the provider could not return it: " + err.Error() + ". " +
				"No part of the list is kept. If its size is not the cause, please report this to the provider's developers.",
		})
	}
	return spliced, diags
}

func hasError(diags []*tfprotov6.Diagnostic) bool {
	for _, d := range diags {
		if d != nil && d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}
