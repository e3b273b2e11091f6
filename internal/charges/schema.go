// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// chargesAttribute is the attribute whose value is spliced in.
const chargesAttribute = "charges"

const description = "Lists the charges of one store, or of all stores. Follows pagination to the end, or fails, and supports every filter of the API.\n\n" +
	"A long list is read in several parts at once, as many as the provider's `max_concurrent_requests` allows. The result is the same."

// listSchema returns the schema of the data source (API description, sections 2.2, 2.4 and 4.4).
func listSchema() schema.Schema {
	attributes := selectionArguments()

	maps.Copy(attributes, map[string]schema.Attribute{
		chargesAttribute: schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The charges, in the service's order. If the service omits a field, it is null.",
			NestedObject:        schema.NestedAttributeObject{Attributes: chargeAttributes()},
		},
		"cursor": textArgument("The id (UUID) of a charge. The list starts after this charge, and is read one page at a time.",
			validators.UUID()),
		"cursor_direction": textArgument("The order of the list: `desc` for newest first, `asc` for oldest first. If unset, the service decides; it documents newest first.",
			validators.String("Invalid Cursor Direction", validators.CheckOneOf(paymentapi.Ascending, paymentapi.Descending))),
		"fields": schema.SetAttribute{
			Optional:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "The attributes of a charge to return, such as `[\"id\", \"status\"]`. All other attributes are null, and their values are not stored in the plan or the state. If unset, all attributes are returned.",
			Validators:          validNames("Invalid Fields", rows.Fields()),
		},
		"max_results": numberArgument("Maximum number of charges to return, at least `1`. Only the pages needed are requested. It does not change the page size."),
		"total_hits":  wholeResult("The service's own count of the charges; null if the service does not say. The number of charges in the list is `length(charges)`."),
	})

	return schema.Schema{
		MarkdownDescription: description,
		Attributes:          attributes,
		Blocks:              map[string]schema.Block{"timeouts": validators.TimeoutsBlock("read")},
	}
}

// ephemeralSchema returns the schema of the ephemeral resource, which has the
// attributes of the data source.
func ephemeralSchema() ephemeralschema.Schema {
	attributes := map[string]ephemeralschema.Attribute{}
	for name, attribute := range listSchema().Attributes {
		attributes[name] = attribute
	}

	return ephemeralschema.Schema{
		MarkdownDescription: description + "\n\n" +
			"This ephemeral resource has the same arguments and results as the data source of the same name, but stores no charge in the plan or the state. " +
			"The list is read again in every plan and every apply.",
		Attributes: attributes,
		Blocks:     map[string]ephemeralschema.Block{"timeouts": validators.TimeoutsBlock("open")},
	}
}

// selectionArguments are the filters of API description, section 4.2, and the size of pages.
func selectionArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"amount_from": numberArgument("Only charges with a greater amount, in the smallest unit of a currency, so combine it with `currency`. Some services include this amount. Must be below `amount_to`."),
		"amount_to":   numberArgument("Only charges with a smaller amount; see `amount_from`."),
		"card":        cardArgument(),
		"currency": textArgument("Only charges requested or charged in this currency: an ISO 4217 code of three capital letters, such as `JPY`.",
			validators.String("Invalid Currency", validators.CheckCurrency)),
		"extra_filters": schema.MapAttribute{
			Optional:    true,
			Sensitive:   true,
			ElementType: types.StringType,
			MarkdownDescription: "Filters that the API has but does not document, by name, such as `email`. " +
				"A service may ignore a filter that it does not know. The provider warns if charges do not match one of `status`, `subscription_id`, `transaction_token_type` and `merchant_transaction_id`.",
			Validators: []validator.Map{mapvalidator.ValueStringsAre(validators.SensitiveString("Invalid Filter", validators.AnyText))},
		},
		"from": textArgument("Only charges created at or after this time: RFC 3339 (`2025-01-31T09:00:00+09:00`), or a date (`2025-01-31`), which means the start of that day in UTC. Must be before `to`.",
			validators.String("Invalid Time", validators.CheckTime)),
		"metadata": secretArgument("Only charges with this metadata. The value is sent as is.",
			validators.SensitiveString("Invalid Filter", validators.AnyText)),
		"mode": textArgument("Only charges in this mode: `live`, `test` or, for accounts that have it, `live_test`.",
			validators.String("Invalid Mode", validators.CheckOneOf("live", "test", fetch.BothModes))),
		"page_size": numberArgument(fmt.Sprintf("Number of charges per request, `%[1]d` to `%[2]d`. Defaults to `%[2]d`. Smaller pages only make the read slower.",
			paymentapi.MinPageSize, paymentapi.MaxPageSize)),
		"phone": secretArgument("Only charges with this telephone number: digits, as a string, so that leading zeros are kept. A leading `+` is allowed and is sent.",
			validators.SensitiveString("Invalid Telephone Number", checkPhone)),
		"store_id": textArgument("The id (UUID) of the store whose charges are listed. If unset, the charges of all stores. For a store that it does not know, the service may return an empty list.",
			validators.UUID()),
		"to": textArgument("Only charges created before this time, in the same formats as `from`.",
			validators.String("Invalid Time", validators.CheckTime)),
		"transaction_token_id": textArgument("Only charges made with the transaction token that has this id (UUID).",
			validators.UUID()),
	}
}

