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
