// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// tokenSchema has no validators and no required attributes inside the groups:
// a CLI shows the source line, or the whole object, that such a message is
// about. ValidateConfig checks all of it.
func tokenSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Creates a transaction token: the payment-method data of a consumer, kept by the payment service under an id that a charge or a " +
			"recurring charge is then made with. The token reaches neither the plan nor the state.\n\n" +
			"Terraform opens ephemeral resources in every plan **and** every apply, and a token cannot be deleted. " +
			"Set `create = terraform.applying` so that only an apply creates one; see the guide \"Tokens without a trace\" for what each command does, and for OpenTofu.",
		Attributes: map[string]schema.Attribute{
			"active": schema.BoolAttribute{
				MarkdownDescription: "Whether the token is active.",
				Computed:            true,
			},
			"bank_transfer": bankTransferAttribute(),
			"card":          cardAttribute(),
			"confirmed": schema.StringAttribute{
				MarkdownDescription: "Confirmation of the token; null while it is unconfirmed. A value that is not a string appears as its JSON text.",
				Computed:            true,
			},
			"create": schema.BoolAttribute{
				MarkdownDescription: "Whether opening this resource creates a token. If `false`, nothing is sent and all results are unknown. " +
					"With Terraform, write `create = terraform.applying`; for a token only now and then add a condition (`terraform.applying && var.issue_token`), " +
					"since an apply that changes nothing creates one too. With OpenTofu, write `create = timestamp() != \"\"`, which it does not know until it applies; " +
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
				MarkdownDescription: "E-mail address of the consumer. Required for every payment type but `online`. If unset, the value returned by the service.",
				Optional:            true,
				Computed:            true,
				Sensitive:           true,
			},
			"id": schema.StringAttribute{
				MarkdownDescription: "Id of the token (UUID), with which a charge or a recurring charge is created.",
				Computed:            true,
			},
			"ip_address": schema.StringAttribute{
				MarkdownDescription: "IPv4 address of the consumer's device. Required for `online` with the brand `we_chat_online` and the call method `web` or `http_get`.",
				Optional:            true,
			},
			"konbini": konbiniAttribute(),
			"last_used_on": schema.StringAttribute{
				MarkdownDescription: "When the token was last used (ISO 8601, UTC); null until it is used.",
				Computed:            true,
			},
			"metadata": schema.MapAttribute{
				MarkdownDescription: "Metadata of the token, strings only. Two keys have a fixed meaning: `service-reference-id` (free text) and " +
					"`service-customer-id` (UUID of a customer). If unset, the value returned by the service.",
				ElementType: types.StringType,
				Optional:    true,
				Computed:    true,
			},
			"mode": schema.StringAttribute{
				MarkdownDescription: "`live` or `test`.",
				Computed:            true,
			},
			"online": onlineAttribute(),
			"paidy": schema.DynamicAttribute{
				MarkdownDescription: "Deferred payment: an object that is passed on to the service as it is, numbers as numbers and lists as lists; " +
					"members that are null are left out. Its fields are not documented here; the service checks them." + onlyOne,
				Optional:  true,
				Sensitive: true,
			},
			"payment_type": schema.StringAttribute{
				MarkdownDescription: "Payment type of the token: `card`, `paidy`, `online`, `konbini` or `bank_transfer`.",
				Computed:            true,
			},
			"store_id": schema.StringAttribute{
				MarkdownDescription: "Id of the store (UUID) that the token belongs to.",
				Computed:            true,
			},
			"type": schema.StringAttribute{
				MarkdownDescription: "Token type: `one_time`, for one charge, within minutes at some services; `recurring`; or another that the service knows. `online` allows `one_time` only.",
				Required:            true,
			},
			"updated_on": schema.StringAttribute{
				MarkdownDescription: "When the token was last changed (ISO 8601, UTC).",
				Computed:            true,
			},
			"usage_limit": schema.StringAttribute{
				MarkdownDescription: "How often a `recurring` token may be used, in a form that the service knows. Required if your account has no " +
					"permission to create recurring tokens that can be charged without limit. It has no effect for `one_time`. If unset, the value returned by the service.",
				Optional: true,
				Computed: true,
			},
		},
	}
}

const onlyOne = " Exactly one of `card`, `konbini`, `online`, `bank_transfer` and `paidy` is required."
