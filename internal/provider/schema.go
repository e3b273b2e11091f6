// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Schema describes the provider's block. Its rules are in arguments.go, guards.go, request_headers.go and
// requirements.go, since most of them hold for the environment as well.
func (p *paymentserviceProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages a merchant's setup at the payment service. " +
			"Most arguments can also be set with an environment variable. " +
			"An argument takes precedence over its environment variable. " +
			"Null counts as unset, and so does an empty environment variable; an empty argument is an error.",
		Attributes: map[string]schema.Attribute{
			"allowed_merchant_ids": schema.SetAttribute{
				MarkdownDescription: "The ids (UUIDs) of the merchants whose application tokens " +
					"may be used; at least one. " +
					"If set, the `merchant_id` claim of the application token must be one of them; " +
					"otherwise no request is sent.",
				ElementType: types.StringType,
				Optional:    true,
			},
			"allowed_modes": schema.SetAttribute{
				MarkdownDescription: "The modes whose application tokens may be used, " +
					"such as `[\"test\"]`; at least one. " +
					"If set, the `mode` claim of the application token must be one of them; " +
					"otherwise no request is sent. A token without a mode is refused.",
				ElementType: types.StringType,
				Optional:    true,
			},
			"app_token": schema.StringAttribute{
				MarkdownDescription: "The application token (a JWT), which is the second part of the credentials. " +
					"Required here or as `PAYMENTSERVICE_APP_TOKEN`. " +
					"Must not contain white space or control characters.",
				Optional:  true,
				Sensitive: true,
			},
			"base_url": schema.StringAttribute{
				MarkdownDescription: "The base address of the payment service's API, " +
					"such as `https://api.example.com/v1`. Required here or as `PAYMENTSERVICE_BASE_URL`. " +
					"Must start with `https://`, or with `http://` for a loopback host " +
					"(`localhost`, `127.0.0.0/8`, `::1`). " +
					"It may have a path, and a trailing slash makes no difference. " +
					"User information, a query or a fragment is not allowed. " +
					"If it is set and `PAYMENTSERVICE_BASE_URL` names another host or port, `secret` " +
					"and `app_token` must be set, too.",
				Optional: true,
			},
			"ca_certificate": schema.StringAttribute{
				MarkdownDescription: "The certificates of authorities that are trusted in addition to the system's, " +
					"in PEM: the text itself, such as `file(\"ca.pem\")`, not a path. " +
					"Set it if a proxy inspects TLS, or if the service's certificate is " +
					"signed by a private authority. Environment variable: `PAYMENTSERVICE_CA_CERTIFICATE`.",
				Optional: true,
			},
			"client_certificate": schema.StringAttribute{
				MarkdownDescription: "The certificate that is sent to a service, or to a gateway in front of it, " +
					"that asks for a client certificate (mutual TLS), in PEM. " +
					"Any intermediate certificates follow it. Requires `client_key`. " +
					"Environment variable: `PAYMENTSERVICE_CLIENT_CERTIFICATE`.",
				Optional: true,
			},
			"client_key": schema.StringAttribute{
				MarkdownDescription: "The private key of `client_certificate`, in PEM and not encrypted. " +
					"It is never sent. Environment variable: `PAYMENTSERVICE_CLIENT_KEY`.",
				Optional:  true,
				Sensitive: true,
			},
			"max_concurrent_requests": schema.NumberAttribute{
				MarkdownDescription: fmt.Sprintf(
					"Maximum number of requests that this provider configuration has in flight, `1` to `%d`. "+
						"Defaults to `%d`. ",
					paymentapi.MaxConcurrentRequestsLimit, paymentapi.DefaultMaxConcurrentRequests) +
					"If the service allows fewer at once, the provider sends fewer. " +
					"Environment variable: `PAYMENTSERVICE_MAX_CONCURRENT_REQUESTS`.",
				Optional: true,
			},
			"max_requests_per_minute": schema.NumberAttribute{
				MarkdownDescription: fmt.Sprintf(
					"Maximum number of requests that this provider configuration starts per minute, "+
						"`1` to `%d`, evenly spaced and without bursts. ",
					paymentapi.MaxRequestsPerMinuteLimit) +
					"Set it if other programs share your quota. " +
					"Environment variable: `PAYMENTSERVICE_MAX_REQUESTS_PER_MINUTE`.",
				Optional: true,
			},
			"max_retries": schema.NumberAttribute{
				MarkdownDescription: fmt.Sprintf(
					"Maximum number of times that a request is retried after a temporary failure, `0` to `%d`. "+
						"Defaults to `%d`. ",
					paymentapi.MaxAttemptsLimit-1, paymentapi.DefaultMaxAttempts-1) +
					"The first wait is about half a second, and each further wait is twice as long, " +
					"unless the service asks for another wait (`Retry-After`). " +
					"A `429` response does not count as a failure. " +
					"Environment variable: `PAYMENTSERVICE_MAX_RETRIES`.",
				Optional: true,
			},
			"request_headers": schema.MapAttribute{
				MarkdownDescription: "Further HTTP headers that are sent with every request, " +
					"for what stands in front of the service, such as an access gateway or an API gateway. " +
					"Headers that the provider or the connection sets are not allowed: `Authorization`, `Host`, " +
					"`Accept`, `Accept-Encoding`, `User-Agent`, `Cookie`, `Expect`, all that begin " +
					"with `Content-` or `Proxy-`, and hop-by-hop headers such as `Connection`. " +
					"Values must not be empty or contain line breaks. An empty map counts as unset.",
				ElementType: types.StringType,
				Optional:    true,
				Sensitive:   true,
			},
			"request_timeout": schema.StringAttribute{
				MarkdownDescription: fmt.Sprintf(
					"How long one attempt of a request may take, including reading the response: "+
						"a Go duration from `%s` to `%s`. Defaults to `%s`. ",
					paymentapi.FormatDuration(paymentapi.MinRequestTimeout),
					paymentapi.FormatDuration(paymentapi.MaxRequestTimeout),
					paymentapi.FormatDuration(paymentapi.DefaultRequestTimeout)) +
					"Environment variable: `PAYMENTSERVICE_REQUEST_TIMEOUT`.",
				Optional: true,
			},
			"secret": schema.StringAttribute{
				MarkdownDescription: "The secret, which is the first part of the credentials. " +
					"Required here or as `PAYMENTSERVICE_SECRET`. Must not contain white space or control characters.",
				Optional:  true,
				Sensitive: true,
			},
			"webhook_refresh": schema.StringAttribute{
				MarkdownDescription: "How `paymentservice_webhook` reads a webhook. " +
					"Defaults to `" + providerdata.RefreshGet + "`. " +
					"Environment variable: `PAYMENTSERVICE_WEBHOOK_REFRESH`.\n" +
					"  - `get`: sends a `GET` to the webhook's own address, which many deployments support. " +
					"If yours does not, the state is kept as it is.\n" +
					"  - `list`: reads the list of the webhook's store, once for all of its webhooks, " +
					"which takes far fewer requests for many webhooks of few stores. " +
					"A webhook that the list lacks is read with a `GET`.\n" +
					"  - `patch`: sends an update that changes nothing. " +
					"The API documents updates, but this is a write, and the service may change `updated_on`.\n" +
					"  - `off`: sends nothing, so that the state is kept as it is.",
				Optional: true,
			},
		},
	}
}
