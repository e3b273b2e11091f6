// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"maps"

	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// chargesAttribute is the attribute whose value is spliced in.
const chargesAttribute = "charges"

const description = "Reads the charges of one store, or of all stores, with every filter and every cursor of the API followed to the end: " +
	"the list is complete and in the service's order, or there is an error.\n\n" +
	"A long list is read in several parts at once, as many as the provider's `max_concurrent_requests` allows, with the same result."

const timeoutDescription = "How long reading the whole list may take, as a Go duration such as `30s` or `1h`. Default `20m`."

// dataSourceSchema returns the schema of the data source, from which that of
// its ephemeral twin is made.
func dataSourceSchema(ctx context.Context) schema.Schema {
	attributes := filterArguments()
	maps.Copy(attributes, listArguments())
	maps.Copy(attributes, results())
	attributes["timeouts"] = timeoutsArgument(ctx)
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

func timeoutsArgument(ctx context.Context) schema.Attribute {
	timeouts := dstimeouts.AttributesWithOpts(ctx, dstimeouts.Opts{ReadDescription: timeoutDescription})
	if nested, ok := timeouts.(schema.SingleNestedAttribute); ok {
		nested.MarkdownDescription = "How long the operations may take."
		if read, ok := nested.Attributes["read"].(schema.StringAttribute); ok {
			read.Validators = append(read.Validators, validators.Timeout())
			nested.Attributes["read"] = read
		}
		return nested
	}
	return timeouts
}

// listArguments say which part of the list to read (API description, section
// 4.4), and what of it.
func listArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"cursor": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The id (UUID) of a charge: the list starts with the charge after it. A list with a cursor is read one page after the other.",
			Validators:          []validator.String{validators.UUID()},
		},
		"cursor_direction": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The order of the list: `desc` for the newest charge first, `asc` for the oldest first. Where it is left out, the service decides; it documents the newest first.",
			Validators:          []validator.String{stringvalidator.OneOf(paymentapi.Ascending, paymentapi.Descending)},
		},
		"fields": schema.SetAttribute{
			Optional:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "The attributes of a charge to return, such as `[\"id\", \"status\"]`. All others are null, and nothing of them reaches the plan or the state. If unset, all attributes are returned.",
			Validators:          []validator.Set{validators.Names("Invalid Fields", rows.Fields(), false)},
		},
		"max_results": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "Stop after so many charges, at least `1`. No page is asked for that this does not need; the size of a page stays as `page_size` says.",
			Validators:          []validator.Int64{int64validator.AtLeast(1)},
		},
	}
}

// filterArguments are the filters of API description, section 4.2, and the size
// of pages.
func filterArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"amount_from": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "Only charges with an amount greater than this (not equal to it), in the smallest unit of the currency. Must be below `amount_to`.",
		},
		"amount_to": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "Only charges with an amount less than this (not equal to it), in the smallest unit of the currency.",
		},
		"card": schema.SingleNestedAttribute{
			Optional:            true,
			Sensitive:           true,
			MarkdownDescription: "Only charges of this card. The API finds a card by all four of these facts together.",
			Attributes: map[string]schema.Attribute{
				"exp_month": schema.Int64Attribute{Required: true, MarkdownDescription: "The month in which the card expires, `1` to `12`."},
				"exp_year":  schema.Int64Attribute{Required: true, MarkdownDescription: "The year in which the card expires, with four digits."},
				"last_four": schema.StringAttribute{Required: true, MarkdownDescription: "The last four digits of the card number, as a string: leading zeros count (`\"0042\"`)."},
				"name":      schema.StringAttribute{Required: true, MarkdownDescription: "The name of the card holder."},
			},
		},
		"currency": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges requested or charged in this currency: an ISO 4217 code of three capital letters, such as `JPY`.",
			Validators:          []validator.String{validators.String("Invalid Currency", "must be an ISO 4217 currency code, such as JPY", validators.CheckCurrency)},
		},
		"extra_filters": schema.MapAttribute{
			Optional:            true,
			ElementType:         types.StringType,
			MarkdownDescription: "Further query parameters by name, for filters that the API has and its description does not name, such as one by e-mail address. A name that another argument covers is refused.",
			Validators:          []validator.Map{mapvalidator.KeysAre(validators.String("Invalid Filter", "must not be empty, nor be covered by another argument", checkExtraFilter))},
		},
		"from": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges created at this time or later: RFC 3339 (`2025-01-31T09:00:00+09:00`), or a date (`2025-01-31`), which means its start in UTC. Must be before `to`.",
			Validators:          []validator.String{validators.Time()},
		},
		"metadata": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges with this metadata. The value is passed on as it is; the API does not document its format.",
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"mode": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges of this mode: `live` or `test`.",
			Validators:          []validator.String{stringvalidator.OneOf("live", "test")},
		},
		"page_size": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "How many charges to ask for at once, `10` to `100`. Default `100`: smaller pages make a list slower and change nothing else.",
			Validators:          []validator.Int64{int64validator.Between(paymentapi.MinPageSize, paymentapi.MaxPageSize)},
		},
		"phone": schema.StringAttribute{
			Optional:            true,
			Sensitive:           true,
			MarkdownDescription: "Only charges with this telephone number: digits, as a string, so that leading zeros count.",
		},
		"store_id": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "The id (UUID) of the store whose charges to read. Where it is left out: the charges of all stores.",
			Validators:          []validator.String{validators.UUID()},
		},
		"to": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges created before this time, in the forms of `from`.",
			Validators:          []validator.String{validators.Time()},
		},
		"transaction_token_id": schema.StringAttribute{
			Optional:            true,
			MarkdownDescription: "Only charges made with this transaction token, by its id (UUID).",
			Validators:          []validator.String{validators.UUID()},
		},
	}
}
