// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// tokenSchema returns the schema. The groups are blocks: a CLI refuses an unknown
// name in a block, but silently drops it from an attribute. The arguments in the
// blocks have no validators, because with the message of a validator, the CLI
// prints the source line, which may hold a card number. None of them is required,
// because the framework asks for such an argument even if the block is absent.
// ValidateConfig does both.
func tokenSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Creates a transaction token. The payment service stores a consumer's payment method under the token's id, with which you can then create charges or " +
			"recurring charges. The token is not stored in the plan or the state.\n\n" +
			"Terraform opens ephemeral resources in every plan **and** every apply, and the API's description has no call that deletes a token. " +
			"Set `create = terraform.applying` so that only an apply creates a token.",
		Attributes: map[string]schema.Attribute{
			"active": schema.BoolAttribute{
				MarkdownDescription: "Whether the token is active.",
				Computed:            true,
			},
			"confirmed": schema.StringAttribute{
				MarkdownDescription: "Confirmation of the token; null until it is confirmed. A value that is not a string is given as its JSON text.",
				Computed:            true,
			},
			"create": schema.BoolAttribute{
				MarkdownDescription: "Whether opening this resource creates a token. If `false`, nothing is sent and all results are unknown. " +
					"With Terraform, set `create = terraform.applying`. An apply that changes nothing creates a token too: if you need one only occasionally, add `count = var.issue_token ? 1 : 0`, " +
					"and do not set `create = var.issue_token`. " +
					"With OpenTofu, set `create = timestamp() != \"\"`, which is unknown until apply; " +
					"there, `false` gives null results. If unset, every plan and every apply creates a token, with a warning.",
				Optional: true,
			},
			"created_on": schema.StringAttribute{
				MarkdownDescription: "When the token was created (ISO 8601, UTC).",
				Computed:            true,
			},
			"data":      dataAttribute(),
			"data_json": dataJSONAttribute(),
			"email": schema.StringAttribute{
				MarkdownDescription: "E-mail address of the consumer. Required unless the payment type is `online`. If unset, it has the value that the service returns.",
				Optional:            true,
				Computed:            true,
				Sensitive:           true,
			},
			"id": schema.StringAttribute{
				MarkdownDescription: "Id of the token (UUID), with which you create a charge or a recurring charge.",
				Computed:            true,
			},
			"ip_address": schema.StringAttribute{
				MarkdownDescription: "IPv4 address of the consumer's device. Required if `online.brand` is `we_chat_online` and `online.call_method` is `web` or `http_get`.",
				Optional:            true,
			},
			"last_used_on": schema.StringAttribute{
				MarkdownDescription: "When the token was last used (ISO 8601, UTC); null until it is used.",
				Computed:            true,
			},
			"metadata": schema.MapAttribute{
				MarkdownDescription: "Metadata of the token; strings only. Two keys have a fixed meaning: `service-reference-id` (free text) and " +
					"`service-customer-id` (UUID of a customer). If unset, it has the value that the service returns.",
				ElementType: types.StringType,
				Optional:    true,
				Computed:    true,
			},
			"mode": schema.StringAttribute{
				MarkdownDescription: "`live` or `test`.",
				Computed:            true,
			},
			"paidy": schema.DynamicAttribute{
				MarkdownDescription: "Deferred payment: an object that is sent to the service as is, with numbers as numbers, lists as lists, and null members as null. " +
					"The API does not document its fields, so only the service checks them." + onlyOne,
				Optional:  true,
				Sensitive: true,
			},
			"payment_type": schema.StringAttribute{
				MarkdownDescription: "Payment type of the token: `card`, `paidy`, `online`, `konbini` or `bank_transfer`.",
				Computed:            true,
			},
			"store_id": schema.StringAttribute{
				MarkdownDescription: "Id (UUID) of the store that the token belongs to.",
				Computed:            true,
			},
			"type": schema.StringAttribute{
				MarkdownDescription: "Token type: `one_time` for a single charge (some services accept it only for a few minutes), `recurring`, or another type that the service supports. `online` requires `one_time`.",
				Required:            true,
			},
			"updated_on": schema.StringAttribute{
				MarkdownDescription: "When the token was last changed (ISO 8601, UTC).",
				Computed:            true,
			},
			"usage_limit": schema.StringAttribute{
				MarkdownDescription: "How often a `recurring` token may be used, as a value that the service supports. Required if your account is not allowed " +
					"to create recurring tokens that can be charged without limit. Has no effect for `one_time`. If unset, it has the value that the service returns.",
				Optional: true,
				Computed: true,
			},
		},
		Blocks: map[string]schema.Block{
			"bank_transfer": bankTransferBlock(),
			"card":          cardBlock(),
			"konbini":       konbiniBlock(),
			"online":        onlineBlock(),
		},
	}
}

const onlyOne = " Exactly one payment method is required."
