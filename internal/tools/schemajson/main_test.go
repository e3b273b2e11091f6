// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

func read(t *testing.T) *tfjson.ProviderSchema {
	t.Helper()
	described, err := describe(t.Context(), provider.NewServer("test")())
	if err != nil {
		t.Fatal(err)
	}
	return described
}

func TestDescribe_everything(t *testing.T) {
	t.Parallel()
	p := read(t)
	for kind, tt := range map[string]struct{ got, want []string }{
		"resources":  {slices.Sorted(maps.Keys(p.ResourceSchemas)), []string{"paymentservice_webhook"}},
		"identities": {slices.Sorted(maps.Keys(p.ResourceIdentitySchemas)), []string{"paymentservice_webhook"}},
		"data":       {slices.Sorted(maps.Keys(p.DataSourceSchemas)), []string{"paymentservice_caller_identity", "paymentservice_charge_summary", "paymentservice_charges", "paymentservice_webhooks"}},
		"lists":      {slices.Sorted(maps.Keys(p.ListResourceSchemas)), []string{"paymentservice_webhook"}},
		"ephemeral":  {slices.Sorted(maps.Keys(p.EphemeralResourceSchemas)), []string{"paymentservice_charges", "paymentservice_transaction_token"}},
		"functions":  {slices.Sorted(maps.Keys(p.Functions)), []string{"period"}},
		"actions":    {slices.Sorted(maps.Keys(p.ActionSchemas)), []string{"paymentservice_resume_webhook"}},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: got %v, want %v", kind, tt.got, tt.want)
		}
	}
	token := p.ResourceSchemas["paymentservice_webhook"].Block.Attributes["auth_token_wo"]
	if !token.Sensitive || !token.WriteOnly || !token.Optional || token.AttributeType.FriendlyName() != "string" {
		t.Errorf("auth_token_wo is described as %+v", token)
	}
}

// Blocks are described with what is in them.
func TestDescribe_blocks(t *testing.T) {
	t.Parallel()
	text := &tfprotov6.SchemaAttribute{Name: "number", Type: tftypes.String, Optional: true, Sensitive: true}
	inner := &tfprotov6.SchemaNestedBlock{TypeName: "phone", Nesting: tfprotov6.SchemaNestedBlockNestingModeSingle, Block: &tfprotov6.SchemaBlock{
		Description: "A phone.", Attributes: []*tfprotov6.SchemaAttribute{text},
	}}
	outer := &tfprotov6.SchemaNestedBlock{TypeName: "card", Nesting: tfprotov6.SchemaNestedBlockNestingModeList, MaxItems: 2, Block: &tfprotov6.SchemaBlock{
		Description: "A card.", BlockTypes: []*tfprotov6.SchemaNestedBlock{inner},
	}}
	card := block(&tfprotov6.SchemaBlock{BlockTypes: []*tfprotov6.SchemaNestedBlock{outer}}).NestedBlocks["card"]
	if card.NestingMode != tfjson.SchemaNestingModeList || card.MaxItems != 2 || card.MinItems != 0 || card.Block.Description != "A card." {
		t.Errorf("the outer block is described as %+v", card)
	}
	phone := card.Block.NestedBlocks["phone"]
	if phone.NestingMode != tfjson.SchemaNestingModeSingle || !phone.Block.Attributes["number"].Sensitive {
		t.Errorf("the inner block is described as %+v", phone)
	}
}

// Every attribute and block is described, those that libraries bring included.
func TestDescribe_noAttributeWithoutDescription(t *testing.T) {
	t.Parallel()
	p := read(t)
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
