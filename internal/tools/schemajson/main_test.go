// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// Every attribute and block is described, those that libraries bring included.
func TestDescribe_noAttributeWithoutDescription(t *testing.T) {
	t.Parallel()
	p, err := describe(t.Context(), provider.NewServer("test")())
	if err != nil {
		t.Fatal(err)
	}
	check(t, "provider", p.ConfigSchema.Block)
	for kind, all := range map[string]map[string]*tfjson.Schema{"resource": p.ResourceSchemas, "data": p.DataSourceSchemas, "ephemeral": p.EphemeralResourceSchemas, "list": p.ListResourceSchemas} {
		for name, s := range all {
			describedBy(t, kind+" "+name, s.Block.Description)
			check(t, kind+" "+name, s.Block)
		}
	}
	for name, s := range p.ActionSchemas {
		describedBy(t, "action "+name, s.Block.Description)
		check(t, "action "+name, s.Block)
	}
	for name, f := range p.Functions {
		describedBy(t, "function "+name, f.Description)
		for _, parameter := range f.Parameters {
			describedBy(t, "function "+name+", "+parameter.Name, parameter.Description)
		}
		if len(f.Parameters) == 0 || f.ReturnType.FriendlyName() != "object" {
			t.Errorf("function %s is described as %+v", name, f)
		}
	}
}

func check(t *testing.T, where string, block *tfjson.SchemaBlock) {
	t.Helper()
	checkAttributes(t, where, block.Attributes)
	for name, b := range block.NestedBlocks {
		describedBy(t, where+"."+name, b.Block.Description)
		check(t, where+"."+name, b.Block)
	}
}

func checkAttributes(t *testing.T, where string, attributes map[string]*tfjson.SchemaAttribute) {
	t.Helper()
	for name, a := range attributes {
		describedBy(t, where+"."+name, a.Description)
		if a.AttributeNestedType != nil {
			checkAttributes(t, where+"."+name, a.AttributeNestedType.Attributes)
		}
	}
}

func describedBy(t *testing.T, where, description string) {
	t.Helper()
	if !strings.HasSuffix(strings.TrimSpace(description), ".") {
		t.Errorf("%s has the description %q; it wants full sentences", where, description)
	}
}
