// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"strings"
	"testing"
)

// Whatever a service answers, there is an error, or a page whose charges have ids.
func FuzzDecodePage(f *testing.F) {
	f.Add(`{"items":[{"id":"c","requested_amount":1e3,"metadata":{"a":1}}],"has_more":true,"total_hits":7}`)
	f.Add(`{"items":[{"id":"c","fee_amount_formatted":1e20000000}],"has_more":false}`)
	f.Add(`{"items":{},"has_more":"x"}`)
	f.Fuzz(func(t *testing.T, body string) {
		page, err := decodePage(&answer{body: []byte(body)}, 0, chargeDecoder(nil, nil))
		if (page == nil) != (err != nil) {
			t.Fatalf("page %v, error %v", page, err)
		}
		if err != nil {
			return
		}
		for _, charge := range page.Items {
			if strings.TrimSpace(charge.ID) == "" {
				t.Error("a charge without an id")
			}
		}
	})
}
