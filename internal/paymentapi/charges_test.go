// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestListCharges_sends: a query becomes a path and parameters. What is not set is not sent.
func TestListCharges_sends(t *testing.T) {
	t.Parallel()
	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	for name, tt := range map[string]struct {
		query paymentapi.ChargeQuery
		want  string
	}{
		"everything": {
			want: "/charges",
		},
		"a store": {
			query: paymentapi.ChargeQuery{StoreID: id},
			want:  "/stores/" + id + "/charges",
		},
		"a card": {
			query: paymentapi.ChargeQuery{
				Card: paymentapi.CardFilter{LastFour: "0042", Name: "TARO YAMADA", ExpMonth: 3, ExpYear: 2030},
			},
			want: "/charges?exp_month=3&exp_year=2030&last_four=0042&name=TARO+YAMADA",
		},
		"a time with an offset, and a date": {
			query: paymentapi.ChargeQuery{From: "2025-01-31T09:00:00+09:00", To: "2025-02-01"},
			want:  "/charges?from=2025-01-31T09%3A00%3A00%2B09%3A00&to=2025-02-01",
		},
		"amounts of zero, and beyond a float": {
			query: paymentapi.ChargeQuery{AmountFrom: new(int64), AmountTo: new(int64(1<<53 + 1))},
			want:  "/charges?amount_from=0&amount_to=9007199254740993",
		},
		"a phone": {
			query: paymentapi.ChargeQuery{Phone: "0312345678"},
			want:  "/charges?phone=0312345678",
		},
		"other filters": {
			query: paymentapi.ChargeQuery{Currency: "JPY", Mode: "live", Metadata: "a&b=c", TransactionTokenID: id},
			want:  "/charges?currency=JPY&metadata=a%26b%3Dc&mode=live&transaction_token_id=" + id,
		},
		"a page": {
			query: paymentapi.ChargeQuery{PageSize: 10, Cursor: "x/y", Direction: "asc", MaxResults: 3},
			want:  "/charges?cursor=x%2Fy&cursor_direction=asc&limit=10",
		},
		"filters that are not described": {
			query: paymentapi.ChargeQuery{Extra: map[string]string{"email": "a+b@example.com", "empty": ""}},
			want:  "/charges?email=a%2Bb%40example.com&empty=",
		},
	} {
		got := sentBy(t, "https://api.example.com", func(ctx context.Context, client *paymentapi.Client) error {
			_, err := client.ListCharges(ctx, tt.query)
			return err
		})
		if want := (sent{method: "GET", target: tt.want}); got != want {
			t.Errorf("%s: sent %+v, want %+v", name, got, want)
		}
	}
}

func TestCharge_Created(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2025-06-22T16:00:55.436116Z": "2025-06-22T16:00:55.436116Z",
		"2025-06-22t16:00:55z":        "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55":         "2025-06-22T16:00:55Z",
		"2025-06-22T16:00:55.5+0900":  "2025-06-22T07:00:55.5Z",
		"2025-06-22T16:00:55-09:30":   "2025-06-23T01:30:55Z",
		"2025-06-22T16:00:55.5+09":    "2025-06-22T07:00:55.5Z",
		"2025-06-22 16:00:55":         "2025-06-22T16:00:55Z",
		"2025-06-22 16:00:55.5+09:00": "2025-06-22T07:00:55.5Z",
		"2025-06-22T16:00Z":           "2025-06-22T16:00:00Z",
		"2025-06-22T16:00+0930":       "2025-06-22T06:30:00Z",
		"2025-06-22T16:00+09":         "2025-06-22T07:00:00Z",
		"2025-06-22 16:00":            "2025-06-22T16:00:00Z",
		"2025-06-22":                  "2025-06-22T00:00:00Z",
		"1750608055436":               "2025-06-22T16:00:55.436Z",
		"1750608055":                  "", // seconds since 1970, or something else
		"20250622160055":              "",
		"22/06/2025 16:00:55":         "",
		"2025-06-22 16:00:55 JST":     "",
		"2025-06-22T25:00:00Z":        "",
		"2025-06-31T16:00:00Z":        "",
		"":                            "",
	} {
		at, ok := (&paymentapi.Charge{CreatedOn: &text}).Created()
		got := ""
		if ok {
			got = at.UTC().Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if at, ok := new(paymentapi.Charge).Created(); ok {
		t.Errorf("a charge without a time was created at %s", at)
	}
}
