// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"slices"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// operation is something that the provider does.
type operation struct {
	title string // of its errors
	// sends are the names of the secrets that it sends, without the credentials.
	sends []string
	do    func(context.Context, *acctest.Protocol, secretSet) (kept acctest.Values, diags acctest.Diagnostics)
	// owns are the attributes that may contain a secret: configured ones, and
	// those from a read, which cannot know a write-only token.
	owns []string
}

// names are those of all secrets that it sends.
func (o operation) names() []string { return slices.Concat(o.sends, credentialNames) }

var (
	credentialNames = []string{"secret", "app token"}
	filters         = []string{"filter name", "filter phone", "filter digits", "filter e-mail", "filter order"}
	ofFilters       = []string{"card", "extra_filters", "metadata", "phone", "charges"}
	ofCustomers     = func(s secretSet) acctest.Values {
		return acctest.Values{
			"card":  acctest.Values{"name": s["filter name"], "last_four": s["filter digits"], "exp_month": 7, "exp_year": 2031},
			"phone": s["filter phone"], "metadata": s["filter order"], "extra_filters": acctest.Values{"email": s["filter e-mail"]},
		}
	}
)

// adopting adopts the webhook with more arguments.
func adopting(more func(secretSet) acctest.Values) func(context.Context, *acctest.Protocol, secretSet) (acctest.Values, acctest.Diagnostics) {
	return func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Apply(ctx, webhookConfig(more(s)))
		return r.State(), diags
	}
}

// creating creates a transaction token with one group.
func creating(group string, email func(secretSet) string, value func(secretSet) acctest.Values) func(context.Context, *acctest.Protocol, secretSet) (acctest.Values, acctest.Diagnostics) {
	return func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		_, diags := p.Open(ctx, "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": email(s), "create": true, group: value(s)})
		return nil, diags // no CLI keeps it
	}
}

// anyone is the e-mail address if it is not among the secrets of an operation.
func anyone(secretSet) string { return "a@example.com" }

// operations are all that the provider does. A test compares them with what the
// provider registers.
var operations = map[string]operation{
	"adopt with a token": {
		"Unable to Update Webhook", []string{"webhook token"},
		adopting(func(s secretSet) acctest.Values { return acctest.Values{"auth_token": s["webhook token"]} }), []string{"auth_token"},
	},
	"adopt with a write-only token": {
		"Unable to Update Webhook", []string{"webhook token"},
		adopting(func(s secretSet) acctest.Values {
			return acctest.Values{"auth_token_wo": s["webhook token"], "auth_token_wo_version": 1}
		}), []string{"platform_id", "created_on", "updated_on", "merchant_id"},
	},
	"update": {
		"Unable to Update Webhook", []string{"webhook token"},
		func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
			r := p.NewResource("paymentservice_webhook")
			var diags acctest.Diagnostics
			for _, more := range []acctest.Values{nil, {"auth_token": s["webhook token"]}, {"auth_token_wo": s["webhook token"], "auth_token_wo_version": 1}} {
				if diags.Errors() == "" {
					diags = append(diags, r.Apply(ctx, webhookConfig(more))...)
				}
			}
			return r.State(), diags
		}, []string{"auth_token", "platform_id", "created_on", "updated_on", "merchant_id"},
	},
	"import": {"Unable to Read Webhook", nil, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		r := p.NewResource("paymentservice_webhook")
		diags := r.Import(ctx, importID)
		return r.State(), diags
	}, nil},
	"resume": {"Unable to Resume Webhook", nil, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		return nil, resume(ctx, p)
	}, nil},
	"webhooks": {"Unable to List Webhooks", nil, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_webhooks", acctest.Values{"store_id": fakeservice.DefaultStoreID})
	}, nil},
	"query of webhooks": {"Unable to List Webhooks", nil, func(ctx context.Context, p *acctest.Protocol, _ secretSet) (acctest.Values, acctest.Diagnostics) {
		found, diags := p.List(ctx, "paymentservice_webhook", acctest.Values{"store_id": fakeservice.DefaultStoreID}, acctest.Listing{Limit: 100, IncludeResource: true})
		return acctest.Values{"found": found}, diags
	}, nil},
	"charges": {"Unable to Read Charges", filters, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Read(ctx, "paymentservice_charges", ofCustomers(s))
	}, ofFilters},
	"ephemeral charges": {"Unable to Read Charges", filters, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		return p.Open(ctx, "paymentservice_charges", ofCustomers(s))
	}, ofFilters},
	"charge summary": {"Unable to Read Charges", filters, func(ctx context.Context, p *acctest.Protocol, s secretSet) (acctest.Values, acctest.Diagnostics) {
		config := ofCustomers(s)
		config["store_id"], config["group_by"] = fakeservice.DefaultStoreID, []string{"day", "mode", "status", "charged_currency"}
		return p.Read(ctx, "paymentservice_charge_summary", config)
	}, ofFilters},
	"token of a card": {
		"Unable to Create Transaction Token", []string{"card number", "security code", "card holder", "card zip", "card line 1", "card line 2", "card state", "card city", "card phone"},
		creating("card", anyone, func(s secretSet) acctest.Values {
			return acctest.Values{
				"card_number": s["card number"], "cvv": s["security code"], "cardholder": s["card holder"],
				"exp_month": "07", "exp_year": "2031", "zip": s["card zip"],
				"line1": s["card line 1"], "line2": s["card line 2"], "state": s["card state"], "city": s["card city"],
				"phone_number": acctest.Values{"country_code": "81", "local_number": s["card phone"]},
			}
		}), nil,
	},
	"token at a convenience store": {
		"Unable to Create Transaction Token", []string{"konbini name", "konbini phone", "email address"},
		creating("konbini", func(s secretSet) string { return s["email address"] }, func(s secretSet) acctest.Values {
			return acctest.Values{
				"customer_name": s["konbini name"], "convenience_store": "lawson",
				"phone_number": acctest.Values{"country_code": "81", "local_number": s["konbini phone"]},
			}
		}), nil,
	},
	"token of paidy": {
		"Unable to Create Transaction Token", []string{"consumer"},
		creating("paidy", anyone, func(s secretSet) acctest.Values { return acctest.Values{"paidy_token": s["consumer"]} }), nil,
	},
	"token of a device": {
		"Unable to Create Transaction Token", []string{"consumer"},
		creating("online", anyone, func(s secretSet) acctest.Values {
			return acctest.Values{"brand": "we_chat_online", "call_method": "sdk", "user_identifier": s["consumer"]}
		}), nil,
	},
}
