// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"

func dataJSONAttribute() schema.Attribute {
	return schema.StringAttribute{
		MarkdownDescription: "The payment method as returned by the service, as JSON text. Use it for payment types whose fields are not in `data`.",
		Computed:            true,
		Sensitive:           true,
	}
}

// dataAttribute is the payment method of a card token (API description,
// section 2.1).
func dataAttribute() schema.Attribute {
	return schema.SingleNestedAttribute{
		MarkdownDescription: "The payment method as returned by the service. If the service omits a part, it is null. The card number and the security code are never returned in full.",
		Computed:            true,
		Sensitive:           true,
		Attributes: map[string]schema.Attribute{
			"billing": result("Billing address.", map[string]schema.Attribute{
				"city":    resultText("City."),
				"country": resultText("Country, ISO 3166-1 alpha-2."),
				"line1":   resultText("First line."),
				"line2":   resultText("Second line."),
				"phone_number": result("Phone number.", map[string]schema.Attribute{
					"country_code": resultNumber("Country code."),
					"local_number": resultText("Phone number without the country code."),
				}),
				"state": resultText("State, region or prefecture."),
				"zip":   resultText("Postal code."),
			}),
			"card": result("Card.", map[string]schema.Attribute{
				"brand":      resultText("Card brand, in lower case."),
				"card_bin":   resultText("Leading digits of the card number."),
				"card_type":  resultText("Kind of card, such as `credit`."),
				"cardholder": resultText("Cardholder's name."),
				"category":   resultText("Category; may be null."),
				"country":    resultText("Country, ISO 3166-1 alpha-2."),
				"exp_month":  resultNumber("Expiry month."),
				"exp_year":   resultNumber("Expiry year."),
				"issuer":     resultText("Institution that issued the card."),
				"last_four":  resultText("Last four digits of the card number."),
				"sub_brand":  resultText("Sub-brand."),
			}),
			"cvv_authorize": result("Authorization of the security code.", map[string]schema.Attribute{
				"charge_id":      resultText("Id of the charge; may be null."),
				"credentials_id": resultText("Id of the credentials; may be null."),
				"currency":       resultText("Currency of the authorization; may be null."),
				"enabled":        schema.BoolAttribute{MarkdownDescription: "Whether the security code is authorized.", Computed: true},
				"status":         resultText("Status of the authorization; may be null."),
			}),
			"cvv_authorize_check": result("Check of the security code's authorization.", map[string]schema.Attribute{
				"charge_id": resultText("Id of the charge; may be null."),
				"date":      resultText("When the authorization was checked; may be null."),
				"status":    resultText("Status of the check; may be null."),
			}),
		},
	}
}

func result(description string, attributes map[string]schema.Attribute) schema.Attribute {
	return schema.SingleNestedAttribute{MarkdownDescription: description, Computed: true, Attributes: attributes}
}

func resultText(description string) schema.Attribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true}
}

func resultNumber(description string) schema.Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Computed: true}
}
