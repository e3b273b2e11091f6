// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package guard_test

import (
	"context"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
)

// schemas are those of the provider, and an action and a list that have a
// secret argument.
var schemas = sync.OnceValue(func() *tfprotov6.GetProviderSchemaResponse {
	all, err := provider.NewServer("test")().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		panic(err)
	}
	secret := &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
		{Name: "secret", Type: tftypes.String, Optional: true, Sensitive: true}, {Name: "store_id", Type: tftypes.String, Optional: true},
	}}}
	with := *all
	with.ActionSchemas, with.ListResourceSchemas = maps.Clone(all.ActionSchemas), maps.Clone(all.ListResourceSchemas)
	if with.ListResourceSchemas == nil {
		with.ListResourceSchemas = map[string]*tfprotov6.Schema{}
	}
	with.ActionSchemas["with_secret"], with.ListResourceSchemas["with_secret"] = &tfprotov6.ActionSchema{Schema: secret}, secret
	return &with
})

// speaking answers with a diagnostic at a path.
type speaking struct {
	full
	at    *tftypes.AttributePath
	after bool // panic once an event was sent
}

func (s speaking) diags() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{{Summary: "S", Detail: "D", Attribute: s.at}, nil}
}

func (speaking) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	return schemas(), nil
}

func (s speaking) ValidateProviderConfig(context.Context, *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ValidateDataResourceConfig(context.Context, *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return &tfprotov6.ValidateDataResourceConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) ValidateEphemeralResourceConfig(context.Context, *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return &tfprotov6.ValidateEphemeralResourceConfigResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: s.diags()}, nil
}

func (s speaking) InvokeAction(context.Context, *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: "on it"}})
		if s.after {
			panic("topsecret")
		}
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: s.diags()}})
	}}, nil
}

// The objects that are asked about: the provider, and types of each kind.
const (
	theProvider = "provider"
	hook        = "resource paymentservice_webhook"
	charges     = "data paymentservice_charges"
	token       = "ephemeral paymentservice_transaction_token"
	unknown     = "resource other_thing"
)

// schemaOf returns the schema of one of them, nil for none.
func schemaOf(object string) *tfprotov6.Schema {
	kind, name, _ := strings.Cut(object, " ")
	return map[string]map[string]*tfprotov6.Schema{
		theProvider: {"": schemas().Provider},
		"resource":  schemas().ResourceSchemas, "data": schemas().DataSourceSchemas, "ephemeral": schemas().EphemeralResourceSchemas,
		"list": schemas().ListResourceSchemas,
	}[kind][name]
}

