// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const tokenType = "paymentservice_transaction_token"

// The values that must never be shown.
const (
	cardNumber = "4000020000000000"
	cvv        = "917"
	cardholder = "Taro Yamada"
)

const (
	nothingCreated = "No transaction token was created."
	mayExist       = "A transaction token may exist nevertheless"
)

type values = acctest.Values

// right holds a configuration for each payment type that breaks no rule.
var right = map[string]values{
	"card": {
		"type": "one_time", "email": "customer@example.com",
		"card": values{"cardholder": cardholder, "card_number": cardNumber, "exp_month": "12", "exp_year": "2031", "cvv": cvv},
	},
	"konbini": {
		"type": "one_time", "email": "customer@example.com",
		"konbini": values{
			"customer_name": cardholder, "convenience_store": "lawson",
			"phone_number": values{"country_code": "81", "local_number": "9012345678"},
		},
	},
	"online":        {"type": "one_time", "online": values{"brand": "pay_pay_online", "call_method": "http_post"}},
	"bank_transfer": {"type": "recurring", "email": "customer@example.com", "bank_transfer": values{"brand": "aozora_bank"}},
	"paidy":         {"type": "one_time", "email": "customer@example.com", "paidy": values{"paidy_token": "tok_918273"}},
}

// with returns the right configuration of a payment type with create = true, and
// with changes of arguments by path ("card/exp_month").
func with(paymentType string, changes values) values {
	config := clone(right[paymentType])
	config["create"] = true
	for _, path := range slices.Sorted(maps.Keys(changes)) {
		steps := strings.Split(path, "/")
		at := config
		for _, step := range steps[:len(steps)-1] {
			inner, ok := at[step].(values)
			if !ok {
				inner = values{}
				at[step] = inner
			}
			at = inner
		}
		at[steps[len(steps)-1]] = changes[path]
	}
	return config
}

func clone(v values) values {
	v = maps.Clone(v)
	for name, value := range v {
		if inner, ok := value.(values); ok {
			v[name] = clone(inner)
		}
	}
	return v
}

// at returns a value by path, nil if it is null.
func at(all values, path string) any {
	var value any = all
	for step := range strings.SplitSeq(path, "/") {
		switch inner := value.(type) {
		case values:
			value = inner[step]
		case map[string]any:
			value = inner[step]
		default:
			return nil
		}
	}
	return value
}

// start returns a fake service, and a provider that is configured for it.
func start(t *testing.T, options ...provider.Option) (*fakeservice.Service, *acctest.Protocol) {
	t.Helper()
	service, server := acctest.Start(t)
	return service, acctest.Configured(t, server, nil, options...)
}
