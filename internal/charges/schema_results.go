// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// results are what is read (API description, sections 2.2 and 2.4).
func results() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		chargesAttribute: schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The charges, in the service's order. A field that the service leaves out is null.",
			NestedObject:        schema.NestedAttributeObject{Attributes: chargeAttributes()},
		},
		"total_hits": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "How many charges the service says there are; null if it does not say. The number of charges read is `length(charges)`.",
		},
	}
}

// chargeAttributes are the fields of a charge (API description, section 2.2).
func chargeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"capture_at":                 textResult("When the charge is to be captured; null if it is not captured later."),
		"charged_amount":             wholeResult("The amount charged, in the smallest unit of `charged_currency`; null while nothing is charged."),
		"charged_amount_formatted":   numberResult("The amount charged as an exact decimal number of `charged_currency`."),
		"charged_currency":           textResult("The currency charged, an ISO 4217 code."),
		"created_on":                 textResult("When the charge was created, as the service writes it: ISO 8601 in UTC, with microseconds."),
		"descriptor":                 textResult("The text on the card holder's statement."),
		"descriptor_phone_number":    textResult("The telephone number on the card holder's statement."),
		"error":                      textResult("What went wrong, as JSON text, since its shape is not documented; null if nothing did. `jsondecode` reads it."),
		"fee_amount":                 wholeResult("The fee, in the smallest unit of `fee_currency`."),
		"fee_amount_formatted":       numberResult("The fee as an exact decimal number of `fee_currency`."),
		"fee_currency":               textResult("The currency of the fee, an ISO 4217 code."),
		"id":                         textResult("The id of the charge."),
		"merchant_name":              textResult("The name of the merchant."),
		"merchant_transaction_id":    textResult("The merchant's own id of the transaction."),
		"metadata":                   mapResult("The metadata of the charge. A value that is not a string is its JSON text, as the service sent it."),
		"mode":                       textResult("`live` or `test`."),
		"only_direct_currency":       schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the charge may only be made in the currency requested."},
		"redirect":                   mapResult("How the consumer is redirected: a map without fixed keys. A value that is not a string is its JSON text."),
		"requested_amount":           wholeResult("The amount asked for, in the smallest unit of `requested_currency`."),
		"requested_amount_formatted": numberResult("The amount asked for as an exact decimal number of `requested_currency`."),
		"requested_currency":         textResult("The currency asked for, an ISO 4217 code."),
		"status":                     textResult("The state of the charge, such as `successful`. The API does not document the others."),
		"store_id":                   textResult("The id of the store."),
		"store_name":                 textResult("The name of the store."),
		"subscription_id":            textResult("The id of the subscription that the charge belongs to, or null."),
		"transaction_token_id":       textResult("The id of the transaction token that was charged."),
		"transaction_token_type":     textResult("The type of the transaction token, such as `one_time`."),
	}
}

func textResult(text string) schema.Attribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: text}
}

func wholeResult(text string) schema.Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
}

func numberResult(text string) schema.Attribute {
	return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
}

func mapResult(text string) schema.Attribute {
	return schema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: text}
}
