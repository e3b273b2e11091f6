// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/transactiontoken"
)

// The values that must never be shown.
const (
	cardNumber = "4000020000000000"
	cvv        = "917"
	cardholder = "Taro Yamada"
)

// object is a configured object, or the whole configuration.
type object map[string]any

// unknown is a value that is not known yet.
type unknown struct{}

// right holds a configuration for each payment type that breaks no rule.
var right = map[string]object{
	"card": {
		"type": "one_time", "email": "customer@example.com",
		"card": object{"cardholder": cardholder, "card_number": cardNumber, "exp_month": "12", "exp_year": "2031", "cvv": cvv},
	},
	"konbini": {
		"type": "one_time", "email": "customer@example.com",
		"konbini": object{
			"customer_name": cardholder, "convenience_store": "lawson",
			"phone_number": object{"country_code": "81", "local_number": "9012345678"},
		},
	},
	"online":        {"type": "one_time", "online": object{"brand": "pay_pay_online", "call_method": "http_post"}},
	"bank_transfer": {"type": "recurring", "email": "customer@example.com", "bank_transfer": object{"brand": "aozora_bank"}},
	"paidy":         {"type": "one_time", "email": "customer@example.com", "paidy": object{"paidy_token": "tok_918273"}},
}

// with returns the right configuration of a payment type with some arguments,
// by dotted name, set to other values.
func with(paymentType string, changes object) object {
	config := clone(right[paymentType])
	// What is inside an object comes before the object itself, which thus has
	// the last word.
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(changes))) {
		value := changes[name]
		steps := strings.Split(name, "/")
		at := config
		for _, step := range steps[:len(steps)-1] {
			inner, ok := at[step].(object)
			if !ok {
				inner = object{}
				at[step] = inner
			}
			at = inner
		}
		at[steps[len(steps)-1]] = value
	}
	return config
}

func clone(o object) object {
	o = maps.Clone(o)
	for key, value := range o {
		if inner, ok := value.(object); ok {
			o[key] = clone(inner)
		}
	}
	return o
}

func tokenSchema(t *testing.T) schema.Schema {
	t.Helper()
	var resp ephemeral.SchemaResponse
	transactiontoken.NewEphemeralResource().Schema(t.Context(), ephemeral.SchemaRequest{}, &resp)
	if resp.Diagnostics.HasError() {
		t.Fatal(resp.Diagnostics)
	}
	return resp.Schema
}

func configOf(t *testing.T, config object) tfsdk.Config {
	t.Helper()
	s := tokenSchema(t)
	return tfsdk.Config{Schema: s, Raw: wire(t, s.Type().TerraformType(t.Context()), config)}
}

// wire returns a value as the CLI sends it: what an object leaves out is null.
func wire(t *testing.T, typ tftypes.Type, value any) tftypes.Value {
	t.Helper()
	if typ.Is(tftypes.DynamicPseudoType) {
		return dynamic(t, value)
	}
	switch value := value.(type) {
	case unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case object:
		return tftypes.NewValue(typ, wireMembers(t, typ, value))
	case int:
		return tftypes.NewValue(typ, big.NewFloat(float64(value)))
	default:
		return tftypes.NewValue(typ, value)
	}
}

func wireMembers(t *testing.T, typ tftypes.Type, value object) map[string]tftypes.Value {
	t.Helper()
	members := map[string]tftypes.Value{}
	switch typ := typ.(type) {
	case tftypes.Map:
		for key, inner := range value {
			members[key] = wire(t, typ.ElementType, inner)
		}
	case tftypes.Object:
		for key, inner := range typ.AttributeTypes {
			members[key] = wire(t, inner, value[key])
		}
		for key := range value {
			if _, ok := members[key]; !ok {
				t.Fatalf("no attribute %q", key)
			}
		}
	}
	return members
}

// dynamic returns a value of the type that HCL would give it.
func dynamic(t *testing.T, value any) tftypes.Value {
	t.Helper()
	switch value := value.(type) {
	case nil:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	case unknown:
		return tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	case string:
		return tftypes.NewValue(tftypes.String, value)
	case bool:
		return tftypes.NewValue(tftypes.Bool, value)
	case *big.Float:
		return tftypes.NewValue(tftypes.Number, value)
	case []any:
		types, values := make([]tftypes.Type, len(value)), make([]tftypes.Value, len(value))
		for i, inner := range value {
			values[i] = dynamic(t, inner)
			types[i] = values[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values)
	case object:
		types, values := map[string]tftypes.Type{}, map[string]tftypes.Value{}
		for key, inner := range value {
			values[key] = dynamic(t, inner)
			types[key] = values[key].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values)
	}
	t.Fatalf("no dynamic value for a %T", value)
	return tftypes.Value{}
}

// validate returns what `terraform validate` would say of the configuration.
func validate(t *testing.T, config object) diag.Diagnostics {
	t.Helper()
	r, ok := transactiontoken.NewEphemeralResource().(ephemeral.EphemeralResourceWithValidateConfig)
	if !ok {
		t.Fatal("the resource does not validate its configuration")
	}
	var resp ephemeral.ValidateConfigResponse
	r.ValidateConfig(t.Context(), ephemeral.ValidateConfigRequest{Config: configOf(t, config)}, &resp)
	return resp.Diagnostics
}
