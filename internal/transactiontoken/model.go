// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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
	a.add("card", m.Card)
	a.add("konbini", m.Konbini)
	a.add("online", m.Online)
	a.add("bank_transfer", m.BankTransfer)
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
	m.Data = dataValue(token.Data)
	m.DataJSON = dataJSONValue(token.Data)
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
