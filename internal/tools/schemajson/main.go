// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command schemajson prints the provider's schema as `terraform providers
// schema -json` does. The documentation is generated from it, so that it is the
// same whichever CLI is installed, and complete with none at all.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// name is what tfplugindocs calls the provider; a CLI would write its address.
const name = "paymentservice"

func main() {
	described, err := describe(context.Background(), provider.NewServer("dev")())
	if err != nil {
		log.Fatal(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	document := tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{name: described}}
	if err := encoder.Encode(document); err != nil {
		log.Fatal(err)
	}
}

// describe asks the server for all its schemas.
func describe(ctx context.Context, server tfprotov6.ProviderServer) (*tfjson.ProviderSchema, error) {
	all, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, err
	}
	for _, d := range append(all.Diagnostics, identities.Diagnostics...) {
		return nil, fmt.Errorf("%s: %s", d.Summary, d.Detail)
	}
	return &tfjson.ProviderSchema{
		ConfigSchema:             schema(all.Provider),
		ResourceSchemas:          each(all.ResourceSchemas, schema),
		DataSourceSchemas:        each(all.DataSourceSchemas, schema),
		EphemeralResourceSchemas: each(all.EphemeralResourceSchemas, schema),
		ListResourceSchemas:      each(all.ListResourceSchemas, schema),
		ActionSchemas:            each(all.ActionSchemas, action),
		ResourceIdentitySchemas:  each(identities.IdentitySchemas, identity),
		Functions:                each(all.Functions, function),
	}, nil
}

// function describes a function that has no variadic parameter.
func function(f *tfprotov6.Function) *tfjson.FunctionSignature {
	converted := &tfjson.FunctionSignature{Summary: f.Summary, Description: f.Description}
	setType(&converted.ReturnType, f.Return.Type)
	for _, p := range f.Parameters {
		one := &tfjson.FunctionParameter{Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue}
		setType(&one.Type, p.Type)
		converted.Parameters = append(converted.Parameters, one)
	}
	return converted
}

func each[From, To any](all map[string]*From, convert func(*From) *To) map[string]*To {
	converted := make(map[string]*To, len(all))
	for name, one := range all {
		converted[name] = convert(one)
	}
	return converted
}

func schema(s *tfprotov6.Schema) *tfjson.Schema { return &tfjson.Schema{Block: block(s.Block)} }

func action(s *tfprotov6.ActionSchema) *tfjson.ActionSchema {
	return &tfjson.ActionSchema{Block: block(s.Schema.Block)}
}

// block describes a block. The framework gives no block a least or largest number.
func block(b *tfprotov6.SchemaBlock) *tfjson.SchemaBlock {
	nested := map[string]*tfjson.SchemaBlockType{}
	for _, inner := range b.BlockTypes {
		nested[inner.TypeName] = &tfjson.SchemaBlockType{NestingMode: mode(inner.Nesting), Block: block(inner.Block)}
	}
	return &tfjson.SchemaBlock{
		Attributes: attributes(b.Attributes), NestedBlocks: nested,
		Description: b.Description, DescriptionKind: tfjson.SchemaDescriptionKindMarkdown,
	}
}

func attributes(list []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	converted := make(map[string]*tfjson.SchemaAttribute, len(list))
	for _, a := range list {
		one := &tfjson.SchemaAttribute{
			Description: a.Description, DescriptionKind: tfjson.SchemaDescriptionKindMarkdown,
			Required: a.Required, Optional: a.Optional, Computed: a.Computed,
			Sensitive: a.Sensitive, Deprecated: a.Deprecated, WriteOnly: a.WriteOnly,
		}
		if a.NestedType == nil {
			setType(&one.AttributeType, a.Type)
		} else {
			one.AttributeNestedType = &tfjson.SchemaNestedAttributeType{
				Attributes: attributes(a.NestedType.Attributes), NestingMode: mode(a.NestedType.Nesting),
			}
		}
		converted[a.Name] = one
	}
	return converted
}

func identity(s *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	converted := &tfjson.IdentitySchema{Attributes: map[string]*tfjson.IdentityAttribute{}}
	for _, a := range s.IdentityAttributes {
		one := &tfjson.IdentityAttribute{Description: a.Description, RequiredForImport: a.RequiredForImport, OptionalForImport: a.OptionalForImport}
		setType(&one.IdentityType, a.Type)
		converted.Attributes[a.Name] = one
	}
	return converted
}

// setType sets a type by the JSON that both libraries have for it.
func setType(to json.Unmarshaler, from tftypes.Type) {
	text, err := json.Marshal(from)
	if err := errors.Join(err, to.UnmarshalJSON(text)); err != nil {
		panic(err) // a schema has a type that no CLI knows
	}
}

func mode(nesting fmt.Stringer) tfjson.SchemaNestingMode {
	return tfjson.SchemaNestingMode(strings.ToLower(nesting.String()))
}
