// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package boundary

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// theProvider is the subject of calls about the provider's own configuration.
const theProvider = "the provider"

// secretArguments names, for each type of object, the arguments whose source
// lines hold secrets. A CLI prints the line that a diagnostic's path leads to,
// and for some paths all of the argument around it.
var secretArguments = map[string][]string{
	theProvider:                        {"app_token", "base_url", "secret"},
	"paymentservice_charges":           {"card", "phone"},
	"paymentservice_transaction_token": {"card", "paidy"},
	"paymentservice_webhook":           {"auth_token", "auth_token_wo"},
}

// hidePaths empties the paths that lead to secret arguments or into them. An
// empty path, unlike none at all, makes a CLI print no source line.
func hidePaths(subject string, diags []*tfprotov6.Diagnostic) {
	for _, d := range diags {
		if d != nil && leadsTo(secretArguments[subject], d.Attribute) {
			d.Attribute = tftypes.NewAttributePath()
		}
	}
}

func leadsTo(arguments []string, at *tftypes.AttributePath) bool {
	if at == nil || len(at.Steps()) == 0 {
		return false
	}
	name, ok := at.Steps()[0].(tftypes.AttributeName)
	return ok && slices.Contains(arguments, string(name))
}
