// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// schema has arguments of each kind, with a secret among them.
var schema = &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{
	Attributes: []*tfprotov6.SchemaAttribute{
		{Name: "id", Type: tftypes.String, Computed: true},
		{Name: "plain", Type: tftypes.String, Optional: true},
		{Name: "needed", Type: tftypes.String, Required: true},
		{Name: "secret", Type: tftypes.String, Optional: true, Sensitive: true},
		{Name: "needed_secret", Type: tftypes.String, Required: true, Sensitive: true},
		{Name: "result", Type: tftypes.String, Computed: true, Sensitive: true},
		{Name: "group", Optional: true, NestedType: &tfprotov6.SchemaObject{Nesting: tfprotov6.SchemaObjectNestingModeSingle, Attributes: []*tfprotov6.SchemaAttribute{
			{Name: "plain", Type: tftypes.String, Optional: true},
			{Name: "inner", Optional: true, NestedType: &tfprotov6.SchemaObject{Nesting: tfprotov6.SchemaObjectNestingModeSingle, Attributes: []*tfprotov6.SchemaAttribute{
				{Name: "secret", Type: tftypes.String, Optional: true, Sensitive: true},
			}}},
		}}},
	},
	BlockTypes: []*tfprotov6.SchemaNestedBlock{
		{TypeName: "bank", Nesting: tfprotov6.SchemaNestedBlockNestingModeSingle, Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
			{Name: "plain", Type: tftypes.String, Optional: true},
		}}},
		{TypeName: "card", Nesting: tfprotov6.SchemaNestedBlockNestingModeSingle, Block: &tfprotov6.SchemaBlock{
			Attributes: []*tfprotov6.SchemaAttribute{{Name: "plain", Type: tftypes.String, Optional: true}},
			BlockTypes: []*tfprotov6.SchemaNestedBlock{{TypeName: "phone", Nesting: tfprotov6.SchemaNestedBlockNestingModeSingle, Block: &tfprotov6.SchemaBlock{
				Attributes: []*tfprotov6.SchemaAttribute{{Name: "number", Type: tftypes.String, Optional: true, Sensitive: true}},
			}}},
		}},
	},
}}

// open has no secret among its arguments, only among its results.
var open = &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
	{Name: "plain", Type: tftypes.String, Optional: true},
	{Name: "result", Type: tftypes.String, Computed: true, Sensitive: true},
}}}

// speaking answers with a diagnostic at a path.
type speaking struct {
	full
	at    *tftypes.AttributePath
	after bool // panic once an element was sent
	mute  bool // panic if asked for the schemas
	// kind is the only kind of object whose type with_secret has secrets; empty for
	// all.
	kind string
}

func (s speaking) diags() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Summary: "S", Detail: "D", Attribute: s.at}, nil}
}

func (s speaking) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	if s.mute {
		panic("topsecret")
	}
	of := func(kind string) *tfprotov6.Schema {
		if s.kind == "" || s.kind == kind {
			return schema
		}
		return open
	}
	kinds := func(kind string) map[string]*tfprotov6.Schema {
		return map[string]*tfprotov6.Schema{"with_secret": of(kind), "open": open}
	}
	return &tfprotov6.GetProviderSchemaResponse{
		Provider: of("provider"), ResourceSchemas: kinds("resource"), DataSourceSchemas: kinds("data source"),
		EphemeralResourceSchemas: kinds("ephemeral resource"), ListResourceSchemas: kinds("list"),
		ActionSchemas: map[string]*tfprotov6.ActionSchema{"with_secret": {Schema: of("action")}},
	}, nil
}

func (s speaking) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ReadDataSource(context.Context, *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return &tfprotov6.ReadDataSourceResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) OpenEphemeralResource(context.Context, *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ValidateListResourceConfig(context.Context, *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return &tfprotov6.ValidateListResourceConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) PlanAction(context.Context, *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	return &tfprotov6.PlanActionResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) InvokeAction(context.Context, *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		if !yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "on it"}}) {
			return
		}
		if s.after {
			panic("topsecret")
		}
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: s.diags()}})
	}}, nil
}

