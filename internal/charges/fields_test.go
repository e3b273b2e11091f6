// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

// What fields does not name is null, and what it names is as it is without it.
func TestRead_fields(t *testing.T) {
	t.Parallel()
	choices := map[string][]string{
		"one":                 {"status"},
		"without the id":      {"created_on", "requested_amount", "requested_currency"},
		"maps and decimals":   {"metadata", "redirect", "fee_amount_formatted", "only_direct_currency"},
		"the first, the last": {"capture_at", "transaction_token_type"},
		"all":                 rows.Fields(),
	}
	for name, fields := range sample.Of(3, choices) {
		for way, read := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t)
				service.SeedCharges(240, fakeservice.SeedOptions{})
				p := acctest.Configured(t, server, nil)
				whole, diags := read(p, t, acctest.Values{"page_size": 20})
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				part, diags := read(p, t, acctest.Values{"fields": fields, "page_size": 20})
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				want := list(t, whole)
				for _, charge := range want {
					for field := range charge {
						if !slices.Contains(fields, field) {
							delete(charge, field) // null
						}
					}
				}
				if got := list(t, part); !reflect.DeepEqual(got, want) {
					t.Errorf("%d charges, of which the first is %v, want %v", len(got), got[0], want[0])
				}
			})
		}
	}
}

// The names that are refused and offered are those of a charge's attributes.
func TestFields_areTheAttributes(t *testing.T) {
	t.Parallel()
	var attributes []string
	for line := range strings.Lines(names(acctest.NewProtocol(t).Schemas.DataSourceSchemas[typeName].Block.Attributes)) {
		if name, ok := strings.CutPrefix(line, "charges."); ok {
			attributes = append(attributes, strings.Fields(name)[0])
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(attributes)), rows.Fields()) {
		t.Errorf("the attributes are %q, the fields %q", attributes, rows.Fields())
	}
}
