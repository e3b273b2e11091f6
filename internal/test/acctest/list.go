// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Listed is one result of a list resource.
type Listed struct {
	Name string
	// Values are the resource's settings, nil if the result has none.
	Values   Values
	Identity Values

	identity *tfprotov6.ResourceIdentityData
}

// Listing is how a CLI asks for a list.
type Listing struct {
	Limit           int64
	IncludeResource bool
}

// List validates a list block and reads its results as a CLI does: it stops at
// the limit, and at the first error.
func (p *Protocol) List(ctx context.Context, typeName string, config Values, how Listing) ([]Listed, Diagnostics) {
	server, ok := p.Server.(tfprotov6.ListResourceServer)
	schema := p.Schemas.ListResourceSchemas[typeName]
	if !ok || schema == nil {
		return nil, Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "No List Resource " + typeName}}
	}
	value := dynamic(schema, config)
	checked, err := server.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{TypeName: typeName, Config: value})
	if diags := diagnostics(checked.Diagnostics, err); diags.Errors() != "" {
		return nil, diags
	}
	stream, err := server.ListResource(ctx, &tfprotov6.ListResourceRequest{
		TypeName: typeName, Config: value, Limit: how.Limit, IncludeResource: how.IncludeResource,
	})
	if err != nil {
		return nil, diagnostics(nil, err)
	}
	var (
		all   []Listed
		diags Diagnostics
	)
	for result := range stream.Results {
		diags = append(diags, result.Diagnostics...)
		if diags.Errors() != "" {
			break
		}
		if result.Identity == nil {
			continue
		}
		all = append(all, Listed{
			Name: result.DisplayName, Values: values(p.Schemas.ResourceSchemas[typeName], result.Resource),
			Identity: p.identityValues(ctx, typeName, result.Identity), identity: result.Identity,
		})
		if int64(len(all)) >= how.Limit {
			break
		}
	}
	return all, diags
}

func (p *Protocol) identityValues(ctx context.Context, typeName string, identity *tfprotov6.ResourceIdentityData) Values {
	schemas := must(p.Server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{}))
	decoded := must(identity.IdentityData.Unmarshal(schemas.IdentitySchemas[typeName].ValueType()))
	object, _ := decode(decoded).(map[string]any)
	return object
}

// ImportListed imports a listed resource by its identity and reads it.
func (r *Resource) ImportListed(ctx context.Context, listed Listed) Diagnostics {
	imported, err := r.p.Server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: r.typeName, Identity: listed.identity})
	diags := diagnostics(imported.Diagnostics, err)
	if diags.Errors() != "" {
		return diags
	}
	one := imported.ImportedResources[0]
	r.keep(one.State, one.Private, one.Identity)
	return append(diags, r.Refresh(ctx)...)
}
