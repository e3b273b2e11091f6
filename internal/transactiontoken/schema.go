// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// tokenSchema returns the schema. The groups are blocks: a CLI refuses an unknown name in a
// block, but silently drops it from an attribute. What is in them is checked by ValidateConfig:
// with a validator's message, a CLI prints the source line, which may hold a card number, and the
// framework asks for a required argument even if its block is absent.
func tokenSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Creates a transaction token. " +
			"The payment service stores a consumer's payment method under the token's id, with " +
			"which you can then create charges or recurring charges. " +
			"The token is not stored in the plan or the state.\n\n" +
			"Terraform opens ephemeral resources in every plan **and** every apply, " +
			"and no call of the API deletes a token. " +
			"Set `create = terraform.applying` so that only an apply creates a token.",
		Attributes: map[string]schema.Attribute{
			"active": flagResult("Whether the token is active."),
			"confirmed": textResult("Confirmation of the token; null until it is confirmed. " +
				"A value that is not a string is given as its JSON text."),
			"create": schema.BoolAttribute{
				MarkdownDescription: "Whether opening this resource creates a token. " +
					"If `false`, nothing is sent and all results are unknown. " +
					"With Terraform, set `create = terraform.applying`. " +
					"An apply that changes nothing creates a token too: if you need one only occasionally, " +
					"add `count = var.issue_token ? 1 : 0`. " +
					"With OpenTofu, which refuses unknown results, set `create = timestamp() != \"\"`, " +
					"which is unknown until apply. " +
					"If unset, every plan and every apply creates a token, with a warning.",
				Optional: true,
			},
			"created_on": textResult("When the token was created (ISO 8601, UTC)."),
			"data":       dataAttribute(),
			"data_json": schema.StringAttribute{
				MarkdownDescription: "The payment method as returned by the service, as JSON text. " +
					"It has the fields that `data` lacks.",
				Computed:  true,
				Sensitive: true,
			},
			"email": schema.StringAttribute{
				MarkdownDescription: "E-mail address of the consumer. Required unless the payment type is `online`. " +
					"If unset, it has the value that the service returns.",
				Optional:  true,
				Computed:  true,
				Sensitive: true,
			},
			"id": textResult("Id of the token (UUID), with which you create a charge or a recurring charge."),
			"ip_address": textArgument("IPv4 address of the consumer's device. " +
				"Required if `online.brand` is `we_chat_online` and `online.call_method` is `web` or `http_get`."),
			"last_used_on": textResult("When the token was last used (ISO 8601, UTC); null until it is used."),
			"metadata": schema.MapAttribute{
				MarkdownDescription: "Metadata of the token; strings only. " +
					"Two keys have a fixed meaning: `service-reference-id` (free text) " +
					"and `service-customer-id` (UUID of a customer). " +
					"If unset, it has the value that the service returns.",
				ElementType: types.StringType,
				Optional:    true,
				Computed:    true,
			},
			"mode": textResult("`live` or `test`."),
			"paidy": schema.DynamicAttribute{
				MarkdownDescription: "Deferred payment: an object that is sent to the service as is." + onlyOne,
				Optional:            true,
				Sensitive:           true,
			},
			"payment_type": textResult("Payment type of the token: `card`, `paidy`, `online`, " +
				"`konbini` or `bank_transfer`."),
			"store_id": textResult("Id (UUID) of the store that the token belongs to."),
			"type": schema.StringAttribute{
				MarkdownDescription: "Token type: `one_time` for a single charge (some services accept it only for a " +
					"few minutes), `recurring`, or another type that the service supports. " +
					"`online` requires `one_time`.",
				Required: true,
			},
			"updated_on": textResult("When the token was last changed (ISO 8601, UTC)."),
			"usage_limit": schema.StringAttribute{
				MarkdownDescription: "How often a `recurring` token may be used, as a value " +
					"that the service supports. Required if your account may not create unlimited recurring tokens. " +
					"Has no effect for `one_time`. If unset, it has the value that the service returns.",
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

func cardBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment by card. " +
			"The service accepts card data only if the merchant complies with PCI DSS " +
			"and the operator has enabled it for the merchant; no other payment type requires that." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"card_number": secretArgument("Card number. Required in `card`."),
			"cardholder":  secretArgument("Cardholder's name."),
			"city":        secretArgument("City of the billing address."),
			"country":     textArgument("Country of the billing address: ISO 3166-1 alpha-2, such as `JP`."),
			"cvv":         secretArgument("Security code."),
			"exp_month": secretArgument("Expiry month, `1` to `12`; a leading zero is sent as written. " +
				"Required in `card`."),
			"exp_year": secretArgument("Expiry year, with two or four digits, sent as written. Required in `card`."),
			"line1":    secretArgument("First line of the billing address."),
			"line2":    secretArgument("Second line of the billing address."),
			"state":    secretArgument("State, region or prefecture of the billing address."),
			"zip":      secretArgument("Postal code of the billing address."),
		},
		Blocks: map[string]schema.Block{
			"cvv_authorize": schema.SingleNestedBlock{
				MarkdownDescription: "Authorization of the security code.",
				Attributes: map[string]schema.Attribute{
					"currency": textArgument("Currency of the authorization: ISO 4217, such as `JPY`. " +
						"Defaults to the merchant's base currency."),
					"enabled": flagArgument("Whether to verify the security code by an authorization. " +
						"Defaults to `false`."),
				},
			},
			"phone_number": phoneBlock(
				"Cardholder's phone number. Both parts are required if `three_ds.enabled` is `true`.",
				"Country code, digits only, such as `81`."),
			"three_ds": schema.SingleNestedBlock{
				MarkdownDescription: "3-D Secure.",
				Attributes: map[string]schema.Attribute{
					"enabled": flagArgument("Whether 3-D Secure runs for this token. " +
						"`true` requires the token type `recurring` and a `phone_number`. " +
						"If unset, the service decides by its own rules. " +
						"If `false`, 3-D Secure may still run when a charge is created."),
					"redirect_endpoint": textArgument("Absolute `http` or `https` URL to which the service redirects " +
						"the customer after 3-D Secure, by HTTP GET. " +
						"It may contain query parameters; the service appends `serviceTokenId` " +
						"and all metadata given when the charge was created (not metadata added later). " +
						"If unset, the customer sees the service's default completion page and goes back by hand."),
				},
			},
		},
	}
}