func cardArgument() schema.Attribute {
	const invalid = "Invalid Card Filter"

	return schema.SingleNestedAttribute{
		Optional:            true,
		Sensitive:           true,
		MarkdownDescription: "Only charges made with this card. All four attributes are required.",
		Attributes: map[string]schema.Attribute{
			"exp_month": schema.NumberAttribute{
				Required:            true,
				MarkdownDescription: "The card's expiry month, `1` to `12`.",
			},
			"exp_year": schema.NumberAttribute{
				Required:            true,
				MarkdownDescription: "The card's expiry year, with four digits.",
			},
			"last_four": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "The last four digits of the card number, as a string, so that leading zeros are kept (`\"0042\"`).",
				Validators:          []validator.String{validators.SensitiveString(invalid, checkLastFour)},
			},
			"name": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "The cardholder's name.",
				Validators:          []validator.String{validators.SensitiveString(invalid, validators.AnyText)},
			},
		},
	}
}

// chargeAttributes are the fields of a charge (API description, section 2.2).
func chargeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"capture_at":                 textResult("When the charge will be captured; null unless it is captured later."),
		"charged_amount":             numberResult("The amount charged, in the smallest unit of `charged_currency`. Some services fill it whatever the `status`."),
		"charged_amount_formatted":   numberResult("The amount charged, as an exact decimal number."),
		"charged_currency":           textResult("The currency charged (ISO 4217 code)."),
		"created_on":                 textResult("When the charge was created, as the service writes it, mostly in UTC."),
		"descriptor":                 textResult("The text on the cardholder's statement."),
		"descriptor_phone_number":    textResult("The telephone number on the cardholder's statement."),
		"error":                      textResult("The error, as JSON text; null if there was no error."),
		"fee_amount":                 numberResult("The fee, in the smallest unit of `fee_currency`."),
		"fee_amount_formatted":       numberResult("The fee, as an exact decimal number."),
		"fee_currency":               textResult("The currency of the fee (ISO 4217 code)."),
		"id":                         textResult("The id of the charge."),
		"merchant_name":              textResult("The name of the merchant."),
		"merchant_transaction_id":    textResult("The merchant's own id for the transaction."),
		"metadata":                   mapResult("The metadata of the charge. A value that is not a string is given as its JSON text."),
		"mode":                       textResult("`live` or `test`."),
		"only_direct_currency":       schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the charge may be made only in the requested currency."},
		"redirect":                   mapResult("How the consumer is redirected: a map without fixed keys. A value that is not a string is given as its JSON text."),
		"requested_amount":           numberResult("The requested amount, in the smallest unit of `requested_currency`."),
		"requested_amount_formatted": numberResult("The requested amount, as an exact decimal number."),
		"requested_currency":         textResult("The requested currency (ISO 4217 code)."),
		"status":                     textResult("The status of the charge, such as `successful`. Only a `successful` charge was paid."),
		"store_id":                   textResult("The id of the store."),
		"store_name":                 textResult("The name of the store."),
		"subscription_id":            textResult("The id of the subscription that the charge belongs to; null if there is none."),
		"transaction_token_id":       textResult("The id of the transaction token that was charged."),
		"transaction_token_type":     textResult("The type of the transaction token, such as `one_time`."),
	}
}

func textArgument(description string, rule validator.String) schema.Attribute {
	return schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: description,
		Validators:          []validator.String{rule},
	}
}

func secretArgument(description string, rule validator.String) schema.Attribute {
	return schema.StringAttribute{
		Optional:            true,
		Sensitive:           true,
		MarkdownDescription: description,
		Validators:          []validator.String{rule},
	}
}

func numberArgument(description string) schema.Attribute {
	return schema.NumberAttribute{Optional: true, MarkdownDescription: description}
}

// validNames allows only some names in a set.
func validNames(summary string, valid []string) []validator.Set {
	isValid := validators.String(summary, validators.CheckOneOf(valid...))
	return []validator.Set{
		setvalidator.NoNullValues(),
		setvalidator.ValueStringsAre(isValid),
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