func (s speaking) ListResource(context.Context, *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	return &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) {
		if !yield(tfprotov6.ListResourceResult{DisplayName: "first"}) {
			return
		}
		if s.after {
			panic("topsecret")
		}
		yield(tfprotov6.ListResourceResult{DisplayName: "last", Diagnostics: s.diags()})
	}}, nil
}

// at returns the path of nested names.
func at(names ...string) *tftypes.AttributePath {
	path := tftypes.NewAttributePath()
	for _, name := range names {
		path = path.WithAttributeName(name)
	}
	return path
}

// isEmpty reports whether a path is set but has no steps.
func isEmpty(at *tftypes.AttributePath) bool { return at != nil && len(at.Steps()) == 0 }

// configured returns a configuration in which the named members are set; a name with
// a ? is unknown.
func configured(t *testing.T, s *tfprotov6.Schema, names ...string) *tfprotov6.DynamicValue {
	t.Helper()
	typ, ok := s.ValueType().(tftypes.Object)
	if !ok {
		t.Fatal("no object")
	}
	members := map[string]tftypes.Value{}
	for name, inner := range typ.AttributeTypes {
		var value any
		switch _, object := inner.(tftypes.Object); {
		case slices.Contains(names, name+"?"):
			value = tftypes.UnknownValue
		case slices.Contains(names, name) && object:
			value = nullMembers(inner)
		case slices.Contains(names, name):
			value = "x"
		}
		members[name] = tftypes.NewValue(inner, value)
	}
	v, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

// nullMembers returns the members of an object, all null.
func nullMembers(typ tftypes.Type) map[string]tftypes.Value {
	members := map[string]tftypes.Value{}
	if object, ok := typ.(tftypes.Object); ok {
		for name, inner := range object.AttributeTypes {
			members[name] = tftypes.NewValue(inner, nil)
		}
	}
	return members
}

// TestWrap_paths: for a path, a CLI prints the lines of the argument. If that is not
// configured, it prints the first line of the block, which may contain a secret.
func TestWrap_paths(t *testing.T) {
	t.Parallel()

	null, nonsense := &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}, &tfprotov6.DynamicValue{MsgPack: []byte{0x81, 0xa1}}
	all := configured(t, schema, "plain", "needed", "secret", "needed_secret", "group", "bank", "card")
	for name, tc := range map[string]struct {
		typeName string
		at       *tftypes.AttributePath
		config   *tfprotov6.DynamicValue
		kept     bool
	}{
		"configured":                     {"with_secret", at("plain"), all, true},
		"configured, required":           {"with_secret", at("needed"), all, true},
		"unknown":                        {"with_secret", at("plain"), configured(t, schema, "plain?"), true},
		"a block":                        {"with_secret", at("bank"), all, true},
		"inside a block":                 {"with_secret", at("bank", "plain"), all, true},
		"sensitive":                      {"with_secret", at("secret"), all, false},
		"sensitive, required":            {"with_secret", at("needed_secret"), all, false},
		"with a secret deep inside":      {"with_secret", at("group"), all, false},
		"beside a secret deep inside":    {"with_secret", at("group", "plain"), all, false},
		"a block with a secret inside":   {"with_secret", at("card"), all, false},
		"in a block beside a secret":     {"with_secret", at("card", "plain"), all, false},
		"not configured":                 {"with_secret", at("plain"), configured(t, schema, "secret"), false},
		"a block that is absent":         {"with_secret", at("bank", "plain"), configured(t, schema, "secret"), false},
		"computed":                       {"with_secret", at("id"), all, false},
		"no argument of the schema":      {"with_secret", at("other"), all, false},
		"an element":                     {"with_secret", tftypes.NewAttributePath().WithElementKeyInt(1), all, false},
		"no path":                        {"with_secret", nil, all, false},
		"refreshed, required":            {"with_secret", at("needed"), nil, true},
		"refreshed, optional":            {"with_secret", at("plain"), nil, false},
		"refreshed, required, sensitive": {"with_secret", at("needed_secret"), nil, false},
		"destroyed, required":            {"with_secret", at("needed"), null, true},
		"destroyed, optional":            {"with_secret", at("plain"), null, false},
		"destroyed, a block":             {"with_secret", at("bank"), null, false},
		"unreadable configuration":       {"with_secret", at("needed"), nonsense, false},
		"no secret to show":              {"open", at("plain"), configured(t, open), true},
		"no secret to show, no path":     {"open", nil, nil, true},
		"no secret to show, a result":    {"open", at("result"), nil, true},
		"another type":                   {"other", at("secret"), nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := wrap(t, speaking{at: tc.at}).PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{TypeName: tc.typeName, Config: tc.config})
			if err != nil {
				t.Fatal(err)
			}
			got := resp.Diagnostics[0].Attribute
			if tc.kept && got != tc.at || !tc.kept && !isEmpty(got) {
				t.Errorf("path %v became %v", tc.at, got)
			}
		})
	}
}