func phoneBlock(description, countryCode string) schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"country_code": textArgument(countryCode),
			"local_number": secretArgument("Phone number without the country code, 1 to 15 digits."),
		},
	}
}

func bankTransferBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment by bank transfer." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"brand": textArgument("Bank: `aozora_bank`. Required in `bank_transfer`."),
		},
	}
}

func konbiniBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment at a convenience store." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"convenience_store": textArgument("Store: `seven_eleven`, `family_mart`, `lawson`, `mini_stop`, " +
				"`seico_mart`, `pay_easy`, `circle_k`, `sunkus`, `daily_yamazaki` or `yamazaki_daily_store`. " +
				"Required in `konbini`."),
			"customer_name": secretArgument("Name of the consumer. Required in `konbini`."),
			"expiration_period": textArgument("How long the payment is valid after the token is created: " +
				"an ISO 8601 duration from 30 minutes (`PT30M`) to 60 days (`P60D`), without years and months. " +
				"Defaults to 30 days. An expiry given when the charge is created takes precedence."),
			"expiration_time_shift": textArgument("Time of day that is applied to the expiry computed from " +
				"`expiration_period`: an ISO 8601 time with a time zone, such as `18:00:00+09:00`. " +
				"Requires an `expiration_period` of at least one day, or the default. " +
				"Has no effect for `seven_eleven`, `seico_mart`, `pay_easy`, `circle_k` and `sunkus`."),
		},
		Blocks: map[string]schema.Block{
			"phone_number": phoneBlock(
				"Phone number of the consumer; must be Japanese. Required in `konbini`.",
				"Country code: `81`."),
		},
	}
}

func onlineBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Online mobile payment; requires the token type `one_time`. " +
			"When you have created a charge with the token, a separate issuer-token request returns the URL " +
			"of the wallet provider's payment screen." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"brand": textArgument("Brand: `alipay_online`, `alipay_plus_online`, `pay_pay_online`, " +
				"`we_chat_online` or `d_barai_online`. Required in `online`."),
			"call_method": textArgument("How the payment is started. Required in `online`.\n" +
				"  - `http_get`, `http_post`: the issuer token is opened in a new browser window " +
				"or an iframe, with that HTTP method.\n" +
				"  - `http_get_mobile`: for `alipay_online` and `alipay_plus_online`.\n" +
				"  - `sdk`: from within the payment provider's SDK, as a miniapp.\n" +
				"  - `web`: in the wallet's own browser environment, with its extended API (official account).\n" +
				"  - `app`: from a native app that has the payment provider's SDK built in.\n\n" +
				"  `alipay_online` and `alipay_plus_online` support `http_get`, `http_get_mobile`, `sdk` and `app`; " +
				"`we_chat_online` supports `http_get` (H5), `sdk`, `app` and `web`; `pay_pay_online` " +
				"and `d_barai_online` support `http_post`. " +
				"For `we_chat_online` with `http_get` (H5), register the browser's domain " +
				"with the operator's support desk first."),
			"os_type": textArgument("Operating system of the device: `android` or `ios`. " +
				"Required for `alipay_plus_online` with `http_get_mobile` or `app`."),
			"user_identifier": secretArgument("Identifier of the consumer's device, " +
				"supplied by the payment gateway's application. Required for `we_chat_online` with `sdk` or `web`."),
		},
	}
}

// dataAttribute is the payment method of a card token (API description, section 2.1).
func dataAttribute() schema.Attribute {
	return schema.SingleNestedAttribute{
		MarkdownDescription: "The payment method as returned by the service, " +
			"without the full card number and the security code. If the service omits a part, it is null.",
		Computed:  true,
		Sensitive: true,
		Attributes: map[string]schema.Attribute{
			"billing": objectResult("Billing address.", map[string]schema.Attribute{
				"city":    textResult("City."),
				"country": textResult("Country, ISO 3166-1 alpha-2."),
				"line1":   textResult("First line."),
				"line2":   textResult("Second line."),
				"phone_number": objectResult("Phone number.", map[string]schema.Attribute{
					"country_code": wholeResult("Country code."),
					"local_number": textResult("Phone number without the country code."),
				}),
				"state": textResult("State, region or prefecture."),
				"zip":   textResult("Postal code."),
			}),
			"card": objectResult("Card.", map[string]schema.Attribute{
				"brand":      textResult("Card brand, in lower case."),
				"card_bin":   textResult("Leading digits of the card number."),
				"card_type":  textResult("Kind of card, such as `credit`."),
				"cardholder": textResult("Cardholder's name."),
				"category":   textResult("Category."),
				"country":    textResult("Country, ISO 3166-1 alpha-2."),
				"exp_month":  wholeResult("Expiry month."),
				"exp_year":   wholeResult("Expiry year."),
				"issuer":     textResult("Institution that issued the card."),
				"last_four":  textResult("Last four digits of the card number."),
				"sub_brand":  textResult("Sub-brand."),
			}),
			"cvv_authorize": objectResult("Authorization of the security code.", map[string]schema.Attribute{
				"charge_id":      textResult("Id of the charge."),
				"credentials_id": textResult("Id of the credentials."),
				"currency":       textResult("Currency of the authorization."),
				"enabled":        flagResult("Whether the security code is authorized."),
				"status":         textResult("Status of the authorization."),
			}),
			"cvv_authorize_check": objectResult(
				"Check of the security code's authorization.",
				map[string]schema.Attribute{
					"charge_id": textResult("Id of the charge."),
					"date":      textResult("When the authorization was checked."),
					"status":    textResult("Status of the check."),
				}),
		},
	}
}

func textArgument(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true}
}

func secretArgument(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true, Sensitive: true}
}

func flagArgument(description string) schema.Attribute {
	return schema.BoolAttribute{MarkdownDescription: description, Optional: true}
}

func objectResult(description string, attributes map[string]schema.Attribute) schema.Attribute {
	return schema.SingleNestedAttribute{MarkdownDescription: description, Computed: true, Attributes: attributes}
}

func textResult(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true}
}

func wholeResult(description string) schema.Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Computed: true}
}

func flagResult(description string) schema.Attribute {
	return schema.BoolAttribute{MarkdownDescription: description, Computed: true}
}
