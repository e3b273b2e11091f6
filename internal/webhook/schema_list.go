// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const (
	listStoreText    = "The id (UUID) of the store whose webhooks are listed."
	listMerchantText = "The id (UUID) of the merchant. If set, requests use the merchant's path."
	undocumentedText = "The API's description does not show this call, but many services answer it. If yours does not, an error says so."
)

func dataSourceSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Lists all webhooks of a store, following pagination to the end. " + undocumentedText,
		Attributes: map[string]schema.Attribute{
			"merchant_id": schema.StringAttribute{
				MarkdownDescription: listMerchantText,
				Optional:            true,
				Validators:          []validator.String{validators.UUID()},
			},
			"store_id": schema.StringAttribute{
				MarkdownDescription: listStoreText,
				Required:            true,
				Validators:          []validator.String{validators.UUID()},
			},
			"webhooks": schema.ListNestedAttribute{
				MarkdownDescription: "The webhooks, in the service's order (newest first). Tokens are not included: even if the service returns one, it is not stored.",
				Computed:            true,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"active": schema.BoolAttribute{
						MarkdownDescription: "Whether the webhook fires. The service stops a webhook after failed notifications.",
						Computed:            true,
					},
					"created_on": schema.StringAttribute{
						MarkdownDescription: "When the webhook was created: an ISO 8601 time in UTC.",
						Computed:            true,
					},
					"id": schema.StringAttribute{
						MarkdownDescription: "The webhook's id (UUID), which is the `webhook_id` of a `paymentservice_webhook`.",
						Computed:            true,
					},
					"merchant_id": schema.StringAttribute{
						MarkdownDescription: "The id (UUID) of the merchant.",
						Computed:            true,
					},
					"platform_id": schema.StringAttribute{
						MarkdownDescription: "The id (UUID) of the platform.",
						Computed:            true,
					},
					"store_id": schema.StringAttribute{
						MarkdownDescription: "The id (UUID) of the webhook's store.",
						Computed:            true,
					},
					"triggers": schema.SetAttribute{
						MarkdownDescription: "The events that fire the webhook.",
						ElementType:         types.StringType,
						Computed:            true,
					},
					"updated_on": schema.StringAttribute{
						MarkdownDescription: "When the webhook was last updated: an ISO 8601 time in UTC.",
						Computed:            true,
					},
					"url": schema.StringAttribute{
						MarkdownDescription: "The URL that receives the notifications.",
						Computed:            true,
					},
				}},
			},
		},
		Blocks: map[string]schema.Block{ // a CLI refuses unknown names in a block, and drops them from an attribute
			"timeouts": schema.SingleNestedBlock{
				MarkdownDescription: "Time limits for operations.",
				Attributes: map[string]schema.Attribute{"read": schema.StringAttribute{
					MarkdownDescription: "How long reading the whole list may take: a Go duration, such as `30s` or `1h`. Defaults to `20m`.",
					Optional:            true,
					Validators:          []validator.String{validators.Timeout()},
				}},
				CustomType: dstimeouts.Type{ObjectType: types.ObjectType{AttrTypes: map[string]attr.Type{"read": types.StringType}}},
			},
		},
	}
}

func listResourceSchema() listschema.Schema {
	return listschema.Schema{
		MarkdownDescription: "Lists the webhooks of a store for `terraform query`, which shows them and can generate the configuration to import them. " +
			undocumentedText + " Requires Terraform 1.14.",
		Attributes: map[string]listschema.Attribute{
			"merchant_id": listschema.StringAttribute{
				MarkdownDescription: listMerchantText + " The generated configuration then imports the webhooks through that path too.",
				Optional:            true,
				Validators:          []validator.String{validators.UUID()},
			},
			"store_id": listschema.StringAttribute{
				MarkdownDescription: listStoreText,
				Required:            true,
				Validators:          []validator.String{validators.UUID()},
			},
		},
	}
}
