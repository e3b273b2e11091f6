// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	dsschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

func resourceSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "A webhook (a notification target) at the payment service, " +
			"whose settings are kept as declared. " +
			"With `webhook_id`, the resource adopts an existing webhook, " +
			"and destroying it leaves the webhook in place. " +
			"With `delete_on_destroy`, the resource creates the webhook, and can delete it, which many services allow.",
		Attributes: map[string]schema.Attribute{
			"active": schema.BoolAttribute{
				MarkdownDescription: "Whether the webhook fires. The service stops a webhook after failed " +
					"notifications; `true` resumes it. If omitted, the current value is kept.",
				Optional:      true,
				Computed:      true,
				PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseNonNullStateForUnknown()},
			},
			"auth_token": schema.StringAttribute{
				MarkdownDescription: "The value of the `Authorization` header of the notifications. " +
					"This value is stored in the state; `auth_token_wo` is not. " +
					"A change made elsewhere goes unnoticed. " +
					"Line breaks, control characters, and white space at its beginning or end are not allowed. " +
					"Conflicts with `auth_token_wo`.",
				Optional:   true,
				Sensitive:  true,
				Validators: []validator.String{validators.SensitiveString("Invalid Webhook Token", validators.CheckAuthToken)},
			},
			"auth_token_wo": schema.StringAttribute{
				MarkdownDescription: "The value of the `Authorization` header of the notifications. " +
					"It is never stored in a plan or the state. " +
					"It is sent when you adopt or create the webhook and whenever `auth_token_wo_version` changes. " +
					"Requires `auth_token_wo_version`. " +
					"Line breaks, control characters, and white space at its beginning or end are not allowed. " +
					"Requires Terraform 1.11 or OpenTofu 1.11.",
				Optional:   true,
				Sensitive:  true,
				WriteOnly:  true,
				Validators: []validator.String{validators.SensitiveString("Invalid Webhook Token", validators.CheckAuthToken)},
			},
			"auth_token_wo_version": schema.NumberAttribute{
				MarkdownDescription: "A version number of your choice for the value of `auth_token_wo`. " +
					"Change it to send the value again.",
				Optional: true,
			},
			"created_on": stableComputedText("When the webhook was created: an ISO 8601 time in UTC."),
			"delete_on_destroy": schema.BoolAttribute{
				MarkdownDescription: "If you set this instead of `webhook_id`, to either value, " +
					"the resource creates its webhook, which requires `url` and `triggers`. " +
					"`true`: destroying the resource deletes the webhook. " +
					"`false`: destroying it leaves the webhook in place. " +
					"To change what a destroy does, first apply the new value. " +
					"A new webhook is active; with `active = false`, it is stopped right after its creation.",
				Optional: true,
			},
			"id": stableComputedText("The webhook's id (UUID)."),
			"merchant_id": schema.StringAttribute{
				MarkdownDescription: "The id (UUID) of the merchant. If you set it when you adopt or create the " +
					"webhook, or import it by an id with the merchant, " +
					"all requests use the merchant's path (`/merchants/…/stores/…`) from then on; " +
					"otherwise the service supplies the value. " +
					"Another value than in the state replaces the resource.",
				Optional:      true,
				Computed:      true,
				PlanModifiers: idModifiers(),
				Validators:    []validator.String{validators.UUID()},
			},
			"platform_id": stableComputedText("The id (UUID) of the platform."),
			"store_id": schema.StringAttribute{
				MarkdownDescription: "The id (UUID) of the webhook's store. " +
					"Changing it replaces the resource, unless only the letter case differs.",
				Required:      true,
				PlanModifiers: idModifiers(),
				Validators:    []validator.String{validators.UUID()},
			},
			"triggers": schema.SetAttribute{
				MarkdownDescription: "The events that fire the webhook, such as `charge_finished` and " +
					"`refund_finished`; the service decides which ones exist. " +
					"At least one; elements must not be null or contain white space. " +
					"If omitted, the current triggers are kept.",
				ElementType:   types.StringType,
				Optional:      true,
				Computed:      true,
				PlanModifiers: []planmodifier.Set{setplanmodifier.UseNonNullStateForUnknown()},
				Validators:    []validator.Set{setvalidator.SizeAtLeast(1), setvalidator.NoNullValues(), setvalidator.ValueStringsAre(validators.String("Invalid Webhook Trigger", checkTrigger))},
			},
			"updated_on": computedText("When the webhook was last updated: an ISO 8601 time in UTC."),
			"url": schema.StringAttribute{
				MarkdownDescription: "The URL that receives the notifications: " +
					"an absolute `http` or `https` URL without user information. " +
					"It must be reachable from the internet: `localhost`, names without a dot, " +
					"names that end in `.local`, `.internal` or `.home.arpa`, and loopback, " +
					"private and other local addresses are refused. " +
					"If omitted, the current value is kept.",
				Optional:      true,
				Computed:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseNonNullStateForUnknown()},
				Validators:    []validator.String{validators.String("Invalid Webhook URL", validators.CheckWebhookURL)},
			},
			"webhook_id": schema.StringAttribute{
				MarkdownDescription: "The id (UUID) of the webhook to adopt. " +
					"Set either this or `delete_on_destroy`. Changing it replaces the resource, " +
					"unless only the letter case differs. " +
					"Switching between the two arguments for the same webhook sends nothing.",
				Optional:      true,
				Computed:      true,
				PlanModifiers: idModifiers(),
				Validators:    []validator.String{validators.UUID()},
			},
		},
	}
}