// configOf returns a configuration of an object, nil for one of no known type.
// What is not given is null.
func configOf(t *testing.T, object string, given map[string]any) *tfprotov6.DynamicValue {
	t.Helper()
	schema := schemaOf(object)
	if schema == nil {
		return nil
	}
	v, err := tfprotov6.NewDynamicValue(schema.ValueType(), valueOf(schema.ValueType(), given))
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

func valueOf(typ tftypes.Type, given any) tftypes.Value {
	members, ok := given.(map[string]any)
	object, isObject := typ.(tftypes.Object)
	switch {
	case given == tftypes.UnknownValue:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case !ok && typ.Is(tftypes.DynamicPseudoType) && given != nil:
		return tftypes.NewValue(tftypes.String, given)
	case !ok || !isObject:
		return tftypes.NewValue(typ, given)
	}
	all := map[string]tftypes.Value{}
	for name, inner := range object.AttributeTypes {
		all[name] = valueOf(inner, members[name])
	}
	return tftypes.NewValue(typ, all)
}

// said returns the path of what is said about an object, once it was guarded.
func said(t *testing.T, object string, at *tftypes.AttributePath, config *tfprotov6.DynamicValue) *tftypes.AttributePath {
	t.Helper()
	diags := validated(t, wrap(t, speaking{at: at}), object, config)
	if diags[0].Summary != "S" || diags[0].Detail != "D" {
		t.Fatalf("said %v", diags)
	}
	return diags[0].Attribute
}

// isEmpty reports whether a path is there and leads nowhere.
func isEmpty(at *tftypes.AttributePath) bool { return at != nil && len(at.Steps()) == 0 }

func TestWrap_hidesPathsToSecrets(t *testing.T) {
	t.Parallel()

	at := tftypes.NewAttributePath
	for name, tc := range map[string]struct {
		object string
		at     *tftypes.AttributePath
		hidden bool
	}{
		"no path":             {theProvider, nil, false},
		"empty path":          {theProvider, at(), true}, // as it was
		"secret":              {theProvider, at().WithAttributeName("secret"), true},
		"app token":           {theProvider, at().WithAttributeName("app_token"), true},
		"base url":            {theProvider, at().WithAttributeName("base_url"), true},
		"retries":             {theProvider, at().WithAttributeName("max_retries"), false},
		"webhook token":       {hook, at().WithAttributeName("auth_token"), true},
		"write-only token":    {hook, at().WithAttributeName("auth_token_wo"), true},
		"token version":       {hook, at().WithAttributeName("auth_token_wo_version"), false},
		"webhook url":         {hook, at().WithAttributeName("url"), false},
		"card":                {token, at().WithAttributeName("card"), true},
		"card number":         {token, at().WithAttributeName("card").WithAttributeName("card_number"), true},
		"deep in the card":    {token, at().WithAttributeName("card").WithAttributeName("phone_number").WithAttributeName("country_code"), true},
		"inside paidy":        {token, at().WithAttributeName("paidy").WithElementKeyInt(3), true},
		"email":               {token, at().WithAttributeName("email"), true},
		"customer's name":     {token, at().WithAttributeName("konbini").WithAttributeName("customer_name"), true},
		"beside that name":    {token, at().WithAttributeName("konbini").WithAttributeName("convenience_store"), true},
		"device":              {token, at().WithAttributeName("online").WithAttributeName("user_identifier"), true},
		"bank":                {token, at().WithAttributeName("bank_transfer").WithAttributeName("brand"), false},
		"type":                {token, at().WithAttributeName("type"), false},
		"result of a token":   {token, at().WithAttributeName("data"), false},
		"card of a filter":    {charges, at().WithAttributeName("card").WithAttributeName("name"), true},
		"phone of a filter":   {charges, at().WithAttributeName("phone"), true},
		"currency":            {charges, at().WithAttributeName("currency"), false},
		"element of a charge": {charges, at().WithElementKeyString("card"), false},
		"of another type":     {unknown, at().WithAttributeName("secret"), false},
		"secret of a charge":  {charges, at().WithAttributeName("secret"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := said(t, tc.object, tc.at, configOf(t, tc.object, map[string]any{}))
			switch {
			case tc.hidden && !isEmpty(got):
				t.Errorf("path %v, want an empty one", got)
			case !tc.hidden && got != tc.at:
				t.Errorf("path %v, want it as it was", got)
			}
		})
	}
}

// TestWrap_hidesFirstLines: a path to an argument that is not configured, and
// none, lead to the first line of a block, on which its only argument may stand.
func TestWrap_hidesFirstLines(t *testing.T) {
	t.Parallel()

	object := func(name string, value any) map[string]any { return map[string]any{name: value} }
	for name, tc := range map[string]struct {
		object string
		config *tfprotov6.DynamicValue
		hidden bool
	}{
		"no token":                     {hook, configOf(t, hook, object("url", "https://e.com/@x")), true}, // may be user information
		"a plain url":                  {hook, configOf(t, hook, object("url", "https://hooks.example.com/?q=1")), false},
		"user info in a url":           {hook, configOf(t, hook, object("url", "https://user:pw@hooks.example.com")), true},
		"token":                        {hook, configOf(t, hook, object("auth_token", "x")), true},
		"unknown token":                {hook, configOf(t, hook, object("auth_token", tftypes.UnknownValue)), true},
		"write-only token":             {hook, configOf(t, hook, object("auth_token_wo", "y")), true},
		"version alone":                {hook, configOf(t, hook, object("auth_token_wo_version", 1)), false},
		"card":                         {token, configOf(t, token, object("card", object("cvv", "1"))), true},
		"no secret of a card":          {token, configOf(t, token, object("card", object("country", "JP"))), false},
		"email":                        {token, configOf(t, token, object("email", "a@example.com")), true},
		"customer's name":              {token, configOf(t, token, object("konbini", object("customer_name", "x"))), true},
		"customer's number":            {token, configOf(t, token, object("konbini", object("phone_number", object("local_number", "1")))), true},
		"customer's country":           {token, configOf(t, token, object("konbini", object("phone_number", object("country_code", "81")))), false},
		"device":                       {token, configOf(t, token, object("online", object("user_identifier", "x"))), true},
		"no device":                    {token, configOf(t, token, object("online", object("brand", "x"))), false},
		"paidy":                        {token, configOf(t, token, object("paidy", "x")), true},
		"user info in an endpoint":     {token, configOf(t, token, object("card", object("three_ds", object("redirect_endpoint", "http://u:p@e.com")))), true},
		"filter":                       {charges, configOf(t, charges, object("phone", "1")), true},
		"another filter":               {charges, configOf(t, charges, object("currency", "JPY")), false},
		"credentials":                  {theProvider, configOf(t, theProvider, object("app_token", "x")), true},
		"no credentials":               {theProvider, configOf(t, theProvider, object("max_retries", 1)), false},
		"a plain base url":             {theProvider, configOf(t, theProvider, object("base_url", "https://api.example.com/v1")), false},
		"user info in a base url":      {theProvider, configOf(t, theProvider, object("base_url", "https://u:p@api.example.com")), true},
		"a key in a base url":          {theProvider, configOf(t, theProvider, object("base_url", "https://api.example.com?key=1")), true},
		"no configuration":             {hook, nil, true},
		"null":                         {hook, &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}, true},
		"nonsense":                     {hook, &tfprotov6.DynamicValue{MsgPack: []byte{0x81, 0xa1}}, true},
		"of a type that has no schema": {unknown, nil, false},
	} {
		for from, at := range map[string]*tftypes.AttributePath{"no path": nil, "a path": tftypes.NewAttributePath().WithAttributeName("active")} {
			t.Run(name+"/"+from, func(t *testing.T) {
				t.Parallel()
				if got := said(t, tc.object, at, tc.config); isEmpty(got) != tc.hidden {
					t.Errorf("path %v; hidden: %t, want %t", got, isEmpty(got), tc.hidden)
				}
			})
		}
	}
}

