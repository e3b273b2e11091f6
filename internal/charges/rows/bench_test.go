// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// BenchmarkEncode encodes a page of 100 charges.
func BenchmarkEncode(b *testing.B) {
	usual := oddCharges()["all fields"]
	page := make([]paymentapi.Charge, paymentapi.MaxPageSize)
	for i := range page {
		page[i] = usual
		page[i].ID = fmt.Sprintf("11ee05ae-6ca3-5a5c-8f52-%012d", i)
		page[i].RequestedAmount = wholeNumber(int64(1000 + i))
	}
	for name, fields := range map[string][]string{"all fields": nil, "four fields": {"created_on", "id", "requested_amount", "status"}} {
		b.Run(name, func(b *testing.B) {
			encoder := rows.NewEncoder(fields, math.MaxInt64)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := encoder.Encode(page); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
