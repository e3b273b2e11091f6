// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// numbers returns the paths of the arguments that are numbers.
func numbers(attributes []*tfprotov6.SchemaAttribute) (paths []string) {
	for _, a := range attributes {
		switch {
		case !a.Optional && !a.Required:
		case a.NestedType != nil:
			for _, inner := range numbers(a.NestedType.Attributes) {
				paths = append(paths, a.Name+"."+inner)
			}
		case a.Type.Is(tftypes.Number):
			paths = append(paths, a.Name)
		}
	}
	return paths
}

// TestWholeNumbers: if a number is not whole or too large, the framework blames the
// provider, and prints the number. Instead, a message must name the argument.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()

	huge, _, err := big.ParseFloat("1234567e300", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	try := func(schema *tfprotov6.Schema, check func(*acctest.Protocol, acctest.Values) acctest.Diagnostics) {
		for _, path := range numbers(schema.Block.Attributes) {
			for _, number := range []*big.Float{big.NewFloat(1234567.5), huge} {
				outer, inner, nested := strings.Cut(path, ".")
				config := acctest.Values{outer: number}
				if nested {
					config[outer] = map[string]any{inner: number}
				}
				said := check(acctest.NewProtocol(t), config).Errors()
				if !strings.Contains(said, "`"+path+"` ") || strings.Count(said, "whole number")+strings.Count(said, "four digits") != 1 {
					t.Errorf("nothing says what is wrong with %s:\n%s", path, said)
				}
				for _, bad := range []string{"error in the provider", "not an integer", "cannot be represented", "big.Float"} {
					if strings.Contains(said, bad) {
						t.Errorf("%q is in\n%s", bad, said)
					}
				}
			}
		}
	}
	schemas := acctest.NewProtocol(t).Schemas
	try(schemas.Provider, func(p *acctest.Protocol, config acctest.Values) acctest.Diagnostics {
		return p.Configure(t.Context(), config)
	})
	for name, schema := range schemas.DataSourceSchemas {
		try(schema, func(p *acctest.Protocol, config acctest.Values) acctest.Diagnostics {
			_, diags := p.Read(t.Context(), name, config)
			return diags
		})
	}
	for name, schema := range schemas.EphemeralResourceSchemas {
		try(schema, func(p *acctest.Protocol, config acctest.Values) acctest.Diagnostics {
			_, diags := p.Open(t.Context(), name, config)
			return diags
		})
	}
}
