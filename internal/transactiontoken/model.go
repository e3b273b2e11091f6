// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// model is the configuration of a token and, once it is open, its results.
type model struct {
	Create       types.Bool    `tfsdk:"create"`
	Type         types.String  `tfsdk:"type"`
	UsageLimit   types.String  `tfsdk:"usage_limit"`
	Email        types.String  `tfsdk:"email"`
	IPAddress    types.String  `tfsdk:"ip_address"`
	Metadata     types.Map     `tfsdk:"metadata"`
	Card         types.Object  `tfsdk:"card"`
	Konbini      types.Object  `tfsdk:"konbini"`
	Online       types.Object  `tfsdk:"online"`
	BankTransfer types.Object  `tfsdk:"bank_transfer"`
	Paidy        types.Dynamic `tfsdk:"paidy"`

	ID          types.String `tfsdk:"id"`
	StoreID     types.String `tfsdk:"store_id"`
	PaymentType types.String `tfsdk:"payment_type"`
	Active      types.Bool   `tfsdk:"active"`
	Mode        types.String `tfsdk:"mode"`
	Confirmed   types.String `tfsdk:"confirmed"`
	CreatedOn   types.String `tfsdk:"created_on"`
	UpdatedOn   types.String `tfsdk:"updated_on"`
	LastUsedOn  types.String `tfsdk:"last_used_on"`
	Data        types.Object `tfsdk:"data"`
	DataJSON    types.String `tfsdk:"data_json"`
}

// arguments returns what rules look at.
func (m *model) arguments() arguments {
	a := arguments{}
	a.add("type", m.Type)
	a.add("usage_limit", m.UsageLimit)
	a.add("email", m.Email)
	a.add("ip_address", m.IPAddress)
	a.add("metadata", m.Metadata)
	a.addBlock("card", m.Card)
	a.addBlock("konbini", m.Konbini)
	a.addBlock("online", m.Online)
	a.addBlock("bank_transfer", m.BankTransfer)
	a.add("paidy", m.Paidy)
	return a
}

// setResults fills in what the service answered. What the configuration set
// stays as it was set: the CLI accepts nothing else.
func (m *model) setResults(token *paymentapi.TransactionToken) {
	m.ID = types.StringValue(token.ID)
	m.StoreID = types.StringPointerValue(token.StoreID)
	m.PaymentType = types.StringPointerValue(token.PaymentType)
	m.Active = types.BoolPointerValue(token.Active)
	m.Mode = types.StringPointerValue(token.Mode)
	m.Confirmed = types.StringPointerValue(token.Confirmed)
	m.CreatedOn = types.StringPointerValue(token.CreatedOn)
	m.UpdatedOn = types.StringPointerValue(token.UpdatedOn)
	m.LastUsedOn = types.StringPointerValue(token.LastUsedOn)
	m.Data = types.ObjectNull(dataType.AttrTypes)
	if token.Data != nil {
		m.Data = objectValue(dataType, json.RawMessage(*token.Data))
	}
	m.DataJSON = types.StringPointerValue(token.Data)
	if m.UsageLimit.IsNull() {
		m.UsageLimit = types.StringPointerValue(token.UsageLimit)
	}
	if m.Email.IsNull() {
		m.Email = types.StringPointerValue(token.Email)
	}
	if m.Metadata.IsNull() {
		m.Metadata = metadataValue(token.Metadata)
	}
}

// request returns what to send (API description, section 4.1). The arguments
// inside a group have the API's own names, so data is the group that is given.
// Only paidy keeps its nulls and empty objects. The arguments must have passed
// check.
func (m *model) request() paymentapi.TokenRequest {
	a, sent := m.arguments(), tokenSchema()
	req := paymentapi.TokenRequest{
		Type:       m.Type.ValueString(),
		UsageLimit: m.UsageLimit.ValueStringPointer(),
		Email:      m.Email.ValueStringPointer(),
		IPAddress:  m.IPAddress.ValueStringPointer(),
		Metadata:   providerdata.Texts(m.Metadata),
		Secrets:    secrets(sent.Attributes, sent.Blocks, a),
	}
	for _, group := range paymentTypes {
		if a.given(group) {
			req.PaymentType, req.Data = group, jsonObject(members(a.find(group)))
		}
	}
	if req.PaymentType != "paidy" { // which is passed on as it is
		dropEmpty(req.Data)
	}
	return req
}

// dropEmpty removes nulls, and objects that have nothing else in them: modules
// pass them on for what their user left out.
func dropEmpty(object map[string]any) {
	maps.DeleteFunc(object, func(_ string, value any) bool {
		inner, ok := value.(map[string]any)
		if ok {
			dropEmpty(inner)
		}
		return value == nil || ok && len(inner) == 0
	})
}

// jsonValue returns a value for encoding/json: numbers with all their digits, and
// null as nil.
func jsonValue(value attr.Value) any {
	if value.IsNull() {
		return nil
	}
	switch value := value.(type) {
	case types.Dynamic:
		return jsonValue(value.UnderlyingValue())
	case types.String:
		return value.ValueString()
	case types.Bool:
		return value.ValueBool()
	case types.Number:
		return json.Number(value.ValueBigFloat().Text('f', -1))
	case types.Object, types.Map:
		return jsonObject(members(value))
	case interface{ Elements() []attr.Value }: // lists, sets and tuples
		list := []any{}
		for _, element := range value.Elements() {
			list = append(list, jsonValue(element))
		}
		return list
	}
	return nil
}

func jsonObject(values map[string]attr.Value) map[string]any {
	object := make(map[string]any, len(values))
	for name, value := range values {
		object[name] = jsonValue(value)
	}
	return object
}

// secrets returns the texts of all arguments that the schema calls sensitive.
func secrets(attributes map[string]schema.Attribute, blocks map[string]schema.Block, values map[string]attr.Value) []string {
	var texts []string
	for name, attribute := range attributes {
		if value, ok := values[name]; ok && attribute.IsSensitive() {
			texts = append(texts, leaves(jsonValue(value))...)
		}
	}
	for name, block := range blocks {
		if inner, ok := block.(schema.SingleNestedBlock); ok && values[name] != nil {
			texts = append(texts, secrets(inner.Attributes, inner.Blocks, members(values[name]))...)
		}
	}
	return texts
}

// leaves returns the strings and numbers anywhere inside a JSON value.
func leaves(value any) []string {
	var texts []string
	switch value := value.(type) {
	case string:
		texts = append(texts, value)
	case json.Number:
		texts = append(texts, value.String())
	case []any:
		for _, inner := range value {
			texts = append(texts, leaves(inner)...)
		}
	case map[string]any:
		for _, inner := range value {
			texts = append(texts, leaves(inner)...)
		}
	}
	return texts
}