// TestWrap_keepsPathsToOwnLines: what is configured and not secret has lines of
// its own in native syntax. With a path to them a CLI folds what it says of many
// objects.
func TestWrap_keepsPathsToOwnLines(t *testing.T) {
	t.Parallel()

	null := &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}
	withToken := configOf(t, hook, map[string]any{"auth_token": "x", "webhook_id": "y", "url": "https://u:p@e.com/", "active": true})
	at := tftypes.NewAttributePath
	for name, tc := range map[string]struct {
		object string
		at     *tftypes.AttributePath
		config *tfprotov6.DynamicValue
		hidden bool
	}{
		"beside a token":           {hook, at().WithAttributeName("active"), withToken, false},
		"required, beside a token": {hook, at().WithAttributeName("webhook_id"), withToken, false},
		"not configured":           {hook, at().WithAttributeName("merchant_id"), withToken, true},
		"unknown":                  {hook, at().WithAttributeName("url"), configOf(t, hook, map[string]any{"auth_token": "x", "url": tftypes.UnknownValue}), false},
		"user information":         {hook, at().WithAttributeName("url"), withToken, true},
		"no argument":              {hook, at().WithElementKeyInt(1), withToken, true},
		"the token":                {hook, at().WithAttributeName("auth_token"), withToken, true},
		"a group beside a card":    {token, at().WithAttributeName("bank_transfer").WithAttributeName("brand"), configOf(t, token, map[string]any{"email": "a@example.com", "bank_transfer": map[string]any{"brand": "x"}}), false},
		"destroyed, required":      {hook, at().WithAttributeName("webhook_id"), null, false},
		"destroyed, optional":      {hook, at().WithAttributeName("url"), null, true},
		"destroyed, no path":       {hook, nil, null, true},
		"refreshed, required":      {hook, at().WithAttributeName("webhook_id"), nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := said(t, tc.object, tc.at, tc.config); isEmpty(got) != tc.hidden {
				t.Errorf("path %v; hidden: %t, want %t", got, isEmpty(got), tc.hidden)
			}
		})
	}
}

// mute does not tell its schemas.
type mute struct{ speaking }

func (mute) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	panic("topsecret")
}

func TestWrap_hidesAllWithoutSchemas(t *testing.T) {
	t.Parallel()

	server := wrap(t, mute{speaking{at: tftypes.NewAttributePath().WithAttributeName("url")}})
	resp, err := server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: "paymentservice_webhook", Config: configOf(t, hook, map[string]any{})})
	if err != nil || !isEmpty(resp.Diagnostics[0].Attribute) {
		t.Errorf("said %v, error %v, want an empty path", resp.Diagnostics, err)
	}
}
