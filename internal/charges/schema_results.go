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
			MarkdownDescription: "The charges, in the service's order. If the service omits a field, it is null.",
			NestedObject:        schema.NestedAttributeObject{Attributes: chargeAttributes()},
		},
		"total_hits": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Number of charges according to the service; null if the service does not say. The number of charges in the list is `length(charges)`.",
		},
	}
}

// chargeAttributes are the fields of a charge (API description, section 2.2).
func chargeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"capture_at":                 textResult("When the charge will be captured; null unless it is captured later."),
		"charged_amount":             numberResult("The amount charged, in the smallest unit of `charged_currency`; null until something is charged."),
		"charged_amount_formatted":   numberResult("The amount charged, as an exact decimal number in `charged_currency`."),
		"charged_currency":           textResult("The currency charged (ISO 4217 code)."),
		"created_on":                 textResult("When the charge was created, as the service writes it: ISO 8601 in UTC, with microseconds."),
		"descriptor":                 textResult("The text on the cardholder's statement."),
		"descriptor_phone_number":    textResult("The telephone number on the cardholder's statement."),
		"error":                      textResult("The error, as JSON text, because the API does not document its structure; null if there was no error. Decode it with `jsondecode`."),
		"fee_amount":                 numberResult("The fee, in the smallest unit of `fee_currency`."),
		"fee_amount_formatted":       numberResult("The fee, as an exact decimal number in `fee_currency`."),
		"fee_currency":               textResult("The currency of the fee (ISO 4217 code)."),
		"id":                         textResult("The id of the charge."),
		"merchant_name":              textResult("The name of the merchant."),
		"merchant_transaction_id":    textResult("The merchant's own id for the transaction."),
		"metadata":                   mapResult("The metadata of the charge. A value that is not a string is given as its JSON text, exactly as the service sent it."),
		"mode":                       textResult("`live` or `test`."),
		"only_direct_currency":       schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the charge may be made only in the requested currency."},
		"redirect":                   mapResult("How the consumer is redirected: a map without fixed keys. A value that is not a string is given as its JSON text."),
		"requested_amount":           numberResult("The requested amount, in the smallest unit of `requested_currency`."),
		"requested_amount_formatted": numberResult("The requested amount, as an exact decimal number in `requested_currency`."),
		"requested_currency":         textResult("The requested currency (ISO 4217 code)."),
		"status":                     textResult("The status of the charge, such as `successful`. The API does not document all values."),
		"store_id":                   textResult("The id of the store."),
		"store_name":                 textResult("The name of the store."),
		"subscription_id":            textResult("The id of the subscription that the charge belongs to; null if there is none."),
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
