// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// object is what a schema says of an object.
type object struct {
	typ tftypes.Type
	// secrets are the arguments that are secret or have a secret inside.
	secrets map[string]argument
	// required are the arguments that every configuration of the object has.
	required map[string]bool
}

// argument is an argument that a schema calls sensitive, or one that has such
// members.
type argument struct {
	secret bool
	// delicate, unless empty, are the characters with one of which a value is
	// secret.
	delicate string
	members  map[string]argument
}

// baseURL is no secret, unless its value is wrong in a way that may show one:
// with user information, a query or a fragment.
var baseURL = argument{secret: true, delicate: "@?#"}

// objectOf returns what the provider's schema says of what a request is about,
// and false if there is no schema to ask.
func (s *server) objectOf(r request) (o object, known bool) {
	schemas := s.schemas()
	if schemas == nil {
		return object{}, false
	}
	schema := schemaFor(schemas, r)
	if schema == nil || schema.Block == nil {
		return object{}, true
	}
	o = object{typ: schema.ValueType(), secrets: secretsOfBlock(schema.Block), required: map[string]bool{}}
	for _, a := range schema.Block.Attributes {
		o.required[a.Name] = a.Required
	}
	if r.subject == theProvider {
		o.secrets["base_url"] = baseURL
	}
	return o, true
}

// schemasOf returns the schemas of a server, nil if it does not tell.
func schemasOf(s tfprotov6.ProviderServer) (schemas *tfprotov6.GetProviderSchemaResponse) {
	defer func() {
		if recover() != nil {
			schemas = nil
		}
	}()
	schemas, err := s.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil
	}
	return schemas
}

// schemaFor returns the schema of what a request is about. The names of calls
// tell the kinds of object apart, which may share the names of their types.
func schemaFor(schemas *tfprotov6.GetProviderSchemaResponse, r request) *tfprotov6.Schema {
	switch {
	case r.subject == theProvider:
		return schemas.Provider
	case strings.Contains(r.call, "Ephemeral"):
		return schemas.EphemeralResourceSchemas[r.subject]
	case strings.Contains(r.call, "Data"):
		return schemas.DataSourceSchemas[r.subject]
	case strings.Contains(r.call, "ListResource"):
		return schemas.ListResourceSchemas[r.subject]
	case strings.Contains(r.call, "Action"):
		if action := schemas.ActionSchemas[r.subject]; action != nil {
			return action.Schema
		}
		return nil
	default:
		return schemas.ResourceSchemas[r.subject]
	}
}

func secretsOfBlock(block *tfprotov6.SchemaBlock) map[string]argument {
	secrets := secretsOfAttributes(block.Attributes)
	for _, nested := range block.BlockTypes {
		if members := secretsOfBlock(nested.Block); len(members) > 0 {
			secrets[nested.TypeName] = argument{members: members}
		}
	}
	return secrets
}

// secretsOfAttributes returns the attributes that can be configured and are
// secret or have a secret inside.
func secretsOfAttributes(attributes []*tfprotov6.SchemaAttribute) map[string]argument {
	secrets := map[string]argument{}
	for _, a := range attributes {
		switch {
		case !a.Optional && !a.Required:
		case a.Sensitive:
			secrets[a.Name] = argument{secret: true}
		case a.NestedType != nil:
			if members := secretsOfAttributes(a.NestedType.Attributes); len(members) > 0 {
				secrets[a.Name] = argument{members: members}
			}
		}
	}
	return secrets
}
