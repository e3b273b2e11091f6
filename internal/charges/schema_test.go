// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// A charge has the attributes that can be named in `fields`, of the ephemeral resource,
// too. Filters that may hold what a customer is known by are sensitive.
func TestSchema(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	for of, schema := range map[string]*tfprotov6.Schema{
		"data source": p.Schemas.DataSourceSchemas[typeName], "ephemeral resource": p.Schemas.EphemeralResourceSchemas[typeName],
	} {
		var names, sensitive []string
		for _, a := range schema.Block.Attributes {
			if a.Sensitive {
				sensitive = append(sensitive, a.Name)
			}
			if a.Name != "charges" {
				continue
			}
			for _, field := range a.NestedType.Attributes {
				names = append(names, field.Name)
			}
		}
		slices.Sort(names)
		slices.Sort(sensitive)
		if !slices.Equal(names, rows.Fields()) {
			t.Errorf("%s: the attributes are %q, the fields %q", of, names, rows.Fields())
		}
		if want := []string{"card", "extra_filters", "metadata", "phone"}; !slices.Equal(sensitive, want) {
			t.Errorf("%s: %q are sensitive, want %q", of, sensitive, want)
		}
	}
}
