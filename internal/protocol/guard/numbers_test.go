// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/list"
	framework "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// kinds returns the types of all objects, by what they are called here.
func kinds(ctx context.Context) map[string]attr.Type {
	all := map[string]attr.Type{}
	name := func(kind, typeName string) string { return kind + " " + typeName }
	const prefix = "paymentservice"
	p := provider.New("test")
	var own framework.SchemaResponse
	p.Schema(ctx, framework.SchemaRequest{}, &own)
	all[theProvider] = own.Schema.Type()
	for _, fresh := range p.Resources(ctx) {
		var meta resource.MetadataResponse
		var resp resource.SchemaResponse
		fresh().Metadata(ctx, resource.MetadataRequest{ProviderTypeName: prefix}, &meta)
		fresh().Schema(ctx, resource.SchemaRequest{}, &resp)
		all[name("resource", meta.TypeName)] = resp.Schema.Type()
	}
	for _, fresh := range p.DataSources(ctx) {
		var meta datasource.MetadataResponse
		var resp datasource.SchemaResponse
		fresh().Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: prefix}, &meta)
		fresh().Schema(ctx, datasource.SchemaRequest{}, &resp)
		all[name("data", meta.TypeName)] = resp.Schema.Type()
	}
	if p, ok := p.(framework.ProviderWithEphemeralResources); ok {
		for _, fresh := range p.EphemeralResources(ctx) {
			var meta ephemeral.MetadataResponse
			var resp ephemeral.SchemaResponse
			fresh().Metadata(ctx, ephemeral.MetadataRequest{ProviderTypeName: prefix}, &meta)
			fresh().Schema(ctx, ephemeral.SchemaRequest{}, &resp)
			all[name("ephemeral", meta.TypeName)] = resp.Schema.Type()
		}
	}
	if p, ok := p.(framework.ProviderWithListResources); ok {
		for _, fresh := range p.ListResources(ctx) {
			var meta resource.MetadataResponse
			var resp list.ListResourceSchemaResponse
			fresh().Metadata(ctx, resource.MetadataRequest{ProviderTypeName: prefix}, &meta)
			fresh().ListResourceConfigSchema(ctx, list.ListResourceSchemaRequest{}, &resp)
			all[name("list", meta.TypeName)] = resp.Schema.Type()
		}
	}
	if p, ok := p.(framework.ProviderWithActions); ok {
		for _, fresh := range p.Actions(ctx) {
			var meta action.MetadataResponse
			var resp action.SchemaResponse
			fresh().Metadata(ctx, action.MetadataRequest{ProviderTypeName: prefix}, &meta)
			fresh().Schema(ctx, action.SchemaRequest{}, &resp)
			all[name("action", meta.TypeName)] = resp.Schema.Type()
		}
	}
	return all
}

// membersOf returns the names of the members of an object that have a type.
func membersOf(object, wanted attr.Type) (names []string) {
	typ, ok := object.(types.ObjectType)
	if !ok {
		return nil
	}
	for name, member := range typ.AttrTypes {
		if member.Equal(wanted) {
			names = append(names, name)
		}
		for _, inner := range membersOf(member, wanted) {
			names = append(names, name+"."+inner)
		}
	}
	return names
}

// isArgument reports whether a name is that of an attribute that can be
// configured.
func isArgument(attributes []*tfprotov6.SchemaAttribute, name string) bool {
	first, rest, nested := strings.Cut(name, ".")
	i := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == first })
	if i < 0 || !attributes[i].Optional && !attributes[i].Required {
		return false
	}
	return !nested || attributes[i].NestedType != nil && isArgument(attributes[i].NestedType.Attributes, rest)
}

// validated returns what a server says of the configuration of an object.
func validated(t *testing.T, server tfprotov6.ProviderServer, object string, config *tfprotov6.DynamicValue) []*tfprotov6.Diagnostic {
	t.Helper()
	kind, name, _ := strings.Cut(object, " ")
	var (
		diags []*tfprotov6.Diagnostic
		err   error
	)
	switch kind {
	case theProvider:
		var resp *tfprotov6.ValidateProviderConfigResponse
		resp, err = server.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: config})
		diags = resp.Diagnostics
	case "resource":
		var resp *tfprotov6.ValidateResourceConfigResponse
		resp, err = server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: name, Config: config})
		diags = resp.Diagnostics
	case "data":
		var resp *tfprotov6.ValidateDataResourceConfigResponse
		resp, err = server.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: name, Config: config})
		diags = resp.Diagnostics
	case "ephemeral":
		var resp *tfprotov6.ValidateEphemeralResourceConfigResponse
		resp, err = server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: name, Config: config})
		diags = resp.Diagnostics
	default:
		t.Fatalf("%s can't be validated: add it here", object)
	}
	if err != nil {
		t.Fatal(err)
	}
	return diags
}

// TestWrap_explainsNumbers: the framework calls a number that is not whole, or
// too large, a mistake of the provider, and prints it.
func TestWrap_explainsNumbers(t *testing.T) {
	t.Parallel()

	huge, _, err := big.ParseFloat("123456789012345678901", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for object, typ := range kinds(t.Context()) {
		for _, name := range membersOf(typ, types.Int64Type) {
			schema := schemaOf(object)
			if schema == nil || !isArgument(schema.Block.Attributes, name) {
				continue
			}
			tried++
			for value, says := range map[*big.Float]string{
				big.NewFloat(1234567.5): "`" + name + "` must be a whole number.",
				huge:                    "`" + name + "` must be a whole number of 64 bits",
			} {
				t.Run(object+"/"+name+"/"+value.String(), func(t *testing.T) {
					t.Parallel()
					given := any(value)
					names := strings.Split(name, ".")
					for _, n := range slices.Backward(names) {
						given = map[string]any{n: given}
					}
					members, _ := given.(map[string]any)
					explained := 0
					for _, d := range validated(t, provider.NewServer("test")(), object, configOf(t, object, members)) {
						if strings.HasPrefix(d.Detail, says) {
							explained++
						}
						for _, bad := range []string{"provider developer", "error in the provider", "1234567", "1.234567", "big.Float"} {
							if strings.Contains(d.Summary+d.Detail, bad) {
								t.Errorf("%s: %s", d.Summary, d.Detail)
							}
						}
					}
					if explained != 1 {
						t.Errorf("%d diagnostics say %q", explained, says)
					}
				})
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d arguments are whole numbers", tried)
	}
}

// TestSchemas_numbersOfOneKind: what the guard says of a number is right only if
// all numbers in the configuration of an object must be whole, or none.
func TestSchemas_numbersOfOneKind(t *testing.T) {
	t.Parallel()

	for object, typ := range kinds(t.Context()) {
		schema := schemaOf(object)
		if schema == nil {
			continue
		}
		argument := func(name string) bool { return isArgument(schema.Block.Attributes, name) }
		whole := slices.ContainsFunc(membersOf(typ, types.Int64Type), argument)
		for _, other := range []attr.Type{types.NumberType, types.Float64Type, types.DynamicType} {
			if names := slices.DeleteFunc(membersOf(typ, other), func(name string) bool { return !argument(name) }); whole && len(names) > 0 {
				t.Errorf("%s: %v may be fractions beside whole numbers", object, names)
			}
		}
	}
}
