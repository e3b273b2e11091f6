// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// sensitive are the arguments that must be secret, whatever a schema says: who
// takes the mark away from one of them is told.
var sensitive = map[string][]string{
	theProvider:                          {"app_token", "secret"},
	hook:                                 {"auth_token", "auth_token_wo"},
	charges:                              {"card", "extra_filters", "metadata", "phone"},
	"data paymentservice_charge_summary": {"card", "extra_filters", "metadata", "phone"},
	"ephemeral paymentservice_charges":   {"card", "extra_filters", "metadata", "phone"},
	token: {
		"card.card_number", "card.cardholder", "card.city", "card.cvv", "card.exp_month", "card.exp_year", "card.line1", "card.line2",
		"card.phone_number.local_number", "card.state", "card.zip", "email",
		"konbini.customer_name", "konbini.phone_number.local_number", "online.user_identifier", "paidy",
	},
}

func TestSchemas_sensitiveArguments(t *testing.T) {
	t.Parallel()

	for object, paths := range sensitive {
		for _, path := range paths {
			names := strings.Split(path, ".")
			last := len(names) - 1
			block := schemaOf(object).Block
			for _, name := range names[:last] {
				block = blockOf(t, block, name)
			}
			if !attributeOf(t, block.Attributes, names[last]).Sensitive {
				t.Errorf("%s of the %s is not sensitive", path, object)
			}
		}
	}
}

func blockOf(t *testing.T, in *tfprotov6.SchemaBlock, name string) *tfprotov6.SchemaBlock {
	t.Helper()
	for _, b := range in.BlockTypes {
		if b.TypeName == name {
			return b.Block
		}
	}
	t.Fatalf("there is no block %s", name)
	return nil
}

func attributeOf(t *testing.T, attributes []*tfprotov6.SchemaAttribute, name string) *tfprotov6.SchemaAttribute {
	t.Helper()
	for _, a := range attributes {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("there is no argument %s", name)
	return nil
}
