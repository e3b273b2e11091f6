// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// The ephemeral resource has the arguments and results of the data source, and a
// charge has the attributes that can be named in `fields`.
func TestSchema(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	data, twin := p.Schemas.DataSourceSchemas[typeName].Block, p.Schemas.EphemeralResourceSchemas[typeName].Block
	if got, want := attributes(t, twin), attributes(t, data); !slices.Equal(got, want) {
		t.Errorf("the twin has\n%s\nthe data source\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var names []string
	for _, line := range attributes(t, data) {
		if name, ok := strings.CutPrefix(line, "charges."); ok {
			names = append(names, strings.Fields(name)[0])
		}
	}
	if slices.Sort(names); !slices.Equal(names, rows.Fields()) {
		t.Errorf("the attributes are %q, the fields %q", names, rows.Fields())
	}
	for _, nested := range append(slices.Clone(data.BlockTypes), twin.BlockTypes...) {
		if nested.TypeName != "timeouts" || len(attributes(t, nested.Block)) != 1 {
			t.Errorf("the block %s", nested.TypeName)
		}
	}
}

// attributes lists the attributes of a block with their properties. Each must have a
// description.
func attributes(t *testing.T, block *tfprotov6.SchemaBlock) []string {
	t.Helper()
	var list []string
	var walk func(string, []*tfprotov6.SchemaAttribute)
	walk = func(prefix string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if a.Description == "" {
				t.Errorf("%s%s has no description", prefix, a.Name)
			}
			list = append(list, fmt.Sprint(prefix, a.Name, " sensitive ", a.Sensitive, " required ", a.Required, " optional ", a.Optional, " computed ", a.Computed))
			if a.NestedType != nil {
				walk(prefix+a.Name+".", a.NestedType.Attributes)
			}
		}
	}
	walk("", block.Attributes)
	return list
}