// stableComputedText is a text that the service returns of a webhook, and that no update changes.
func stableComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: description,
		Computed:            true,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseNonNullStateForUnknown()},
	}
}

// idModifiers are those of an id that tells webhooks apart.
func idModifiers() []planmodifier.String {
	type response = *stringplanmodifier.RequiresReplaceIfFuncResponse
	replaces := func(_ context.Context, req planmodifier.StringRequest, resp response) {
		resp.RequiresReplace = isOtherID(req.ConfigValue, req.StateValue)
	}
	const description = "Another id replaces the resource."
	return []planmodifier.String{
		stringplanmodifier.UseNonNullStateForUnknown(),
		stringplanmodifier.RequiresReplaceIf(replaces, description, description),
	}
}

func (r *webhookResource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	id := func(description string, required bool) identityschema.Attribute {
		return identityschema.StringAttribute{
			Description:       description,
			RequiredForImport: required,
			OptionalForImport: !required,
		}
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"merchant_id": id("The id (UUID) of the merchant. If set, requests use the merchant's path.", false),
		"store_id":    id("The id (UUID) of the webhook's store.", true),
		"webhook_id":  id("The id (UUID) of the webhook.", true),
	}}
}

const (
	listStoreText    = "The id (UUID) of the store whose webhooks are listed."
	listMerchantText = "The id (UUID) of the merchant. If set, requests use the merchant's path."
	undocumentedText = "The API's description does not show this call, but many services answer it. " +
		"If yours does not, an error says so."
)

// idArgument is an argument that is an id. Like computedText, it serves in every kind of
// schema: the framework has one interface for their attributes.
func idArgument(description string, required bool) dsschema.StringAttribute {
	return dsschema.StringAttribute{
		MarkdownDescription: description,
		Required:            required,
		Optional:            !required,
		Validators:          []validator.String{validators.UUID()},
	}
}

// computedText is a text that the service returns of a webhook.
func computedText(description string) dsschema.StringAttribute {
	return dsschema.StringAttribute{MarkdownDescription: description, Computed: true}
}

func dataSourceSchema() dsschema.Schema {
	return dsschema.Schema{
		MarkdownDescription: "Lists all webhooks of a store, following pagination to the end. " + undocumentedText,
		Attributes: map[string]dsschema.Attribute{
			"merchant_id": idArgument(listMerchantText, false),
			"store_id":    idArgument(listStoreText, true),
			"webhooks": dsschema.ListNestedAttribute{
				MarkdownDescription: "The webhooks, in the service's order (newest first).",
				Computed:            true,
				NestedObject: dsschema.NestedAttributeObject{Attributes: map[string]dsschema.Attribute{
					"active": dsschema.BoolAttribute{
						MarkdownDescription: "Whether the webhook fires. The service stops a webhook after failed " +
							"notifications.",
						Computed: true,
					},
					"created_on": computedText("When the webhook was created: an ISO 8601 time in UTC."),
					"id": computedText("The webhook's id (UUID), which is the `webhook_id` of a " +
						"`paymentservice_webhook`."),
					"merchant_id": computedText("The id (UUID) of the merchant."),
					"platform_id": computedText("The id (UUID) of the platform."),
					"store_id":    computedText("The id (UUID) of the webhook's store."),
					"triggers": dsschema.SetAttribute{
						MarkdownDescription: "The events that fire the webhook.",
						ElementType:         types.StringType,
						Computed:            true,
					},
					"updated_on": computedText("When the webhook was last updated: an ISO 8601 time in UTC."),
					"url":        computedText("The URL that receives the notifications."),
				}},
			},
		},
		Blocks: map[string]dsschema.Block{"timeouts": validators.TimeoutsBlock("read")},
	}
}

func listResourceSchema() listschema.Schema {
	return listschema.Schema{
		MarkdownDescription: "Lists the webhooks of a store for `terraform query`, " +
			"which shows them and can generate the configuration to import them. " +
			undocumentedText + " Requires Terraform 1.14.",
		Attributes: map[string]listschema.Attribute{
			"merchant_id": idArgument(listMerchantText+" The generated configuration then imports the webhooks "+
				"through that path too.", false),
			"store_id": idArgument(listStoreText, true),
		},
	}
}
