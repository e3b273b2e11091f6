// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// model is the provider's block in a configuration.
type model struct {
	AllowedMerchantIDs    types.Set    `tfsdk:"allowed_merchant_ids"`
	AllowedModes          types.Set    `tfsdk:"allowed_modes"`
	AppToken              types.String `tfsdk:"app_token"`
	BaseURL               types.String `tfsdk:"base_url"`
	MaxConcurrentRequests types.Int64  `tfsdk:"max_concurrent_requests"`
	MaxRequestsPerMinute  types.Int64  `tfsdk:"max_requests_per_minute"`
	MaxRetries            types.Int64  `tfsdk:"max_retries"`
	RequestTimeout        types.String `tfsdk:"request_timeout"`
	Secret                types.String `tfsdk:"secret"`
	WebhookRefresh        types.String `tfsdk:"webhook_refresh"`
}

// Schema describes the provider's block. Its rules are in arguments.go and
// guards.go, since most of them hold for the environment as well.
func (p *paymentserviceProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages a merchant's set-up at the payment service. " +
			"Most arguments can also be set by the environment variable that is named with them; an argument wins over its variable, and an empty string counts as unset.",
		Attributes: map[string]schema.Attribute{
			"allowed_merchant_ids": schema.SetAttribute{
				MarkdownDescription: "The ids (UUIDs) of the merchants whose application tokens may be used, at least one. " +
					"If set, the claim `merchant_id` of the application token must be one of them, or nothing is sent at all. " +
					"The token is decoded for this, not verified: the service does that.",
				ElementType: types.StringType,
				Optional:    true,
			},
			"allowed_modes": schema.SetAttribute{
				MarkdownDescription: "The modes whose application tokens may be used, such as `[\"test\"]`, at least one. " +
					"If set, the claim `mode` of the application token must be one of them, or nothing is sent at all. " +
					"The token of a merchant, unlike that of a store, may name no mode; it is refused then.",
				ElementType: types.StringType,
				Optional:    true,
			},
			"app_token": schema.StringAttribute{
				MarkdownDescription: "The application token (a JWT), the second part of the credentials. Required here or as `PAYMENTSERVICE_APP_TOKEN`. " +
					"Without whitespace or control characters.",
				Optional:  true,
				Sensitive: true,
			},
			"base_url": schema.StringAttribute{
				MarkdownDescription: "The base address of the payment service's API, such as `https://api.example.com/v1`. Required here or as `PAYMENTSERVICE_BASE_URL`. " +
					"Starts with `https://`; `http://` is accepted for a loopback host (`localhost`, `127.0.0.0/8`, `::1`). " +
					"It may have a path, and a trailing slash makes no difference. It has no user information, query or fragment.",
				Optional: true,
			},
			"max_concurrent_requests": schema.Int64Attribute{
				MarkdownDescription: "How many requests this provider configuration has in flight at most, `1` to `100`. Defaults to `10`. " +
					"Environment variable: `PAYMENTSERVICE_MAX_CONCURRENT_REQUESTS`. If the service allows fewer at once, fewer run.",
				Optional: true,
			},
			"max_requests_per_minute": schema.Int64Attribute{
				MarkdownDescription: "How many requests this provider configuration starts in a minute at most, `1` to `60000`, evenly and without a burst. " +
					"If unset, only the service limits the rate: the provider learns the service's rate limit from its answers and keeps to it. " +
					"Set it if other programs share your quota. Environment variable: `PAYMENTSERVICE_MAX_REQUESTS_PER_MINUTE`.",
				Optional: true,
			},
			"max_retries": schema.Int64Attribute{
				MarkdownDescription: "How often a request is repeated after a fault that may pass, `0` to `20`. Defaults to `4`. Environment variable: `PAYMENTSERVICE_MAX_RETRIES`. " +
					"The first wait is about half a second and each further one twice as long, unless the service asks for another (`Retry-After`, up to 60 seconds). " +
					"An answer of `429` is no such fault and does not count: the request waits for its turn. " +
					"The creation of a token is repeated only if it is certain that the service has not acted on it.",
				Optional: true,
			},
			"request_timeout": schema.StringAttribute{
				MarkdownDescription: "How long one attempt of a request may take, its answer included, as a Go duration from `1s` to `10m`. Defaults to `30s`. " +
					"Environment variable: `PAYMENTSERVICE_REQUEST_TIMEOUT`.",
				Optional: true,
			},
			"secret": schema.StringAttribute{
				MarkdownDescription: "The secret, the first part of the credentials. Required here or as `PAYMENTSERVICE_SECRET`. " +
					"Without whitespace or control characters.",
				Optional:  true,
				Sensitive: true,
			},
			"webhook_refresh": schema.StringAttribute{
				MarkdownDescription: "How `paymentservice_webhook` reads a webhook, which the API does not document. Defaults to `get`. Environment variable: `PAYMENTSERVICE_WEBHOOK_REFRESH`.\n" +
					"  - `get`: by a `GET` on the webhook's own address, which many deployments answer. If yours does not, the state is kept as it is.\n" +
					"  - `patch`: by an update that changes nothing. It is documented and always answers, but it is a write, and the service may move `updated_on`.\n" +
					"  - `off`: not at all.",
				Optional: true,
			},
		},
	}
}
