// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/base64"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// appToken returns an application token with the given claims, which are JSON.
func appToken(claims string) string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".c2ln"
}

// A list that is empty because the credentials are those of another store or mode looks like a
// month without charges. The claims of the application token tell the two apart.
func TestRead_emptyForAnotherAccount(t *testing.T) {
	t.Parallel()
	const title = "Application Token of Another Store or Mode"
	type row struct {
		claims  string
		config  acctest.Values
		charges int
		want    []message
	}
	bubble.EachWay(t, ways, map[string]row{
		"another mode": {
			claims: `{"mode": "test"}`,
			config: acctest.Values{"mode": "live"},
			want: []message{{
				at:    "mode",
				title: title,
				says: []string{
					"list is empty",
					"`mode` is \"live\"",
					"has the claim `mode` with the value \"test\"",
					"`app_token`",
				},
			}},
		},
		"another store": {
			claims: `{"store_id": "` + uuidText + `"}`,
			config: acctest.Values{"store_id": storeID},
			want: []message{{
				at:    "store_id",
				title: title,
				says:  []string{"`store_id` is \"" + storeID + "\"", "`store_id` with the value \"" + uuidText + "\""},
			}},
		},
		"another store and another mode": {
			claims: `{"store_id": "` + uuidText + `", "mode": "live"}`,
			config: acctest.Values{"store_id": storeID, "mode": "test"},
			want: []message{
				{at: "mode", title: title},
				{at: "store_id", title: title},
			},
		},
		"another store, and charges": {
			claims:  `{"store_id": "` + uuidText + `"}`,
			config:  acctest.Values{"store_id": storeID},
			charges: 3,
		},
		"the same store in capitals, and the same mode": {
			claims: `{"store_id": "33333333-3333-4333-8333-33333333ABCD", "mode": "test"}`,
			config: acctest.Values{"store_id": "33333333-3333-4333-8333-33333333abcd", "mode": "test"},
		},
		"both modes asked for": {
			claims: `{"mode": "test"}`,
			config: acctest.Values{"mode": "live_test"},
		},
		"both modes in the token": {
			claims: `{"mode": "live_test"}`,
			config: acctest.Values{"mode": "live"},
		},
		"nothing asked for": {
			claims: `{"store_id": "` + uuidText + `", "mode": "live"}`,
		},
		"no such claims": {
			claims: `{"merchant_id": "` + uuidText + `", "store_id": "main", "mode": 1}`,
			config: acctest.Values{"store_id": storeID, "mode": "test"},
		},
	}, func(t *testing.T, read way, tt row) {
		token := appToken(tt.claims)
		service := fakeservice.NewExtended(fakeservice.DefaultSecret + "." + token)
		service.AddWebhook(fakeservice.Webhook{StoreID: "33333333-3333-4333-8333-33333333abcd"}) // and its store
		service.SeedCharges(tt.charges, fakeservice.SeedOptions{})
		pipe, options := acctest.Pipe(t, service)
		p := acctest.Configured(t, pipe, acctest.Values{"app_token": token}, options...)
		result, diags := read(t.Context(), p, tt.config)
		expectMessages(t, diags, tt.want...)
		if result["charges"] == nil && result["charge_count"] == nil {
			t.Error("there is no result")
		}
	})
}
