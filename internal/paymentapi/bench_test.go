// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"strings"
	"testing"

	marks "github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
)

// BenchmarkMark_decode compares the time to decode a page, which checks every field,
// with that of encoding/json. Both include the check that all of it is JSON.
func BenchmarkMark_decode(b *testing.B) {
	page := []byte(`{"items":[` + strings.Repeat(chargeJSON+",", 99) + chargeJSON + `],"has_more":true,"total_hits":100000}`)
	took := marks.Fastest(100, map[string]func(){
		"own": func() {
			if _, err := decodePage(&answer{body: page}, 0, chargeDecoder(nil, nil)); err != nil || checkJSON(page) != "" {
				b.Fatal(err)
			}
		},
		"encoding/json": func() {
			var usual struct{ Items []map[string]any }
			if err := json.Unmarshal(page, &usual); err != nil {
				b.Fatal(err)
			}
		},
	})
	marks.AtMost(b, "a page of 100, against encoding/json", took["own"]/took["encoding/json"], 0.55)
}
