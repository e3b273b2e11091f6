// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// hidePaths replaces the path of each diagnostic for which a CLI may print a source
// line with a secret. The empty path makes it name the object and print no line.
//
// If an object has no sensitive arguments, all paths are kept. Otherwise a path is
// kept only if it leads to a configured argument that has nothing sensitive in it:
// then the CLI prints the lines of that argument. For any other path, or for none, it
// prints the first line of the block, and the whole block may be on that line.
func (s *server) hidePaths(r request, diags []*tfprotov6.Diagnostic) {
	if len(diags) == 0 {
		return
	}
	schemas := s.schemas()
	for _, d := range diags {
		if d != nil && (schemas == nil || !keepsPath(schemaFor(schemas, r), r.config, d.Attribute)) {
			d.Attribute = tftypes.NewAttributePath()
		}
	}
}

func keepsPath(schema *tfprotov6.Schema, config *tfprotov6.DynamicValue, at *tftypes.AttributePath) bool {
	if schema == nil || schema.Block == nil {
		return true
	}
	arguments := argumentsOf(schema.Block)
	if !hasSecret(arguments) {
		return true
	}
	name := argumentAt(at)
	return !arguments[name].secret && isConfigured(schema, config, name, arguments[name])
}

// argument is an attribute that can be configured, or a nested block.
type argument struct {
	secret   bool // it is sensitive, or something in it is
	required bool
}

func argumentsOf(block *tfprotov6.SchemaBlock) map[string]argument {
	arguments := map[string]argument{}
	for _, a := range block.Attributes {
		if a.Optional || a.Required {
			arguments[a.Name] = argument{isSecret(a), a.Required}
		}
	}
	for _, nested := range block.BlockTypes {
		arguments[nested.TypeName] = argument{hasSecret(argumentsOf(nested.Block)), nested.MinItems > 0}
	}
	return arguments
}

func isSecret(a *tfprotov6.SchemaAttribute) bool {
	return a.Sensitive || a.NestedType != nil && slices.ContainsFunc(a.NestedType.Attributes, isSecret)
}

func hasSecret(arguments map[string]argument) bool {
	for _, a := range arguments {
		if a.secret {
			return true
		}
	}
	return false
}

// argumentAt returns the name of the argument that a path leads to or into, ""
// for none.
func argumentAt(at *tftypes.AttributePath) string {
	if at == nil || len(at.Steps()) == 0 {
		return ""
	}
	name, _ := at.Steps()[0].(tftypes.AttributeName)
	return string(name)
}

// isConfigured reports whether an argument is in the configuration. A destroy
// has no configuration, and a refresh does not get it. In both, a required
// argument counts as configured, since it is there if the block still exists.
func isConfigured(schema *tfprotov6.Schema, config *tfprotov6.DynamicValue, name string, a argument) bool {
	if config == nil {
		return a.required
	}
	object, err := config.Unmarshal(schema.ValueType())
	if err == nil && object.IsNull() {
		return a.required
	}
	var members map[string]tftypes.Value
	if err != nil || object.As(&members) != nil {
		return false
	}
	member, ok := members[name]
	return ok && !member.IsNull()
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

// schemaFor returns the schema of what a request is about, nil for none. The names
// of calls tell the kinds of object apart, which may share the names of their types.
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
	case strings.Contains(r.call, "Action") && schemas.ActionSchemas[r.subject] != nil:
		return schemas.ActionSchemas[r.subject].Schema
	default:
		return schemas.ResourceSchemas[r.subject]
	}
}
