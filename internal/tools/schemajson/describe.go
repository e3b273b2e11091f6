// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The types below are those of the CLI's document, as far as this provider
// fills them.
type (
	document struct {
		FormatVersion string                    `json:"format_version"`
		Schemas       map[string]providerSchema `json:"provider_schemas"`
	}
	providerSchema struct {
		Provider   *schema                   `json:"provider"`
		Resources  map[string]*schema        `json:"resource_schemas"`
		Data       map[string]*schema        `json:"data_source_schemas"`
		Ephemerals map[string]*schema        `json:"ephemeral_resource_schemas"`
		Actions    map[string]*schema        `json:"action_schemas"`
		Lists      map[string]*schema        `json:"list_resource_schemas"`
		Identities map[string]identitySchema `json:"resource_identity_schemas"`
	}
	schema struct {
		Version int64 `json:"version"`
		Block   block `json:"block"`
	}
	block struct {
		Attributes      map[string]attribute   `json:"attributes"`
		BlockTypes      map[string]nestedBlock `json:"block_types,omitempty"`
		Description     string                 `json:"description,omitempty"`
		DescriptionKind string                 `json:"description_kind"`
	}
	nestedBlock struct {
		NestingMode string `json:"nesting_mode"`
		Block       block  `json:"block"`
		MinItems    int64  `json:"min_items,omitempty"`
		MaxItems    int64  `json:"max_items,omitempty"`
	}
	attribute struct {
		Type            json.RawMessage `json:"type,omitempty"`
		Nested          *nested         `json:"nested_type,omitempty"`
		Description     string          `json:"description,omitempty"`
		DescriptionKind string          `json:"description_kind"`
		Required        bool            `json:"required,omitempty"`
		Optional        bool            `json:"optional,omitempty"`
		Computed        bool            `json:"computed,omitempty"`
		Sensitive       bool            `json:"sensitive,omitempty"`
		Deprecated      bool            `json:"deprecated,omitempty"`
		WriteOnly       bool            `json:"write_only,omitempty"`
	}
	nested struct {
		Attributes  map[string]attribute `json:"attributes"`
		NestingMode string               `json:"nesting_mode"`
	}
	identitySchema struct {
		Version    int64                        `json:"version"`
		Attributes map[string]identityAttribute `json:"attributes"`
	}
	identityAttribute struct {
		Type              json.RawMessage `json:"type"`
		Description       string          `json:"description,omitempty"`
		RequiredForImport bool            `json:"required_for_import,omitempty"`
		OptionalForImport bool            `json:"optional_for_import,omitempty"`
	}
)

// name is what tfplugindocs calls the provider; a CLI would write its address.
const name = "paymentservice"

// describe asks the server for all its schemas.
func describe(ctx context.Context, server tfprotov6.ProviderServer) (*document, error) {
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
	d := describer{}
	result := providerSchema{
		Provider:   d.schema(all.Provider),
		Resources:  d.schemas(all.ResourceSchemas),
		Data:       d.schemas(all.DataSourceSchemas),
		Ephemerals: d.schemas(all.EphemeralResourceSchemas),
		Actions:    map[string]*schema{},
		Lists:      d.schemas(all.ListResourceSchemas),
		Identities: map[string]identitySchema{},
	}
	for name, action := range all.ActionSchemas {
		result.Actions[name] = d.schema(action.Schema)
	}
	for name, identity := range identities.IdentitySchemas {
		result.Identities[name] = d.identity(identity)
	}
	return &document{FormatVersion: "1.0", Schemas: map[string]providerSchema{name: result}}, d.err
}

// describer converts schemas, and keeps the first error.
type describer struct{ err error }

func (d *describer) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *describer) schemas(all map[string]*tfprotov6.Schema) map[string]*schema {
	converted := make(map[string]*schema, len(all))
	for name, s := range all {
		converted[name] = d.schema(s)
	}
	return converted
}

func (d *describer) schema(s *tfprotov6.Schema) *schema {
	return &schema{Version: s.Version, Block: d.block(s.Block)}
}

func (d *describer) block(b *tfprotov6.SchemaBlock) block {
	converted := block{
		Attributes:      d.attributes(b.Attributes),
		BlockTypes:      map[string]nestedBlock{},
		Description:     b.Description,
		DescriptionKind: strings.ToLower(b.DescriptionKind.String()),
	}
	for _, inner := range b.BlockTypes {
		converted.BlockTypes[inner.TypeName] = nestedBlock{
			NestingMode: strings.ToLower(inner.Nesting.String()),
			Block:       d.block(inner.Block),
			MinItems:    inner.MinItems,
			MaxItems:    inner.MaxItems,
		}
	}
	return converted
}

func (d *describer) attributes(list []*tfprotov6.SchemaAttribute) map[string]attribute {
	converted := make(map[string]attribute, len(list))
	for _, a := range list {
		one := attribute{
			Description:     a.Description,
			DescriptionKind: strings.ToLower(a.DescriptionKind.String()),
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			Deprecated:      a.Deprecated,
			WriteOnly:       a.WriteOnly,
		}
		if a.NestedType == nil {
			one.Type = d.json(a.Type)
		} else {
			one.Nested = &nested{
				Attributes:  d.attributes(a.NestedType.Attributes),
				NestingMode: strings.ToLower(a.NestedType.Nesting.String()),
			}
		}
		converted[a.Name] = one
	}
	return converted
}

func (d *describer) identity(s *tfprotov6.ResourceIdentitySchema) identitySchema {
	converted := identitySchema{Version: s.Version, Attributes: map[string]identityAttribute{}}
	for _, a := range s.IdentityAttributes {
		converted.Attributes[a.Name] = identityAttribute{
			Type: d.json(a.Type), Description: a.Description,
			RequiredForImport: a.RequiredForImport, OptionalForImport: a.OptionalForImport,
		}
	}
	return converted
}

func (d *describer) json(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		d.fail(err)
	}
	return text
}