// Each kind of object has its own schemas. Two kinds may have the same type name.
func TestWrap_pathsOfEachKind(t *testing.T) {
	t.Parallel()

	config := configured(t, schema, "plain", "secret")
	for kind, say := range map[string]func(context.Context, protocol.Server) (any, error){
		"provider": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: config})
		},
		"resource": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: "with_secret", Config: config})
		},
		"data source": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: "with_secret", Config: config})
		},
		"ephemeral resource": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{TypeName: "with_secret", Config: config})
		},
		"list": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{TypeName: "with_secret", Config: config})
		},
		"action": func(ctx context.Context, s protocol.Server) (any, error) {
			return s.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: "with_secret", Config: config})
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for path, kept := range map[string]bool{"plain": true, "secret": false} {
				resp, err := say(t.Context(), wrap(t, speaking{at: at(path), kind: kind}))
				if err != nil {
					t.Fatal(err)
				}
				if isEmpty(diagnosticsOf(t, resp)[0].Attribute) == kept {
					t.Errorf("the path %q is kept: %t", path, !kept)
				}
			}
		})
	}
}

func TestWrap_hidesAllWithoutSchemas(t *testing.T) {
	t.Parallel()

	resp, err := wrap(t, speaking{at: at("plain"), mute: true}).ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "open"})
	if err != nil || !isEmpty(resp.Diagnostics[0].Attribute) {
		t.Errorf("said %v, error %v, want an empty path", resp.Diagnostics, err)
	}
}

// sensitive are the arguments that hold secrets: no schema may lose the mark of one.
var sensitive = map[string][]string{
	"provider":                           {"app_token", "secret"},
	"resource paymentservice_webhook":    {"auth_token", "auth_token_wo"},
	"data paymentservice_charges":        {"card", "extra_filters", "metadata", "phone"},
	"data paymentservice_charge_summary": {"card", "extra_filters", "metadata", "phone"},
	"ephemeral paymentservice_charges":   {"card", "extra_filters", "metadata", "phone"},
	"ephemeral paymentservice_transaction_token": {
		"card.card_number", "card.cardholder", "card.city", "card.cvv", "card.exp_month", "card.exp_year", "card.line1", "card.line2",
		"card.phone_number.local_number", "card.state", "card.zip", "email",
		"konbini.customer_name", "konbini.phone_number.local_number", "online.user_identifier", "paidy",
	},
}

func TestSchemas_sensitiveArguments(t *testing.T) {
	t.Parallel()

	all, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for object, paths := range sensitive {
		kind, name, _ := strings.Cut(object, " ")
		block := map[string]map[string]*tfprotov6.Schema{
			"provider": {"": all.Provider}, "resource": all.ResourceSchemas, "data": all.DataSourceSchemas, "ephemeral": all.EphemeralResourceSchemas,
		}[kind][name].Block
		marked := sensitiveIn(block)
		for _, path := range paths {
			if !slices.Contains(marked, path) {
				t.Errorf("%s of the %s is not sensitive", path, object)
			}
		}
	}
}

// sensitiveIn returns the sensitive attributes of a block and, as "block.attribute",
// those of the blocks in it.
func sensitiveIn(block *tfprotov6.SchemaBlock) (paths []string) {
	for _, a := range block.Attributes {
		if a.Sensitive {
			paths = append(paths, a.Name)
		}
	}
	for _, nested := range block.BlockTypes {
		for _, path := range sensitiveIn(nested.Block) {
			paths = append(paths, nested.TypeName+"."+path)
		}
	}
	return paths
}
