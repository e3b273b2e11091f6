// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
)

// BenchmarkMark_encode compares the encoding of four fields of a page with that of all.
func BenchmarkMark_encode(b *testing.B) {
	usual := oddCharges()["all fields"]
	page := make([]paymentapi.Charge, paymentapi.MaxPageSize)
	for i := range page {
		page[i] = usual
		page[i].ID = fmt.Sprintf("11ee05ae-6ca3-5a5c-8f52-%012d", i)
		page[i].RequestedAmount = wholeNumber(int64(1000 + i))
	}
	encode := func(fields []string) func() {
		encoder := rows.NewEncoder(fields, math.MaxInt64)
		return func() {
			_, err := encoder.Encode(page)
			check(b, err)
		}
	}
	took := mark.Fastest(50, map[string]func(){
		"all": encode(nil), "four": encode([]string{"created_on", "id", "requested_amount", "status"}),
	})
	mark.AtMost(b, "four fields, against all", took["four"]/took["all"], 0.75)
}
