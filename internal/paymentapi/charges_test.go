// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestListCharges_sends(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	for name, tc := range map[string]struct {
		query paymentapi.ChargeQuery
		want  string
	}{
		"nothing":  {paymentapi.ChargeQuery{}, "/charges"},
		"a store":  {paymentapi.ChargeQuery{StoreID: id}, "/stores/" + id + "/charges"},
		"a card":   {paymentapi.ChargeQuery{Card: paymentapi.CardFilter{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030}}, "/charges?exp_month=3&exp_year=2030&last_four=0042&name=TARO+YAMADA"},
		"times":    {paymentapi.ChargeQuery{From: "2025-01-31T09:00:00+09:00", To: "2025-02-01"}, "/charges?from=2025-01-31T09%3A00%3A00%2B09%3A00&to=2025-02-01"},
		"amounts":  {paymentapi.ChargeQuery{AmountFrom: new(int64), AmountTo: new(int64(1<<53 + 1))}, "/charges?amount_from=0&amount_to=9007199254740993"},
		"a phone":  {paymentapi.ChargeQuery{Phone: "0312345678"}, "/charges?phone=0312345678"},
		"the rest": {paymentapi.ChargeQuery{Currency: "JPY", Mode: "live", Metadata: "a&b=c", TransactionTokenID: id}, "/charges?currency=JPY&metadata=a%26b%3Dc&mode=live&transaction_token_id=" + id},
		"paging":   {paymentapi.ChargeQuery{PageSize: 10, Cursor: "x/y", Direction: "asc", MaxResults: 3}, "/charges?cursor=x%2Fy&cursor_direction=asc&limit=10"},
		"further":  {paymentapi.ChargeQuery{Extra: map[string]string{"email": "a+b@example.com", "empty": ""}}, "/charges?email=a%2Bb%40example.com&empty="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sentBy(t, "https://api.example.com", func(ctx context.Context, c *paymentapi.Client) error {
				_, err := c.ListCharges(ctx, tc.query)
				return err
			})
			if got != "GET "+tc.want {
				t.Errorf("sent %s, want %s", got, tc.want)
			}
		})
	}
}

func TestHasChargeParam(t *testing.T) {
	t.Parallel()

	for name, want := range map[string]bool{"limit": true, "cursor": true, "last_four": true, "from": true, "email": false, "": false} {
		if paymentapi.HasChargeParam(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}
