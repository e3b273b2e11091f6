// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"

func cardBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment by card. The service accepts card data only if the merchant complies with PCI DSS and the operator has enabled it for the merchant; " +
			"no other payment type requires that. Pass card data only through `ephemeral` variables." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"card_number": secretText("Card number. Required in `card`."),
			"cardholder":  secretText("Cardholder's name."),
			"city":        secretText("City of the billing address."),
			"country":     text("Country of the billing address: ISO 3166-1 alpha-2, such as `JP`."),
			"cvv":         secretText("Security code."),
			"exp_month":   secretText("Expiry month, `1` to `12`; a leading zero is sent as written. Required in `card`."),
			"exp_year":    secretText("Expiry year, with two or four digits, sent as written. Required in `card`."),
			"line1":       secretText("First line of the billing address."),
			"line2":       secretText("Second line of the billing address."),
			"state":       secretText("State, region or prefecture of the billing address."),
			"zip":         secretText("Postal code of the billing address."),
		},
		Blocks: map[string]schema.Block{
			"cvv_authorize": schema.SingleNestedBlock{
				MarkdownDescription: "Authorization of the security code.",
				Attributes: map[string]schema.Attribute{
					"currency": text("Currency of the authorization: ISO 4217, such as `JPY`. Defaults to the merchant's base currency."),
					"enabled":  flag("Whether to verify the security code by an authorization. Defaults to `false`."),
				},
			},
			"phone_number": phoneBlock("Cardholder's phone number. Both parts are required if `three_ds.enabled` is `true`.", "Country code, digits only, such as `81`."),
			"three_ds": schema.SingleNestedBlock{
				MarkdownDescription: "3-D Secure.",
				Attributes: map[string]schema.Attribute{
					"enabled": flag("Whether 3-D Secure runs for this token. `true` requires the token type `recurring` and a `phone_number`. " +
						"If unset, the service decides by its own rules. If `false`, 3-D Secure may still run when a charge is created."),
					"redirect_endpoint": text("Absolute `http` or `https` URL to which the service redirects the customer after 3-D Secure, by HTTP GET. It may contain query parameters; " +
						"the service appends `serviceTokenId` and all metadata given when the charge was created (not metadata added later). " +
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
			"country_code": text(countryCode),
			"local_number": secretText("Phone number without the country code, 1 to 15 digits."),
		},
	}
}

func text(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true}
}

func secretText(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true, Sensitive: true}
}

func flag(description string) schema.Attribute {
	return schema.BoolAttribute{MarkdownDescription: description, Optional: true}
}

func bankTransferBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment by bank transfer." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"brand": text("Bank: `aozora_bank`. Required in `bank_transfer`."),
		},
	}
}

func konbiniBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Payment at a convenience store." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"convenience_store": text("Store: `seven_eleven`, `family_mart`, `lawson`, `mini_stop`, `seico_mart`, `pay_easy`, `circle_k`, `sunkus`, `daily_yamazaki` or " +
				"`yamazaki_daily_store`. Required in `konbini`."),
			"customer_name": secretText("Name of the consumer. Required in `konbini`."),
			"expiration_period": text("How long the payment is valid after the token is created: an ISO 8601 duration from 30 minutes (`PT30M`) to 60 days (`P60D`), " +
				"without years and months. Defaults to 30 days. An expiry given when the charge is created takes precedence."),
			"expiration_time_shift": text("Time of day that is applied to the expiry computed from `expiration_period`: an ISO 8601 time with a time zone, such as `18:00:00+09:00`. " +
				"Requires an `expiration_period` of at least one day, or the default. Has no effect for `seven_eleven`, `seico_mart`, `pay_easy`, `circle_k` and `sunkus`."),
		},
		Blocks: map[string]schema.Block{
			"phone_number": phoneBlock("Phone number of the consumer; must be Japanese. Required in `konbini`.", "Country code: `81`."),
		},
	}
}

func onlineBlock() schema.Block {
	return schema.SingleNestedBlock{
		MarkdownDescription: "Online mobile payment; requires the token type `one_time`. When you have created a charge with the token, a separate issuer-token request returns the URL of the wallet " +
			"provider's payment screen." + onlyOne,
		Attributes: map[string]schema.Attribute{
			"brand": text("Brand: `alipay_online`, `alipay_plus_online`, `pay_pay_online`, `we_chat_online` or `d_barai_online`. Required in `online`."),
			"call_method": text("How the payment is started. Required in `online`.\n" +
				"  - `http_get`, `http_post`: the issuer token is opened in a new browser window or an iframe, with that HTTP method.\n" +
				"  - `http_get_mobile`: for `alipay_online` and `alipay_plus_online`.\n" +
				"  - `sdk`: from within the payment provider's SDK, as a miniapp.\n" +
				"  - `web`: in the wallet's own browser environment, with its extended API (official account).\n" +
				"  - `app`: from a native app that has the payment provider's SDK built in.\n\n" +
				"  `alipay_online` and `alipay_plus_online` support `http_get`, `http_get_mobile`, `sdk` and `app`; `we_chat_online` supports `http_get` (H5), `sdk`, `app` and `web`; " +
				"`pay_pay_online` and `d_barai_online` support `http_post`. For `we_chat_online` with `http_get` (H5), register the browser's domain with the operator's support desk first."),
			"os_type": text("Operating system of the device: `android` or `ios`. Required for `alipay_plus_online` with `http_get_mobile` or `app`."),
			"user_identifier": secretText("Identifier of the consumer's device, supplied by the payment gateway's application. " +
				"Required for `we_chat_online` with `sdk` or `web`."),
		},
	}
}
