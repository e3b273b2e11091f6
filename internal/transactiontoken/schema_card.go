// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"

func cardAttribute() schema.Attribute {
	return schema.SingleNestedAttribute{
		MarkdownDescription: "Payment by card. The service takes card data only from a merchant that complies with PCI DSS and for whom the operator has enabled it; " +
			"no other payment type needs that. Pass card data in through `ephemeral` variables only." + onlyOne,
		Optional: true,
		Attributes: map[string]schema.Attribute{
			"card_number": secretText("Card number. Required in a card."),
			"cardholder":  secretText("Name of the card holder."),
			"city":        secretText("City of the billing address."),
			"country":     text("Country of the billing address: ISO 3166-1 alpha-2, such as `JP`."),
			"cvv":         secretText("Security code."),
			"cvv_authorize": schema.SingleNestedAttribute{
				MarkdownDescription: "Authorization of the security code.",
				Optional:            true,
				Attributes: map[string]schema.Attribute{
					"currency": text("Currency of the authorization: ISO 4217, such as `JPY`. Default: the merchant's base currency."),
					"enabled":  flag("Whether the security code is authorized. Default: `false`."),
				},
			},
			"exp_month":    secretText("Expiry month, `1` to `12`; a leading zero is sent as written. Required in a card."),
			"exp_year":     secretText("Expiry year, two or four digits, sent as written. Required in a card."),
			"line1":        secretText("First line of the billing address."),
			"line2":        secretText("Second line of the billing address."),
			"phone_number": phoneAttribute("Phone number of the card holder. Both parts are required if `three_ds.enabled` is `true`.", "Country code, digits only, such as `81`."),
			"state":        secretText("State, region or prefecture of the billing address."),
			"three_ds": schema.SingleNestedAttribute{
				MarkdownDescription: "3-D Secure.",
				Optional:            true,
				Attributes: map[string]schema.Attribute{
					"enabled": flag("Whether 3-D Secure runs for this token. `true` is for the token type `recurring` only, and needs a `phone_number`. " +
						"If omitted, the service decides by its own rules. If `false`, 3-D Secure can still be run when a charge is created."),
					"redirect_endpoint": text("Absolute `http` or `https` URL to which the customer returns from 3-D Secure, by an HTTP GET. It may have a query of its own; " +
						"`serviceTokenId` and all metadata given at the creation of the charge (not what was added later) are appended as query parameters. " +
						"If omitted, the customer sees the service's completion page and goes back by hand."),
				},
			},
			"zip": secretText("Postal code of the billing address."),
		},
	}
}

func phoneAttribute(description, countryCode string) schema.Attribute {
	return schema.SingleNestedAttribute{
		MarkdownDescription: description,
		Optional:            true,
		Attributes: map[string]schema.Attribute{
			"country_code": text(countryCode),
			"local_number": secretText("The number in its country: 1 to 15 digits."),
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
